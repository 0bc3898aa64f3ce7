import GRDB

extension Layout {
  /// Rasters in their own CRS and cells, cut into tiles of 256 x 256 cells.
  ///
  /// Columns and rows count from the first file's north-western cell and may be negative. Level 0
  /// holds the cells themselves, each further level half the resolution. A tile is seen by readers
  /// of the commits from `since` on, up to but not including `until`.
  static func makeRasters(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE yutu_rasters (
          number INTEGER PRIMARY KEY,
          layer TEXT NOT NULL UNIQUE,
          crs TEXT NOT NULL,
          origin_x REAL NOT NULL, origin_y REAL NOT NULL,
          cell_width REAL NOT NULL, cell_height REAL NOT NULL,
          cell_type TEXT NOT NULL,
          no_value REAL
        );
        CREATE TABLE yutu_raster_states (
          raster INTEGER NOT NULL REFERENCES yutu_rasters (number),
          commit_seq INTEGER NOT NULL REFERENCES yutu_commits (seq),
          definition INTEGER NOT NULL REFERENCES yutu_definitions (id),
          first_column INTEGER NOT NULL, first_row INTEGER NOT NULL,
          columns INTEGER NOT NULL, rows INTEGER NOT NULL,
          levels INTEGER NOT NULL,
          minimum REAL NOT NULL, maximum REAL NOT NULL,
          min_x REAL NOT NULL, min_y REAL NOT NULL, max_x REAL NOT NULL, max_y REAL NOT NULL,
          PRIMARY KEY (raster, commit_seq)
        ) WITHOUT ROWID;
        CREATE TABLE yutu_raster_tiles (
          raster INTEGER NOT NULL REFERENCES yutu_rasters (number),
          level INTEGER NOT NULL,
          tile_row INTEGER NOT NULL,
          tile_column INTEGER NOT NULL,
          since INTEGER NOT NULL REFERENCES yutu_commits (seq),
          until INTEGER REFERENCES yutu_commits (seq),
          data BLOB NOT NULL
        );
        CREATE UNIQUE INDEX yutu_raster_tile_places
          ON yutu_raster_tiles (raster, level, tile_row, tile_column, since);
        """)
  }
}
