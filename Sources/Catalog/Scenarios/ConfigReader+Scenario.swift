package import SimpleFeatures

extension KeySet {
  static let scenario = KeySet(
    owner: "the scenario", required: ["id", "title"], optional: ["description", "base", "edits"])
  static let edit = KeySet(
    owner: "the edit", required: ["layer", "id"], optional: ["set", "add", "remove", "geometry"])
}

extension ConfigReader {
  /// The scenario that `tree` tells, whose id must be `expectedID`; `nil` if there is any fault.
  mutating func scenario(_ tree: YAMLTree, expectedID: String, text: String) -> Scenario? {
    let (own, parts) = parts(of: tree)
    guard let entries = entries(of: own, keys: .scenario) else { return nil }
    if entries["edits"] == nil, parts.isEmpty {
      note(
        tree.position, "`edits` is missing in the scenario",
        hint: "say what is other than in the city, or what a model computes, as in flood: {…}")
    }
    let id = fileID(entries["id"], expected: expectedID, of: "scenario")
    let title = localised(entries["title"], "title")
    let description = localised(entries["description"], "description")
    let base = integer(entries["base"], "base", in: 1...Int.max)
    let edits = edits(entries["edits"])
    guard let id, let title, diagnostics.isEmpty else { return nil }
    return Scenario(
      id: id, title: title, description: description, base: base, edits: edits, parts: parts,
      file: file,
      fingerprint: Fingerprint.text(of: text.utf8))
  }

  /// A scenario's own keys, and those of models: mappings under a name that no key of its own
  /// resembles.
  private func parts(of tree: YAMLTree) -> (own: YAMLTree, parts: [Scenario.Part]) {
    guard case .mapping(let pairs) = tree.content else { return (tree, []) }
    let known = KeySet.scenario.all
    let others = pairs.filter { pair in
      guard case .mapping = pair.value.content, NameRules.isLayerID(pair.key) else { return false }
      return !known.contains(pair.key) && suggestion(for: pair.key, among: known) == nil
    }
    let names = Set(others.map(\.key))
    let own = YAMLTree(
      position: tree.position, content: .mapping(pairs.filter { !names.contains($0.key) }))
    return (
      own,
      others.map {
        Scenario.Part(name: $0.key, position: $0.keyPosition, tree: $0.value)
      }
    )
  }

  /// The id of a file of `Models/`, which must be the file's name.
  package mutating func fileID(_ tree: YAMLTree?, expected: String, of kind: String) -> String? {
    guard let id = text(tree, "id"), let tree else { return nil }
    if id != expected {
      note(
        tree.position,
        "the id `\(shown(id))` differs from the file's name `\(shown(expected)).yml`",
        hint: "rename one of them")
    } else if !NameRules.isLayerID(id) {
      note(
        tree.position, "`\(shown(id))` is not a \(kind) id",
        hint: "lower-case letters and digits, words joined by `-`, a letter first")
    }
    return id
  }

  mutating func edits(_ tree: YAMLTree?) -> [Scenario.Edit] {
    var known: [ExactText: TextPosition] = [:]
    var edits: [Scenario.Edit] = []
    for item in items(tree, "edits") {
      guard let edit = edit(item) else { continue }
      let name = ExactText("\(edit.layer)/\(edit.id)")
      if let first = known.updateValue(edit.position, forKey: name) {
        note(
          edit.position,
          "feature `\(shown(edit.id))` of layer `\(shown(edit.layer))` is edited twice",
          hint: "the first edit is in line \(first.line): make them one")
      }
      edits.append(edit)
    }
    return edits
  }

  private mutating func edit(_ tree: YAMLTree) -> Scenario.Edit? {
    guard let entries = entries(of: tree, keys: .edit) else { return nil }
    let layer = text(entries["layer"], "layer")
    let id = text(entries["id"], "id")
    let actions = Scenario.Action.allCases.filter { entries[$0.rawValue] != nil }
    // A new shape alone is a change too.
    let implied: Scenario.Action? = entries["geometry"] == nil ? nil : .set
    guard let action = actions.first ?? implied, actions.count <= 1 else {
      note(
        tree.position, "an edit says one of `set`, `add` and `remove`",
        hint: "write set: {field: value}, add: {field: value} or remove: true")
      return nil
    }
    let geometry = geometry(entries["geometry"])
    var values: [Scenario.Assignment] = []
    switch action {
    case .set, .add: values = assignments(entries[action.rawValue], action.rawValue)
    case .remove:
      let isMeant = boolean(entries["remove"], "remove")
      if isMeant == false, let place = entries["remove"]?.position {
        note(place, "`remove: false` does nothing", hint: "leave the edit out")
      }
      if let place = entries["geometry"]?.position {
        note(place, "a feature that is removed has no geometry", hint: "remove the line")
      }
    }
    if action == .add && entries["geometry"] == nil {
      note(
        tree.position, "a new feature needs a `geometry`",
        hint: "write it as text: geometry: \"POINT (114.3 30.6)\"")
    }
    guard let layer, let id else { return nil }
    return Scenario.Edit(
      layer: layer, id: id, action: action, values: values, geometry: geometry,
      position: tree.position)
  }

  private mutating func assignments(_ tree: YAMLTree?, _ key: String) -> [Scenario.Assignment] {
    guard let tree else { return [] }
    guard case .mapping(let pairs) = tree.content else {
      note(
        tree.position, "`\(key)` must be a mapping of fields to values, not \(tree.kind)",
        hint: "write \(key): {field: value}")
      return []
    }
    return pairs.compactMap { pair in
      switch pair.value.content {
      case .nothing:
        return Scenario.Assignment(
          field: pair.key, value: .null, position: pair.value.position)
      case .scalar(let text, let isPlain):
        return Scenario.Assignment(
          field: pair.key, value: isPlain && text == "null" ? .null : .text(text),
          position: pair.value.position)
      case .list, .mapping:
        note(pair.value.position, "a field's value is text or a number, not \(pair.value.kind)")
        return nil
      }
    }
  }

  package mutating func geometry(_ tree: YAMLTree?) -> Geometry? {
    guard let text = text(tree, "geometry"), let tree else { return nil }
    do throws(FormatError) {
      return try WKT.decode(text)
    } catch {
      note(
        tree.position, "the geometry cannot be read: \(error.message)",
        hint: "write well-known text in longitude and latitude: \"LINESTRING (114.3 30.6, …)\"")
      return nil
    }
  }
}
