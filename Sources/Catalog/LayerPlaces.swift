public import SimpleFeatures

/// Where the parts of a layer stand in its file, for messages that come long after it was read.
///
/// ```swift
/// let places = LayerPlaces(layer)
/// places.text(places.position(ofField: "usage"))  // "building.yml:21:5"
/// ```
///
/// - Complexity: Parses the layer's text once; make one, keep it.
public struct LayerPlaces: Sendable {
  private let file: String
  private let root: YAMLTree?

  /// The places in the text of `layer`.
  public init(_ layer: LayerDefinition) {
    file = "\(layer.id).yml"
    var composer = YAMLComposer(file: file)
    root = composer.compose(layer.text)
  }

  /// Where the field called `name` stands; the list of fields where it is not in it.
  public func position(ofField name: String) -> TextPosition {
    let fields = value(of: "fields", in: root)
    return (item(of: fields, "name", name) ?? fields)?.position ?? LayerPlaces.top
  }

  /// Where the code list of a field stands; the field where it has none.
  public func position(ofCodesOf name: String) -> TextPosition {
    let field = item(of: value(of: "fields", in: root), "name", name)
    return value(of: "codes", in: field)?.position ?? position(ofField: name)
  }

  /// Where the value of a key of the relation or rule `id` stands, or one item of its list; the
  /// relation or rule itself without `key`.
  public func position(of id: String, key: String? = nil, item: String? = nil) -> TextPosition {
    let lists = ["relations", "rules"].map { value(of: $0, in: root) }
    guard let rule = lists.lazy.compactMap({ self.item(of: $0, "id", id) }).first else {
      return position(ofKey: "key")
    }
    guard let key, let value = value(of: key, in: rule) else { return rule.position }
    if let item, case .list(let items) = value.content {
      let found = items.first {
        if case .scalar(item, _) = $0.content { true } else { false }
      }
      return (found ?? value).position
    }
    return value.position
  }

  /// Where the value of a key of the whole layer stands; the top where it is not given.
  public func position(ofKey key: String) -> TextPosition {
    value(of: key, in: root)?.position ?? LayerPlaces.top
  }

  /// Where the value of a key of the layer's style stands; the top where it is not given.
  public func position(ofStyleKey key: String) -> TextPosition {
    value(of: key, in: value(of: "style", in: root))?.position ?? LayerPlaces.top
  }

  /// `building.yml:21:5`, for messages.
  public func text(_ position: TextPosition) -> String { "\(file):\(position)" }

  private static let top = TextPosition(line: 1, column: 1)

  private func value(of key: String, in tree: YAMLTree?) -> YAMLTree? {
    guard case .mapping(let entries)? = tree?.content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  private func item(of list: YAMLTree?, _ key: String, _ word: String) -> YAMLTree? {
    guard case .list(let items)? = list?.content else { return nil }
    return items.first { item in
      if case .scalar(word, _)? = value(of: key, in: item)?.content { true } else { false }
    }
  }
}
