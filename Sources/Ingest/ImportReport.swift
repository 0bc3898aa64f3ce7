package import SimpleFeatures

/// Something about one record of a file that its owner should know.
package struct Problem: Equatable, Sendable {
  /// What it means for the record.
  package enum Severity: String, Sendable {
    /// The record is not in the city.
    case rejected
    /// The record is in the city, its geometry made valid.
    case repaired
    /// The record is in the city, but a value of it is not.
    case warning
  }

  package var severity: Severity
  /// A stable name of the rule that the record broke.
  package var rule: String
  /// Counts from 1.
  package var record: Int
  package var position: TextPosition
  package var featureID: String?
  package var message: String
  package var hint: String?
}

/// What an import did, record by record where it matters.
package struct ImportReport: Sendable {
  package var layer: String
  package var source: String
  /// Number of the commit; `nil` for a dry run and where nothing changed.
  package var commit: Int?
  package var read = 0
  package var added = 0
  package var changed = 0
  package var unchanged = 0
  /// Records that were united with one of the same id before them.
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
  /// Property names of the file that no field of the layer takes, in the order of first sight.
  package var ignoredProperties: [String] = []
  /// Number of problems for each rule, those not kept in ``problems`` included.
  package private(set) var countsByRule: [RuleCount] = []
  /// The first of the problems.
  package private(set) var problems: [Problem] = []
  /// How many problems are kept one by one.
  package static let keptProblems = 1000

  /// How often a rule was broken.
  package struct RuleCount: Equatable, Sendable {
    package var severity: Problem.Severity
    package var rule: String
    package var count: Int
  }

  package init(layer: String, source: String) {
    self.layer = layer
    self.source = source
  }

  package mutating func note(_ problem: Problem) {
    switch problem.severity {
    case .rejected: rejected += 1
    case .repaired: repaired += 1
    case .warning: break
    }
    if problems.count < ImportReport.keptProblems { problems.append(problem) }
    let index = countsByRule.firstIndex {
      $0.rule == problem.rule && $0.severity == problem.severity
    }
    if let index {
      countsByRule[index].count += 1
    } else {
      countsByRule.append(RuleCount(severity: problem.severity, rule: problem.rule, count: 1))
    }
  }

  /// The report as one JSON object.
  package var json: String {
    var text = JSONText()
    text.raw("{\"layer\":")
    text.string(layer)
    text.raw(",\"source\":")
    text.string(source)
    text.raw(",\"commit\":")
    text.raw(commit.map(String.init) ?? "null")
    let counts = [
      ("read", read), ("added", added), ("changed", changed), ("unchanged", unchanged),
      ("united", united), ("rejected", rejected), ("repaired", repaired),
      ("identifiedByGeometry", identifiedByGeometry), ("flattened", flattened),
    ]
    for (name, count) in counts { text.raw(",\"\(name)\":\(count)") }
    text.raw(",\"operation\":")
    text.string(operation)
    text.raw(",\"accuracyMetres\":")
    text.number(accuracyMetres)
    text.raw(",\"ignoredProperties\":[")
    for (index, name) in ignoredProperties.enumerated() {
      if index > 0 { text.raw(",") }
      text.string(name)
    }
    text.raw("],\"rules\":[")
    for (index, entry) in countsByRule.enumerated() {
      if index > 0 { text.raw(",") }
      text.raw("{\"severity\":\"\(entry.severity.rawValue)\",\"rule\":")
      text.string(entry.rule)
      text.raw(",\"count\":\(entry.count)}")
    }
    text.raw("],\"problems\":[")
    for (index, problem) in problems.enumerated() {
      if index > 0 { text.raw(",") }
      problem.append(to: &text)
    }
    text.raw("]}")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension Problem {
  fileprivate func append(to text: inout JSONText) {
    text.raw("{\"severity\":\"\(severity.rawValue)\",\"rule\":")
    text.string(rule)
    text.raw(",\"record\":\(record),\"line\":\(position.line),\"column\":\(position.column)")
    text.raw(",\"id\":")
    text.value(featureID.map(PropertyValue.text) ?? .null)
    text.raw(",\"message\":")
    text.string(message)
    text.raw(",\"hint\":")
    text.value(hint.map(PropertyValue.text) ?? .null)
    text.raw("}")
  }

  /// The problem as one line for people: `file:line:column: rejected: message (hint)`.
  package func line(file: String) -> String {
    let name = featureID.map { " id \($0):" } ?? ""
    let way = hint.map { " (\($0))" } ?? ""
    return "\(file):\(position): \(severity.rawValue): record \(record):\(name) \(message)\(way)"
  }
}
