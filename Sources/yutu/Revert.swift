import ArgumentParser
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures

/// `yutu revert`: takes back what commits did, by new commits.
struct Revert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Undo a commit, or take layers back to an earlier state, by a new commit.",
    discussion: """
      --commit undoes what one commit did: added features are removed, changed and removed ones \
      come back; later commits stay. If a later commit changed the same features (or cells of a \
      raster), they are listed and nothing is done.

      --to takes whole layers back to their state after a commit. Without --layer, all layers that \
      changed since. All of it is done or none.

      The history is kept, so a revert can be reverted. The definition of a layer stays.

      Example: yutu revert --city wuhan.city --commit 55 --dry-run
      Example: yutu revert --city wuhan.city --to 54 --layer terrain
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The commit to undo.")
  var commit: Int?
  @Option(help: "The commit whose state the layers are taken back to; 0: before the first.")
  var to: Int?
  @Option(help: "Only this layer, with --to; repeatable.")
  var layer: [String] = []
  @Flag(help: "Do everything and report it, without saving.")
  var dryRun = false
  @Flag(help: "Accept features that break rules of severity error; the report names them.")
  var acceptBreaches = false
  @Option(help: "Author of the commit.")
  var author: String = ProcessInfo.processInfo.environment["USER"] ?? "unknown"
  @Option(help: "Commit message; default: which commit is reverted.")
  var message: String = ""
  @Flag(help: "Print the commits, or the conflict, as JSON on standard output.")
  var json = false

  func validate() throws {
    guard (commit == nil) != (to == nil) else {
      throw ValidationError("name the commit to undo, --commit N, or the state, --to N")
    }
    guard commit ?? 1 > 0, to ?? 0 >= 0 else { throw ValidationError("commits count from 1") }
    guard to != nil || layer.isEmpty else {
      throw ValidationError("--layer is for --to: a commit concerns one layer only")
    }
  }

  private var reversal: Reversal {
    commit.map { .commit($0) } ?? .toState(to ?? 0, layers: layer)
  }

  mutating func run() throws {
    let open = try City.open(city)
    defer { try? open.close() }
    var draft = CommitDraft(author: author, message: message, source: "")
    (draft.acceptsBreaches, draft.isRehearsal) = (acceptBreaches, dryRun)
    let store = SpatiaLiteStore(open)
    layer = try layer.map { try store.layerID(of: $0) }
    do {
      let commits = try store.revert(reversal, draft) { done, total in
        Terminal.progress("reverting: \(done) of \(total)")
      }
      if json {
        print(JSONValue.array(commits.map(report)).text)
      } else {
        say(commits)
        sayCompanion(of: commits, in: store)
      }
    } catch let conflict as RevertConflict {
      if json { print(conflict.json.text) }
      throw conflict
    }
  }

  private func say(_ commits: [Commit]) {
    for commit in commits {
      for breach in commit.rules.breaches { Terminal.warn(breach.line) }
      let counts = commit.counts
      let outcome = dryRun ? "nothing was saved (dry run)" : "commit \(commit.number)"
      Terminal.answer(
        "\(commit.layer): \(outcome): \(reversal.words): \(counts.added) added, "
          + "\(counts.changed) changed, \(counts.removed) removed")
    }
    if commits.isEmpty { Terminal.answer("\(reversal.words): nothing to do, no commit") }
  }

  /// An import that found problems is followed by a commit that puts them on the map.
  private func sayCompanion(of made: [Commit], in store: SpatiaLiteStore) {
    var rehearsal = CommitDraft(author: author, message: "", source: "")
    rehearsal.isRehearsal = true
    guard let commit, !made.isEmpty,
      let found = try? store.logNow(before: commit + 2, limit: 2), found.count == 2,
      found[0].layer == ProblemLayer.id, found[0].draft.source == found[1].draft.source,
      found[0].counts.added + found[0].counts.changed > 0,
      let removed = try? store.revert(.commit(commit + 1), rehearsal), !removed.isEmpty
    else { return }
    Terminal.say(
      "note: the problems that this import found stay on the map; to remove them as well: "
        + "yutu revert --city \(city.shellQuoted) --commit \(commit + 1)")
  }

  private func report(_ commit: Commit) -> JSONValue {
    [
      "layer": .string(commit.layer), "commit": dryRun ? .null : .integer(commit.number),
      "dryRun": .boolean(dryRun), "revertedCommit": JSONValue(self.commit),
      "revertedTo": JSONValue(to), "added": .integer(commit.counts.added),
      "changed": .integer(commit.counts.changed), "removed": .integer(commit.counts.removed),
      "breaches": .array(commit.rules.breaches.map(\.json)),
      "notes": .strings(commit.rules.notes),
    ]
  }
}
