extension LayerDefinition {
  /// The words by which people call the layer.
  package var titles: [String] { [title.zh, title.en] + aliases }

  /// The fields by whose text features are found, in the order in which they count: the label,
  /// then names, addresses and codes.
  public var searchFields: [Field] {
    let names = [
      style.label, "name", "alias", "aliases", "old_name", "address", "code", "number",
      key.code?.field,
    ]
    let known = fields.filter { $0.type == .text && $0.codes.isEmpty }
    return names.compactMap { name in known.first { $0.name == name } }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Where ``searchFields`` stand among the layer's fields.
  public var searchIndexes: [Int] {
    searchFields.compactMap { field in fields.firstIndex { $0.name == field.name } }
  }
}
