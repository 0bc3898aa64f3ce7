import Catalog
import SimpleFeatures

/// How polygons are drawn: filled and edged, and raised where they have a height.
struct AreaDrawing {
  let layer: StyledLayer
  let palette: MapPalette

  /// Metres of a storey, for buildings of which only the floors are known.
  private static let storey = 3

  var flat: [StylePart] {
    let style = layer.style
    var parts = [
      layer.part(
        "fill", "fill",
        paint: [
          ("fill-color", colour), ("fill-opacity", .real(style.opacity)),
          ("fill-antialias", true),
        ] + (layer.isOverlay ? [] : [("fill-outline-color", edge)]))
    ]
    if layer.isOverlay {
      parts.append(
        layer.part(
          "outline", "line", layout: [("line-join", "round")],
          paint: [
            ("line-color", colour), ("line-opacity", 0.7),
            ("line-width", StyleExpression.byZoom(1, [(8, 0.6), (12, 1), (18, 1.6)])),
            ("line-dasharray", [4, 2]),
          ]))
    }
    return parts
  }

  var raised: [StylePart] {
    guard layer.heightField != nil else { return [] }
    return [
      layer.part(
        StylePart.raised, "fill-extrusion",
        paint: [
          ("fill-extrusion-color", StyleExpression.colour(layer.style, palette.raised)),
          ("fill-extrusion-opacity", 0.94),
          ("fill-extrusion-height", height),
        ])
    ]
  }

  /// The colour of a feature.
  private var colour: JSONValue {
    StyleExpression.colour(layer.style) { palette.colour($0, layer.use) }
  }

  private var edge: JSONValue {
    // Edges tell buildings and lots apart; those of fields and woods only make noise.
    let difference = layer.isBuilding ? 0.1 : 0.035
    return StyleExpression.colour(layer.style) { palette.edge(of: $0, by: difference) }
  }

  /// Metres above ground.
  private var height: JSONValue {
    let metres: JSONValue = ["to-number", ["get", "height"], 0]
    guard layer.definition.fields.contains(where: { $0.name == "floors" }) else { return metres }
    return [
      "case", ["has", "height"], metres,
      ["*", .integer(Self.storey), ["to-number", ["get", "floors"], 0]],
    ]
  }
}
