package import GRDB
import SimpleFeatures

/// What another program has put into the schema of a city: views, triggers, virtual tables.
///
/// Neither views nor triggers run in Yutu (``GRDB/Configuration/ofCity``). They may stand where a
/// table was, though, and run in other programs.
package struct ForeignSchema {
  package enum Kind: String, Sendable {
    case view, trigger
    case virtualTable = "virtual table"
  }

  /// A part of the schema that neither Yutu nor SpatiaLite makes.
  package struct Part: Equatable, Sendable {
    package let kind: Kind
    package let name: String

    /// What removes it; `nil` for a virtual table, which only a program with its module can drop.
    package var removal: String? {
      kind == .virtualTable
        ? nil : "DROP \(kind.rawValue.uppercased()) \"\(name.replacing("\"", with: "\"\""))\""
    }
  }

  package let parts: [Part]

  /// - Complexity: About 1 ms for 1,000 parts. No virtual table is opened.
  package init(_ database: Database) throws {
    // SQLite writes these words itself, whatever the statement looked like.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, sql FROM sqlite_master
        WHERE sql NOT GLOB 'CREATE TABLE *' AND sql NOT GLOB 'CREATE INDEX *'
          AND sql NOT GLOB 'CREATE UNIQUE INDEX *' AND NOT (sql GLOB 'CREATE TRIGGER *' AND (
            tbl_name GLOB 'geometry_columns*' OR tbl_name GLOB 'vi[er][wt]s_geometry_columns*'
            OR (substr(name, 1, 4) IN
                ('ggi_', 'ggu_', 'gii_', 'giu_', 'gid_', 'tmi_', 'tmu_', 'tmd_')
              AND substr(name, 5) GLOB tbl_name || '_*')))
        ORDER BY name
        """)
    parts = try rows.compactMap { row in
      let (name, sql): (String, String) = try (row.value(0), row.value(1))
      if sql.hasPrefix("CREATE TRIGGER ") { return Part(kind: .trigger, name: name) }
      if sql.hasPrefix("CREATE VIEW ") {
        return Self.viewsOfSpatiaLite.contains(name) ? nil : Part(kind: .view, name: name)
      }
      return Self.isKnown(name, sql) ? nil : Part(kind: .virtualTable, name: name)
    }
  }

  /// Whether the statement makes the virtual table `name` of a module that Yutu or SpatiaLite uses.
  private static func isKnown(_ name: String, _ sql: String) -> Bool {
    let module = VirtualTable.module(name, sql: sql)
    return module == "rtree" || (module != nil && virtualTables[name] == module)
  }

  private static let virtualTables = [
    "yutu_search": "fts5", "SpatialIndex": "virtualspatialindex",
    "ElementaryGeometries": "virtualelementary", "KNN": "virtualknn", "KNN2": "virtualknn2",
  ]

  private static let viewsOfSpatiaLite: Set = [
    "geom_cols_ref_sys", "spatial_ref_sys_all", "vector_layers", "vector_layers_auth",
    "vector_layers_field_infos", "vector_layers_statistics",
  ]
}
