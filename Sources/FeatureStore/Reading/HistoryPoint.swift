import GRDB
import SimpleFeatures

/// The last commit that a reader sees; `nil` for all there are.
struct HistoryPoint {
  /// Number of the last commit that counts; 0 before the first.
  let commit: Int?

  /// - Throws: ``StoreErrorCode/unknownCommit``.
  init(_ revision: Revision, in database: Database) throws {
    switch revision {
    case .latest: commit = nil
    case .commit(let number):
      let last = try Int.fetchOne(database, sql: "SELECT max(seq) FROM yutu_commits") ?? 0
      let isKnown = try Int.fetchOne(
        database, sql: "SELECT 1 FROM yutu_commits WHERE seq = ?", arguments: [number])
      guard isKnown == 1 || number == 0 else {
        throw StoreError(
          .unknownCommit, "the city has no commit \(number)",
          hint: last == 0
            ? "it has none yet: import a file first"
            : "the last is \(last); /commits lists them, and so does: yutu log --city CITY")
      }
      commit = number
    case .instant(let time):
      commit =
        try Int.fetchOne(
          database, sql: "SELECT max(seq) FROM yutu_commits WHERE time <= ?", arguments: [time])
        ?? 0
    }
  }
}
