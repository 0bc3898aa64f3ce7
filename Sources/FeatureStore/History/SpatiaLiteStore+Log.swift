import CityFile
import GRDB
import SimpleFeatures

/// A commit and what was reported on its records.
package struct CommitRecord: Equatable, Sendable {
  package var commit: Commit
  /// JSON, as the import wrote it.
  package var report: String
}

extension SpatiaLiteStore {
  /// Like ``log(layer:before:limit:)``, on the caller's thread: for the command line.
  package func logNow(
    layer: String? = nil, before: Int = .max, limit: Int = 100
  ) throws -> [Commit] {
    try city.read { try log($0, layer: layer, before: before, limit: limit) }
  }

  package func log(layer: String?, before: Int, limit: Int) async throws -> [Commit] {
    try await city.read { try log($0, layer: layer, before: before, limit: limit) }
  }

  package func commit(_ number: Int) async throws -> CommitRecord {
    try await city.read { database in
      _ = try HistoryPoint(.commit(number), in: database)
      let row = try Row.fetchOne(
        database, sql: Commit.selection + " WHERE seq = ?", arguments: [number])
      guard let row else {
        throw StoreError(
          .unknownCommit, "there is no commit \(number)", hint: "the first commit is 1")
      }
      return try CommitRecord(commit: Commit(row), report: row.value("report"))
    }
  }

  private func log(
    _ database: Database, layer: String?, before: Int, limit: Int
  ) throws -> [Commit] {
    // Refuses a layer that the city does not have.
    if let layer, try !StoredLayer.isRaster(database, id: layer) {
      _ = try snapshot(database, .latest).layer(layer)
    }
    return try Row.fetchAll(
      database,
      sql: Commit.selection
        + " WHERE seq < ?1 AND (?2 IS NULL OR layer = ?2) ORDER BY seq DESC LIMIT ?3",
      arguments: [before, layer, limit]
    ).map(Commit.init)
  }
}

extension Commit {
  fileprivate static let selection = """
    SELECT seq, time, author, message, source, layer, added, changed, removed, unchanged, rejected,
      report FROM yutu_commits
    """

  fileprivate init(_ row: Row) throws {
    var counts = CommitCounts()
    counts.added = try row.value("added")
    counts.changed = try row.value("changed")
    counts.removed = try row.value("removed")
    counts.unchanged = try row.value("unchanged")
    counts.rejected = try row.value("rejected")
    try self.init(
      number: row.value("seq"), time: row.value("time"), layer: row.value("layer"),
      draft: CommitDraft(
        author: row.value("author"), message: row.value("message"), source: row.value("source")),
      counts: counts)
  }
}
