package import Catalog
import CityFile
import GRDB
package import SimpleFeatures

/// A raster layer as the store holds it, as of one commit.
package struct StoredRaster: Equatable, Sendable {
  package var definition: LayerDefinition
  /// How its cells are stored.
  package var cellType: RasterRule.CellType
  /// What the first file wrote where it had no value.
  package var noValue: Double?
  /// All cells that files have covered, in the layer's own CRS.
  package var lattice: RasterLattice
  /// The column and row of ``lattice``'s north-western cell, counted from the first file's.
  package var firstColumn: Int
  package var firstRow: Int
  /// How many resolutions are kept: level 0 is the cells themselves, each next one half of it.
  package var levels: Int
  /// No value is smaller or larger.
  package var bounds: ClosedRange<Double>
  /// Number of the commit that last changed the layer.
  package var lastCommit: Int
  /// A random name of that commit, unlike any in another city.
  package var lastCommitToken: String
  /// Time of that commit, RFC 3339.
  package var lastCommitTime: String
  /// Longitude and latitude of all cells.
  package var extent: Envelope
  /// The row of the table of rasters.
  var number: Int64
  package var id: String { definition.id }

  /// What the layer file says of the cells; `nil` only for a city that another version wrote.
  package var rule: RasterRule? {
    if case .raster(let rule) = definition.content { rule } else { nil }
  }

  /// All columns of a level, counted as the tiles are.
  package func columns(level: Int) -> Range<Int> {
    firstColumn >> level..<((firstColumn + lattice.columns - 1) >> level) + 1
  }

  /// All rows of a level, counted as the tiles are.
  package func rows(level: Int) -> Range<Int> {
    firstRow >> level..<((firstRow + lattice.rows - 1) >> level) + 1
  }

  /// The cells of a level as a lattice; some at the edges may reach past ``lattice``.
  package func lattice(level: Int) -> RasterLattice {
    var cells = lattice.part(
      columns: -firstColumn..<lattice.columns - firstColumn,
      rows: -firstRow..<lattice.rows - firstRow)
    cells.cellWidth *= Double(1 << level)
    cells.cellHeight *= Double(1 << level)
    return cells.part(columns: columns(level: level), rows: rows(level: level))
  }

  /// How many levels a raster of these cells has: the last is at most two by two tiles.
  static func levels(columns: Range<Int>, rows: Range<Int>) -> Int {
    let bits = 8
    func tiles(_ range: Range<Int>, _ level: Int) -> Int {
      ((range.upperBound - 1) >> (level + bits)) - (range.lowerBound >> (level + bits)) + 1
    }
    var level = 0
    while tiles(columns, level) > 2 || tiles(rows, level) > 2 { level += 1 }
    return level + 1
  }
}

extension StoredRaster {
  /// The raster layer as the last commit up to `commit` left it; `nil` where there is none.
  static func find(_ database: Database, id: String, upTo commit: Int?) throws -> StoredRaster? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT r.layer, d.text, r.crs, r.origin_x, r.origin_y, r.cell_width, r.cell_height,
          r.cell_type, r.no_value, s.first_column, s.first_row, s.columns, s.rows, s.levels,
          s.minimum, s.maximum, s.min_x, s.min_y, s.max_x, s.max_y, s.commit_seq, c.time, c.token,
          r.number
        FROM yutu_rasters r JOIN yutu_raster_states s ON s.raster = r.number
          JOIN yutu_commits c ON c.seq = s.commit_seq
          JOIN yutu_definitions d ON d.id = s.definition
        WHERE r.layer = ? AND s.commit_seq <= ? ORDER BY s.commit_seq DESC LIMIT 1
        """, arguments: [id, commit ?? .max])
    return try row.map(StoredRaster.init)
  }

  /// The ids of the raster layers that have a commit up to `commit`, in order.
  static func ids(_ database: Database, upTo commit: Int?) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT layer FROM yutu_rasters r WHERE EXISTS (
          SELECT 1 FROM yutu_raster_states WHERE raster = r.number AND commit_seq <= ?)
        ORDER BY layer
        """, arguments: [commit ?? .max])
  }

  private init(_ row: Row) throws {
    let id: String = try row.value("layer")
    let (definition, diagnostics) = try LayerCatalog.parse(
      yaml: row.value("text"), file: "\(id).yml")
    guard let definition, let cellType = try RasterRule.CellType(rawValue: row.value("cell_type"))
    else {
      throw StoreError(
        .damagedDefinition,
        "the definition of layer \"\(id)\" in the city file cannot be read: "
          + diagnostics.map(\.description).joined(separator: "; "),
        hint: "restore a backup, or update Yutu if a newer version wrote it")
    }
    let (low, high): (Double, Double) = try (row.value("minimum"), row.value("maximum"))
    try self.init(
      definition: definition, cellType: cellType, noValue: row.value("no_value"),
      lattice: StoredRaster.lattice(row), firstColumn: row.value("first_column"),
      firstRow: row.value("first_row"), levels: row.value("levels"), bounds: low...max(low, high),
      lastCommit: row.value("commit_seq"), lastCommitToken: row.value("token"),
      lastCommitTime: row.value("time"),
      extent: Envelope(
        minX: row.value("min_x"), minY: row.value("min_y"), maxX: row.value("max_x"),
        maxY: row.value("max_y")),
      number: row.value("number"))
  }

  /// - Throws: `SQLITE_CORRUPT` where there is no such lattice.
  private static func lattice(_ row: Row) throws -> RasterLattice {
    let (column, columns): (Int, Int) = try (row.value("first_column"), row.value("columns"))
    let (first, rows): (Int, Int) = try (row.value("first_row"), row.value("rows"))
    let (width, height): (Double, Double) = try (row.value("cell_width"), row.value("cell_height"))
    let levels: Int = try row.value("levels")
    let possible = -1 << 40...1 << 40
    guard possible.contains(column), possible.contains(first), (1...1 << 40).contains(columns),
      (1...1 << 40).contains(rows), (1...40).contains(levels), width > 0, height > 0
    else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "a raster of \(columns) by \(rows) cells of \(width) by \(height), "
          + "\(levels) levels")
    }
    let anchor = try RasterLattice(
      columns: 0, rows: 0, originX: row.value("origin_x"), originY: row.value("origin_y"),
      cellWidth: width, cellHeight: height, crs: row.value("crs"))
    return anchor.part(columns: column..<column + columns, rows: first..<first + rows)
  }
}
