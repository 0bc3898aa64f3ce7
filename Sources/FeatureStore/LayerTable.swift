import Catalog
import GRDB

/// The spatial table of a layer: its names in SQL and how it comes to be.
///
/// | column | is |
/// |---|---|
/// | `fid` | row number, stable for the life of the feature |
/// | `id` | the feature's permanent id, unique |
/// | one for each field | typed as the layer file says |
/// | `commit_seq` | the commit that wrote this version |
/// | `geom` | CGCS2000 longitude and latitude, indexed by the R-tree `idx_<table>_geom` |
///
/// `yutu_weights_<table>` is a second R-tree over the same boxes and the weights of features.
///
/// Versions that a later commit replaced or removed move to ``HistoryTable``.
struct LayerTable {
  let name: String
  let fields: [Field]
  /// The types of ``fields``, alone: rows are read by them.
  let types: [FieldType]
  private let geometryType: GeometryType

  init(_ definition: LayerDefinition) {
    name = LayerTable.name(ofLayer: definition.id)
    fields = definition.fields
    types = fields.map(\.type)
    geometryType = definition.geometry
  }

  /// Layer ids hold hyphens, which SQL would need quoted everywhere.
  static func name(ofLayer id: String) -> String { id.replacing("-", with: "_") }

  var quotedName: String { "\"\(name)\"" }
  /// SpatiaLite's R-tree over the boxes of `geom`.
  var index: RTree { RTree(name: "idx_\(name)_geom", hasWeights: false) }
  /// The R-tree over boxes and weights (``FeatureRank``): what small scales show.
  var weights: RTree { RTree(name: "yutu_weights_\(name)", hasWeights: true) }
  var fieldColumns: [String] { fields.map { "\"\($0.name)\"" } }
  /// Where versions go that are no longer true.
  var past: HistoryTable { HistoryTable(name) }

  /// `fid, id, commit_seq, geom` and the fields, as ``StoredFeature/init(_:fields:)`` reads them.
  var selection: String {
    (["fid", "id", "commit_seq", "geom"] + fieldColumns).map { "t.\($0)" }.joined(separator: ", ")
  }

  /// The SpatiaLite type of the geometry column; lines and polygons may have several parts.
  var columnType: String {
    switch geometryType {
    case .point: "POINT"
    case .line: "MULTILINESTRING"
    case .polygon: "MULTIPOLYGON"
    }
  }

  func create(in database: Database) throws {
    let columns = zip(fieldColumns, fields).map { "\($0) \(LayerTable.sqlType($1.type)),\n" }
    try database.execute(
      sql: """
        CREATE TABLE \(quotedName) (
          fid INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          \(columns.joined())
          commit_seq INTEGER NOT NULL REFERENCES yutu_commits (seq)
        )
        """)
    try requireOne(
      database, "SELECT AddGeometryColumn(?, 'geom', 4490, ?, 'XY', 1)", [name, columnType])
    try requireOne(database, "SELECT CreateSpatialIndex(?, 'geom')", [name])
    try createWeights(in: database)
  }

  /// Whether the layer has an index of weights: cities of older versions have none.
  func hasWeights(_ database: Database) throws -> Bool {
    try database.tableExists(weights.name)
  }

  /// Makes the index of weights, empty.
  func createWeights(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE \(weights.quotedName)
          USING rtree(fid, xmin, xmax, ymin, ymax, wmin, wmax)
        """)
  }

  /// Adds the column of `field`, for the present and, where there is one, for the past.
  func addColumn(_ field: Field, in database: Database) throws {
    for table in [quotedName, past.quotedName]
    where try table == quotedName || past.exists(database) {
      try database.execute(
        sql: "ALTER TABLE \(table) ADD COLUMN \"\(field.name)\" \(LayerTable.sqlType(field.type))")
    }
  }

  /// SpatiaLite's functions answer 1 for success and 0 for a failure that they do not name.
  func requireOne(_ database: Database, _ sql: String, _ arguments: StatementArguments)
    throws
  {
    guard try Int.fetchOne(database, sql: sql, arguments: arguments) == 1 else {
      throw DatabaseError(resultCode: .SQLITE_ERROR, message: "SpatiaLite refused: \(sql)")
    }
  }

  private static func sqlType(_ type: FieldType) -> String {
    switch type {
    case .text: "TEXT"
    // GDAL reads an INTEGER column into 32 bits.
    case .integer: "BIGINT"
    case .real: "REAL"
    case .boolean: "BOOLEAN"
    case .date: "DATE"
    case .datetime: "TIMESTAMP"
    }
  }
}
