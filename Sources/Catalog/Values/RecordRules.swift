public import SimpleFeatures

/// The rules of a layer that a record breaks or keeps by its values alone.
///
/// ```swift
/// let rules = RecordRules(layer)
/// rules.breaches(of: values).map(\.rule)  // ["bed-below-top"]
/// ```
public struct RecordRules {
  /// A rule that a record breaks.
  public struct Diagnostic: Equatable, Sendable {
    /// The id of the rule or relation; `permanent-code` for a code that is not of its scheme.
    public var rule: String
    /// What it does to the record.
    public var severity: LayerRule.Severity
    /// What is wrong with the record.
    public var message: LocalisedText
  }

  private struct Test {
    var breach: Diagnostic
    var breaks: ([PropertyValue]) -> Bool
  }

  private let tests: [Test]

  /// The rules of `layer` that need neither shapes nor other features.
  public init(_ layer: LayerDefinition) {
    func place(_ field: String) -> Int? { layer.fields.firstIndex { $0.name == field } }
    var tests: [Test] = []
    for relation in layer.relations where relation.isRequired {
      guard let field = place(relation.field) else { continue }
      let message = LocalisedText(
        zh: "\(relation.title.zh)：缺少 \(relation.field)",
        en: "\(relation.title.en): \(relation.field) is missing")
      let breach = Diagnostic(rule: relation.id, severity: relation.severity, message: message)
      tests.append(Test(breach: breach) { $0[field].isNull || $0[field] == .text("") })
    }
    for rule in layer.rules {
      let breach = Diagnostic(rule: rule.id, severity: rule.severity, message: rule.message)
      switch rule.check {
      case .range(let name, let minimum, let maximum):
        guard let field = place(name) else { continue }
        tests.append(
          Test(breach: breach) { values in
            guard let number = values[field].number else { return false }
            return number < minimum ?? -.infinity || number > maximum ?? .infinity
          })
      case .compare(let comparison):
        guard let field = place(comparison.field), let other = place(comparison.other) else {
          continue
        }
        tests.append(
          Test(breach: breach) { !comparison.holds($0[field], $0[other]) })
      case .unique, .endsAt, .within, .noOverlap, .noSelfCrossing, .minimumLength, .minimumArea:
        continue
      }
    }
    if let code = layer.key.code, let field = place(code.field) {
      let matcher = CodeMatcher(code, layer: layer.id)
      let message = LocalisedText(
        zh: "永久编码不符合方案 \(code.scheme)",
        en: "the permanent code does not follow the scheme \(code.scheme)")
      let breach = Diagnostic(rule: "permanent-code", severity: .warning, message: message)
      tests.append(
        Test(breach: breach) { values in
          guard case .text(let text) = values[field], !text.isEmpty else { return false }
          return !matcher.matches(text)
        })
    }
    self.tests = tests
  }

  /// What is wrong with a record: one value for each field of the layer, in the layer's order.
  public func breaches(of values: [PropertyValue]) -> [Diagnostic] {
    tests.filter { $0.breaks(values) }.map(\.breach)
  }
}

extension Comparison {
  /// Whether two values stand as they must; a missing one stands as it likes.
  fileprivate func holds(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
    if let a = a.number, let b = b.number { return relation.holds(a, b * times + plus) }
    if case .text(let a) = a, case .text(let b) = b { return relation.holds(a, b) }
    return true
  }
}

extension PropertyValue {
  /// The value as a double; `nil` for what is no number.
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .boolean, .text, .json: nil
    }
  }
}
