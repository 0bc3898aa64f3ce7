import Catalog
import CityFile
import GRDB

/// The city's full-text index over names, addresses and codes of all layers.
///
/// | table | holds |
/// |---|---|
/// | `yutu_search` | FTS5 without content: the terms of ``SearchText`` by entry |
/// | `yutu_search_entries` | of each entry the layer, the row, and the commits that see it |
/// | `yutu_search_layers` | numbers of layers, and the fields that were indexed |
///
/// An entry's number begins with the length of its text, so that SQLite gives the shortest texts,
/// which are the nearest to what was asked for, first and without sorting.
struct SearchIndex {
  static let open = Int64.max
  private static let lengthShift: Int64 = 40
  private static let greatestLength = 4095
  /// Rows that are gathered and sorted at a time: FTS5 writes in one piece what comes in order.
  private static let chunkSize = 1 << 16

  private let database: Database
  private let table: LayerTable
  private let layer: String
  let fields: [String]

  init(_ database: Database, _ definition: LayerDefinition) {
    self.database = database
    table = LayerTable(definition)
    layer = definition.id
    fields = definition.searchFields.map(\.name)
  }

  /// Takes over what `commit` has written, while `temp._before` still holds the versions before.
  func update(commit: Int64) throws {
    let words = fields.joined(separator: ",")
    let known = try Row.fetchOne(
      database, sql: "SELECT number, fields FROM yutu_search_layers WHERE layer = ?",
      arguments: [layer])
    guard let known, try known.value(1) == words else { return try rebuild(commit: commit) }
    guard !fields.isEmpty else { return }
    let differs = "(\(text("b"))) IS NOT (\(text("t")))"
    let number: Int64 = try known.value(0)
    try database.execute(
      sql: """
        UPDATE yutu_search_entries SET ended = ?1
        WHERE layer = ?2 AND ended = \(SearchIndex.open) AND fid IN (
          SELECT b.fid FROM temp._before b LEFT JOIN \(table.quotedName) t ON t.fid = b.fid
          WHERE t.fid IS NULL OR (t.commit_seq = ?1 AND \(differs)))
        """, arguments: [commit, number])
    try add(
      """
      SELECT t.fid, \(text("t")), \(commit), \(SearchIndex.open) FROM \(table.quotedName) t
      LEFT JOIN temp._before b ON b.fid = t.fid
      WHERE t.commit_seq = \(commit) AND (b.fid IS NULL OR \(differs))
      """, number)
  }

  /// Makes the index of the whole city anew, from what the features of `layers` are and were.
  static func rebuild(of layers: [LayerDefinition], in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO yutu_search (yutu_search) VALUES ('delete-all');
        DELETE FROM yutu_search_entries;
        DELETE FROM yutu_search_layers;
        """)
    for layer in layers {
      let index = SearchIndex(database, layer)
      try index.enterFields()
      guard !index.fields.isEmpty else { continue }
      let number = try index.number()
      let (table, past) = (index.table.quotedName, index.table.past)
      let now = "SELECT t.fid, \(index.text("t")), t.commit_seq, \(open) FROM \(table) t"
      try index.add(now, number)
      guard try past.exists(database) else { continue }
      try index.add(
        "SELECT t.fid, \(index.text("t")), t.commit_seq, t.yutu_ended FROM \(past.quotedName) t",
        number)
    }
  }

  private func enterFields() throws {
    try database.execute(
      sql: """
        INSERT INTO yutu_search_layers (layer, fields) VALUES (?, ?)
        ON CONFLICT (layer) DO UPDATE SET fields = excluded.fields
        """, arguments: [layer, fields.joined(separator: ",")])
  }

  /// Enters every row anew, since other fields count now.
  private func rebuild(commit: Int64) throws {
    try enterFields()
    let number = try number()
    try database.execute(
      sql: """
        UPDATE yutu_search_entries SET ended = ?
        WHERE layer = ? AND ended = \(SearchIndex.open)
        """, arguments: [commit, number])
    guard !fields.isEmpty else { return }
    try add(
      "SELECT t.fid, \(text("t")), \(commit), \(SearchIndex.open) FROM \(table.quotedName) t",
      number)
  }

  private func number() throws -> Int64 {
    try Int64.fetchOne(
      database, sql: "SELECT number FROM yutu_search_layers WHERE layer = ?", arguments: [layer])!
  }

  /// The searched text of a row, a field a line.
  func text(_ row: String) -> String {
    fields.map { "ifnull(\(row).\"\($0)\", '')" }.joined(separator: " || char(10) || ")
  }

  // MARK: Adding

  /// Entries that are gathered and sorted.
  private struct Chunk {
    struct Entry {
      var number: Int64
      var row: Int64
      /// The commits from which on, and up to which, it is true.
      var since: Int64
      var ended: Int64
      /// Where its terms are among those of the chunk.
      var terms: Range<Int>
    }

    var entries: [Entry] = []
    var terms: [UInt8] = []

    mutating func add(_ text: SearchText, number: Int64, row: RowStatement) {
      let start = terms.count
      text.appendTerms(to: &terms)
      entries.append(
        Entry(
          number: number, row: row.int64(0), since: row.int64(2), ended: row.int64(3),
          terms: start..<terms.count))
    }

    mutating func removeAll() {
      entries.removeAll(keepingCapacity: true)
      terms.removeAll(keepingCapacity: true)
    }
  }

  /// Adds an entry for each row of `rows`: row number, text, and the commits that see it.
  private func add(_ rows: String, _ layer: Int64) throws {
    let scan = try RowStatement(database, rows, isOneOfFew: false)
    var count = Int64(
      try Int.fetchOne(database, sql: "SELECT count(*) FROM yutu_search_entries") ?? 0)
    var chunk = Chunk()
    while try scan.step() {
      let text = SearchText(scan.text(1))
      guard !text.isEmpty else { continue }
      let length = Int64(min(text.length, SearchIndex.greatestLength))
      chunk.add(text, number: length << SearchIndex.lengthShift | count, row: scan)
      count += 1
      if chunk.entries.count == SearchIndex.chunkSize { try write(&chunk, layer) }
    }
    try write(&chunk, layer)
  }

  /// Writes and empties the chunk.
  private func write(_ chunk: inout Chunk, _ layer: Int64) throws {
    chunk.entries.sort { $0.number < $1.number }
    // All entries before the first terms: FTS5 empties its memory where another table is written
    // by a statement of many rows.
    var entries = try RowInserter(
      database, into: "yutu_search_entries (entry, layer, fid, since, ended)", columnCount: 5)
    for entry in chunk.entries {
      try entries.add([entry.number, layer, entry.row, entry.since, entry.ended])
    }
    try entries.finish()
    let insertTerms = try RowStatement(
      database, "INSERT INTO yutu_search (rowid, terms) VALUES (?, ?)")
    for entry in chunk.entries {
      insertTerms.bind(1, entry.number)
      insertTerms.bind(2, utf8: chunk.terms[entry.terms])
      try insertTerms.run()
    }
    chunk.removeAll()
  }
}
