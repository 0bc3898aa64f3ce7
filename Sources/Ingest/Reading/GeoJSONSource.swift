import SimpleFeatures

/// GeoJSON and GeoJSON text sequences, by SimpleFeatures' own reader.
final class GeoJSONSource: RecordSource {
  private var reader: GeoJSONReader
  private let chunks: FileChunks

  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - closesRings: Whether rings that do not end where they begin are closed.
  init(_ path: String, closesRings: Bool = false) throws(FormatError) {
    let chunks = try FileChunks(path: path)
    self.chunks = chunks
    reader = GeoJSONReader(closesRings: closesRings) { () throws(FormatError) in
      try chunks.next()
    }
  }

  func next() throws -> SourceRecord? {
    guard let record = try reader.next() else { return nil }
    var result = SourceRecord(
      number: record.number, position: record.position, feature: record.feature)
    result.closedRings = record.closedRings
    return result
  }

  /// Longitude and latitude (RFC 7946) unless the old `crs` member says otherwise.
  var declaredCRS: DeclaredCRS { reader.declaredCRS.map { .named($0) } ?? .impliedByFormat }

  var extent: ReadExtent { ReadExtent(.bytes, done: chunks.readBytes, total: chunks.byteCount) }
}
