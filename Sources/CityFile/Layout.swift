package import GRDB
import SimpleFeatures

/// The tables that every city file has, version by version.
package enum Layout {
  private typealias Migration = (name: String, migrate: (Database) throws -> Void)

  private static var migrations: [Migration] {
    [
      ("1 layers and commits", makeLayersAndCommits), ("2 history", makeHistory),
      ("3 search", makeSearch), ("4 rasters", makeRasters), ("5 tiles", makeTileCommits),
      ("6 format number", completeEarlyTables),
    ]
  }

  /// The number of the newest format, which `PRAGMA user_version` of a city says.
  static let newestFormat = 7
  /// That of a city whose pages have no checksums: an earlier program made it.
  private static let formatWithoutChecksums = 6

  /// Brings an older city up to date, as a whole or not at all.
  static func migrate(_ pool: DatabasePool) throws {
    let applied = try pool.read { try Layout.applied(in: $0) }
    // Opening a city must not need the writer when there is nothing to do.
    guard applied.count < migrations.count else { return }
    try pool.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        try apply(to: database)
        return .commit
      }
    }
  }

  /// Throws ``CityErrorCode/newerVersion`` for a format that this program does not know, before
  /// anything is written.
  static func refuseNewer(_ database: Database, path: String) throws {
    let known = Set(migrations.map(\.name)).union(formerNames.keys)
    let applied = try applied(in: database)
    let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard applied.isSubset(of: known), format <= newestFormat else {
      throw CityError(
        .newerVersion,
        "\(path) was written by a newer version of Yutu: its file format is "
          + "\(max(format, applied.count)), this program knows formats 1 to \(newestFormat)",
        hint: "update yutu, then open it again; nothing was changed")
    }
  }

  /// Whether the first step has been made: it is one transaction with the mark of a city.
  static func isStarted(_ database: Database) throws -> Bool {
    try database.tableExists("grdb_migrations")
  }

  /// The tables that every city of the newest format has and this one lacks.
  package static func missingTables(_ database: Database) throws -> [String] {
    try (["geometry_columns", "spatial_ref_sys", "yutu_search"] + ownTables)
      .filter { try !database.tableExists($0) }
  }

  /// Yutu's own tables, those of layers and of the full-text index aside.
  package static let ownTables = [
    "yutu_commits", "yutu_definitions", "yutu_layer_states", "yutu_raster_states",
    "yutu_raster_tiles", "yutu_rasters", "yutu_search_entries", "yutu_search_layers",
    "yutu_tile_commits",
  ]

  /// Names that migrations had in the first days.
  private static let formerNames = ["3 rasters": "4 rasters"]

  /// The names of the migrations that a city has gone through.
  private static func applied(in database: Database) throws -> Set<String> {
    // The table is GRDB's, whose migrator did this for the first five.
    guard try isStarted(database) else { return [] }
    return Set(try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
  }

  private static func apply(to database: Database) throws {
    try database.execute(
      sql: """
        PRAGMA defer_foreign_keys = ON;
        CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        """)
    for (old, new) in formerNames {
      try database.execute(
        sql: "UPDATE grdb_migrations SET identifier = ? WHERE identifier = ?",
        arguments: [new, old])
    }
    // Another process may have done it meanwhile.
    let done = try applied(in: database)
    for migration in migrations where !done.contains(migration.name) {
      try migration.migrate(database)
      try database.execute(
        sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [migration.name])
    }
    let format = PageChecksums.areKept(in: database) ? newestFormat : formatWithoutChecksums
    try database.execute(sql: "PRAGMA user_version = \(format)")
  }

  /// Columns that cities of the first days lack or call by other names.
  private static func completeEarlyTables(_ database: Database) throws {
    func has(_ column: String, _ table: String) throws -> Bool {
      try database.columns(in: table).contains { $0.name == column }
    }
    if try !has("token", "yutu_commits") {
      try database.execute(
        sql: """
          ALTER TABLE yutu_commits ADD COLUMN token TEXT NOT NULL DEFAULT '';
          UPDATE yutu_commits SET token = lower(hex(randomblob(8)));
          """)
    }
    if try !has("oldest_commit", "yutu_layer_states") {
      try database.execute(sql: "ALTER TABLE yutu_layer_states ADD COLUMN oldest_commit INTEGER")
    }
    let pasts = try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'yutu_past_*'
          AND sql LIKE 'CREATE TABLE%'
        """)
    for past in pasts where try has("ended", past) && !has("yutu_ended", past) {
      try database.execute(
        sql: """
          ALTER TABLE "\(past)" RENAME COLUMN version TO yutu_version;
          ALTER TABLE "\(past)" RENAME COLUMN ended TO yutu_ended;
          """)
    }
  }

  private static func makeLayersAndCommits(_ database: Database) throws {
    try database.execute(sql: "PRAGMA application_id = \(City.applicationID)")
    // 'NONE' leaves out SpatiaLite's list of 6,000 reference systems: the city needs one.
    _ = try Int.fetchOne(database, sql: "SELECT InitSpatialMetadata(0, 'NONE')")
    _ = try Int.fetchOne(database, sql: "SELECT InsertEpsgSrid(4490)")
    try database.execute(
      sql: """
        CREATE TABLE yutu_commits (
          seq INTEGER PRIMARY KEY AUTOINCREMENT,
          token TEXT NOT NULL DEFAULT (lower(hex(randomblob(8)))),
          time TEXT NOT NULL,
          author TEXT NOT NULL,
          message TEXT NOT NULL,
          source TEXT NOT NULL,
          layer TEXT NOT NULL,
          added INTEGER NOT NULL,
          changed INTEGER NOT NULL,
          unchanged INTEGER NOT NULL,
          rejected INTEGER NOT NULL,
          report TEXT NOT NULL
        );
        CREATE TABLE yutu_layers (
          id TEXT PRIMARY KEY,
          definition TEXT NOT NULL,
          feature_count INTEGER NOT NULL,
          last_commit INTEGER NOT NULL REFERENCES yutu_commits (seq),
          min_x REAL, min_y REAL, max_x REAL, max_y REAL
        ) WITHOUT ROWID;
        """)
  }

  /// What a layer was after each of its commits; the last state is the layer as it stands.
  private static func makeHistory(_ database: Database) throws {
    try database.execute(
      sql: """
        ALTER TABLE yutu_commits ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE yutu_definitions (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE yutu_layer_states (
          layer TEXT NOT NULL,
          commit_seq INTEGER NOT NULL REFERENCES yutu_commits (seq),
          definition INTEGER NOT NULL REFERENCES yutu_definitions (id),
          feature_count INTEGER NOT NULL,
          oldest_commit INTEGER,
          min_x REAL, min_y REAL, max_x REAL, max_y REAL,
          PRIMARY KEY (layer, commit_seq)
        ) WITHOUT ROWID;
        INSERT INTO yutu_definitions (text) SELECT definition FROM yutu_layers ORDER BY id;
        INSERT INTO yutu_layer_states
          SELECT l.id, l.last_commit,
            (SELECT min(id) FROM yutu_definitions WHERE text = definition),
            feature_count, NULL, min_x, min_y, max_x, max_y FROM yutu_layers l;
        DROP TABLE yutu_layers;
        """)
  }

  /// The last commit to each layer that concerns the tiles of a cell; cell 0 stands for all.
  private static func makeTileCommits(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE yutu_tile_commits (
          layer TEXT NOT NULL,
          cell INTEGER NOT NULL,
          commit_seq INTEGER NOT NULL REFERENCES yutu_commits (seq),
          PRIMARY KEY (cell, layer)
        ) WITHOUT ROWID;
        """)
  }

  /// Entries of the full-text index, each true from `since` up to, but not at, `ended`.
  private static func makeSearch(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE yutu_search_layers (
          number INTEGER PRIMARY KEY, layer TEXT NOT NULL UNIQUE, fields TEXT NOT NULL
        );
        CREATE TABLE yutu_search_entries (
          entry INTEGER PRIMARY KEY,
          layer INTEGER NOT NULL,
          fid INTEGER NOT NULL,
          since INTEGER NOT NULL,
          ended INTEGER NOT NULL
        );
        CREATE INDEX yutu_search_entries_now ON yutu_search_entries (layer, fid)
          WHERE ended = 9223372036854775807;
        CREATE VIRTUAL TABLE yutu_search USING fts5(
          terms, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
        );
        -- More terms in memory before they are written: fewer segments to be merged.
        INSERT INTO yutu_search (yutu_search, rank) VALUES ('hashsize', 16777216);
        """)
  }
}
