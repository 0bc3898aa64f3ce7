import GRDB
import Synchronization

/// What searches need beside the index, made once a commit.
final class SearchCache: Sendable {
  private let vocabulary = Mutex<(commit: Int, vocabulary: SearchVocabulary)?>(nil)
  private let kinds = Mutex<(commit: Int, kinds: SearchKinds)?>(nil)

  /// The terms of the index as the last commit left it.
  ///
  /// Terms are never taken out of the index, so an older point of history finds all of its own.
  func vocabulary(in database: Database) throws -> SearchVocabulary {
    let last = try lastCommit(database)
    return try vocabulary.withLock { known in
      // A reader that began before the last commit gets what the later one has.
      if let known, known.commit >= last { return known.vocabulary }
      let vocabulary = try SearchVocabulary(database)
      known = (last, vocabulary)
      return vocabulary
    }
  }

  /// What values are called in the layers that `snapshot` has.
  func kinds(of snapshot: SpatiaLiteSnapshot) throws -> SearchKinds {
    let commit = try snapshot.point.commit ?? lastCommit(snapshot.database)
    if let known = kinds.withLock({ $0 }), known.commit == commit { return known.kinds }
    let new = SearchKinds(try snapshot.layers().map(\.definition))
    kinds.withLock { $0 = (commit, new) }
    return new
  }

  private func lastCommit(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT max(seq) FROM yutu_commits") ?? 0
  }
}
