package import Catalog
package import GRDB

/// Looks for features of one commit that break the relations and rules of their layer, and for
/// features of other layers that lose what they name.
///
/// It runs inside the commit's transaction, after the rows and the index are written:
///
/// ```swift
/// let report = try RuleChecker.check(
///   definition, commit: number, among: definitionsInCity, in: database)
/// try report.refuse()
/// ```
///
/// - Complexity: One pass over the layer's rows for everything that concerns fields, one for
///   everything that concerns shapes; each is left out where no rule asks for it.
package struct RuleChecker {
  let database: Database
  let definition: LayerDefinition
  /// The layers that the city holds, the definition's own as it is now.
  let layers: [String: LayerDefinition]
  let commit: Int64
  /// Rows that this commit or a later one wrote are checked: ``commit``'s own, or all with 0.
  let since: Int64
  let table: LayerTable
  let places: LayerPlaces
  var tallies: [RuleDiagnostic] = []
  var notes: [String] = []

  init(
    _ definition: LayerDefinition, commit: Int, since: Int? = nil, among others: [LayerDefinition],
    in database: Database
  ) {
    self.database = database
    self.definition = definition
    self.commit = Int64(commit)
    self.since = Int64(since ?? commit)
    table = LayerTable(definition)
    places = LayerPlaces(definition)
    var layers = Dictionary(others.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    layers[definition.id] = definition
    self.layers = layers
  }

  /// What the rules say about the rows that `commit` wrote and removed.
  ///
  /// Where the layer's file has changed, every row is looked at; where the layer is new, so is
  /// every row of the layers that name it.
  ///
  /// - Parameter before: The layer as it was before the commit; `nil` for a new one.
  /// - Parameter others: The layers that the city holds.
  package static func check(
    _ definition: LayerDefinition, before: LayerDefinition?, commit: Int,
    among others: [LayerDefinition], in database: Database
  ) throws -> RuleReport {
    let isSame = before?.text == definition.text
    var checker = RuleChecker(
      definition, commit: commit, since: isSame ? nil : 0, among: others, in: database)
    try checker.run()
    var report = checker.report
    guard before == nil else { return report }
    for other in others where other.id != definition.id && other.names(definition.id) {
      var checker = RuleChecker(other, commit: commit, since: 0, among: others, in: database)
      try checker.run()
      report.breaches += checker.report.breaches.map { breach in
        var breach = breach
        // The features were there before this commit, which is not to blame.
        breach.severity = .warning
        return breach
      }
    }
    return report
  }

  /// The breaches so far.
  var report: RuleReport {
    var report = RuleReport()
    report.breaches = tallies.filter { $0.count > 0 }
    report.notes = notes
    return report
  }

  mutating func run() throws {
    try checkFields()
    try checkCodes()
    try checkShapes()
    try checkOverlaps()
    try checkReferrers()
  }

  // MARK: Tallies

  /// Opens the tally of a rule and answers its number.
  mutating func open(_ rule: LayerRule, severity: LayerRule.Severity? = nil) -> Int {
    open(rule.id, rule.message, severity ?? rule.severity)
  }

  mutating func open(
    _ id: String, _ message: LocalisedText, _ severity: LayerRule.Severity,
    layer: String? = nil, place: String? = nil
  ) -> Int {
    tallies.append(
      RuleDiagnostic(
        rule: id, layer: layer ?? definition.id, severity: severity, message: message,
        place: place ?? places.text(places.position(of: id))))
    return tallies.count - 1
  }

  mutating func count(_ feature: String, in tally: Int) {
    tallies[tally].count += 1
    if tallies[tally].examples.count < RuleDiagnostic.keptExamples {
      tallies[tally].examples.append(feature)
    }
  }

  /// Those of `ids` that the city holds, with the field that is needed of them; notes the others,
  /// once for each rule.
  mutating func present(
    _ ids: [String], for rule: String, holding field: String? = nil
  ) -> [LayerDefinition] {
    let found = ids.compactMap { layers[$0] }.filter { $0.holds(field) }
    let missing = ids.filter { id in !found.contains { $0.id == id } }
      .map { id in layers[id] == nil ? id : "\(id) with the field \(field ?? "id")" }
    if !missing.isEmpty {
      let place = places.text(places.position(of: rule))
      let names = missing.joined(separator: ", ")
      let effect =
        found.isEmpty ? "it was not tested" : "what they may hold counts as a warning only"
      notes.append("\(place): \(definition.id)/\(rule): the city has no \(names) yet: \(effect)")
    }
    return found
  }
}

extension LayerDefinition {
  /// Whether the layer, as the city knows it, has a column `field`; `nil` is the id.
  func holds(_ field: String?) -> Bool {
    field.map { $0 == "id" || self.field(named: $0) != nil } ?? true
  }

  /// Whether a relation or rule of this layer is about the layer `id`.
  fileprivate func names(_ id: String) -> Bool {
    if relations.contains(where: { $0.layers.contains(id) }) { return true }
    return rules.contains { rule in
      switch rule.check {
      case .endsAt(let layers, _): layers.contains(id)
      case .within(let layers): layers.contains(id)
      default: false
      }
    }
  }
}
