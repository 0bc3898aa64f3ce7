import SimpleFeatures

/// GeoJSON and GeoJSON text sequences, by SimpleFeatures' own reader.
final class GeoJSONSource: RecordSource {
  private var reader: GeoJSONReader
  private let chunks: FileChunks

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws(FormatError) {
    let chunks = try FileChunks(path: path)
    self.chunks = chunks
    reader = GeoJSONReader { () throws(FormatError) in try chunks.next() }
  }

  func next() throws -> SourceRecord? {
    try reader.next().map {
      SourceRecord(number: $0.number, position: $0.position, feature: $0.feature)
    }
  }

  /// Longitude and latitude (RFC 7946) unless the old `crs` member says otherwise.
  var declaredCRS: DeclaredCRS { reader.declaredCRS.map { .named($0) } ?? .impliedByFormat }

  var extent: ReadExtent { ReadExtent(.bytes, done: chunks.readBytes, total: chunks.byteCount) }
}
