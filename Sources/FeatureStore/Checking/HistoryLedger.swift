import CityFile
import GRDB
import SimpleFeatures

/// What the commits to a layer say that they did, against the versions of features that are there.
///
/// A commit writes a version of each feature that it adds or changes, and ends one of each that it
/// changes or removes. So a version that another program added or removed leaves a difference, in
/// the present as in the past.
struct HistoryLedger {
  /// How many versions a commit has written and ended more than it says; less than 0 for fewer.
  struct Difference: Equatable {
    var commit: Int64
    var written: Int
    var ended: Int
  }

  private struct Entry {
    /// As the commit says.
    var said = (written: 0, ended: 0)
    var found = (written: 0, ended: 0)
    /// What ``SpatiaLiteStore/repair(author:)`` has noted.
    var noted = (written: 0, ended: 0)
  }

  /// All commits whose versions do not match, in order.
  let differences: [Difference]
  /// What repairs have noted.
  let notes: [Difference]
  /// How many versions of the past end before they begin.
  let turnedSpans: Int
  /// How many features each commit should have left, in order.
  let counts: [(commit: Int64, features: Int)]

  /// - Complexity: One pass over the rows of the layer and of its past.
  init(_ table: LayerTable, layer: String, in database: Database) throws {
    var entries: [Int64: Entry] = [:]
    let kept = try HistoryLedger.firstKept(layer, in: database)
    if let kept { entries[kept.commit, default: Entry()].said.written = kept.features }
    let base = kept?.commit ?? 0
    var counts: [(Int64, Int)] = kept.map { [($0.commit, $0.features)] } ?? []
    let commits = try RowStatement(
      database,
      """
      SELECT seq, added, changed, removed FROM yutu_commits WHERE layer = ? AND seq > ? ORDER BY seq
      """)
    commits.bind(1, layer)
    commits.bind(2, base)
    while try commits.step() {
      let (added, changed, removed) = (commits.int64(1), commits.int64(2), commits.int64(3))
      entries[commits.int64(0), default: Entry()].said = (
        Int(added + changed), Int(changed + removed)
      )
      counts.append((commits.int64(0), (counts.last?.1 ?? 0) + Int(added - removed)))
    }
    self.counts = counts.map { (commit: $0.0, features: $0.1) }

    let rows = try RowStatement(database, "SELECT commit_seq FROM \(table.quotedName)")
    while try rows.step() { entries[max(rows.int64(0), base), default: Entry()].found.written += 1 }
    var turned = 0
    if try table.past.exists(database) {
      let past = try RowStatement(
        database, "SELECT commit_seq, yutu_ended FROM \(table.past.quotedName)")
      while try past.step() {
        let (start, end) = (past.int64(0), past.int64(1))
        entries[max(start, base), default: Entry()].found.written += 1
        entries[end, default: Entry()].found.ended += 1
        if start >= end { turned += 1 }
      }
    }
    turnedSpans = turned

    notes = try HistoryLedger.notes(layer, in: database)
    for note in notes {
      entries[note.commit, default: Entry()].noted.written += note.written
      entries[note.commit, default: Entry()].noted.ended += note.ended
    }
    differences = entries.compactMap { commit, entry in
      let difference = Difference(
        commit: commit, written: entry.found.written - entry.said.written - entry.noted.written,
        ended: entry.found.ended - entry.said.ended - entry.noted.ended)
      return difference.written == 0 && difference.ended == 0 ? nil : difference
    }.sorted { $0.commit < $1.commit }
  }

  /// The commit with which the history of a layer begins that Yutu's first version made, and what
  /// it left; `nil` where all of the history is kept.
  private static func firstKept(
    _ layer: String, in database: Database
  ) throws -> (commit: Int64, features: Int)? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT commit_seq, feature_count FROM yutu_layer_states WHERE layer = ?1
          AND EXISTS (SELECT 1 FROM yutu_commits WHERE layer = ?1 AND seq < commit_seq)
          AND commit_seq = (SELECT min(commit_seq) FROM yutu_layer_states WHERE layer = ?1)
        """, arguments: [layer])
    return try row.map { try ($0.value(0), $0.value(1)) }
  }
}

extension HistoryLedger {
  /// The source of the commits that a repair makes.
  static let repairSource = "yutu check"

  private static func notes(_ layer: String, in database: Database) throws -> [Difference] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT j.value ->> 'commit', j.value ->> 'written', j.value ->> 'ended'
        FROM yutu_commits c, json_each(
          CASE WHEN json_valid(c.report) THEN c.report ELSE '{}' END, '$.unaccounted') j
        WHERE c.layer = ? AND c.source = ?
        """, arguments: [layer, repairSource]
    ).map { try Difference(commit: $0.value(0), written: $0.value(1), ended: $0.value(2)) }
  }

  /// The differences as a report keeps them.
  static func json(_ differences: [Difference]) -> JSONValue {
    [
      "unaccounted": .array(
        differences.map {
          [
            "commit": .integer(Int($0.commit)), "written": .integer($0.written),
            "ended": .integer($0.ended),
          ]
        })
    ]
  }
}
