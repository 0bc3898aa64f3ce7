import SimpleFeatures

/// Which objects of OpenStreetMap belong into a layer, and what their tags say of its fields.
///
/// Fields are filled by their aliases, as from any file; `set` says what no tag says by itself.
public struct OpenStreetMapRule: Equatable, Sendable {
  /// What an area becomes in a layer of points or lines.
  public enum Areas: String, Sendable, CaseIterable {
    /// A point inside it.
    case point
    /// Its outline; only of a way.
    case line
  }

  /// Objects that have all of some tags.
  public struct Selection: Equatable, Sendable {
    /// Allowed values by key; empty for any value.
    public var tags: [String: [String]]
    /// Values by field, for fields that no alias fills; `{key}` stands for a tag's value.
    public var values: [String: String]
  }

  /// `nil` where a layer of points or lines takes no areas.
  public var areas: Areas?
  /// Tags that mean something else than the fields of that name.
  public var ignored: [String]
  /// An object belongs into the layer if one of these selects it; the first does.
  public var selections: [Selection]

  /// The first selection that takes an object with these tags; `nil` for none.
  package func selection(_ tags: (String) -> String?) -> Selection? {
    selections.first { selection in
      selection.tags.allSatisfy { key, allowed in
        guard let value = tags(key) else { return false }
        return allowed.isEmpty || allowed.contains(value)
      }
    }
  }

  /// All keys that select or fill.
  package var keys: Set<String> {
    var keys = Set(selections.flatMap(\.tags.keys))
    for template in selections.flatMap(\.values.values) {
      keys.formUnion(Self.parts(of: template).compactMap(\.key))
    }
    return keys
  }

  /// The text of a template of ``Selection/values``; empty where none of its tags has a value.
  package static func text(of template: String, _ tags: (String) -> String?) -> String {
    let parts = parts(of: template)
    let values = parts.map { $0.key.map { tags($0) ?? "" } ?? $0.text }
    let hasKeys = parts.contains { $0.key != nil }
    if hasKeys, !zip(parts, values).contains(where: { $0.key != nil && !$1.isEmpty }) { return "" }
    return values.joined().split(separator: " ").joined(separator: " ")
  }

  /// A template cut into words and keys.
  private static func parts(of template: String) -> [(text: String, key: String?)] {
    var parts: [(String, String?)] = []
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append((String(rest[..<open]), nil))
      parts.append(("", String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    return parts + [(String(rest), nil)]
  }
}

extension KeySet {
  static let openStreetMap = KeySet(
    owner: "`openstreetmap`", required: ["select"], optional: ["areas", "ignore"])
  static let selection = KeySet(owner: "the selection", required: ["tags"], optional: ["set"])
}

extension ConfigReader {
  /// Which objects of OpenStreetMap belong into the layer.
  mutating func openStreetMapRule(
    _ tree: YAMLTree?, fields: [ReadField]
  ) -> OpenStreetMapRule? {
    guard let tree, let entries = entries(of: tree, keys: .openStreetMap) else { return nil }
    let areas = choice(entries["areas"], "areas", OpenStreetMapRule.Areas.self)
    let ignored = names(entries["ignore"], "ignore")
    let selections = items(entries["select"], "select").compactMap { item in
      selection(item, fields)
    }
    if selections.isEmpty, let place = entries["select"]?.position {
      note(place, "`select` is empty", hint: "as in `- tags: {highway: [primary, secondary]}`")
    }
    return OpenStreetMapRule(areas: areas, ignored: ignored, selections: selections)
  }

  private mutating func selection(
    _ tree: YAMLTree, _ fields: [ReadField]
  ) -> OpenStreetMapRule.Selection? {
    guard let entries = entries(of: tree, keys: .selection) else { return nil }
    var selection = OpenStreetMapRule.Selection(tags: [:], values: [:])
    for entry in pairs(entries["tags"], "tags") {
      let values: [String]
      if case .list = entry.value.content {
        values = names(entry.value, entry.key)
      } else {
        values = text(entry.value, entry.key).map { [$0] } ?? []
      }
      selection.tags[entry.key] = values == ["*"] ? [] : values
    }
    if selection.tags.isEmpty { note(tree.position, "the selection has no tags") }
    for entry in pairs(entries["set"], "set") {
      if !fields.contains(where: { $0.name == entry.key }) {
        note(entry.keyPosition, "there is no field `\(shown(entry.key))`")
      }
      selection.values[entry.key] = text(entry.value, entry.key)
    }
    return selection
  }

  /// The entries of a mapping whose keys the person chooses.
  mutating func pairs(_ tree: YAMLTree?, _ key: String) -> [YAMLTree.Entry] {
    guard let tree else { return [] }
    guard case .mapping(let pairs) = tree.content else {
      note(tree.position, "`\(key)` must be a mapping of keys to values, not \(tree.kind)")
      return []
    }
    return pairs
  }
}

extension LayerSchema {
  static let openStreetMap = described(
    .object(
      mapping(
        .openStreetMap,
        [
          "areas": choice(
            OpenStreetMapRule.Areas.self, "What an area becomes in a layer of points or lines."),
          "ignore": words("Tags that mean something else than the fields of that name."),
          "select": .object([
            ("type", .string("array")), ("minItems", .integer(1)),
            (
              "items",
              .object(mapping(.selection, ["tags": tagValues, "set": words(byKey: scalar)]))
            ),
          ]),
        ])), "Which objects of OpenStreetMap belong into the layer.")

  private static let tagValues = words(
    byKey: .object([
      ("anyOf", .array([scalar, .object([("type", .string("array")), ("items", scalar)])]))
    ]))

  private static func words(byKey value: JSONValue) -> JSONValue {
    .object([("type", .string("object")), ("additionalProperties", value)])
  }
}
