import Catalog

/// Rules about fields, relations and keys: conditions of SQL over the rows of the commit.
extension RuleChecker {
  /// A tally and the condition, over the row `t`, under which a row counts.
  private typealias Condition = (tally: Int, sql: String)

  mutating func checkFields() throws {
    var conditions: [Condition] = []
    if !definition.key.fields.isEmpty {
      let message = LocalisedText(
        zh: "唯一键重复：\(definition.key.fields.joined(separator: "、"))",
        en: "another feature has the same \(definition.key.fields.joined(separator: ", "))")
      let tally = open("key", message, .reject)
      conditions.append((tally, sharedCondition(definition.key.fields)))
    }
    for relation in definition.relations { conditions += relationConditions(relation) }
    for rule in definition.rules {
      guard let sql = condition(of: rule.check) else { continue }
      conditions.append((open(rule), sql))
    }
    guard !conditions.isEmpty else { return }
    let sums = conditions.map { "(\($0.sql)) IS TRUE" }
    let rows = try RowStatement(
      database,
      """
      SELECT t.id, \(sums.joined(separator: ", ")) FROM \(table.quotedName) t
      WHERE t.commit_seq >= ? AND (\(sums.joined(separator: " OR ")))
      """, isOneOfFew: false)
    rows.bind(1, since)
    while try rows.step() {
      for (column, condition) in conditions.enumerated() where rows.int64(column + 1) != 0 {
        count(rows.text(0), in: condition.tally)
      }
    }
  }

  /// The condition for a check that needs no shape; null where a field has no value.
  private func condition(of check: LayerRule.Check) -> String? {
    switch check {
    case .range(let field, let minimum, let maximum):
      let bounds =
        [minimum.map { "t.\"\(field)\" < \($0)" }, maximum.map { "t.\"\(field)\" > \($0)" }]
      return bounds.compactMap { $0 }.joined(separator: " OR ")
    case .compare(let comparison):
      let isScaled = comparison.times != 1 || comparison.plus != 0
      let scale = isScaled ? " * \(comparison.times) + \(comparison.plus)" : ""
      return "NOT (t.\"\(comparison.field)\" \(comparison.relation.rawValue) "
        + "t.\"\(comparison.other)\"\(scale))"
    case .unique(let fields): return sharedCondition(fields)
    case .endsAt, .within, .noOverlap, .noSelfCrossing, .minimumLength, .minimumArea: return nil
    }
  }

  /// True where another row has the same values; rows that lack one are not compared.
  private func sharedCondition(_ fields: [String]) -> String {
    let columns = fields.map { "\"\($0)\"" }
    let filled = columns.map { "\($0) IS NOT NULL AND \($0) <> ''" }.joined(separator: " AND ")
    let mine = columns.map { "t.\($0)" }.joined(separator: ", ")
    let list = columns.joined(separator: ", ")
    return """
      (\(mine)) IN (SELECT \(list) FROM \(table.quotedName) WHERE \(filled)
        GROUP BY \(list) HAVING count(*) > 1)
      """
  }

  // MARK: Relations

  private mutating func relationConditions(_ relation: LayerRelation) -> [Condition] {
    var conditions: [Condition] = []
    let column = "t.\"\(relation.field)\""
    let isEmpty = "(\(column) IS NULL OR \(column) = '')"
    if relation.isRequired {
      let message = LocalisedText(
        zh: "\(relation.title.zh)：缺少 \(relation.field)",
        en: "\(relation.title.en): \(relation.field) is missing")
      conditions.append((open(relation.id, message, .reject), isEmpty))
    }
    let targets = present(relation.layers, for: relation.id, holding: relation.target)
    if !targets.isEmpty {
      let isWhole = targets.count == relation.layers.count
      let names = targets.map(\.id).joined(separator: ", ")
      let message = LocalisedText(
        zh: "\(relation.title.zh)：所指对象不在 \(names) 中",
        en: "\(relation.title.en): \(relation.field) names no feature of \(names)")
      let tally = open(relation.id, message, isWhole ? relation.severity : .warning)
      let absent = targets.map { "\(column) NOT IN \(Self.names(of: relation, in: $0))" }
      conditions.append((tally, "NOT \(isEmpty) AND " + absent.joined(separator: " AND ")))
    }
    if relation.cardinality == .oneToOne {
      let message = LocalisedText(
        zh: "\(relation.title.zh)：多个要素指向同一对象",
        en: "\(relation.title.en): another feature names the same one")
      conditions.append(
        (open(relation.id, message, relation.severity), sharedCondition([relation.field])))
    }
    return conditions
  }

  /// The query for what features of `target` are called by `relation`.
  static func names(of relation: LayerRelation, in target: LayerDefinition) -> String {
    let column = relation.target ?? "id"
    return """
      (SELECT "\(column)" FROM \(LayerTable(target).quotedName) WHERE "\(column)" IS NOT NULL)
      """
  }

  /// Features, of this layer and others, that named what this commit has removed or renamed.
  mutating func checkReferrers() throws {
    for layer in layers.values.sorted(by: { $0.id < $1.id }) {
      for relation in layer.relations where relation.layers.contains(definition.id) {
        guard let gone = try goneNames(of: relation) else { continue }
        let left = relation.layers.compactMap { layers[$0] }
          .filter { $0.holds(relation.target) }
          .map { "t.\"\(relation.field)\" NOT IN \(Self.names(of: relation, in: $0))" }
        let message = LocalisedText(
          zh: "\(relation.title.zh)：所指的 \(definition.id) 对象已被删除或改名",
          en: "\(relation.title.en): what it names was removed from \(definition.id) or renamed")
        let own = layer.id == definition.id ? places : LayerPlaces(layer)
        let tally = open(
          relation.id, message, relation.severity, layer: layer.id,
          place: own.text(own.position(of: relation.id)))
        // Rows that this commit wrote itself are counted already.
        let isOld = layer.id == definition.id ? " AND t.commit_seq < \(since)" : ""
        let rows = try RowStatement(
          database,
          """
          SELECT t.id FROM \(LayerTable(layer).quotedName) t
          WHERE t."\(relation.field)" IN (\(gone)) AND \(left.joined(separator: " AND "))\(isOld)
          """, isOneOfFew: false)
        while try rows.step() { count(rows.text(0), in: tally) }
      }
    }
  }

  /// The query for names that features of this layer had before the commit; `nil` where it removed
  /// and replaced nothing that could be named.
  private func goneNames(of relation: LayerRelation) throws -> String? {
    guard try table.past.exists(database) else { return nil }
    let column = relation.target ?? "id"
    guard definition.field(named: column) != nil || column == "id" else { return nil }
    let query = "SELECT \"\(column)\" FROM \(table.past.quotedName) WHERE yutu_ended = \(commit)"
    let isAny = try RowStatement(database, "SELECT EXISTS (\(query))", isOneOfFew: false)
    return try isAny.step() && isAny.int64(0) == 1 ? query : nil
  }

  // MARK: Permanent codes

  /// Permanent codes that do not follow the layer's scheme.
  mutating func checkCodes() throws {
    guard let code = definition.key.code else { return }
    let matcher = CodeMatcher(code, layer: definition.id)
    let shared = open(
      "permanent-code",
      LocalisedText(zh: "永久编码重复", en: "another feature has the same permanent code"), .reject,
      place: places.text(places.position(ofKey: "key")))
    let strange = open(
      "permanent-code",
      LocalisedText(
        zh: "永久编码不符合方案 \(code.scheme)",
        en: "the permanent code does not follow the scheme \(code.scheme)"), .warning,
      place: places.text(places.position(ofKey: "key")))
    let filled = "t.\"\(code.field)\" IS NOT NULL AND t.\"\(code.field)\" <> ''"
    let rows = try RowStatement(
      database,
      """
      SELECT t.id, t."\(code.field)", t.commit_seq >= ? FROM \(table.quotedName) t WHERE \(filled)
      """, isOneOfFew: false)
    rows.bind(1, since)
    // Sorting all codes costs more than everything else here: only where two may be equal.
    var hashes: Set<Int> = []
    var mayShare = false
    while try rows.step() {
      let text = rows.text(1)
      if !mayShare {
        mayShare = hashes.count >= Self.keptHashes || !hashes.insert(text.hashValue).inserted
      }
      if rows.int64(2) != 0 && !matcher.matches(text) { count(rows.text(0), in: strange) }
    }
    guard mayShare else { return }
    let equal = try RowStatement(
      database,
      """
      SELECT t.id FROM \(table.quotedName) t
      WHERE t.commit_seq >= ? AND \(filled) AND \(sharedCondition([code.field]))
      """, isOneOfFew: false)
    equal.bind(1, since)
    while try equal.step() { count(equal.text(0), in: shared) }
  }

  /// How many hashes of codes are held at most; 16 bytes each.
  private static let keptHashes = 2_000_000
}
