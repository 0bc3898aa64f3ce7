import Catalog
import CityFile
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Calls `body` for each feature of a layer that differs between two mapVersions, by id.
  ///
  /// A feature that was changed and changed back does not differ.
  ///
  /// - Parameter after: Only ids after this one in the order of bytes: where the page before ended.
  /// - Throws: ``StoreError`` for an unknown layer or commit; whatever `body` throws.
  /// - Complexity: One pass over the layer's commit numbers, then a look at each candidate.
  package func forEachChange(
    of layerID: String, from old: MapVersion, to new: MapVersion, after: String = "",
    _ body: (FeatureChange) throws -> Bool
  ) throws {
    try city.read { database in
      try forEachChange(database, of: layerID, from: old, to: new, after: after, body)
    }
  }

  package func changes(
    of layerID: String, from old: MapVersion, to new: MapVersion, after: String, limit: Int
  ) async throws -> (changes: [FeatureChange], next: String?) {
    try await city.read { database in
      var changes: [FeatureChange] = []
      var (bytes, next): (Int, String?) = (0, nil)
      try forEachChange(database, of: layerID, from: old, to: new, after: after) { change in
        guard changes.count < limit, bytes < FeatureQuery.enoughBytes else {
          next = changes.last?.id
          return false
        }
        changes.append(change)
        bytes += change.after?.geometryBytes ?? 0
        return true
      }
      return (changes, next)
    }
  }

  private func forEachChange(
    _ database: Database, of layerID: String, from old: MapVersion, to new: MapVersion,
    after: String,
    _ body: (FeatureChange) throws -> Bool
  ) throws {
    let then = try snapshot(database, old)
    let now = try snapshot(database, new)
    let oldLayer = try then.layer(layerID)
    let newLayer = try now.layer(layerID)
    let span = [oldLayer.lastCommit, newLayer.lastCommit].sorted()
    let written = try idsWritten(
      database, LayerTable(newLayer.definition), after: span[0], upTo: span[1], beyond: after)
    for id in merged(written, [old, new], of: newLayer.definition, beyond: after) {
      let change = FeatureChange(
        id: id, from: try then.feature(id, in: oldLayer), in: oldLayer,
        to: try now.feature(id, in: newLayer), in: newLayer)
      if let change, try !body(change) { return }
    }
  }

  /// The ids in `written` and those that scenarios of the mapVersions edit, in the order of bytes.
  private func merged(
    _ written: [String], _ mapVersions: [MapVersion], of layer: LayerDefinition, beyond id: String
  ) -> [String] {
    let edits = mapVersions.flatMap { $0.scenario?.on([layer]).edits ?? [] }
      .filter { $0.layer == layer.id }
    guard !edits.isEmpty else { return written }
    let first = ExactText(id)
    let edited = edits.map { ExactText($0.id) }.filter { first < $0 }
    return Set(written.map(ExactText.init)).union(edited).sorted().map(\.text)
  }

  private func idsWritten(
    _ database: Database, _ table: LayerTable, after first: Int, upTo last: Int, beyond id: String
  ) throws -> [String] {
    try String.fetchAll(
      database, sql: Self.idsWritten(table, in: database) + " ORDER BY 1",
      arguments: [first, last, id])
  }

  /// The query for the ids of which a commit after ?1 and up to ?2 has written or ended a version;
  /// only those after ?3.
  static func idsWritten(_ table: LayerTable, in database: Database) throws -> String {
    let past = """
      UNION SELECT id FROM \(table.past.quotedName)
      WHERE ((commit_seq > ?1 AND commit_seq <= ?2) OR (yutu_ended > ?1 AND yutu_ended <= ?2))
        AND id > ?3
      """
    return """
      SELECT id FROM \(table.quotedName) WHERE commit_seq > ?1 AND commit_seq <= ?2 AND id > ?3
      \(try table.past.exists(database) ? past : "")
      """
  }
}
