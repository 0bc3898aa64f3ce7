/// The keys of one kind of mapping in a layer file; the reader and the JSON Schema share them.
package struct KeySet {
  /// What the mapping is called in messages: `the layer`, `a field`.
  package var owner: String
  package var required: [String]
  package var optional: [String] = []

  package init(owner: String, required: [String], optional: [String] = []) {
    self.owner = owner
    self.required = required
    self.optional = optional
  }

  package var all: [String] { required + optional }

  /// What layers of every kind have.
  private static let common = [
    "id", "title", "description", "theme", "tiles", "style", "provenance",
  ]

  static func layer(_ kind: LayerKind) -> KeySet {
    switch kind {
    case .features:
      KeySet(
        owner: "the layer", required: common + ["geometry", "fields"],
        optional: [
          "aliases", "kind", "role", "level", "identifiers", "duplicates", "openstreetmap", "key",
          "relations", "rules",
        ])
    case .raster:
      KeySet(
        owner: "the layer", required: common + ["kind", "raster"],
        optional: ["aliases", "role", "level"])
    case .remoteWMTS:
      KeySet(
        owner: "the layer", required: common + ["kind", "remote"], optional: ["aliases", "level"])
    }
  }

  static let text = KeySet(owner: "the text", required: ["zh", "en"])
  static let field = KeySet(
    owner: "the field", required: ["name", "title", "type"],
    optional: [
      "description", "unit", "datum", "required", "grade", "aliases", "minimum", "maximum", "codes",
    ])
  static let code = KeySet(
    owner: "the code", required: ["value", "zh", "en"], optional: ["aliases"])
  static let tiles = KeySet(
    owner: "`tiles`", required: ["minzoom", "maxzoom"], optional: ["buffer", "simplification"])
  static let style = KeySet(
    owner: "`style`", required: ["colour"],
    optional: [
      "width", "label", "label_zooms", "categories", "icon", "sign", "rank", "cluster",
      "opacity", "shown",
    ])
  /// The style of a layer without features: its colour in the legend.
  static let plainStyle = KeySet(
    owner: "`style`", required: ["colour"], optional: ["shown"])
  static let categories = KeySet(owner: "`categories`", required: ["field", "colours"])
  static let category = KeySet(
    owner: "the category", required: ["value", "colour"], optional: ["width", "rank"])
  static let labelZooms = KeySet(owner: "`label_zooms`", required: ["field", "levels"])
  static let labelLevel = KeySet(
    owner: "the level", required: ["value", "minzoom", "maxzoom"])
  static let raster = KeySet(
    owner: "`raster`", required: ["title", "type"],
    optional: ["unit", "datum", "minimum", "maximum", "precision", "resampling", "codes", "ramp"])
  static let cellClass = KeySet(owner: "the code", required: ["value", "zh", "en", "colour"])
  static let colourStop = KeySet(owner: "the colour", required: ["value", "colour"])
  static let remote = KeySet(
    owner: "`remote`",
    required: ["url", "layer", "matrixset", "grid", "format", "attribution"],
    optional: ["style", "offset", "token", "enabled"])
  static let key = KeySet(owner: "`key`", required: [], optional: ["fields", "code"])
  static let permanentCode = KeySet(
    owner: "`code`", required: ["field"], optional: ["scheme", "pattern"])
  static let relation = KeySet(
    owner: "the relation", required: ["id", "title", "field", "layer"],
    optional: ["target", "required", "cardinality"])
  static let provenance = KeySet(
    owner: "`provenance`", required: ["owner", "source", "licence", "grade"])

  /// The keys of a rule; of any rule where its check is not known.
  static func rule(_ kind: LayerRule.Kind?) -> KeySet {
    let common = ["id", "check", "severity", "message"]
    guard let kind else {
      let others = LayerRule.Kind.allCases.flatMap { kind in
        rule(kind).all.filter { !common.contains($0) }
      }
      let keys = others.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return KeySet(owner: "the rule", required: common, optional: keys)
    }
    let (own, optional): ([String], [String]) =
      switch kind {
      case .range: (["field"], ["minimum", "maximum"])
      case .compare: (["field", "relation", "other"], ["times", "plus"])
      case .unique: (["fields"], [])
      case .endsAt: (["layer", "metres"], [])
      case .within: (["layer"], [])
      case .noOverlap: ([], ["among", "square_metres"])
      case .noSelfCrossing: ([], [])
      case .minimumLength: (["metres"], [])
      case .minimumArea: (["square_metres"], [])
      }
    return KeySet(owner: "the rule", required: common + own, optional: optional)
  }
}

/// The kinds of layers, as files call them.
enum LayerKind: String, CaseIterable {
  case features
  case raster
  case remoteWMTS = "remote-wmts"
}

/// The bounds that the reader checks and the JSON Schema states.
enum LayerLimits {
  static let zoom = 0...24
  /// In 1/4096 of a tile.
  static let buffer = 0...4096
  /// In 1/4096 of a tile.
  static let simplification = 0.0...4096.0
  /// In pixels.
  static let width = 0.1...50.0
  static let opacity = 0.0...1.0
  static let rank = 1...9
  static let nameLength = 63
  static let fieldCount = 500
  /// Relations and rules of one layer, each.
  static let ruleCount = 100
  /// Length of a permanent code's pattern, in characters.
  static let patternLength = 500
  /// Tolerance or smallest length of a rule, in metres.
  static let metres = 0.0...100_000.0
  /// Tolerance or smallest area of a rule.
  static let squareMetres = 0.0...1e10
  /// Levels that a remote map may count from another number.
  static let levelOffset = -24...24
}

/// What a layer file may leave out.
enum LayerDefaults {
  static let duplicates = DuplicateRule.reject
  static let buffer = 64
  static let simplification = 4.0
  static let width = 1.0
  static let opacity = 0.88
  static let rank = 5
  static let isShown = true
  static let kind = LayerKind.features
  static let resampling = RasterRule.Resampling.nearest
  static let remoteStyle = "default"
  static let levelOffset = 0
  static let cardinality = LayerRelation.Cardinality.manyToOne
  /// What polygons may share before it counts as an overlap.
  static let overlapSquareMetres = 1.0
}
