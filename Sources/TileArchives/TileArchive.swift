package import VectorTiles

/// A pyramid that grows tile by tile into one file, which gets its name when it is whole.
///
/// Whatever ends the work before ``finish(_:)``, no file is left once the archive is gone.
package protocol TileArchive: AnyObject {
  /// Appends a tile of Web Mercator; tiles come in the order of their ``PMTilesID``.
  ///
  /// - Parameter gzippedBytes: A vector tile, gzipped and not empty.
  /// - Throws: ``TileArchiveError``.
  func append(_ tile: TileCoordinate, gzippedBytes: [UInt8]) throws(TileArchiveError)
  /// Completes the file and puts it in the place of an older one.
  ///
  /// - Throws: ``TileArchiveError``.
  func finish(_ contents: ArchiveContents) throws(TileArchiveError) -> ArchiveSize
}

extension TileArchiveFormat {
  /// An empty archive that will be the file `path`.
  ///
  /// - Throws: ``TileArchiveError`` where the folder takes no files.
  package func create(_ path: String) throws(TileArchiveError) -> any TileArchive {
    switch self {
    case .pmtiles: try PMTilesArchive(path)
    case .mbtiles: try MBTilesArchive(path)
    }
  }
}

/// How much an archive holds.
package struct ArchiveSize: Equatable, Sendable {
  /// Tiles that can be asked for.
  package var tiles: Int
  /// Tiles that differ from one another, each of which is stored once.
  package var distinctTiles: Int
  /// The length of the file in bytes.
  package var bytes: Int
}
