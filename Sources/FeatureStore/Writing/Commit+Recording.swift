import Catalog
import Foundation
import GRDB

extension Commit {
  /// Takes the next number for a commit to `layer`; its counts are still to come.
  ///
  /// Times never go back, even where the machine's clock has: `datetime` finds commits by them.
  static func begin(_ draft: CommitDraft, layer: String, in database: Database) throws -> Commit {
    let last = try String.fetchOne(
      database, sql: "SELECT time FROM yutu_commits ORDER BY seq DESC LIMIT 1")
    let time = max(Date().formatted(.iso8601), last ?? "")
    try database.execute(
      sql: """
        INSERT INTO yutu_commits
        (token, time, author, message, source, layer, added, changed, removed, unchanged, rejected,
          report)
        VALUES (lower(hex(randomblob(8))), ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, '{}')
        """,
      arguments: [time, draft.author, draft.message, draft.source, layer])
    return Commit(
      number: Int(database.lastInsertedRowID), time: time, layer: layer, draft: draft,
      counts: CommitCounts())
  }

  /// Writes the counts into the commit's row.
  func recordCounts(in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE yutu_commits
        SET added = ?, changed = ?, removed = ?, unchanged = ?, rejected = ? WHERE seq = ?
        """,
      arguments: [
        counts.added, counts.changed, counts.removed, counts.unchanged, counts.rejected, number,
      ])
  }
}

extension LayerDefinition {
  /// The number under which the city keeps the words of the layer's file, of features and rasters
  /// alike.
  func keepText(in database: Database) throws -> Int64 {
    let known = try Int64.fetchOne(
      database, sql: "SELECT id FROM yutu_definitions WHERE text = ?", arguments: [text])
    if let known { return known }
    try database.execute(
      sql: "INSERT INTO yutu_definitions (text) VALUES (?)", arguments: [text])
    return database.lastInsertedRowID
  }
}
