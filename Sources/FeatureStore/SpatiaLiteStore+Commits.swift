package import Catalog
import CityFile
import Foundation
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Makes one commit to a layer: `body` writes through the writer and answers with the counts.
  ///
  /// All or nothing: when `body` throws, or the process ends, the city is as it was before. The
  /// layer's table is made or widened as `definition` asks.
  ///
  /// - Parameter report: The report on the records as JSON, to be kept with the commit.
  /// - Returns: The commit; `nil` where nothing changed, and then none is made.
  /// - Throws: ``StoreError/Code/incompatibleDefinition`` where the layer's table holds data that
  ///   `definition` has no place for; whatever `body` throws.
  package func commit(
    _ draft: CommitDraft, to definition: LayerDefinition,
    report: (Commit) -> String = { _ in "{}" }, _ body: (LayerWriter) throws -> CommitCounts
  ) throws -> Commit? {
    do {
      return try city.write { database in
        let commit = try makeCommit(draft, to: definition, in: database, body)
        guard let commit else { throw NothingChanged() }
        try database.execute(
          sql: "UPDATE yutu_commits SET report = ? WHERE seq = ?",
          arguments: [report(commit), commit.number])
        return commit
      }
    } catch is NothingChanged {
      return nil
    }
  }

  /// Thrown to undo a transaction in which nothing happened.
  private struct NothingChanged: Error {}

  private func makeCommit(
    _ draft: CommitDraft, to definition: LayerDefinition, in database: Database,
    _ body: (LayerWriter) throws -> CommitCounts
  ) throws -> Commit? {
    let time = Date().formatted(.iso8601)
    try database.execute(
      sql: """
        INSERT INTO yutu_commits
        (time, author, message, source, layer, added, changed, unchanged, rejected, report)
        VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, '{}')
        """,
      arguments: [time, draft.author, draft.message, draft.source, definition.id])
    let number = Int(database.lastInsertedRowID)
    let before = try StoredLayer.find(database, id: definition.id)
    try prepareTable(for: definition, before: before, in: database)

    let writer = try LayerWriter(
      database, table: LayerTable(definition), commit: number, extent: before?.extent ?? .empty)
    var counts = try body(writer)
    let settled = try writer.finish()
    counts.changed -= settled
    counts.unchanged += settled

    let isNewDefinition = before?.definition.text != definition.text
    guard counts.added + counts.changed > 0 || (before != nil && isNewDefinition) else {
      return nil
    }
    let extent = counts.changed == 0 ? writer.extent : try currentExtent(definition, database)
    try record(counts, of: number, definition, extent: extent, in: database)
    return Commit(number: number, time: time, layer: definition.id, counts: counts)
  }

  private func prepareTable(
    for definition: LayerDefinition, before: StoredLayer?, in database: Database
  ) throws {
    let table = LayerTable(definition)
    guard let before else { return try table.create(in: database) }
    guard before.definition.geometry == definition.geometry else {
      throw StoreError(
        .incompatibleDefinition,
        "layer \"\(definition.id)\" holds \(before.definition.geometry.rawValue)s in this city, "
          + "its file now says \(definition.geometry.rawValue)",
        hint: "give the new layer an id of its own")
    }
    for field in before.definition.fields {
      guard definition.field(named: field.name)?.type == field.type else {
        throw StoreError(
          .incompatibleDefinition,
          "field \"\(field.name)\" of layer \"\(definition.id)\" is \(field.type.rawValue) in this "
            + "city, but the layer file drops it or gives it another type",
          hint: "keep the field as it was and add a new one beside it")
      }
    }
    for field in definition.fields where before.definition.field(named: field.name) == nil {
      try table.addColumn(field, in: database)
    }
  }

  /// The box of all features as they stand; changed ones may have left the box that was.
  private func currentExtent(
    _ definition: LayerDefinition, _ database: Database
  ) throws -> Envelope {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT min(MbrMinX(geom)), min(MbrMinY(geom)), max(MbrMaxX(geom)), max(MbrMaxY(geom))
        FROM \(LayerTable(definition).quotedName)
        """)
    guard let row, let west: Double = row[0] else { return .empty }
    return Envelope(minX: west, minY: row[1], maxX: row[2], maxY: row[3])
  }

  private func record(
    _ counts: CommitCounts, of number: Int, _ definition: LayerDefinition, extent: Envelope,
    in database: Database
  ) throws {
    // Counted, not added up: another program may have written to the table.
    let table = LayerTable(definition).quotedName
    let featureCount = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
    try database.execute(
      sql: """
        UPDATE yutu_commits
        SET added = ?, changed = ?, unchanged = ?, rejected = ? WHERE seq = ?
        """,
      arguments: [counts.added, counts.changed, counts.unchanged, counts.rejected, number])
    let bounds: [Double?] =
      extent.isEmpty
      ? [nil, nil, nil, nil] : [extent.minX, extent.minY, extent.maxX, extent.maxY]
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO yutu_layers
        (id, definition, feature_count, last_commit, min_x, min_y, max_x, max_y)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [definition.id, definition.text, featureCount, number] + StatementArguments(bounds)
    )
  }
}
