import SimpleFeatures

extension ConfigReader {
  /// What makes objects unique, and the scheme of their permanent codes.
  mutating func layerKey(_ tree: YAMLTree?, fields: [ReadField], layer: String) -> LayerKey? {
    guard let tree, let entries = entries(of: tree, keys: .key) else { return nil }
    let names = fieldList(entries["fields"], "fields", fields)
    var code: PermanentCode?
    if let tree = entries["code"] { code = permanentCode(tree, fields: fields, layer: layer) }
    return LayerKey(fields: names, code: code)
  }

  private mutating func permanentCode(
    _ tree: YAMLTree, fields: [ReadField], layer: String
  ) -> PermanentCode? {
    guard let entries = entries(of: tree, keys: .permanentCode) else { return nil }
    let field = fieldReference(entries["field"], "field", fields)
    if let field, let type = field.type, type != .text, let place = entries["field"]?.position {
      note(place, "a permanent code is text, but the field `\(field.name)` is \(type.rawValue)")
    }
    let scheme = text(entries["scheme"], "scheme") ?? PermanentCode.neutralScheme
    let pattern = text(entries["pattern"], "pattern")
    if let pattern, let place = entries["pattern"]?.position {
      if pattern.count > LayerLimits.patternLength || (try? Regex(pattern)) == nil {
        note(
          place, "`pattern` is not a regular expression",
          hint: "as in \"[0-9]{12}\", in quotes, at most \(LayerLimits.patternLength) characters")
      } else if pattern.contains(/\)[*+{]/) {
        note(
          place, "`pattern` repeats a group, which can take for ever to match",
          hint: "repeat single characters or sets only, as in \"[0-9A-Z]{1,12}\"")
      }
    } else if scheme != PermanentCode.neutralScheme, let place = entries["scheme"]?.position {
      note(
        place, "the scheme `\(shown(scheme))` has no `pattern`",
        hint: "give the regular expression that its codes match; only "
          + "`\(PermanentCode.neutralScheme)` is known here")
    }
    guard let field else { return nil }
    return PermanentCode(
      field: field.name, scheme: scheme,
      pattern: pattern ?? PermanentCode.neutralPattern(layer: layer))
  }

  /// Names of fields of this layer, at least one, none twice.
  mutating func fieldList(_ tree: YAMLTree?, _ key: String, _ fields: [ReadField]) -> [String] {
    guard let tree else { return [] }
    var names: [String] = []
    for item in items(tree, key) {
      guard let name = fieldReference(item, key, fields)?.name else { continue }
      if names.contains(name) {
        note(item.position, "`\(name)` stands twice in `\(key)`", hint: "keep one of them")
      } else {
        names.append(name)
      }
    }
    if case .list(let items) = tree.content, items.isEmpty {
      note(tree.position, "`\(key)` is empty", hint: "name fields, or remove the line")
    }
    return names
  }

  // MARK: Relations

  /// The relations; whether their layers are there, only the whole folder can say.
  mutating func relations(
    _ tree: YAMLTree?, fields: [ReadField], ids: inout [String: TextPosition]
  ) -> [LayerRelation] {
    let items = items(tree, "relations")
    noteCount(items, "relations", at: tree)
    return items.compactMap { relation($0, fields: fields, ids: &ids) }
  }

  private mutating func relation(
    _ item: YAMLTree, fields: [ReadField], ids: inout [String: TextPosition]
  ) -> LayerRelation? {
    var keys = KeySet.relation
    if let id = word(of: "id", in: item) { keys.owner = "the relation `\(shown(id))`" }
    guard let entries = entries(of: item, keys: keys) else { return nil }
    let id = ruleID(entries["id"], taken: &ids)
    let title = localised(entries["title"], "title")
    let field = fieldReference(entries["field"], "field", fields)
    if let field, let type = field.type, type != .text, type != .integer,
      let place = entries["field"]?.position
    {
      note(
        place, "the field `\(field.name)` is \(type.rawValue), which names no feature",
        hint: "references are text or whole numbers")
    }
    let layers = layerList(entries["layer"])
    let target = text(entries["target"], "target")
    let isRequired = boolean(entries["required"], "required")
    let cardinality = choice(
      entries["cardinality"], "cardinality", LayerRelation.Cardinality.self)
    guard let id, let title, let field else { return nil }
    return LayerRelation(
      id: id, title: title, field: field.name, layers: layers, target: target,
      isRequired: isRequired ?? false, cardinality: cardinality ?? LayerDefaults.cardinality)
  }

  /// One layer id, or a list of them.
  mutating func layerList(_ tree: YAMLTree?) -> [String] {
    guard let tree else { return [] }
    guard case .list(let items) = tree.content else {
      return text(tree, "layer").map { [$0] } ?? []
    }
    if items.isEmpty { note(tree.position, "`layer` is empty", hint: "name a layer") }
    return names(tree, "layer")
  }

  /// The id of a relation or rule; none stands twice in a layer.
  mutating func ruleID(_ tree: YAMLTree?, taken: inout [String: TextPosition]) -> String? {
    guard let id = text(tree, "id"), let tree else { return nil }
    guard NameRules.isLayerID(id) else {
      note(
        tree.position, "`\(shown(id))` is not an id of a relation or rule",
        hint: "lower-case letters and digits, words joined by `-`, a letter first")
      return nil
    }
    if let first = taken[id] {
      note(
        tree.position, "the id `\(id)` stands twice; the first is at \(first)",
        hint: "rename one of them")
    } else {
      taken[id] = tree.position
    }
    return id
  }

  mutating func noteCount(_ items: [YAMLTree], _ key: String, at tree: YAMLTree?) {
    guard items.count > LayerLimits.ruleCount, let tree else { return }
    note(tree.position, "a layer has at most \(LayerLimits.ruleCount) \(key)")
  }
}
