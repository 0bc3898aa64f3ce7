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
  /// - Returns: The commit, which a rehearsal has undone; `nil` where nothing changed, and then
  ///   none is made.
  /// - Throws: ``StoreErrorCode/incompatibleDefinition`` where the layer's table holds data that
  ///   `definition` has no place for, ``StoreErrorCode/brokenRule`` where features break a rule
  ///   that forbids the commit; whatever `body` throws.
  package func commit(
    _ draft: CommitDraft, to definition: LayerDefinition,
    _ body: (LayerWriter) throws -> CommitCounts, report: (Commit) -> String = { _ in "{}" }
  ) throws -> Commit? {
    do {
      return try city.write { database in
        let before = try StoredLayer.find(database, id: definition.id)?.definition
        let written = try writeCommit(draft, to: definition, in: database, body)
        guard var commit = written else { throw NothingChanged() }
        commit.rules = try RuleChecker.check(
          definition, before: before, commit: commit.number,
          among: try StoredLayer.fetchAll(database).map(\.definition), in: database)
        if !draft.acceptsBreaches { try commit.rules.refuse() }
        try database.execute(
          sql: "UPDATE yutu_commits SET report = ? WHERE seq = ?",
          arguments: [report(commit), commit.number])
        if draft.isRehearsal { throw Rehearsed(commit: commit) }
        return commit
      }
    } catch is NothingChanged {
      return nil
    } catch let rehearsed as Rehearsed {
      return rehearsed.commit
    }
  }

  /// Thrown to undo a transaction that was a rehearsal.
  struct Rehearsed: Error {
    var commit: Commit
  }

  /// Thrown to undo a transaction in which nothing happened.
  private struct NothingChanged: Error {}

  /// Writes a commit, whose rules are still to be checked; `nil` where nothing changed, and then
  /// what it has written is to be undone.
  func writeCommit(
    _ draft: CommitDraft, to definition: LayerDefinition, in database: Database,
    _ body: (LayerWriter) throws -> CommitCounts
  ) throws -> Commit? {
    var commit = try Commit.begin(draft, layer: definition.id, in: database)
    let before = try StoredLayer.find(database, id: definition.id)
    if before == nil { try refuseRaster(definition.id, in: database) }
    try prepareTable(for: definition, before: before, in: database)

    let writer = try LayerWriter(
      database, definition, commit: commit.number, extent: before?.extent ?? .empty)
    let isNewDefinition = before?.definition.text != definition.text
    if isNewDefinition { writer.concernAllTiles() }
    commit.counts = try body(writer)
    let settled = try writer.finish()
    commit.counts.changed -= settled
    commit.counts.unchanged += settled

    let counts = commit.counts
    guard counts.touched > 0 || (before != nil && isNewDefinition) else { return nil }
    let isGrowing = counts.changed + counts.removed == 0
    let extent = isGrowing ? writer.extent : try currentExtent(definition, database)
    try commit.recordCounts(in: database)
    try recordState(after: commit, definition, extent: extent, in: database)
    return commit
  }

  private func refuseRaster(_ id: String, in database: Database) throws {
    guard try StoredLayer.isRaster(database, id: id) else { return }
    throw StoreError(
      .incompatibleDefinition, "layer \"\(id)\" holds a raster in this city",
      hint: "give the new layer an id of its own")
  }

  private func prepareTable(
    for definition: LayerDefinition, before: StoredLayer?, in database: Database
  ) throws {
    let table = LayerTable(definition)
    guard let before else { return try table.create(in: database) }
    let diagnostics = definition.diagnostics(replacing: before.definition)
    if let first = diagnostics.first {
      let words = diagnostics.map { "\($0.file):\($0.line):\($0.column): \($0.message)" }
      throw StoreError(
        .incompatibleDefinition, words.joined(separator: "; "), hint: first.hint)
    }
    for field in definition.fields where before.definition.field(named: field.name) == nil {
      try table.addColumn(field, in: database)
    }
  }

  /// The box of all features as they stand; changed ones may have left the box that was.
  func currentExtent(
    _ definition: LayerDefinition, _ database: Database
  ) throws -> Envelope {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT min(MbrMinX(geom)), min(MbrMinY(geom)), max(MbrMaxX(geom)), max(MbrMaxY(geom))
        FROM \(LayerTable(definition).quotedName)
        """)
    guard let row, let west: Double = try row.value(0) else { return .empty }
    return try Envelope(minX: west, minY: row.value(1), maxX: row.value(2), maxY: row.value(3))
  }

  /// Keeps what the layer is after `commit`.
  func recordState(
    after commit: Commit, _ definition: LayerDefinition, extent: Envelope, in database: Database
  ) throws {
    // Counted, not added up: another program may have written to the table.
    let table = LayerTable(definition).quotedName
    let counted = try Row.fetchOne(
      database, sql: "SELECT count(*), min(commit_seq) FROM \(table)")
    let featureCount: Int? = try counted?.value(0)
    let oldest: Int? = try counted?.value(1)
    let bounds: [Double?] =
      extent.isEmpty
      ? [nil, nil, nil, nil] : [extent.minX, extent.minY, extent.maxX, extent.maxY]
    try database.execute(
      sql: """
        INSERT INTO yutu_layer_states
        (layer, commit_seq, definition, feature_count, oldest_commit, min_x, min_y, max_x, max_y)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        definition.id, commit.number, try definition.keepText(in: database), featureCount, oldest,
      ] + StatementArguments(bounds))
  }
}
