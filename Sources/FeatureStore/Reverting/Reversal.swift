package import SimpleFeatures

/// What a revert takes back.
package enum Reversal: Equatable, Sendable {
  /// What one commit did, feature by feature or cell by cell; later commits stay.
  case commit(Int)
  /// Everything after a commit, in these layers; an empty list stands for all.
  case toState(Int, layers: [String])

  /// The commit that it names.
  package var number: Int {
    switch self {
    case .commit(let number), .toState(let number, _): number
    }
  }

  /// The commit whose state comes back; 0 before the first.
  var base: Int { if case .commit(let number) = self { number - 1 } else { number } }

  /// The last commit that is taken back.
  var last: Int { if case .commit(let number) = self { number } else { .max } }

  /// The reversal in words, for the message of a commit.
  package var words: String {
    switch self {
    case .commit(let number): "revert commit \(number)"
    case .toState(let number, _): "revert to the state after commit \(number)"
    }
  }

  var json: JSONValue {
    switch self {
    case .commit(let number): ["revertedCommit": .integer(number)]
    case .toState(let number, _): ["revertedTo": .integer(number)]
    }
  }
}

/// A commit cannot be reverted, since later commits have changed the same features or cells.
package struct RevertConflict: ExplainedError, Equatable {
  /// A feature that has changed since.
  package struct Feature: Equatable, Sendable {
    package var id: String
    /// Number of the last commit that changed it.
    package var commit: Int
  }

  /// The path of the city.
  let city: String
  /// Number of the commit that was to be reverted.
  package let reverted: Int
  package let layer: String
  /// Whether the layer is a raster: ``count`` is then of cells.
  package var isRaster = false
  /// How many features or cells have changed since, exactly.
  package var count = 0
  /// The first of the features; none for a raster.
  package var examples: [Feature] = []
  /// Numbers of the commits that have changed them.
  package var commits: Set<Int> = []

  /// How many features are kept as examples.
  package static let keptExamples = 100
  private static let shownExamples = 10
  private static let shownCommits = 3

  package var message: String {
    let numbers = commits.sorted().map(String.init).joined(separator: ", ")
    let what = isRaster ? "cell" : "feature"
    let by = "by commit\(commits.count == 1 ? "" : "s") \(numbers)"
    let shown = examples.prefix(Self.shownExamples).map { "\($0.id) (commit \($0.commit))" }
    let list =
      shown.isEmpty
      ? "" : ": " + shown.joined(separator: ", ") + (count > shown.count ? ", …" : "")
    return "\(count) \(what)\(count == 1 ? "" : "s") of layer \(layer) changed after commit "
      + "\(reverted), \(by)\(list); nothing was changed"
  }

  package var hint: String? {
    let later = commits.sorted(by: >).prefix(Self.shownCommits)
      .map { "yutu revert --city \(city.shellQuoted) --commit \($0)" }
    let rest = commits.count > later.count ? " && …" : ""
    return "revert the later commits first, the newest before the others: "
      + later.joined(separator: " && ") + rest
      + "; or take the layer back with all that was done to it since: yutu revert --city "
      + "\(city.shellQuoted) --to \(reverted - 1) --layer \(layer)"
  }

  /// The conflict for programs.
  package var json: JSONValue {
    [
      "revertedCommit": .integer(reverted), "layer": .string(layer),
      "kind": .string(isRaster ? "cells" : "features"), "count": .integer(count),
      "commits": .array(commits.sorted().map { .integer($0) }),
      "features": .array(
        examples.map { ["id": .string($0.id), "commit": .integer($0.commit)] }),
    ]
  }

  mutating func add(_ id: String, changedBy commit: Int) {
    count += 1
    commits.insert(commit)
    if examples.count < Self.keptExamples { examples.append(Feature(id: id, commit: commit)) }
  }
}
