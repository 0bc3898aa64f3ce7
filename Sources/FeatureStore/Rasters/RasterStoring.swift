import CityFile
import GRDB
package import SimpleFeatures

/// Where raster layers live; the counterpart of ``FeatureStoring``.
package protocol RasterStoring: Sendable {
  /// Runs `body` on the rasters as they are seen from `mapVersion`, while others may write.
  func readRasters<Result: Sendable>(
    _ mapVersion: MapVersion, _ body: @escaping @Sendable (any RasterSnapshot) throws -> Result
  ) async throws -> Result
  /// Like ``readRasters(_:_:)``, on the caller's thread, which waits for it.
  func readRastersNow<Result>(
    _ mapVersion: MapVersion, _ body: (any RasterSnapshot) throws -> Result
  ) throws -> Result
}

/// The raster layers of a store, as of one commit.
package protocol RasterSnapshot {
  /// The raster layers that a commit has made, by id.
  func rasters() throws -> [StoredRaster]
  /// One raster layer; `nil` where there is none of that id.
  func raster(_ id: String) throws -> StoredRaster?
  /// Some cells of a level; those outside the raster have no value.
  ///
  /// - Parameter level: 0 for the cells themselves, up to ``StoredRaster/levels`` - 1.
  /// - Parameter columns: Counted as ``StoredRaster/columns(level:)`` does, likewise `rows`.
  /// - Complexity: O(cells of the tiles that the window meets); about 0.3 ms a tile.
  func grid(
    of raster: StoredRaster, level: Int, columns: Range<Int>, rows: Range<Int>
  ) throws -> RasterGrid
}

extension SpatiaLiteStore: RasterStoring {
  package func readRasters<Result: Sendable>(
    _ mapVersion: MapVersion, _ body: @escaping @Sendable (any RasterSnapshot) throws -> Result
  ) async throws -> Result {
    try await city.read { try body(SpatiaLiteRasters($0, at: mapVersion.revision)) }
  }

  /// Like ``readRasters(_:_:)``, on the caller's thread, which waits for it.
  package func readRastersNow<Result>(
    _ mapVersion: MapVersion, _ body: (any RasterSnapshot) throws -> Result
  ) throws -> Result {
    try city.read { try body(SpatiaLiteRasters($0, at: mapVersion.revision)) }
  }
}

/// The rasters of a city file as one reader sees them.
private struct SpatiaLiteRasters: RasterSnapshot {
  private let database: Database
  /// The last commit that counts; `nil` for all there are.
  private let commit: Int?

  init(_ database: Database, at revision: Revision) throws {
    self.database = database
    commit = try HistoryPoint(revision, in: database).commit
  }

  func rasters() throws -> [StoredRaster] {
    try StoredRaster.ids(database, upTo: commit).compactMap(raster)
  }

  func raster(_ id: String) throws -> StoredRaster? {
    try StoredRaster.find(database, id: id, upTo: commit)
  }

  func grid(
    of raster: StoredRaster, level: Int, columns: Range<Int>, rows: Range<Int>
  ) throws -> RasterGrid {
    let all = raster.lattice(level: level)
    let west = raster.columns(level: level).lowerBound
    let north = raster.rows(level: level).lowerBound
    var grid = RasterGrid(
      all.part(
        columns: columns.lowerBound - west..<columns.upperBound - west,
        rows: rows.lowerBound - north..<rows.upperBound - north))
    guard !columns.isEmpty, !rows.isEmpty else { return grid }
    let side = RasterTileCodec.side
    let statement = try RowStatement(
      database,
      """
      SELECT tile_row, tile_column, data FROM yutu_raster_tiles
      WHERE raster = ? AND level = ? AND tile_row BETWEEN ? AND ? AND tile_column BETWEEN ? AND ?
        AND since <= ? AND (until IS NULL OR until > ?)
      """)
    statement.bind(1, raster.number)
    statement.bind(2, Int64(level))
    statement.bind(3, Int64(rows.lowerBound >> 8))
    statement.bind(4, Int64((rows.upperBound - 1) >> 8))
    statement.bind(5, Int64(columns.lowerBound >> 8))
    statement.bind(6, Int64((columns.upperBound - 1) >> 8))
    statement.bind(7, Int64(raster.lastCommit))
    statement.bind(8, Int64(raster.lastCommit))
    while try statement.step() {
      let values = try RasterTileCodec.decode(statement.blob(2))
      let row = Int(statement.int64(0)) * side - rows.lowerBound
      let column = Int(statement.int64(1)) * side - columns.lowerBound
      grid.place(values, column: column, row: row)
    }
    return grid
  }
}

extension RasterGrid {
  /// Copies a tile whose north-western cell stands at (`column`, `row`); what lies outside is left
  /// out.
  mutating func place(_ tile: [Float], column: Int, row: Int) {
    let side = RasterTileCodec.side
    let width = columns
    let shared = max(column, 0)..<max(0, column, min(width, column + side))
    for y in max(row, 0)..<max(0, row, min(rows, row + side)) {
      let source = (y - row) * side - column
      for x in shared { values[y * width + x] = tile[source + x] }
    }
  }
}
