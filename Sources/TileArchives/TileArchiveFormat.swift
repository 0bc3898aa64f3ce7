/// The files that hold a whole pyramid of tiles.
package enum TileArchiveFormat: String, CaseIterable, Sendable {
  /// PMTiles 3, for a file on a web server that answers ranges
  /// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
  case pmtiles
  /// MBTiles 1.3, an SQLite file (https://github.com/mapbox/mbtiles-spec).
  case mbtiles

  /// The format that the ending of a file's name tells; `nil` for any other ending.
  package init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }
}
