import Catalog
import CityFile
import GRDB
package import SimpleFeatures
import VectorTiles

/// Writes the features of one commit into a layer's table.
///
/// No trigger runs meanwhile: the writer checks types and keeps the R-tree itself, and SpatiaLite's
/// triggers, which look each row up in the geometry catalogue and time-stamp it, serve others.
package final class LayerWriter {
  /// What became of a feature that was written.
  package enum Outcome {
    case added
    case changed
    case unchanged
    /// This commit has written the id before; nothing was done. The row as it stands.
    case duplicate(StoredFeature)
  }

  private let database: Database
  private let table: LayerTable
  private let search: SearchIndex
  private let commit: Int64
  private let layer: String
  private let insert: RowStatement
  private let find: RowStatement
  private let keepBefore: RowStatement
  private let update: RowStatement
  private let findRow: RowStatement
  private let delete: RowStatement
  /// Rows up to this one were there before the commit.
  private let lastRowBefore: Int64
  private var touched: RowSet
  private var spared = RowSet()
  /// Rows among ``touched`` that stand as they were before the commit.
  private var unchanged: RowSet
  /// How many rows were first unchanged and then rewritten.
  private var overturned = 0
  private var boxes: RTreeWriter
  private var weights: RTreeWriter
  private var changes: TileChanges
  private var blob: [UInt8] = []
  /// Box of the layer's features, those of this commit included.
  package private(set) var extent: Envelope

  init(
    _ database: Database, _ definition: LayerDefinition, commit: Int, extent: Envelope
  ) throws {
    self.database = database
    let table = LayerTable(definition)
    self.table = table
    search = SearchIndex(database, definition)
    self.commit = Int64(commit)
    layer = definition.id
    self.extent = extent
    let lastRow = try Int64.fetchOne(database, sql: "SELECT max(fid) FROM \(table.quotedName)")
    lastRowBefore = lastRow ?? 0
    touched = RowSet()
    unchanged = touched
    boxes = try RTreeWriter(table.index, isNew: lastRow == nil, in: database)
    weights = try WeightIndex.writer(for: table, isNew: lastRow == nil, in: database)
    changes = TileChanges(buffer: definition.tiles.buffer, concernsAll: lastRow == nil)
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp._before;
        CREATE TEMP TABLE _before AS SELECT * FROM \(table.quotedName) WHERE 0;
        CREATE UNIQUE INDEX temp._before_fid ON _before (fid);
        """)

    let columns = ["id", "commit_seq", "geom"] + table.fieldColumns
    let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    insert = try RowStatement(
      database,
      """
      INSERT INTO \(table.quotedName) (\(columns.joined(separator: ", "))) VALUES (\(marks))
      ON CONFLICT (id) DO NOTHING
      """)
    let isSame = zip(columns.indices, columns).filter { $0.0 != 1 }
      .map { "t.\($0.1) IS ?\($0.0 + 1)" }.joined(separator: " AND ")
    find = try RowStatement(
      database,
      "SELECT \(table.selection), \(isSame) FROM \(table.quotedName) t WHERE t.id = ?1")
    keepBefore = try RowStatement(
      database,
      "INSERT OR IGNORE INTO temp._before SELECT * FROM \(table.quotedName) WHERE fid = ?")
    let assignments = zip(columns.indices, columns).dropFirst()
      .map { "\($0.1) = ?\($0.0 + 1)" }.joined(separator: ", ")
    update = try RowStatement(
      database, "UPDATE \(table.quotedName) SET \(assignments) WHERE id = ?1")
    findRow = try RowStatement(database, "SELECT fid FROM \(table.quotedName) WHERE id = ?")
    delete = try RowStatement(database, "DELETE FROM \(table.quotedName) WHERE fid = ?")
  }

  /// Writes one feature: a new id is added, a known one replaced where anything differs.
  ///
  /// - Parameter geometry: Longitude and latitude of the layer's geometry type, not empty.
  /// - Parameter values: One for each field of the layer, of the field's type.
  /// - Parameter kept: The fields of which a known feature keeps the value that it has.
  package func write(
    id: String, geometry: Geometry, values: [PropertyValue], keeping kept: [Int] = []
  ) throws -> Outcome {
    var values = values
    if !kept.isEmpty, let known = try known(id) {
      for place in kept { values[place] = known.values[place] }
    }
    let place = encode(geometry, id: id)
    bind(insert, id: id, values: values)
    // RETURNING would tell the row, too, by way of a table made for each statement.
    try insert.run()
    if database.changesCount > 0 {
      try write(place, ofRow: database.lastInsertedRowID)
      return .added
    }
    bind(find, id: id, values: values)
    guard try find.step() else {
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "the id \(id) was not written")
    }
    defer { find.reset() }
    let row = find.int64(0)
    if row > lastRowBefore || touched.contains(row) {
      return .duplicate(try FeatureRow(find, types: table.types).feature())
    }
    touched.insert(row)
    if find.int64(4 + table.fields.count) != 0 {
      unchanged.insert(row)
      extent.formUnion(place.box)
      return .unchanged
    }
    keepBefore.bind(1, row)
    try keepBefore.run()
    try replace(row: row, id: id, values: values, place)
    return .changed
  }

  /// The feature as it stands; `nil` where the layer has none of that id.
  private func known(_ id: String) throws -> StoredFeature? {
    bind(find, id: id, values: table.fields.map { _ in .null })
    defer { find.reset() }
    guard try find.step() else { return nil }
    return try FeatureRow(find, types: table.types).feature()
  }

  /// Replaces a feature that this commit has written before, as ``Outcome/duplicate(_:)`` gave it.
  package func rewrite(_ feature: StoredFeature) throws {
    let place = encode(feature.geometry, id: feature.id)
    if feature.row <= lastRowBefore {
      keepBefore.bind(1, feature.row)
      try keepBefore.run()
      if unchanged.contains(feature.row) {
        unchanged.remove(feature.row)
        overturned += 1
      }
    }
    try replace(row: feature.row, id: feature.id, values: feature.values, place)
  }

  /// Removes a feature; false where the layer has none of that id.
  ///
  /// It stays readable at every commit before this one.
  package func remove(id: String) throws -> Bool {
    findRow.bind(1, id)
    defer { findRow.reset() }
    guard try findRow.step() else { return false }
    try remove(row: findRow.int64(0))
    return true
  }

  /// Keeps a feature, if there is one of that id, from ``removeUntouched()``.
  package func retain(id: String) throws {
    findRow.bind(1, id)
    defer { findRow.reset() }
    guard try findRow.step() else { return }
    spared.insert(findRow.int64(0))
  }

  /// Removes every feature that was there before this commit and was neither written by it nor
  /// spared.
  ///
  /// - Parameter values: Only features with all these values of fields.
  /// - Returns: How many.
  package func removeUntouched(having values: [Property] = []) throws -> Int {
    let conditions = values.indices.map { place in
      " AND \"\(values[place].name)\" IS ?\(place + 2)"
    }
    let rows = try RowStatement(
      database,
      "SELECT fid FROM \(table.quotedName) WHERE fid <= ?1\(conditions.joined()) ORDER BY fid")
    rows.bind(1, lastRowBefore)
    for (place, property) in values.enumerated() { rows.bind(place + 2, property.value) }
    var untouched: [Int64] = []
    while try rows.step() {
      let row = rows.int64(0)
      if !touched.contains(row) && !spared.contains(row) { untouched.append(row) }
    }
    for row in untouched { try remove(row: row) }
    return untouched.count
  }

  /// Takes all tiles of the layer as changed: another rule draws them.
  func concernAllTiles() { changes.insertAll() }

  /// Settles rows that are, after all, as they were before, and keeps the versions that this commit
  /// has ended.
  ///
  /// Leaves the ids of removed features in `temp._removed (id)`.
  ///
  /// - Returns: How many more rows are unchanged than the outcomes of their writing said; less than
  ///   0 where unchanged ones were rewritten.
  func finish() throws -> Int {
    try boxes.finish()
    try weights.finish()
    let columns = (["geom"] + table.fieldColumns)
      .map { "b.\($0) IS t.\($0)" }.joined(separator: " AND ")
    try database.execute(
      sql: """
        UPDATE \(table.quotedName) AS t SET commit_seq = b.commit_seq
        FROM temp._before AS b WHERE b.fid = t.fid AND \(columns)
        """)
    let restored = database.changesCount
    try changes.insertBoxes(ofRowsIn: "temp._before", database)
    _ = try table.past.keep(of: table, endedBy: commit, in: database)
    try search.update(commit: commit)
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp._removed;
        CREATE TEMP TABLE _removed AS
          SELECT b.id FROM temp._before b LEFT JOIN \(table.quotedName) t ON t.fid = b.fid
          WHERE t.fid IS NULL OR t.id <> b.id;
        DROP TABLE temp._before;
        """)
    try changes.write(of: layer, commit: commit, in: database)
    try database.execute(
      sql: """
        UPDATE geometry_columns_time
        SET last_insert = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), last_update = last_insert
        WHERE f_table_name = ?
        """, arguments: [table.name])
    return restored - overturned
  }

  // MARK: Steps

  /// Where a feature is, and how much of the map it fills.
  private struct Place {
    var box: Envelope
    var weight: Double
  }

  /// Encodes into the buffer that the statements bind.
  private func encode(_ geometry: Geometry, id: String) -> Place {
    blob.removeAll(keepingCapacity: true)
    let stored = geometry.kind.isPuntal ? geometry : geometry.promotedToMulti
    SpatiaLiteBlob.encode(stored, into: &blob)
    return Place(box: stored.envelope, weight: FeatureRank(of: geometry, id: id).weight)
  }

  private func bind(_ statement: RowStatement, id: String, values: [PropertyValue]) {
    statement.bind(1, id)
    statement.bind(2, commit)
    statement.bind(3, blob: blob)
    for (index, value) in values.enumerated() { statement.bind(4 + index, value) }
  }

  private func remove(row: Int64) throws {
    if row <= lastRowBefore {
      keepBefore.bind(1, row)
      try keepBefore.run()
    }
    delete.bind(1, row)
    try delete.run()
    try boxes.remove(row: row)
    try weights.remove(row: row)
  }

  private func replace(row: Int64, id: String, values: [PropertyValue], _ place: Place) throws {
    bind(update, id: id, values: values)
    try update.run()
    try write(place, ofRow: row)
  }

  /// Puts a row's box into the indexes, in place of the one it had.
  private func write(_ place: Place, ofRow row: Int64) throws {
    extent.formUnion(place.box)
    changes.insert(place.box)
    let entry = RTreeEntry(place.box, weight: place.weight, row: row)
    try boxes.set(entry)
    try weights.set(entry)
  }
}
