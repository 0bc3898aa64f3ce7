import Catalog
import SimpleFeatures

/// How points are drawn: as badges with an icon where there is room, else as dots, and by their
/// density where tiles hold only some of them.
struct PointDrawing {
  let layer: StyledLayer
  let palette: MapPalette

  private var density: DensityDrawing? { DensityDrawing(layer: layer, palette: palette) }

  /// The first zoom at which single points are seen.
  var firstZoom: Double { density?.completeZoom ?? layer.minimumZoom }

  /// The first zoom at which badges are seen: one before names are.
  var badgeZoom: Double {
    max(firstZoom, LayerStyle.firstLabelZoom(ofRank: layer.style.rank) - 1)
  }

  var parts: [StylePart] { (density.map { [$0.part] } ?? []) + [dots] }

  private var dots: StylePart {
    let isBadged = layer.style.icon != nil
    let radius: JSONValue =
      isBadged
      ? StyleExpression.byZoom(1, [(11, 1.6), (14, 2.4), (17, 3.4)])
      : LineDrawing.width(of: layer, plus: 1)
    var paint: [(String, JSONValue)] = [
      ("circle-color", colour), ("circle-radius", radius),
      ("circle-stroke-color", .string(palette.rim)),
      ("circle-stroke-width", isBadged ? 0.8 : 1.2),
    ]
    if let density {
      let zoom = density.completeZoom
      let opacity = StyleExpression.byZoom(
        1, [(zoom, 0.2), (zoom + DensityDrawing.change, 1)])
      paint += [("circle-opacity", opacity), ("circle-stroke-opacity", opacity)]
    }
    return layer.part("circle", "circle", minimumZoom: firstZoom, paint: paint)
  }

  private var colour: JSONValue {
    StyleExpression.colour(layer.style) { palette.colour($0, .mark) }
  }

  // MARK: Clusters

  /// Layers with an icon and fewer features are not clustered unless they say so.
  private static let leastClustered = 100
  /// The first zoom at which each point stands by itself.
  private static let singleZoom = 17

  /// The zooms at which points that would lie over each other are gathered, and the mark's colours.
  ///
  /// `nil` where they are not. For clients that can gather them: a style document cannot, of points
  /// in tiles.
  var clusters: JSONValue? {
    guard layer.definition.geometry == .point, let spread = layer.spread else { return nil }
    let isUsual = layer.style.icon != nil && spread.count >= Self.leastClustered
    let first = Int((layer.style.icon == nil ? firstZoom : badgeZoom).rounded(.up))
    guard layer.style.isClustered ?? isUsual, first < Self.singleZoom else { return nil }
    let fill = OKLCHColour(css: palette.colour(layer.style.colour, .mark))
    let (white, black) = (OKLCHColour(css: "#ffffff"), OKLCHColour(css: "#14191c"))
    let ink = fill.contrast(with: white) >= 4.5 ? white : black
    return [
      "minzoom": .integer(first), "maxzoom": .integer(Self.singleZoom),
      "colour": .string(fill.css), "ink": .string(ink.css),
    ]
  }
}
