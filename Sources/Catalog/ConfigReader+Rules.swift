import SimpleFeatures

extension ConfigReader {
  /// The rules; whether the layers that they name are there, only the whole folder can say.
  mutating func rules(
    _ tree: YAMLTree?, fields: [ReadField], geometry: GeometryType?,
    ids: inout [String: TextPosition]
  ) -> [LayerRule] {
    let items = items(tree, "rules")
    noteCount(items, "rules", at: tree)
    return items.compactMap { rule($0, fields: fields, geometry: geometry, ids: &ids) }
  }

  private mutating func rule(
    _ item: YAMLTree, fields: [ReadField], geometry: GeometryType?,
    ids: inout [String: TextPosition]
  ) -> LayerRule? {
    let kind = word(of: "check", in: item).flatMap { LayerRule.Kind(rawValue: $0) }
    var keys = KeySet.rule(kind)
    if let id = word(of: "id", in: item) { keys.owner = "the rule `\(shown(id))`" }
    guard let entries = entries(of: item, keys: keys) else { return nil }
    let id = ruleID(entries["id"], taken: &ids)
    _ = choice(entries["check"], "check", LayerRule.Kind.self)
    let severity = choice(entries["severity"], "severity", LayerRule.Severity.self)
    let message = localised(entries["message"], "message")
    guard let kind else { return nil }
    if let needed = kind.geometry, let geometry, needed != geometry,
      let place = entries["check"]?.position
    {
      note(
        place,
        "`\(kind.rawValue)` is for \(needed.rawValue)s, but the layer's geometry is "
          + "`\(geometry.rawValue)`")
    }
    let check = check(kind, entries, fields)
    guard let id, let severity, let message, let check else { return nil }
    return LayerRule(id: id, check: check, severity: severity, message: message)
  }

  private mutating func check(
    _ kind: LayerRule.Kind, _ entries: Entries, _ fields: [ReadField]
  ) -> LayerRule.Check? {
    switch kind {
    case .range: return range(entries, fields)
    case .compare: return comparison(entries, fields).map { .compare($0) }
    case .unique: return .unique(fields: fieldList(entries["fields"], "fields", fields))
    case .endsAt:
      let layers = layerList(entries["layer"])
      return number(entries["metres"], "metres", in: LayerLimits.metres)
        .map { .endsAt(layers: layers, metres: $0) }
    case .within: return .within(layers: layerList(entries["layer"]))
    case .noOverlap:
      let among = fieldReference(entries["among"], "among", fields)?.name
      let shared = number(
        entries["square_metres"], "square_metres", in: LayerLimits.squareMetres)
      return .noOverlap(
        among: among, squareMetres: shared ?? LayerDefaults.overlapSquareMetres)
    case .noSelfCrossing: return .noSelfCrossing
    case .minimumLength:
      return number(entries["metres"], "metres", in: LayerLimits.metres)
        .map { .minimumLength(metres: $0) }
    case .minimumArea:
      return number(entries["square_metres"], "square_metres", in: LayerLimits.squareMetres)
        .map { .minimumArea(squareMetres: $0) }
    }
  }

  private mutating func range(_ entries: Entries, _ fields: [ReadField]) -> LayerRule.Check? {
    let field = fieldReference(entries["field"], "field", fields)
    if let field, field.type?.isNumber == false, let place = entries["field"]?.position {
      note(place, "`range` is for numbers, but the field `\(field.name)` is none")
    }
    let minimum = number(entries["minimum"], "minimum")
    let maximum = number(entries["maximum"], "maximum")
    if entries["minimum"] == nil && entries["maximum"] == nil {
      note(entries.position, "`range` needs `minimum` or `maximum`")
    }
    if let minimum, let maximum, minimum > maximum, let place = entries["minimum"]?.position {
      note(place, "`minimum` is greater than `maximum`")
    }
    return field.map { .range(field: $0.name, minimum: minimum, maximum: maximum) }
  }

  private mutating func comparison(_ entries: Entries, _ fields: [ReadField]) -> Comparison? {
    let field = fieldReference(entries["field"], "field", fields)
    let relation = choice(entries["relation"], "relation", Comparison.Relation.self)
    let other = fieldReference(entries["other"], "other", fields)
    let times = number(entries["times"], "times")
    let plus = number(entries["plus"], "plus")
    if let a = field?.type, let b = other?.type, let place = entries["other"]?.position {
      if a != b && !(a.isNumber && b.isNumber) || a == .boolean {
        note(place, "a field of type `\(a.rawValue)` cannot be compared to one of `\(b.rawValue)`")
      } else if !a.isNumber, let key = ["times", "plus"].first(where: { entries[$0] != nil }) {
        note(entries[key]?.position ?? place, "`\(key)` goes with numbers")
      }
    }
    guard let field, let relation, let other else { return nil }
    if field.type?.isNumber == true, other.type?.isNumber == true,
      let a = field.field?.datum, let b = other.field?.datum, a != b,
      let place = entries["other"]?.position
    {
      note(
        place, "the heights of `\(field.name)` and `\(other.name)` count from different datums",
        hint: "\(a.rawValue) and \(b.rawValue) cannot be compared")
    }
    return Comparison(
      field: field.name, relation: relation, other: other.name, times: times ?? 1, plus: plus ?? 0)
  }
}

extension FieldType {
  /// Whether its values are numbers.
  var isNumber: Bool { self == .integer || self == .real }
}
