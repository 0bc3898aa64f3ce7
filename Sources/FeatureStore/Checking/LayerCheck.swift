import Catalog
import CityFile
import GRDB
import SimpleFeatures

/// Looks for faults of one layer of features.
struct LayerCheck {
  let layer: StoredLayer
  let table: LayerTable
  let advice: RepairAdvice
  let database: Database

  init(_ layer: StoredLayer, _ advice: RepairAdvice, _ database: Database) {
    self.layer = layer
    self.advice = advice
    self.database = database
    table = LayerTable(layer.definition)
  }

  func fault(
    _ message: String, _ hint: String? = nil, _ repair: CityDiagnostic.Repair? = nil
  ) -> CityDiagnostic {
    CityDiagnostic(layer: layer.id, message: message, hint: hint ?? advice.repair, repair: repair)
  }

  func faults() throws -> [CityDiagnostic] {
    guard try database.tableExists(table.name) else {
      return [fault("its table \(table.name) is missing", advice.restore)]
    }
    var diagnostics: [CityDiagnostic] = []
    if try !isRegistered() {
      diagnostics.append(fault("its geometry is not registered with an index", nil, .indexes))
    }
    let geometries = try geometryFaults()
    // Boxes, which the indexes are held against, are those of the geometries.
    guard geometries.isEmpty else { return diagnostics + geometries }
    return try diagnostics + indexFaults() + pastFaults() + searchFaults() + historyFaults()
      + extentFaults() + tileFaults()
  }

  func isRegistered() throws -> Bool {
    try count(
      """
      SELECT count(*) FROM geometry_columns WHERE f_table_name = '\(table.name)'
      AND f_geometry_column = 'geom' AND srid = 4490 AND spatial_index_enabled = 1
      """) == 1
  }

  // MARK: Indexes

  /// Features that an index lacks or has elsewhere, and entries of features that are gone.
  private func indexFaults() throws -> [CityDiagnostic] {
    guard try database.tableExists(table.index.name) else {
      return [fault("its spatial index is missing", nil, .indexes)]
    }
    var diagnostics: [CityDiagnostic] = []
    for (tree, words) in [
      (table.index, "spatial index"), (table.weights, "index for small scales"),
    ] {
      guard try database.tableExists(tree.name) else { continue }
      guard let wrong = try wrongEntries(of: tree) else {
        diagnostics.append(fault("its \(words) is damaged", nil, .indexes))
        continue
      }
      guard wrong > 0 else { continue }
      if tree.hasWeights, case let swapped = try count(table.foreignRows("count(*)")), swapped > 0 {
        diagnostics.append(
          fault(
            "another program has put \(swapped.of("feature")) in the place of others",
            advice.takeOver, .takeOver))
      }
      diagnostics.append(
        fault("its \(words) is wrong for \(wrong.of("feature"))", nil, .indexes))
    }
    return diagnostics
  }

  /// - Returns: `nil` where the tree itself is damaged.
  private func wrongEntries(of tree: RTree) throws -> Int? {
    let key = tree.hasWeights ? "fid" : "pkid"
    return try wrongEntries(
      of: tree.name,
      """
      SELECT count(*) FROM \(table.quotedName) t LEFT JOIN \(tree.quotedName) i ON i.\(key) = t.fid
      WHERE i.\(key) IS NULL OR i.xmin > MbrMinX(t.geom) OR i.xmax < MbrMaxX(t.geom)
        OR i.ymin > MbrMinY(t.geom) OR i.ymax < MbrMaxY(t.geom)
      """,
      """
      SELECT count(*) FROM \(tree.quotedName) i
      WHERE i.\(key) NOT IN (SELECT fid FROM \(table.quotedName))
      """)
  }

  /// - Parameter counts: Queries that count wrong entries.
  private func wrongEntries(of tree: String, _ counts: String...) throws -> Int? {
    do {
      let words = try String.fetchOne(database, sql: "SELECT rtreecheck(?)", arguments: [tree])
      guard words == "ok" else { return nil }
      return try counts.reduce(0) { try $0 + count($1) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return nil
    }
  }

  private func pastFaults() throws -> [CityDiagnostic] {
    let past = table.past
    guard try past.exists(database) else { return [] }
    guard try database.tableExists(past.indexName) else {
      return [fault("the index of its history is missing", nil, .indexes)]
    }
    let wrong = try wrongEntries(
      of: past.indexName,
      """
      SELECT count(*) FROM \(past.quotedName) t
        LEFT JOIN \(past.index) i ON i.version = t.yutu_version
      WHERE i.version IS NULL OR i.xmin > MbrMinX(t.geom) OR i.xmax < MbrMaxX(t.geom)
        OR i.ymin > MbrMinY(t.geom) OR i.ymax < MbrMaxY(t.geom)
        OR i.cmin > t.commit_seq OR i.cmax < t.yutu_ended
      """,
      """
      SELECT count(*) FROM \(past.index)
      WHERE version NOT IN (SELECT yutu_version FROM \(past.quotedName))
      """)
    guard let wrong else { return [fault("the index of its history is damaged", nil, .indexes)] }
    guard wrong > 0 else { return [] }
    return [fault("the index of its history is wrong for \(wrong.of("feature"))", nil, .indexes)]
  }

  // MARK: Search

  private func searchFaults() throws -> [CityDiagnostic] {
    let index = SearchIndex(database, layer.definition)
    let known = try Row.fetchOne(
      database, sql: "SELECT number, fields FROM yutu_search_layers WHERE layer = ?",
      arguments: [layer.id])
    guard let known, try known.value(1) == index.fields.joined(separator: ",") else {
      return index.fields.isEmpty ? [] : [fault("search does not find its features", nil, .search)]
    }
    guard !index.fields.isEmpty else { return [] }
    let number: Int = try known.value(0)
    let entries =
      "SELECT fid FROM yutu_search_entries WHERE layer = \(number) AND ended = "
      + "\(SearchIndex.open)"
    var diagnostics: [CityDiagnostic] = []
    let gone = try count(
      "SELECT count(*) FROM (\(entries)) WHERE fid NOT IN (SELECT fid FROM \(table.quotedName))")
    if gone > 0 {
      diagnostics.append(
        fault("search finds \(gone) of its features that are gone", nil, .search))
    }
    let twice = try count("SELECT count(*) - count(DISTINCT fid) FROM (\(entries))")
    if twice > 0 {
      diagnostics.append(fault("search finds \(twice) of its features twice", nil, .search))
    }
    let lost = try textsWithoutEntry(index, entries)
    if lost > 0 {
      diagnostics.append(fault("search does not find \(lost) of its features", nil, .search))
    }
    return diagnostics
  }

  /// How many features have a text to be found by, but no entry.
  private func textsWithoutEntry(_ index: SearchIndex, _ entries: String) throws -> Int {
    let rows = try RowStatement(
      database,
      "SELECT \(index.text("t")) FROM \(table.quotedName) t WHERE t.fid NOT IN (\(entries))",
      isOneOfFew: false)
    var lost = 0
    while try rows.step() { lost += SearchText(rows.text(0)).isEmpty ? 0 : 1 }
    return lost
  }

  // MARK: History

  private func historyFaults() throws -> [CityDiagnostic] {
    let ledger = try HistoryLedger(table, layer: layer.id, in: database)
    if ledger.turnedSpans > 0 {
      return [
        fault(
          "its history has \(ledger.turnedSpans) versions that end before they begin",
          advice.restore)
      ]
    }
    let rows = try count("SELECT count(*) FROM \(table.quotedName)")
    let countFault = "it has \(rows) features, but its last commit left \(layer.featureCount)"
    if let first = ledger.differences.first {
      guard rows == layer.featureCount else {
        return [fault(countFault, advice.takeOver, .takeOver)]
      }
      let count = first.written == 0 ? first.ended : first.written
      let isWritten = first.written != 0
      return [
        fault(
          count < 0
            ? isWritten
              ? "its history lacks \(-count) of the versions that commit \(first.commit) wrote"
              : "its history lacks \(-count) of the versions that commit \(first.commit) ended"
            : isWritten
              ? "its history has \(count) versions more than commit \(first.commit) wrote"
              : "its history has \(count) versions more than commit \(first.commit) ended",
          advice.takeOver, .takeOver)
      ]
    }
    if rows != layer.featureCount { return [fault(countFault, nil, .counts)] }
    guard ledger.notes.isEmpty, let wrong = try wrongState(ledger) else { return [] }
    return [
      fault(
        "its state after commit \(wrong.commit) counts \(wrong.counted) features, its history has "
          + "\(wrong.features)", nil, .counts)
    ]
  }

  /// The first state whose count is not what the commits make.
  private func wrongState(_ ledger: HistoryLedger) throws -> (
    commit: Int64, counted: Int, features: Int
  )? {
    let states = try RowStatement(
      database,
      "SELECT commit_seq, feature_count FROM yutu_layer_states WHERE layer = ? ORDER BY commit_seq")
    states.bind(1, layer.id)
    var expected = ledger.counts[...]
    while try states.step() {
      let (commit, counted) = (states.int64(0), Int(states.int64(1)))
      expected = expected.drop { $0.commit < commit }
      if let first = expected.first, first.commit == commit, first.features != counted {
        states.reset()
        return (commit, counted, first.features)
      }
    }
    return nil
  }

  func count(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
}

extension LayerTable {
  /// A query for the rows that another program has put in the place of others.
  ///
  /// Yutu's own index lacks them and has rows that are gone; where it lacks rows alone, it is the
  /// index that is wrong.
  func foreignRows(_ columns: String) -> String {
    """
    SELECT \(columns) FROM \(quotedName)
    WHERE fid NOT IN (SELECT fid FROM \(weights.quotedName)) AND EXISTS (
      SELECT 1 FROM \(weights.quotedName) WHERE fid NOT IN (SELECT fid FROM \(quotedName)))
    """
  }
}
