import Catalog
import CityFile
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Takes back what commits did, as new commits: one for each layer, all or none.
  ///
  /// The past stays as it was, so a revert can be reverted. A layer keeps its definition.
  ///
  /// - Parameter draft: Its message and source are made where they are empty.
  /// - Parameter progress: Called with how much of a layer is done, and all.
  /// - Returns: The commits, which a rehearsal has undone; none where all is as it was before.
  /// - Throws: ``RevertConflict`` where features or cells have changed since;
  ///   ``StoreErrorCode/unknownCommit``, ``StoreErrorCode/unknownLayer``,
  ///   ``StoreErrorCode/historyNotKept``; ``StoreErrorCode/brokenRule``.
  @discardableResult
  package func revert(
    _ reversal: Reversal, _ draft: CommitDraft, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> [Commit] {
    do {
      return try city.write { database in
        var commits: [Commit] = []
        for layer in try layers(of: reversal, in: database) {
          let commit = try revert(reversal, layer, draft, in: database, progress)
          if let commit { commits.append(commit) }
        }
        // Only now: a relation holds between layers that have all gone back.
        commits = try commits.map { try checked($0, reversal, draft, in: database) }
        if draft.isRehearsal { throw RehearsedRevert(commits: commits) }
        return commits
      }
    } catch let rehearsed as RehearsedRevert {
      return rehearsed.commits
    }
  }

  /// Thrown to undo a transaction that was a rehearsal.
  private struct RehearsedRevert: Error {
    var commits: [Commit]
  }

  private func layers(of reversal: Reversal, in database: Database) throws -> [String] {
    let number = reversal.number
    _ = try HistoryPoint(.commit(number), in: database)
    let changed: [String]
    switch reversal {
    case .commit:
      changed = try String.fetchAll(
        database, sql: "SELECT layer FROM yutu_commits WHERE seq = ?", arguments: [number])
    case .toState(_, let wanted):
      let known = try StoredLayer.ids(database, upTo: nil) + StoredRaster.ids(database, upTo: nil)
      for id in wanted where !known.contains(id) {
        throw StoreError(
          .unknownLayer, "the city has no layer \"\(id)\"",
          hint: suggestion(for: id, among: known).map { "did you mean \($0)?" }
            ?? "it has: " + known.sorted().joined(separator: ", "))
      }
      changed = try String.fetchAll(
        database, sql: "SELECT DISTINCT layer FROM yutu_commits WHERE seq > ? ORDER BY layer",
        arguments: [number]
      ).filter { wanted.isEmpty || wanted.contains($0) }
    }
    return changed
  }

  private func revert(
    _ reversal: Reversal, _ layer: String, _ draft: CommitDraft, in database: Database,
    _ progress: (Int, Int) -> Void
  ) throws -> Commit? {
    var draft = draft
    if draft.message.isEmpty { draft.message = reversal.words }
    if draft.source.isEmpty { draft.source = reversal.words }
    var made: Commit?
    try database.inSavepoint {
      made =
        if let raster = try StoredRaster.find(database, id: layer, upTo: nil) {
          try revertCells(reversal, raster, draft, in: database, progress)
        } else {
          try revertFeatures(reversal, layer, draft, in: database, progress)
        }
      return made == nil ? .rollback : .commit
    }
    return made
  }

  private func revertFeatures(
    _ reversal: Reversal, _ id: String, _ draft: CommitDraft, in database: Database,
    _ progress: (Int, Int) -> Void
  ) throws -> Commit? {
    let step = try FeatureReversal(reversal, layer: id, of: city.path, in: database)
    return try writeCommit(draft, to: step.layer.definition, in: database) { writer in
      try step.write(through: writer, progress: progress)
    }
  }

  private func revertCells(
    _ reversal: Reversal, _ raster: StoredRaster, _ draft: CommitDraft, in database: Database,
    _ progress: (Int, Int) -> Void
  ) throws -> Commit? {
    var commit = try Commit.begin(draft, layer: raster.id, in: database)
    let step = try RasterReversal(reversal, raster, of: city.path, in: database)
    commit.counts = try step.write(as: commit.number, progress: progress)
    guard commit.counts.touched > 0 else { return nil }
    try commit.recordCounts(in: database)
    return commit
  }

  /// The commit with what the rules say about it, kept in its report.
  private func checked(
    _ commit: Commit, _ reversal: Reversal, _ draft: CommitDraft, in database: Database
  ) throws -> Commit {
    var commit = commit
    let layers = try StoredLayer.fetchAll(database).map(\.definition)
    if let definition = layers.first(where: { $0.id == commit.layer }) {
      commit.rules = try RuleChecker.check(
        definition, before: definition, commit: commit.number, among: layers, in: database)
      if !draft.acceptsBreaches { try commit.rules.refuse() }
    }
    var report: [(String, JSONValue)] = [
      ("breaches", .array(commit.rules.breaches.map(\.json))),
      ("notes", .strings(commit.rules.notes)),
    ]
    if case .object(let members) = reversal.json { report = members + report }
    try database.execute(
      sql: "UPDATE yutu_commits SET report = ? WHERE seq = ?",
      arguments: [JSONValue.object(report).text, commit.number])
    return commit
  }
}
