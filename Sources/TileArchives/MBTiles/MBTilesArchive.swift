import Foundation
import GRDB
import SimpleFeatures
import VectorTiles

/// An MBTiles 1.3 file in the making: each content once in `images`, places in `map`, and both as
/// the view `tiles`.
final class MBTilesArchive: TileArchive {
  private let draft: ArchiveDraft
  private let queue: DatabaseQueue
  private var known = KnownContents<Int64>()
  private var tileCount = 0
  private var zooms = ZoomTally()

  /// "MPBX", the mark of MBTiles in SQLite's header.
  private static let applicationID = 0x4d50_4258

  private static let layout = """
    PRAGMA application_id = \(applicationID);
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    BEGIN;
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE UNIQUE INDEX metadata_name ON metadata (name);
    CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB NOT NULL);
    CREATE TABLE map (
      zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL,
      tile_id INTEGER NOT NULL REFERENCES images (tile_id),
      PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
    CREATE VIEW tiles AS
      SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);
    """

  init(_ path: String) throws(TileArchiveError) {
    draft = try ArchiveDraft(path)
    var configuration = Configuration()
    // One transaction from the first tile to the last: what is not finished is thrown away.
    configuration.allowsUnsafeTransactions = true
    do {
      queue = try DatabaseQueue(path: draft.path, configuration: configuration)
      try queue.writeWithoutTransaction { try $0.execute(sql: Self.layout) }
    } catch {
      throw TileArchiveError(path, "\(error)")
    }
  }

  func append(_ tile: TileCoordinate, gzippedBytes bytes: [UInt8]) throws(TileArchiveError) {
    tileCount += 1
    zooms.count(tile.zoom)
    let content = Data(bytes)
    try perform { database in
      let duplicate = try known.find(bytes) { id in
        try Data.fetchOne(
          database.cachedStatement(sql: "SELECT tile_data FROM images WHERE tile_id = ?"),
          arguments: [id]) == content
      }
      let id = duplicate ?? Int64(known.count + 1)
      if duplicate == nil {
        try database.cachedStatement(sql: "INSERT INTO images VALUES (?, ?)")
          .execute(arguments: [id, content])
        known.insert(bytes, id)
      }
      // Rows count from the south.
      let row = tile.pyramid.rowCount(zoom: tile.zoom) - 1 - tile.row
      try database.cachedStatement(sql: "INSERT INTO map VALUES (?, ?, ?, ?)")
        .execute(arguments: [tile.zoom, tile.column, row, id])
    }
  }

  func finish(_ contents: ArchiveContents) throws(TileArchiveError) -> ArchiveSize {
    let bounds = contents.bounds
    let centre = contents.centre
    let rows = [
      ("name", contents.name), ("format", "pbf"), ("type", "overlay"), ("version", "1"),
      ("description", contents.description), ("attribution", contents.attribution),
      ("bounds", "\(bounds.minX),\(bounds.minY),\(bounds.maxX),\(bounds.maxY)"),
      ("center", "\(centre.longitude),\(centre.latitude),\(zooms.middle)"),
      ("minzoom", "\(zooms.range.lowerBound)"), ("maxzoom", "\(zooms.range.upperBound)"),
      ("json", JSONValue.object([("vector_layers", contents.vectorLayers)]).text),
    ]
    try perform { database in
      for (name, value) in rows {
        try database.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
      }
      try database.execute(sql: "COMMIT")
    }
    do { try queue.close() } catch { throw TileArchiveError(draft.target, "\(error)") }
    return ArchiveSize(tiles: tileCount, distinctTiles: known.count, bytes: try draft.publish())
  }

  private func perform(_ body: (Database) throws -> Void) throws(TileArchiveError) {
    do {
      try queue.writeWithoutTransaction(body)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      throw TileArchiveError(draft.target, errno: ENOSPC)
    } catch {
      throw TileArchiveError(draft.target, "\(error)")
    }
  }
}
