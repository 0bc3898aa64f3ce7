import GeometryCore
package import SimpleFeatures

/// GeoJSON and GeoJSON text sequences, by SimpleFeatures' own reader.
package final class GeoJSONSource: RecordSource {
  private var reader: GeoJSONReader
  private let chunks: FileChunks
  /// The CRS that the person names, which overrules the file's.
  private let givenCRS: String?

  convenience init(_ request: SourceRequest) throws(FormatError) {
    try self.init(request.file, closesRings: request.fixes, givenCRS: request.crs)
  }

  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - closesRings: Whether rings that do not end where they begin are closed.
  package init(
    _ path: String, closesRings: Bool = false, givenCRS: String? = nil
  ) throws(FormatError) {
    let chunks = try FileChunks(path: path)
    self.chunks = chunks
    self.givenCRS = givenCRS
    reader = GeoJSONReader(closesRings: closesRings, takesLateCRS: givenCRS != nil) {
      () throws(FormatError) in
      try chunks.next()
    }
  }

  package func next() throws -> SourceRecord? {
    guard let record = try reader.next() else {
      try checkLateCRS()
      return nil
    }
    var result = SourceRecord(
      number: record.number, position: record.position, feature: record.feature)
    result.closedRings = record.closedRings
    return result
  }

  /// What is said after the features is overruled as at the front, and as little between shifted
  /// and unshifted.
  private func checkLateCRS() throws {
    guard let late = reader.lateCRS, let givenCRS else { return }
    let declared = try? CoordinateReferenceSystem(late)
    _ = try CoordinateReferenceSystem.settled(
      declared: declared, given: try CRSDefinition.read(givenCRS))
  }

  /// Longitude and latitude (RFC 7946) unless the old `crs` member says otherwise.
  package var declaredCRS: DeclaredCRS { reader.declaredCRS.map { .named($0) } ?? .impliedByFormat }

  package var extent: ReadExtent {
    ReadExtent(.bytes, done: chunks.readBytes, total: chunks.byteCount)
  }
}
