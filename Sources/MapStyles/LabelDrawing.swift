import Catalog
import Messages
import SimpleFeatures

/// The names of features, with their badges: by rank, so that those that matter are there first.
struct LabelDrawing {
  let layer: StyledLayer
  let palette: MapPalette
  let language: Messages.Language

  /// Fonts of the glyphs that the server has: for most names, and for those of the first ranks.
  private static let (plain, bold): (JSONValue, JSONValue) = (
    ["Noto Sans CJK SC Regular"], ["Noto Sans CJK SC Bold"]
  )

  var parts: [StylePart] {
    switch layer.definition.geometry {
    case .point: layer.style.icon == nil ? names : badges
    case .line: names
    case .polygon: style.icon == nil ? names : badges
    }
  }

  private var style: LayerStyle { layer.style }

  // MARK: Names

  private var names: [StylePart] {
    guard let label = style.label else { return [] }
    let isLine = layer.definition.geometry == .line
    var layout: [(String, JSONValue)] = [
      ("text-field", text(label)), ("text-font", style.rank <= 2 ? Self.bold : Self.plain),
      ("text-size", size), ("symbol-sort-key", rank), ("text-max-width", 8),
      ("text-padding", isLine ? 3 : 4), ("symbol-placement", isLine ? "line" : "point"),
    ]
    if isLine { layout += [("symbol-spacing", 320), ("text-max-angle", 35)] }
    if layer.definition.geometry == .point {
      layout += [("text-offset", [0, 0.8]), ("text-anchor", "top")]
    }
    let part = layer.part(
      "label", "symbol", minimumZoom: firstZoom, filter: filter(label), layout: layout,
      paint: paint)
    guard let joined = layer.definition.joinedLines, let zooms = layer.definition.joinedZooms else {
      return [part]
    }
    let nearZoom = Double(zooms.upperBound + 1)
    var (far, near) = (part, part)
    (far.name, far.sourceLayer, far.maximumZoom) = ("label-far", joined, nearZoom)
    near.minimumZoom = nearZoom
    return [far, near]
  }

  /// A badge, with its name where there is room for both.
  private var badges: [StylePart] {
    let first = PointDrawing(layer: layer, palette: palette).badgeZoom
    var layout: [(String, JSONValue)] = [
      ("icon-image", image), ("icon-padding", 3), ("symbol-sort-key", rank),
      (
        "icon-size",
        StyleExpression.byZoom(
          1, [(first, 0.62), (min(first + 2, 18), 0.85), (min(first + 4, 20), 1)])
      ),
    ]
    if let label = style.label {
      layout += [
        ("text-field", StyleExpression.steps("", [(max(firstZoom, first), text(label))])),
        ("text-font", Self.plain), ("text-size", size), ("text-max-width", 8),
        ("text-optional", true), ("text-padding", 3),
        ("text-variable-anchor", ["top", "bottom", "left", "right"]),
        ("text-radial-offset", 0.95), ("text-justify", "auto"),
      ]
    }
    return [
      layer.part(
        "badge", "symbol", minimumZoom: first,
        filter: layer.definition.geometry == .polygon ? Self.isLabelledHere : .none,
        layout: layout, paint: paint)
    ]
  }

  /// The image of the sprite: the layer's, or that of the feature's category.
  private var image: JSONValue {
    StyleExpression.byCategory(style, else: .string(layer.id)) {
      .string("\(layer.id)/\($0.value)")
    }
  }

  // MARK: What they say and look like

  /// How many characters a label has at most: of the longest names that cities have.
  private static let mostCharacters = 40

  /// The text of a feature, with an ellipsis where it is too long.
  private func text(_ label: String) -> JSONValue {
    let text: JSONValue = ["var", "text"]
    return [
      "let", "text", whole(label),
      [
        "case", [">", ["length", text], .integer(Self.mostCharacters)],
        ["concat", ["slice", text, 0, .integer(Self.mostCharacters - 1)], "…"], text,
      ],
    ]
  }

  /// The whole text of a feature, codes in the language of the document.
  private func whole(_ label: String) -> JSONValue {
    let value: JSONValue = ["to-string", ["get", .string(label)]]
    let codes = layer.definition.fields.first { $0.name == label }?.codes ?? []
    guard !codes.isEmpty else { return value }
    let pairs = codes.flatMap { code -> [JSONValue] in
      [.string(code.value), .string(language == .chinese ? code.title.zh : code.title.en)]
    }
    return .array(["match", value] + pairs + [value])
  }

  private var rank: JSONValue {
    StyleExpression.byCategory(style, else: .integer(style.rank)) {
      $0.rank.map { .integer($0) }
    }
  }

  private var leastRank: Int {
    min(style.rank, style.categories?.colours.compactMap(\.rank).min() ?? 9)
  }

  /// Larger the higher the rank, and a little with the zoom.
  private var size: JSONValue {
    func pixels(_ rank: Int) -> Double { [16, 15, 14, 13, 12.5, 12, 11.5, 11, 10.5][rank - 1] }
    func at(_ more: Double) -> JSONValue {
      StyleExpression.byCategory(style, else: .real(pixels(style.rank) + more)) {
        $0.rank.map { .real(pixels($0) + more) }
      }
    }
    return StyleExpression.byZoom(1, [(11, at(-1)), (18, at(1.5))])
  }

  private var paint: [(String, JSONValue)] {
    [
      ("text-color", .string(ink)), ("text-halo-color", .string(palette.halo)),
      ("text-halo-width", layer.isRoad ? 1.6 : 1.4), ("text-halo-blur", 0.4),
    ]
  }

  private var ink: String {
    layer.isRoad ? palette.roadInk : layer.isBuilding ? palette.ink : palette.ink(of: style.colour)
  }

  // MARK: Which features are named

  /// Of a polygon that several tiles hold, one part is named.
  private static let isLabelledHere: JSONValue = ["!", ["has", "label_elsewhere"]]

  private var firstZoom: Double {
    let first = PointDrawing(layer: layer, palette: palette).firstZoom
    if let zooms = style.labelZooms {
      return max(first, Double(zooms.levels.map(\.minimumZoom).min() ?? 0))
    }
    return max(first, LayerStyle.firstLabelZoom(ofRank: leastRank))
  }

  /// By the zooms that the layer or the ranks of its categories say.
  private func filter(_ label: String) -> JSONValue? {
    var filters: [JSONValue] = [["has", .string(label)]]
    if layer.definition.geometry == .polygon { filters.append(Self.isLabelledHere) }
    if let zooms = style.labelZooms {
      let pairs = zooms.levels.flatMap { level -> [JSONValue] in
        [
          .string(level.value),
          [
            "all", [">=", ["zoom"], .integer(level.minimumZoom)],
            ["<", ["zoom"], .integer(level.maximumZoom)],
          ],
        ]
      }
      filters.append(
        .array(["match", ["to-string", ["get", .string(zooms.field)]]] + pairs + [true]))
    } else if style.categories?.colours.contains(where: { $0.rank != nil }) == true {
      let others = LayerStyle.firstLabelZoom(ofRank: style.rank)
      let zoom = StyleExpression.byCategory(style, else: .real(others)) {
        $0.rank.map { .real(LayerStyle.firstLabelZoom(ofRank: $0)) }
      }
      filters.append([">=", ["zoom"], zoom])
    }
    return StyleExpression.all(filters)
  }
}
