import CityFile
import GRDB
import SimpleFeatures

/// Looks for tiles of rasters that cannot be read, or do not fit the commits and each other.
struct RasterCheck {
  private let advice: RepairAdvice
  private let database: Database

  init(_ advice: RepairAdvice, _ database: Database) {
    self.advice = advice
    self.database = database
  }

  /// - Complexity: Reads all tiles, those of the past included.
  func faults() throws -> [CityDiagnostic] {
    let states = try stateFaults()
    guard states.isEmpty else { return states }
    let (damaged, cells) = try tiles()
    return try damaged + spanFaults() + (damaged.isEmpty ? cellFaults(cells) + pyramidFaults() : [])
  }

  private func fault(_ layer: String, _ message: String) -> CityDiagnostic {
    CityDiagnostic(layer: layer, message: message, hint: advice.restore)
  }

  /// States that are none: a number of cells below 1, a definition that cannot be read.
  private func stateFaults() throws -> [CityDiagnostic] {
    try StoredRaster.ids(database, upTo: nil).flatMap { id in
      try advice.faults(ofLayer: id) {
        let states = try Int.fetchAll(
          database,
          sql: """
            SELECT commit_seq FROM yutu_raster_states
            WHERE raster = (SELECT number FROM yutu_rasters WHERE layer = ?)
            """, arguments: [id])
        for state in states { _ = try StoredRaster.find(database, id: id, upTo: state) }
        return []
      }
    }
  }

  /// Tiles whose cells cannot be read, and how many cells of each layer have a value now.
  private func tiles() throws -> (damaged: [CityDiagnostic], cells: [String: Int]) {
    let tiles = try RowStatement(
      database,
      """
      SELECT r.layer, t.level, t.tile_row, t.tile_column, t.since, t.until IS NULL, t.data
      FROM yutu_raster_tiles t JOIN yutu_rasters r ON r.number = t.raster
      """)
    var damaged: [CityDiagnostic] = []
    var cells: [String: Int] = [:]
    while try tiles.step() {
      let layer = tiles.text(0)
      if let values = try? RasterTileCodec.decode(tiles.blob(6)) {
        guard tiles.int64(1) == 0, tiles.int64(5) == 1 else { continue }
        cells[layer, default: 0] += values.count { !$0.isNaN }
      } else {
        damaged.append(
          fault(
            layer,
            "the tile at level \(tiles.int64(1)), row \(tiles.int64(2)), column "
              + "\(tiles.int64(3)) of commit \(tiles.int64(4)) is damaged"))
      }
    }
    return (damaged, cells)
  }

  /// Tiles from or up to a commit to another layer.
  private func spanFaults() throws -> [CityDiagnostic] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT r.layer, count(*)
        FROM yutu_raster_tiles t JOIN yutu_rasters r ON r.number = t.raster
        WHERE t.until <= t.since
          OR NOT EXISTS (SELECT 1 FROM yutu_commits WHERE seq = t.since AND layer = r.layer)
          OR (t.until IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM yutu_commits WHERE seq = t.until AND layer = r.layer))
        GROUP BY r.layer ORDER BY r.layer
        """
    ).map { row in
      let count: Int = try row.value(1)
      return try fault(row.value(0), "it has \(count) tiles that do not fit its commits")
    }
  }

  /// Cells that the commits have added and not removed are there.
  private func cellFaults(_ cells: [String: Int]) throws -> [CityDiagnostic] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT layer, sum(added - removed) FROM yutu_commits
        WHERE layer IN (SELECT layer FROM yutu_rasters) GROUP BY layer ORDER BY layer
        """
    ).compactMap { row in
      let (layer, expected): (String, Int) = try (row.value(0), row.value(1))
      let found = cells[layer] ?? 0
      return found == expected
        ? nil : fault(layer, "it has \(found) cells with a value, but its commits left \(expected)")
    }
  }

  /// A tile of one half of the resolution stands above each tile, and none where there is nothing
  /// below it.
  private func pyramidFaults() throws -> [CityDiagnostic] {
    func other(_ level: String, _ row: String, _ column: String) -> String {
      """
      NOT EXISTS (SELECT 1 FROM yutu_raster_tiles o WHERE o.raster = t.raster
        AND o.level = \(level) AND \(row) AND \(column) AND o.until IS NULL)
      """
    }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT r.layer, count(*)
        FROM yutu_raster_tiles t JOIN yutu_rasters r ON r.number = t.raster
        WHERE t.until IS NULL AND (
          (t.level + 1 < (SELECT levels FROM yutu_raster_states WHERE raster = t.raster
              ORDER BY commit_seq DESC LIMIT 1)
            AND \(other("t.level + 1", "o.tile_row = t.tile_row >> 1",
              "o.tile_column = t.tile_column >> 1")))
          OR (t.level > 0
            AND \(other("t.level - 1", "o.tile_row BETWEEN t.tile_row * 2 AND t.tile_row * 2 + 1",
              "o.tile_column BETWEEN t.tile_column * 2 AND t.tile_column * 2 + 1"))))
        GROUP BY r.layer ORDER BY r.layer
        """
    ).map { row in
      let count: Int = try row.value(1)
      return try fault(row.value(0), "it lacks the tiles above or below \(count) others")
    }
  }
}
