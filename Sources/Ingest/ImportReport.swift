import Catalog
package import Datasets
package import FeatureStore
package import GeometryCore
package import SimpleFeatures

/// What an import did, record by record where it matters.
package struct ImportReport: Sendable {
  package var layer: String
  package var source: String
  /// Number of the commit; `nil` for a dry run and where nothing changed.
  package var commit: Int?
  /// Number of the commit that shows the file's problems on the map; `nil` where nothing of that
  /// changed.
  package var problemCommit: Int?
  /// Whether the work was done but not kept.
  package var isDryRun = false
  package var read = 0
  package var added = 0
  package var changed = 0
  /// What the layer's rules and relations say about the features, once they are in the layer.
  package var rules = RuleReport()
  /// Features that the file, as the whole layer, does not name.
  package var removed = 0
  package var unchanged = 0
  /// Records that were merged with one of the same id before them.
  package var united = 0
  package var rejected = 0
  package var repaired = 0
  /// Records that had no id and got one made from their geometry.
  package var identifiedByGeometry = 0
  /// Records whose heights were left out, since the layer is flat.
  package var flattened = 0
  /// How the coordinates came to CGCS2000, and how exactly.
  package var operation = ""
  package var accuracyMetres = 0.0
  /// The file's CRS: `EPSG:4547`, `GCJ-02`, `local:NAME`.
  package var crs = ""
  /// By how much the check points of a local frame miss their places; empty for other systems.
  package var residuals: [CheckPointResidual] = []
  /// Property names of the file that no field of the layer takes, in the order of first sight.
  package var ignoredProperties: [String] = []
  /// What the reader decided about the file where it was not told: layer, encoding, coordinates.
  package var remarks: [String] = []
  /// Number of problems for each rule, those not kept in ``problems`` included.
  package private(set) var countsByRule: [RuleCount] = []
  /// The first of the problems.
  package private(set) var problems: [RecordDiagnostic] = []
  /// How many problems are kept one by one.
  package static let keptProblems = 1000

  /// The problems in the same words, in the order of first sight, up to ``keptProblems`` kinds.
  package private(set) var kinds: [ProblemKind] = []
  private var kindIndex: [RecordDiagnostic.Words: Int] = [:]

  /// A problem that many records may have.
  package struct ProblemKind: Sendable {
    package var first: RecordDiagnostic
    package var count = 1
  }

  /// How often a rule was broken.
  package struct RuleCount: Equatable, Sendable {
    package var severity: RecordDiagnostic.Severity
    package var rule: String
    package var count: Int
  }

  package init(layer: String, source: String) {
    self.layer = layer
    self.source = source
  }

  package mutating func note(_ problem: RecordDiagnostic) {
    switch problem.severity {
    case .rejected: rejected += 1
    case .repaired: repaired += 1
    case .warning: break
    }
    if problems.count < ImportReport.keptProblems { problems.append(problem) }
    if let kind = kindIndex[problem.words] {
      kinds[kind].count += 1
    } else if kinds.count < ImportReport.keptProblems {
      kindIndex[problem.words] = kinds.count
      kinds.append(ProblemKind(first: problem))
    }
    let index = countsByRule.firstIndex {
      $0.rule == problem.rule && $0.severity == problem.severity
    }
    if let index {
      countsByRule[index].count += 1
    } else {
      countsByRule.append(RuleCount(severity: problem.severity, rule: problem.rule, count: 1))
    }
  }

  /// What happened to how many records, in one line.
  package var summary: String {
    let outcome =
      isDryRun
      ? "nothing was kept (dry run)"
      : commit.map { "commit \($0)" }
        ?? problemCommit.map { "nothing changed, commit \($0) in layer \(ProblemLayer.id) only" }
        ?? "nothing changed, no commit"
    return "\(layer): \(outcome): \(read.of("record")) read, \(added) added, "
      + "\(changed) changed, \(removed) removed, \(unchanged) unchanged, \(united) merged, "
      + "\(rejected) rejected, \(repaired) repaired"
  }

  /// The report as one JSON object.
  package var json: JSONValue {
    [
      "layer": .string(layer), "source": .string(source), "commit": JSONValue(commit),
      "problemCommit": JSONValue(problemCommit),
      "dryRun": .boolean(isDryRun),
      "read": .integer(read), "added": .integer(added), "changed": .integer(changed),
      "removed": .integer(removed),
      "unchanged": .integer(unchanged), "united": .integer(united), "rejected": .integer(rejected),
      "repaired": .integer(repaired), "identifiedByGeometry": .integer(identifiedByGeometry),
      "flattened": .integer(flattened), "operation": .string(operation),
      "accuracyMetres": .real(accuracyMetres), "crs": .string(crs),
      "checkPointResiduals": .array(residuals.map(\.json)),
      "ignoredProperties": .strings(ignoredProperties), "remarks": .strings(remarks),
      "rules": .array(
        countsByRule.map {
          [
            "severity": .string($0.severity.rawValue), "rule": .string($0.rule),
            "count": .integer($0.count),
          ]
        }),
      "problems": .array(problems.map(\.json)),
      "breaches": .array(rules.breaches.map(\.json)), "notes": .strings(rules.notes),
    ]
  }
}

extension CheckPointResidual {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "eastMetres": .real(eastMetres), "northMetres": .real(northMetres),
      "metres": .real(metres),
    ]
  }

  /// The residual as one line for people, in millimetres.
  package var line: String {
    let millimetres = { (metres: Double) in "\(Int((metres * 1000).rounded())) mm" }
    return "check point \(name): east \(millimetres(eastMetres)), "
      + "north \(millimetres(northMetres)), \(millimetres(metres)) in all"
  }
}

extension ImportReport {
  /// Which column among those left out holds the ids of the records, by its name.
  package var idRemark: String? {
    let endings = ["编号", "编码", "代码", "id", "code", "no", "number"]
    let column = ignoredProperties.first { column in
      endings.contains { column.lowercased().hasSuffix($0) }
    }
    guard let column else { return nil }
    let mapping = "id=\(column)".shellQuoted
    return "if column \(column) holds the ids: --map \(mapping); without them a record that has "
      + "moved becomes a second feature"
  }
}
