import Catalog
import SimpleFeatures

/// How points are drawn: as badges with an icon where there is room, else as dots.
struct PointDrawing {
  let layer: StyledLayer
  let palette: MapPalette

  /// The first zoom at which badges are seen: one before names are.
  var badgeZoom: Double {
    max(layer.minimumZoom, LabelDrawing.firstZoom(ofRank: layer.style.rank) - 1)
  }

  var dots: [StylePart] {
    let isBadged = layer.style.icon != nil
    let radius: JSONValue =
      isBadged
      ? StyleExpression.byZoom(1, [(11, 1.6), (14, 2.4), (17, 3.4)])
      : LineDrawing.width(of: layer, plus: 1)
    return [
      layer.part(
        "circle", "circle",
        paint: [
          ("circle-color", colour), ("circle-radius", radius),
          ("circle-stroke-color", .string(palette.rim)),
          ("circle-stroke-width", isBadged ? 0.8 : 1.2),
        ])
    ]
  }

  private var colour: JSONValue {
    StyleExpression.byCategory(
      layer.style, else: .string(palette.colour(layer.style.colour, .mark))
    ) { .string(palette.colour($0.colour, .mark)) }
  }
}
