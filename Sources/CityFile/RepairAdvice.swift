import SimpleFeatures

/// What helps against each kind of damage to a city file; the tests follow it.
package struct RepairAdvice {
  /// The city's path, for commands that can be copied.
  private let city: String

  package init(city: String) { self.city = city.shellQuoted }

  /// For what can be made again from the features.
  package var repair: String {
    "made again from the features by: yutu check --city \(city) --repair"
  }

  /// For what only a copy holds.
  package var restore: String {
    "stop what uses the city and restore a backup: yutu backup --replace BACKUP \(city)"
  }

  /// For damaged pages.
  ///
  /// SQLite's `.recover` does not get past SpatiaLite's virtual tables; `.dump` does. It ends with
  /// an error where pages are damaged, so the check, which comes last, says what was saved.
  package var recover: String {
    restore + "; without one, save what can be read: sqlite3 \(city) .dump "
      + "| sed 's/^ROLLBACK;.*/COMMIT;/' | sqlite3 saved.city && sqlite3 saved.city "
      + "'PRAGMA application_id = \(City.applicationID)' "
      + "&& yutu check --city saved.city --repair"
  }

  /// For pages that lack their checksum.
  package var checksums: String {
    restore + "; where a program such as QGIS wrote to it, take that over: yutu check --city "
      + "\(city) --repair"
  }

  /// For what another program wrote.
  package var takeOver: String {
    "another program wrote to it: restore a backup to undo that, or take it over as a commit, "
      + "which notes what the history lacks: yutu check --city \(city) --repair"
  }
}
