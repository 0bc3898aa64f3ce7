import CityFile
import GRDB
import SimpleFeatures

/// Looks for faults of the full-text index as a whole: terms that are gone, entries without terms.
struct SearchCheck {
  private let advice: RepairAdvice
  private let database: Database

  init(_ advice: RepairAdvice, _ database: Database) {
    self.advice = advice
    self.database = database
  }

  func faults() throws -> [CityDiagnostic] {
    guard opens else {
      return [CityDiagnostic(message: "search cannot be opened", hint: advice.restore)]
    }
    let entries = try Int.fetchOne(database, sql: "SELECT count(*) FROM yutu_search_entries") ?? 0
    let texts = try textCount()
    if texts != entries {
      return [fault("search holds \(texts) texts and \(entries) entries of features")]
    }
    return try findsAllTerms() ? [] : [fault("search does not find all of its terms")]
  }

  private func fault(_ message: String) -> CityDiagnostic {
    CityDiagnostic(message: message, hint: advice.repair, repair: .search)
  }

  /// Whether SQLite finds the tables of which a full-text index consists.
  private var opens: Bool {
    (try? database.makeStatement(
      sql: "SELECT rowid FROM yutu_search WHERE yutu_search MATCH 'a'")) != nil
  }

  /// How many texts the index was given: the first number of its averages record
  /// (https://www.sqlite.org/fts5.html#fts5_data_structures), of 7 bits a byte.
  private func textCount() throws -> Int {
    let record = try RowStatement(database, "SELECT block FROM yutu_search_data WHERE id = 1")
    defer { record.reset() }
    var count = 0
    for byte in try record.step() ? record.blob(0) : [] {
      count = count << 7 | Int(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return count
  }

  /// Whether each term leads to a text.
  private func findsAllTerms() throws -> Bool {
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp._search_terms;
        CREATE VIRTUAL TABLE temp._search_terms USING fts5vocab(main, yutu_search, row);
        """)
    defer { try? database.execute(sql: "DROP TABLE temp._search_terms") }
    do {
      let terms = try RowStatement(
        database, "SELECT term FROM temp._search_terms", isOneOfFew: false)
      let find = try RowStatement(
        database, "SELECT 1 FROM yutu_search WHERE yutu_search MATCH ? LIMIT 1", isOneOfFew: false)
      while try terms.step() {
        find.bind(1, "\"\(terms.text(0))\"")
        guard try find.step() else { return false }
        find.reset()
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return false
    }
    return true
  }
}
