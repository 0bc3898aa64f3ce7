import CityFile
import GRDB
import SimpleFeatures

/// Looks for commits, states of layers and definitions that are gone.
///
/// Each of them is named by others: commits are numbered without gaps, each left a state of its
/// layer, and each state has a definition. What nothing else holds, only a backup brings back.
struct CommitCheck {
  private let advice: RepairAdvice
  private let database: Database

  init(_ advice: RepairAdvice, _ database: Database) {
    self.advice = advice
    self.database = database
  }

  private func fault(_ layer: String?, _ message: String) -> CityDiagnostic {
    CityDiagnostic(layer: layer, message: message, hint: advice.restore)
  }

  func faults() throws -> [CityDiagnostic] {
    let numbers = try numberFaults()
    return try numbers + stateFaults() + (numbers.isEmpty ? ownerFaults() : []) + definitionFaults()
      + rasterFaults()
  }

  /// Gaps in the numbers of commits, the last ones included: SQLite keeps the highest number given.
  private func numberFaults() throws -> [CityDiagnostic] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT before + 1, seq - 1 FROM
          (SELECT seq, lag(seq, 1, 0) OVER (ORDER BY seq) AS before FROM (
            SELECT seq FROM yutu_commits
            UNION SELECT seq + 1 FROM sqlite_sequence WHERE name = 'yutu_commits'))
        WHERE seq > before + 1 ORDER BY seq
        """
    ).map { row in
      let (first, last): (Int, Int) = try (row.value(0), row.value(1))
      return fault(
        nil,
        first == last ? "commit \(first) is missing" : "commits \(first) to \(last) are missing")
    }
  }

  /// Commits that have left no state of their layer.
  ///
  /// Yutu's first version kept only the last state of each layer, without its oldest commit.
  private func stateFaults() throws -> [CityDiagnostic] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT c.layer, min(c.seq), count(*) FROM yutu_commits c
        WHERE NOT EXISTS (SELECT 1 FROM yutu_layer_states s
            WHERE s.layer = c.layer AND s.commit_seq = c.seq)
          AND NOT EXISTS (SELECT 1 FROM yutu_rasters r JOIN yutu_raster_states s
            ON s.raster = r.number WHERE r.layer = c.layer AND s.commit_seq = c.seq)
          AND NOT EXISTS (SELECT 1 FROM yutu_layer_states s
            WHERE s.layer = c.layer AND s.oldest_commit IS NULL AND s.commit_seq > c.seq
              AND s.commit_seq = (SELECT min(commit_seq) FROM yutu_layer_states
                WHERE layer = c.layer))
        GROUP BY c.layer ORDER BY c.layer
        """
    ).map { row in
      let (first, count): (Int, Int) = try (row.value(1), row.value(2))
      return try fault(
        row.value(0),
        count == 1
          ? "its state after commit \(first) is missing"
          : "its states after \(count) commits are missing, the first after commit \(first)")
    }
  }

  /// States that no commit to their layer has left.
  private func ownerFaults() throws -> [CityDiagnostic] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT s.layer, s.commit_seq FROM (SELECT layer, commit_seq FROM yutu_layer_states
            UNION ALL SELECT r.layer, commit_seq FROM yutu_raster_states
              JOIN yutu_rasters r ON r.number = raster) s
          LEFT JOIN yutu_commits c ON c.seq = s.commit_seq AND c.layer = s.layer
        WHERE c.seq IS NULL ORDER BY 1, 2
        """
    ).map { row in
      let number: Int = try row.value(1)
      return try fault(
        row.value(0), "it has a state of commit \(number), which is of another layer")
    }
  }

  private func definitionFaults() throws -> [CityDiagnostic] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT layer, min(commit_seq), count(*) FROM (
          SELECT layer, commit_seq, definition FROM yutu_layer_states
          UNION ALL SELECT r.layer, commit_seq, definition FROM yutu_raster_states
            JOIN yutu_rasters r ON r.number = raster)
        WHERE definition NOT IN (SELECT id FROM yutu_definitions) GROUP BY layer ORDER BY layer
        """
    ).map { row in
      let (first, count): (Int, Int) = try (row.value(1), row.value(2))
      return try fault(
        row.value(0),
        count == 1
          ? "its definition as of commit \(first) is missing"
          : "its definitions as of \(count) commits are missing, the first as of commit \(first)")
    }
  }

  private func rasterFaults() throws -> [CityDiagnostic] {
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM yutu_raster_tiles
          WHERE raster NOT IN (SELECT number FROM yutu_rasters)
          """) ?? 0
    return count == 0 ? [] : [fault(nil, "it has \(count) tiles of rasters that it does not have")]
  }
}
