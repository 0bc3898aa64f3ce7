public import SimpleFeatures

/// The findings of one mistake: of one rule, in one stage of a programme.
public struct FindingGroup: Sendable, Equatable {
  /// The worst of them.
  public let worst: SafetyDiagnostic
  /// The others, in the order in which they were found.
  public let others: [SafetyDiagnostic]

  /// All links of it, as places in the states, in order.
  public var links: [Int] { Set((others + [worst]).flatMap(\.links)).sorted() }

  /// What is wrong, in words: the worst of it, and at which other links.
  public var message: String {
    let more = links.filter { !worst.links.contains($0) }
    guard !more.isEmpty else { return worst.message }
    let some = more.prefix(12).map(String.init).joined(separator: " ")
    return worst.message + "; also at \(more.count == 1 ? "link" : "links") \(some)"
      + (more.count > 12 ? " …" : "")
  }

  /// The group as JSON, for machines: the worst finding, the links of all, and the others.
  public var json: JSONValue {
    guard case .object(let members) = worst.json else { return worst.json }
    return .object(
      members.map { $0.0 == "message" ? ($0.0, .string(message)) : $0 } + [
        ("all_links", .array(links.map { .integer($0) })),
        ("others", .array(others.map(\.json))),
      ])
  }

  /// Findings by mistake, in the order in which the first of each was found.
  public static func groups(of findings: [SafetyDiagnostic]) -> [FindingGroup] {
    struct Key: Hashable {
      var rule: SafetyDiagnostic.Rule
      var severity: SafetyDiagnostic.Severity
      var signal: String
      var program: String
      var stage: Int?
      var timeSeconds: Double?
    }
    var order: [Key] = []
    var members: [Key: [SafetyDiagnostic]] = [:]
    for finding in findings {
      let key = Key(
        rule: finding.rule, severity: finding.severity, signal: finding.signal,
        program: finding.program, stage: finding.stage, timeSeconds: finding.timeSeconds)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(finding)
    }
    return order.map { key in
      var others = members[key]!
      // The first of those that lack most.
      let worst = others.indices.max {
        (others[$0].lack, $1) < (others[$1].lack, $0)
      }!
      return FindingGroup(worst: others.remove(at: worst), others: others)
    }
  }

  private init(worst: SafetyDiagnostic, others: [SafetyDiagnostic]) {
    self.worst = worst
    self.others = others
  }
}

extension SafetyDiagnostic {
  /// How far what is there is from what is asked for, in seconds.
  fileprivate var lack: Double {
    guard let askedSeconds, let foundSeconds else { return 0 }
    return abs(askedSeconds - foundSeconds)
  }
}
