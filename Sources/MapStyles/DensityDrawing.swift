import Catalog
import SimpleFeatures

/// How many points lie where, at levels whose tiles hold only some of them.
///
/// Tiles are thinned out evenly, so what they hold is dense where the layer is. Where all points
/// are there, they take the place of this.
struct DensityDrawing {
  let layer: StyledLayer
  let palette: MapPalette
  private let spread: PointSpread

  /// `nil` where tiles hold all points at every level that shows the layer.
  init?(layer: StyledLayer, palette: MapPalette) {
    guard let spread = layer.spread, Double(spread.completeZoom) > layer.minimumZoom else {
      return nil
    }
    (self.layer, self.palette, self.spread) = (layer, palette, spread)
  }

  /// Levels in which points take its place.
  static let change = 0.4
  /// The radius around a point, in pixels.
  private static let radius = 56.0
  /// The density, of 1, that a place has on average.
  private static let average = 0.08

  /// The first level with points.
  var completeZoom: Double { Double(spread.completeZoom) }

  var part: StylePart {
    layer.part(
      "density", "heatmap", maximumZoom: completeZoom + Self.change,
      paint: [
        ("heatmap-radius", .real(Self.radius)), ("heatmap-intensity", intensity),
        (
          "heatmap-color",
          .array(
            ["interpolate", ["linear"], ["heatmap-density"]]
              + colours.flatMap { [.real($0.density), .string($0.colour)] })
        ),
        (
          "heatmap-opacity",
          StyleExpression.byZoom(
            1, [(completeZoom, 0.8), (completeZoom + Self.change, 0)])
        ),
      ])
  }

  /// Until which zoom it is drawn, and its colours from few to many.
  var legend: JSONValue {
    [
      "maxzoom": .integer(spread.completeZoom),
      "colours": .array(colours.dropFirst().map { .string($0.colour) }),
    ]
  }

  /// Makes up for tiles that are drawn larger until the next level: four times as large, with a
  /// quarter of the points an area.
  private var intensity: JSONValue {
    let sum = 0.3989 * 2 * Double.pi / 9 * Self.radius * Self.radius / (512 * 512)
    let own = Self.average / (sum * spread.pointsPerTile)
    let rounded = { (value: Double) in JSONValue.real((value * 1000).rounded() / 1000) }
    let levels = Int(layer.minimumZoom)...spread.completeZoom
    return StyleExpression.byZoom(
      4, levels.flatMap { [(Double($0), rounded(own)), (Double($0) + 0.999, rounded(own * 4))] })
  }

  /// From nothing through the layer's colour to what stands out most.
  private var colours: [(density: Double, colour: String)] {
    let css = palette.colour(layer.style.colour, .mark)
    let own = OKLCHColour(css: css)
    let (pale, full) = palette.isDark ? (0.42, 0.9) : (0.84, 0.4)
    let between = { (share: Double) in pale + (full - pale) * share }
    let shade = { (share: Double) in
      own.with(lightness: between(share), chroma: max(own.chroma, 0.02)).css
    }
    return [
      (0, shade(0) + "00"), (0.02, shade(0) + "38"), (0.12, shade(0.25) + "98"),
      (0.4, shade(0.6) + "d8"), (1, shade(1) + "ff"),
    ]
  }
}
