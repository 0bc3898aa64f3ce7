import CSpatiaLite
import GRDB

extension Configuration {
  /// How every connection to a city is opened.
  ///
  /// The file may come from a stranger. So nothing that stands in its schema runs: no trigger, no
  /// view, no function that reaches beyond the database
  /// (https://www.sqlite.org/security.html). Yutu needs none of them: it checks what it writes and
  /// keeps the indexes itself; SpatiaLite's own triggers serve other programs.
  static var ofCity: Configuration {
    precondition(PageChecksums.areKept, "SQLite takes no other access to files")
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      unsafe yutu_distrust_schema(database.sqliteConnection)
      // The writer packs R-trees into their own tables.
      unsafe yutu_set_defensive(
        database.sqliteConnection, database.configuration.readonly ? 1 : 0)
    }
    return configuration
  }
}
