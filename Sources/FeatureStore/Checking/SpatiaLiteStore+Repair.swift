import Catalog
import CityFile
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Makes again what follows from the features: indexes, search and counts; all or nothing.
  ///
  /// What another program added or removed becomes a commit. Features and history stay as they are.
  ///
  /// - Returns: What was done, a line each.
  package func repair(author: String) throws -> [String] {
    let faults = try check(against: []).filter(\.isRepairable)
    guard !faults.isEmpty else { return [] }
    return try city.write { database in
      var done: [String] = []
      if faults.contains(where: { $0.layer == nil }) {
        try database.execute(sql: "REINDEX")
        done.append("indexes of tables made again")
      }
      for id in Set(faults.compactMap(\.layer)).sorted() {
        guard let layer = try StoredLayer.find(database, id: id) else { continue }
        let table = LayerTable(layer.definition)
        try table.registerGeometry(in: database)
        try WeightIndex.rebuild(table, in: database)
        try SearchIndex(database, layer.definition).rebuild(commit: Int64(layer.lastCommit))
        done.append("layer \(id): spatial indexes and search made again")
        if let commit = try takeOver(layer, author: author, in: database) {
          done.append(
            "layer \(id): commit \(commit.number) takes over what another program wrote: "
              + "\(commit.counts.added) added, \(commit.counts.removed) removed")
        }
      }
      return done
    }
  }

  /// Makes a commit of what another program left, whose count differs from that of the last commit.
  private func takeOver(
    _ layer: StoredLayer, author: String, in database: Database
  ) throws -> Commit? {
    let table = LayerTable(layer.definition)
    let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.quotedName)") ?? 0
    guard rows != layer.featureCount else { return nil }
    let draft = CommitDraft(
      author: author, message: "take over what another program wrote", source: "yutu check")
    var commit = try Commit.begin(draft, layer: layer.id, in: database)
    commit.counts.added = max(rows - layer.featureCount, 0)
    commit.counts.removed = max(layer.featureCount - rows, 0)
    try commit.recordCounts(in: database)
    let extent = try currentExtent(layer.definition, database)
    try recordState(after: commit, layer.definition, extent: extent, in: database)
    try TileChanges(buffer: 0, concernsAll: true)
      .write(of: layer.id, commit: Int64(commit.number), in: database)
    return commit
  }
}

extension LayerTable {
  /// Registers the geometry and makes its spatial index anew.
  fileprivate func registerGeometry(in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE geometry_columns SET spatial_index_enabled = 0 WHERE f_table_name = ?;
        """, arguments: [name])
    try database.execute(sql: "DROP TABLE IF EXISTS \(index.quotedName)")
    let isKnown = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM geometry_columns WHERE f_table_name = ?",
      arguments: [name])
    if isKnown == 0 {
      try requireOne(
        database, "SELECT RecoverGeometryColumn(?, 'geom', 4490, ?, 'XY')", [name, columnType])
    }
    try requireOne(database, "SELECT CreateSpatialIndex(?, 'geom')", [name])
  }
}
