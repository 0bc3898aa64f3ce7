import GRDB
import SimpleFeatures
import VectorTiles

/// Which tiles one commit to a layer concerns, gathered while it is written.
struct TileChanges {
  private let buffer: Int
  /// The cells (``TileCells``) that a change reaches; `nil` where all are taken to be.
  private var cells: Set<Int64>?
  /// More cells than these are not told apart.
  private static let limit = 100_000
  /// The cell that stands for all tiles.
  static let all: Int64 = 0

  /// - Parameters:
  ///   - buffer: How far features reach beyond a tile, in 1/4096 tile.
  ///   - concernsAll: Whether the layer is new, or drawn by another rule than before.
  init(buffer: Int, concernsAll: Bool) {
    self.buffer = buffer
    cells = concernsAll ? nil : []
  }

  /// Enters what is, or was, within `box`.
  mutating func insert(_ box: Envelope) {
    guard cells != nil else { return }
    let isEntered = TileCells.insert(box, buffer: buffer, into: &cells!)
    if !isEntered || cells!.count > Self.limit { cells = nil }
  }

  mutating func insertAll() { cells = nil }

  /// Enters where the features of a table with a column `geom` are.
  mutating func insertBoxes(ofRowsIn table: String, _ database: Database) throws {
    guard cells != nil else { return }
    let rows = try RowStatement(
      database,
      "SELECT MbrMinX(geom), MbrMinY(geom), MbrMaxX(geom), MbrMaxY(geom) FROM \(table)")
    while try rows.step() {
      insert(
        Envelope(
          minX: rows.double(0), minY: rows.double(1), maxX: rows.double(2), maxY: rows.double(3)))
    }
  }

  /// Notes `commit` as the last that concerns these cells.
  func write(of layer: String, commit: Int64, in database: Database) throws {
    if cells == nil {
      try database.execute(sql: "DELETE FROM yutu_tile_commits WHERE layer = ?", arguments: [layer])
    }
    let insert = try RowStatement(
      database,
      "INSERT OR REPLACE INTO yutu_tile_commits (layer, cell, commit_seq) VALUES (?, ?, ?)")
    for cell in cells?.sorted() ?? [Self.all] {
      insert.bind(1, layer)
      insert.bind(2, cell)
      insert.bind(3, commit)
      try insert.run()
    }
  }
}
