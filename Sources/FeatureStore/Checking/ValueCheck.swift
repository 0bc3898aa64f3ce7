import CityFile
import GRDB
import SimpleFeatures

/// Looks for values in Yutu's own tables that cannot be: of another kind than their column, times
/// that are none or go back, counts below 0, boxes that are no boxes.
///
/// SQLite takes any value in any column, so a program or a disk that fails can leave such.
struct ValueCheck {
  private let advice: RepairAdvice
  private let database: Database

  init(_ advice: RepairAdvice, _ database: Database) {
    self.advice = advice
    self.database = database
  }

  func faults() throws -> [CityDiagnostic] {
    let kinds = try Layout.ownTables.flatMap(kindFaults)
    guard kinds.isEmpty else { return kinds }
    return try commitFaults() + boxFaults()
  }

  private func fault(_ layer: String?, _ message: String) -> CityDiagnostic {
    CityDiagnostic(layer: layer, message: message, hint: advice.restore)
  }

  private func kindFaults(_ table: String) throws -> [CityDiagnostic] {
    let columns = try database.columns(in: table)
    let kinds = columns.map { $0.type.lowercased() }
    let wrong = zip(columns, kinds).map { column, kind in
      let mayBeNull = !column.isNotNull && column.primaryKeyIndex == 0
      return "total(typeof(\"\(column.name)\") NOT IN ('\(kind)'\(mayBeNull ? ", 'null'" : "")))"
    }
    let counts = try RowStatement(
      database, "SELECT \(wrong.joined(separator: ", ")) FROM \(table)")
    guard try counts.step() else { return [] }
    defer { counts.reset() }
    return columns.indices.compactMap { index in
      let count = counts.int64(index)
      guard count > 0 else { return nil }
      return fault(
        nil,
        "\(count) values of column \(columns[index].name) of table \(table) are not of kind "
          + kinds[index])
    }
  }

  private func commitFaults() throws -> [CityDiagnostic] {
    let two = "[0-9][0-9]"
    let checks: [(condition: String, fault: (Int) -> CityDiagnostic)] = [
      (
        "time NOT GLOB '\(two)*-\(two)-\(two)T\(two):\(two):\(two)*Z'",
        { fault(nil, "the time of commit \($0) is not a time") }
      ),
      (
        "time < (SELECT time FROM yutu_commits b WHERE b.seq = c.seq - 1)",
        { fault(nil, "the time of commit \($0) is before that of the commit before it") }
      ),
      (
        "min(added, changed, removed, unchanged, rejected) < 0",
        { fault(nil, "commit \($0) counts fewer features than none") }
      ),
      ("json_valid(report) = 0", { fault(nil, "the report of commit \($0) is not JSON") }),
    ]
    return try checks.compactMap { condition, fault in
      try Int.fetchOne(database, sql: "SELECT min(seq) FROM yutu_commits c WHERE \(condition)")
        .map(fault)
    }
  }

  private func boxFaults() throws -> [CityDiagnostic] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT layer, min(commit_seq) FROM (
          SELECT layer, commit_seq, min_x, min_y, max_x, max_y FROM yutu_layer_states
          UNION ALL SELECT layer, commit_seq, min_x, min_y, max_x, max_y FROM yutu_raster_states
            JOIN yutu_rasters ON number = raster)
        WHERE min_x > max_x OR min_y > max_y OR min_x < -180 OR max_x > 180 OR min_y < -90
          OR max_y > 90 OR (min_x IS NULL) + (min_y IS NULL) + (max_x IS NULL) + (max_y IS NULL)
            NOT IN (0, 4)
        GROUP BY layer ORDER BY layer
        """
    ).map { row in
      let commit: Int = try row.value(1)
      return try fault(row.value(0), "its extent after commit \(commit) is not a box on the earth")
    }
  }
}
