import GRDB
import SimpleFeatures

/// The tables that every city file has, version by version.
enum Layout {
  static func migrate(_ pool: DatabasePool) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 layers and commits", migrate: makeLayersAndCommits)
    migrator.registerMigration("2 history", migrate: makeHistory)
    migrator.registerMigration("3 search", migrate: makeSearch)
    migrator.registerMigration("4 rasters", migrate: makeRasters)
    migrator.registerMigration("5 tiles", migrate: makeTileCommits)
    let isNewer = try pool.read { try migrator.hasBeenSuperseded($0) }
    guard !isNewer else {
      throw CityError(
        .newerVersion, "\(pool.path) was written by a newer version of Yutu",
        hint: "update yutu, then open it again")
    }
    // Opening a city must not need the writer when there is nothing to do.
    if try pool.read({ try !migrator.hasCompletedMigrations($0) }) { try migrator.migrate(pool) }
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
