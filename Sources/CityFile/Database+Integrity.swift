package import GRDB

extension Database {
  /// What SQLite finds wrong with pages and indexes, a line each; nothing where all is sound.
  ///
  /// - Complexity: Reads the whole file.
  package func integrityFaults(limit: Int) throws -> [String] {
    var lines: [String] = []
    do {
      let rows = try String.fetchCursor(self, sql: "PRAGMA integrity_check(\(limit))")
      while let line = try rows.next() { lines.append(line) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      // Some damage ends the check itself.
      lines.append(error.message ?? "the file is malformed")
    }
    return lines == ["ok"] ? [] : lines
  }
}
