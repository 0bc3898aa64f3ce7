package import Catalog
package import SimpleFeatures

/// A rule, relation or key that features break, with how many and which.
package struct RuleDiagnostic: Equatable, Sendable {
  /// The id of the rule or relation; `key` and `permanent-code` for those of the layer's key.
  package var rule: String
  /// The layer whose file has the rule and whose features break it.
  package var layer: String
  package var severity: LayerRule.Severity
  /// What is wrong with them.
  package var message: LocalisedText
  /// Where the layer's file says so: `pipe.yml:21:5`.
  package var place: String
  /// How many features break it, exactly.
  package var count = 0
  /// Ids of the first of them.
  package var examples: [String] = []

  /// How many ids are kept.
  package static let keptExamples = 10

  /// One line for people.
  package var line: String {
    let more = count > examples.count ? ", …" : ""
    return "\(place): \(layer)/\(rule): \(message.both): \(count.of("feature")) "
      + "(\(examples.joined(separator: ", "))\(more))"
  }
}

/// What the rules say about one commit.
package struct RuleReport: Equatable, Sendable {
  /// The rules that are broken, in the order of the layer file; those of other layers follow.
  package var breaches: [RuleDiagnostic] = []
  /// What could not be tested and why, a line each.
  package var notes: [String] = []

  package init() {}

  /// Throws where a breach forbids the commit.
  package func refuse() throws(StoreError) {
    let fatal = breaches.filter { $0.severity == .reject }
    guard !fatal.isEmpty else { return }
    throw StoreError(
      .brokenRule,
      "the commit breaks \(fatal.count.of("rule")): "
        + fatal.map(\.line).joined(separator: "; "),
      hint: "correct these features, make the rule a warning in the layer file, or take them "
        + "as they are with --accept-breaches; nothing was changed")
  }
}

extension RuleDiagnostic {
  /// The breach for programs.
  package var json: JSONValue {
    [
      "layer": .string(layer), "rule": .string(rule), "severity": .string(severity.rawValue),
      "place": .string(place), "count": .integer(count), "examples": .strings(examples),
      "message": ["zh": .string(message.zh), "en": .string(message.en)],
    ]
  }
}
