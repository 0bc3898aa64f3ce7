import Catalog
import CityFile
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Repairs the city at a path, checksums of its pages included: where nothing else is wrong with
  /// it any more, pages that lack theirs are taken as they are, and a city of an earlier program
  /// gets them.
  ///
  /// - Returns: What was done, a line each.
  package static func repair(_ path: String, author: String) throws -> [String] {
    let (city, pageFaults) = try openForCheck(path)
    var done: [String] = []
    var isSound = false
    do {
      defer { try? city.close() }
      let store = SpatiaLiteStore(city)
      done = try store.repair(author: author)
      isSound = try store.check(against: []).isEmpty
    }
    guard isSound else { return done }
    if !pageFaults.isEmpty {
      let count = try PageChecksums.renew(in: path)
      done.append("checksums of \(count.of("page")) made again: what they hold is taken as it is")
    }
    if try PageChecksums.add(to: path) {
      done.append(
        "its pages have checksums from now on; earlier versions of Yutu cannot open it any more")
    }
    return done
  }

  /// Makes again what follows from the features and the commits: indexes, search and counts; all
  /// or nothing.
  ///
  /// What another program added or removed becomes a commit, as a revert does: the commits before
  /// stay as they are, and its report notes which versions of features they lack, which nobody can
  /// bring back. Nothing is done where commits are gone or pages are damaged.
  ///
  /// - Returns: What was done, a line each.
  package func repair(author: String) throws -> [String] {
    let faults = try check(against: []).filter(\.isRepairable)
    guard !faults.isEmpty else { return [] }
    return try city.write { database in
      var done: [String] = []
      if faults.contains(where: { $0.layer == nil && $0.repair == .indexes }) {
        try database.execute(sql: "REINDEX")
        done.append("indexes of tables made again")
      }
      func layers(_ repairs: CityDiagnostic.Repair...) throws -> [StoredLayer] {
        let concerned = faults.filter { $0.repair.map(repairs.contains) ?? false }
        return try Set(concerned.compactMap(\.layer)).sorted()
          .compactMap { try StoredLayer.find(database, id: $0) }
      }
      for layer in try layers(.takeOver) {
        let (commit, lost) = try takeOver(layer, author: author, in: database)
        done.append(
          "layer \(layer.id): commit \(commit.number) takes over what another program wrote: "
            + "\(commit.counts.added) added, \(commit.counts.removed) removed")
        if lost > 0 {
          done.append(
            "layer \(layer.id): \(lost) versions of features are lost: what was before commit "
              + "\(commit.number) is shown without them")
        }
      }
      for layer in try layers(.counts, .takeOver) {
        try recount(layer, in: database)
        done.append("layer \(layer.id): features counted again")
      }
      for layer in try layers(.tiles) {
        try TileChanges(buffer: 0, concernsAll: true)
          .write(of: layer.id, commit: Int64(layer.lastCommit), in: database)
        done.append("layer \(layer.id): all of its tiles count as changed")
      }
      // A commit that takes rows over leaves the indexes to this.
      for layer in try layers(.indexes, .takeOver) {
        let table = LayerTable(layer.definition)
        try table.registerGeometry(in: database)
        try WeightIndex.rebuild(table, in: database)
        try table.past.rebuildIndex(in: database)
        done.append("layer \(layer.id): spatial indexes made again")
      }
      if faults.contains(where: { $0.repair == .search || $0.repair == .takeOver }) {
        try SearchIndex.rebuild(
          of: StoredLayer.fetchAll(database).map(\.definition)
            .filter { try database.tableExists(LayerTable($0).name) }, in: database)
        done.append("search made again")
      }
      return done
    }
  }

  /// Makes a commit of what another program did to the layer's table.
  ///
  /// The rows that are too many of a commit are those that came last: a program that adds rows
  /// gives them the highest numbers.
  ///
  /// - Returns: The commit, and how many versions of features its report notes as lost.
  private func takeOver(
    _ layer: StoredLayer, author: String, in database: Database
  ) throws -> (commit: Commit, lost: Int) {
    let table = LayerTable(layer.definition)
    let found = try HistoryLedger(table, layer: layer.id, in: database)
    let draft = CommitDraft(
      author: author, message: "take over what another program wrote",
      source: HistoryLedger.repairSource)
    var commit = try Commit.begin(draft, layer: layer.id, in: database)
    if try table.hasWeights(database) {
      try database.execute(
        sql: """
          UPDATE \(table.quotedName) SET commit_seq = ? WHERE fid IN (\(table.foreignRows("fid")))
          """, arguments: [commit.number])
      commit.counts.added += database.changesCount
    }
    for difference in found.differences where difference.written > 0 {
      try database.execute(
        sql: """
          UPDATE \(table.quotedName) SET commit_seq = ?1 WHERE fid IN (
            SELECT fid FROM \(table.quotedName) WHERE commit_seq = ?2 ORDER BY fid DESC LIMIT ?3)
          """, arguments: [commit.number, difference.commit, difference.written])
      commit.counts.added += database.changesCount
    }
    let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.quotedName)") ?? 0
    let before = found.counts.last?.features ?? 0
    commit.counts.removed = max(0, before + commit.counts.added - rows)
    try commit.recordCounts(in: database)
    let extent = try currentExtent(layer.definition, database)
    try recordState(after: commit, layer.definition, extent: extent, in: database)
    try TileChanges(buffer: 0, concernsAll: true)
      .write(of: layer.id, commit: Int64(commit.number), in: database)
    let left = try HistoryLedger(table, layer: layer.id, in: database).differences
    try database.execute(
      sql: "UPDATE yutu_commits SET report = ? WHERE seq = ?",
      arguments: [HistoryLedger.json(left).text, commit.number])
    return (commit, left.reduce(0) { $0 + max(0, -$1.written) })
  }

  /// Sets the counts of the layer's states to what its commits make, the last to its rows, and the
  /// extent of the last to that of its rows.
  private func recount(_ layer: StoredLayer, in database: Database) throws {
    let table = LayerTable(layer.definition)
    let ledger = try HistoryLedger(table, layer: layer.id, in: database)
    let update = "UPDATE yutu_layer_states SET feature_count = ? WHERE layer = ? AND commit_seq = ?"
    for count in ledger.notes.isEmpty ? ledger.counts : [] {
      try database.execute(sql: update, arguments: [count.features, layer.id, count.commit])
    }
    let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.quotedName)")
    try database.execute(sql: update, arguments: [rows, layer.id, layer.lastCommit])
    let extent = try currentExtent(layer.definition, database)
    guard layer.extent?.contains(extent) != true, !extent.isEmpty else { return }
    try database.execute(
      sql: """
        UPDATE yutu_layer_states SET min_x = ?, min_y = ?, max_x = ?, max_y = ?
        WHERE layer = ? AND commit_seq = ?
        """,
      arguments: [
        extent.minX, extent.minY, extent.maxX, extent.maxY, layer.id, layer.lastCommit,
      ])
  }
}

extension LayerTable {
  /// Registers the geometry and makes its spatial index anew.
  fileprivate func registerGeometry(in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE geometry_columns SET spatial_index_enabled = 0 WHERE f_table_name = ?;
        """, arguments: [name])
    try index.drop(in: database)
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
