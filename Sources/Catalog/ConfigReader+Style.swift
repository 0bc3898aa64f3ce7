import SimpleFeatures

extension ConfigReader {
  /// How the layer is drawn; label and categories must name fields of the layer.
  mutating func layerStyle(
    _ tree: YAMLTree?, fields: [ReadField], kind: LayerKind
  ) -> LayerStyle? {
    let keys = kind == .features ? KeySet.style : .plainStyle
    guard let tree, let entries = entries(of: tree, keys: keys) else { return nil }
    let colour = colour(entries["colour"])
    let width = number(entries["width"], "width", in: LayerLimits.width)
    let label = fieldReference(entries["label"], "label", fields)?.name
    let labelZooms = labelZooms(entries["label_zooms"], fields)
    let categories = categories(entries["categories"], fields)
    let icon = iconName(entries["icon"])
    let sign = choice(entries["sign"], "sign", LayerStyle.SafetySign.self)
    if sign != nil, icon == nil, let place = entries["sign"]?.position {
      note(place, "`sign` has no effect without `icon`", hint: "name an icon, or leave `sign` out")
    }
    let rank = integer(entries["rank"], "rank", in: LayerLimits.rank)
    let opacity = number(entries["opacity"], "opacity", in: LayerLimits.opacity)
    let isClustered = boolean(entries["cluster"], "cluster")
    let isShown = boolean(entries["shown"], "shown")
    guard let colour else { return nil }
    return LayerStyle(
      colour: colour, width: width ?? LayerDefaults.width, categories: categories, label: label,
      labelZooms: labelZooms, icon: icon, sign: sign, rank: rank ?? LayerDefaults.rank,
      isClustered: isClustered, opacity: opacity ?? LayerDefaults.opacity,
      isShown: isShown ?? LayerDefaults.isShown)
  }

  /// The name of an icon, which looks like a layer's id.
  private mutating func iconName(_ tree: YAMLTree?) -> String? {
    guard let tree, let name = text(tree, "icon") else { return nil }
    if !NameRules.isLayerID(name) {
      note(
        tree.position, "`\(shown(name))` is not the name of an icon",
        hint: "write the name of an SVG file in the folder `icons`, without `.svg`")
    }
    return name
  }

  private mutating func labelZooms(
    _ tree: YAMLTree?, _ fields: [ReadField]
  ) -> LayerStyle.LabelZooms? {
    guard let tree, let entries = entries(of: tree, keys: .labelZooms) else { return nil }
    let field = fieldReference(entries["field"], "field", fields)
    var levels: [LayerStyle.LabelZooms.Level] = []
    for item in items(entries["levels"], "levels") {
      guard let entries = self.entries(of: item, keys: .labelLevel) else { continue }
      let minimum = integer(entries["minzoom"], "minzoom", in: LayerLimits.zoom)
      let maximum = integer(entries["maxzoom"], "maxzoom", in: LayerLimits.zoom)
      guard let value = text(entries["value"], "value"), let place = entries["value"]?.position
      else { continue }
      if let field { checkIsCode(value, of: field, at: place) }
      guard let minimum, let maximum else { continue }
      if minimum >= maximum {
        note(place, "`minzoom` \(minimum) is not below `maxzoom` \(maximum)")
      }
      levels.append(
        LayerStyle.LabelZooms.Level(value: value, minimumZoom: minimum, maximumZoom: maximum))
    }
    return field.map { LayerStyle.LabelZooms(field: $0.name, levels: levels) }
  }

  /// Notes a value that is not among the codes of a field that has some.
  private mutating func checkIsCode(
    _ value: String, of field: ReadField, at place: TextPosition
  ) {
    guard !field.codeValues.isEmpty, !field.codeValues.contains(value) else { return }
    let near = suggestion(for: value, among: field.codeValues)
    note(
      place, "`\(shown(value))` is not a code of the field `\(field.name)`",
      hint: near.map { "did you mean `\($0)`?" })
  }

  /// The field of this layer that the value of `key` names.
  mutating func fieldReference(
    _ tree: YAMLTree?, _ key: String, _ fields: [ReadField]
  ) -> ReadField? {
    guard let name = text(tree, key), let tree else { return nil }
    if let field = fields.first(where: { $0.name == name }) { return field }
    let names = fields.map(\.name)
    let near = suggestion(for: name, among: names).map { "did you mean `\($0)`? " } ?? ""
    note(
      tree.position, "`\(key)` names the field `\(shown(name))`, which the layer does not have",
      hint: near + (names.isEmpty ? "it has no fields" : "its fields are \(list(names))"))
    return nil
  }

  private mutating func categories(
    _ tree: YAMLTree?, _ fields: [ReadField]
  ) -> LayerStyle.Categories? {
    guard let tree, let entries = entries(of: tree, keys: .categories) else { return nil }
    let field = fieldReference(entries["field"], "field", fields)
    var colours: [LayerStyle.Categories.Entry] = []
    let items = items(entries["colours"], "colours")
    if let colourTree = entries["colours"], case .list = colourTree.content, items.isEmpty {
      note(colourTree.position, "`colours` is empty", hint: "list values with their colours")
    }
    for item in items {
      guard let entries = self.entries(of: item, keys: .category) else { continue }
      let colour = colour(entries["colour"])
      let width = number(entries["width"], "width", in: LayerLimits.width)
      guard let value = text(entries["value"], "value"), let place = entries["value"]?.position
      else { continue }
      if colours.contains(where: { $0.value == value }) {
        note(place, "the value `\(shown(value))` stands twice", hint: "keep one of them")
      }
      if let field { checkIsCode(value, of: field, at: place) }
      colours.append(
        LayerStyle.Categories.Entry(
          value: value, colour: colour ?? "", width: width,
          rank: integer(entries["rank"], "rank", in: LayerLimits.rank)))
    }
    guard let field else { return nil }
    return LayerStyle.Categories(field: field.name, colours: colours)
  }
}
