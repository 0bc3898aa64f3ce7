import Catalog
import GRDB
import SimpleFeatures

/// Takes features of one layer back, within a commit.
///
/// The merge has three sides: a feature as it was before, as the reverted commit left it, and as it
/// is now. Where now equals neither, somebody has changed it since.
struct FeatureReversal {
  private let database: Database
  private let city: String
  private let reversal: Reversal
  /// The layer as it stands; fields that it got since stay and are null in what comes back.
  let layer: StoredLayer
  private let before: Side
  private let after: Side
  private let now: Side

  /// The layer as one commit left it.
  private struct Side {
    let snapshot: SpatiaLiteSnapshot
    let layer: StoredLayer

    init(_ database: Database, _ id: String, at revision: Revision) throws {
      // With a cache of its own: what a transaction sees may be undone.
      snapshot = try SpatiaLiteSnapshot(
        database, LayerCache(), MatchCache(), SearchCache(), at: revision)
      layer = try snapshot.layer(id)
    }

    func feature(_ id: String) throws -> StoredFeature? { try snapshot.feature(id, in: layer) }
  }

  /// - Parameter city: The path of the city, for what a conflict advises.
  /// - Throws: ``StoreErrorCode/unknownLayer``, ``StoreErrorCode/historyNotKept``.
  init(
    _ reversal: Reversal, layer id: String, of city: String, in database: Database
  ) throws {
    self.database = database
    self.city = city
    self.reversal = reversal
    now = try Side(database, id, at: .latest)
    layer = now.layer
    after = try Side(database, id, at: .commit(reversal.number))
    let previous = try Int.fetchOne(
      database, sql: "SELECT max(seq) FROM yutu_commits WHERE seq <= ?", arguments: [reversal.base])
    before = try Side(database, id, at: .commit(previous ?? 0))
  }

  /// Writes what is to be taken back.
  ///
  /// - Throws: ``RevertConflict``.
  func write(through writer: LayerWriter, progress: (Int, Int) -> Void) throws -> CommitCounts {
    let total = try gatherIDs()
    var counts = CommitCounts()
    var conflict = RevertConflict(city: city, reverted: reversal.number, layer: layer.id)
    let ids = try RowStatement(database, "SELECT id FROM temp._reverted ORDER BY id")
    var done = 0
    while try ids.step() {
      let id = ids.text(0)
      let (old, current) = (try before.feature(id), try now.feature(id))
      done += 1
      if done % 1000 == 0 { progress(done, total) }
      if isSame(id, current, now, old, before) { continue }
      if try hasChangedSince(id, current) {
        conflict.add(id, changedBy: try lastCommit(to: id, current))
      } else if conflict.count == 0 {
        try takeBack(id, to: old, writer, &counts)
      }
    }
    try database.execute(sql: "DROP TABLE temp._reverted")
    guard conflict.count == 0 else { throw conflict }
    return counts
  }

  private func hasChangedSince(_ id: String, _ current: StoredFeature?) throws -> Bool {
    guard case .commit = reversal else { return false }
    return !isSame(id, current, now, try after.feature(id), after)
  }

  private func isSame(
    _ id: String, _ a: StoredFeature?, _ sideOfA: Side, _ b: StoredFeature?, _ sideOfB: Side
  ) -> Bool {
    FeatureChange(id: id, from: a, in: sideOfA.layer, to: b, in: sideOfB.layer) == nil
  }

  private func takeBack(
    _ id: String, to old: StoredFeature?, _ writer: LayerWriter, _ counts: inout CommitCounts
  ) throws {
    guard let old else {
      if try writer.remove(id: id) { counts.removed += 1 }
      return
    }
    let names = before.layer.definition.fields.map(\.name)
    let known = Dictionary(uniqueKeysWithValues: zip(names, old.values))
    let values = layer.definition.fields.map { known[$0.name] ?? .null }
    switch try writer.write(id: id, geometry: old.geometry, values: values) {
    case .added: counts.added += 1
    case .changed: counts.changed += 1
    case .unchanged, .duplicate: counts.unchanged += 1
    }
  }

  /// Puts the ids that the reverted commits wrote or ended into `temp._reverted`.
  ///
  /// - Returns: How many.
  private func gatherIDs() throws -> Int {
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp._reverted;
        CREATE TEMP TABLE _reverted (id TEXT PRIMARY KEY) WITHOUT ROWID;
        """)
    try database.execute(
      sql: "INSERT INTO temp._reverted "
        + SpatiaLiteStore.idsWritten(LayerTable(layer.definition), in: database),
      arguments: [reversal.base, reversal.last, ""])
    return try Int.fetchOne(database, sql: "SELECT count(*) FROM temp._reverted") ?? 0
  }

  /// The last commit that wrote or removed a feature.
  private func lastCommit(to id: String, _ current: StoredFeature?) throws -> Int {
    if let current { return current.commit }
    let past = LayerTable(layer.definition).past
    return try Int.fetchOne(
      database, sql: "SELECT max(yutu_ended) FROM \(past.quotedName) WHERE id = ?", arguments: [id])
      ?? 0
  }
}
