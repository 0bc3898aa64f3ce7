#include <sqlite3.h>
#include <spatialite.h>

/// What a connection lets the schema of a file do: sqlite3_db_config() is variadic, which Swift
/// cannot call.
static inline void yutu_distrust_schema(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

/// Whether the connection may write into the tables that virtual tables and SQLite itself keep.
static inline void yutu_set_defensive(sqlite3 *db, int is_defensive) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, is_defensive, (int *)0);
}
