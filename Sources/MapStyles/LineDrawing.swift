import Catalog
import SimpleFeatures

/// How lines are drawn: roads with casings, tunnels below and bridges above the others.
///
/// Pipes, dykes and the like have a thin light edge that parts them from what they cross.
struct LineDrawing {
  let layer: StyledLayer
  let palette: MapPalette

  /// Roads that are narrower, such as footways, have no casing.
  private static let leastCased = 2.0

  var parts: [StylePart] { layer.isRoad ? roads : plain }

  private var plain: [StylePart] {
    // Centre lines of rivers lie in the river's surface.
    if layer.role == .watercourse {
      return [line("line", color: colour, opacity: 1)]
    }
    return [
      line("edge", color: .string(palette.halo), opacity: 0.85, extra: 2),
      line("line", color: colour, opacity: 1),
    ]
  }

  private var roads: [StylePart] {
    let (isTunnel, isBridge) = (layer.whether("tunnel"), layer.whether("bridge"))
    let onGround = StyleExpression.all(
      [isTunnel, isBridge].compactMap(\.self).map(StyleExpression.not))
    var parts: [StylePart] = []
    if let isTunnel {
      parts += [
        line(
          "tunnel-casing", color: edge, opacity: 0.7, casing: 1.2, filter: isTunnel, dash: [3, 2]),
        line("tunnel", color: colour, opacity: 0.55, filter: isTunnel),
      ]
    }
    parts += [
      line("casing", color: edge, opacity: 1, casing: 1.2, filter: onGround),
      line("line", color: colour, opacity: 1, filter: onGround),
    ]
    if let isBridge {
      parts += [
        line(
          "bridge-casing", color: bridgeEdge, opacity: 1, casing: 2.2, filter: isBridge,
          isButt: true),
        line("bridge", color: colour, opacity: 1, filter: isBridge),
      ]
    }
    return parts
  }

  /// - Parameters:
  ///   - extra: Pixels that the line is wider.
  ///   - casing: Pixels that the casing shows on each side; of roads without one it is not drawn.
  private func line(
    _ name: String, color: JSONValue, opacity: Double, extra: Double = 0, casing: Double? = nil,
    filter: JSONValue? = nil, dash: JSONValue? = nil, isButt: Bool = false
  ) -> StylePart {
    var layout: [(String, JSONValue)] = [
      ("line-cap", isButt || dash != nil ? "butt" : "round"), ("line-join", "round"),
    ]
    if layer.style.categories?.colours.contains(where: { $0.width != nil }) == true {
      layout.append(("line-sort-key", Self.width(layer.style)))
    }
    var paint: [(String, JSONValue)] = [
      ("line-color", color), ("line-opacity", .real(opacity)),
    ]
    if let casing {
      let own = StyleExpression.byCategory(
        layer.style, else: .real(isCased(layer.style.colour, layer.style.width) ? casing : -99)
      ) { .real(isCased($0.colour, $0.width ?? layer.style.width) ? casing : -99) }
      paint.append(("line-width", Self.width(of: layer, plus: ["*", 2, own])))
    } else {
      paint.append(("line-width", Self.width(of: layer, plus: .real(extra))))
    }
    if let dash { paint.append(("line-dasharray", dash)) }
    return layer.part(name, "line", filter: filter, layout: layout, paint: paint)
  }

  private func isCased(_ colour: String, _ width: Double) -> Bool {
    width > Self.leastCased
      && OKLCHColour(css: colour).lightness >= MapPalette.leastRoadLightness
  }

  private var colour: JSONValue {
    StyleExpression.colour(layer.style) { palette.colour($0, layer.use, of: layer) }
  }

  private var edge: JSONValue { edge(by: 0.13) }

  private func edge(by difference: Double) -> JSONValue {
    StyleExpression.colour(layer.style) { palette.edge(of: $0, .road, by: difference) }
  }

  /// As strong as parapets are seen from near; from afar as the edges of other roads.
  private var bridgeEdge: JSONValue {
    StyleExpression.byZoom(
      1, [(layer.deepest - 3, edge), (layer.deepest - 1, edge(by: 0.28))])
  }

  // MARK: Widths

  private static func width(_ style: LayerStyle) -> JSONValue {
    StyleExpression.byCategory(style, else: .real(style.width)) { $0.width.map { .real($0) } }
  }

  /// Pixels at the zoom, from the width at the layer's deepest level.
  static func width(
    of layer: StyledLayer, plus extra: JSONValue = 0
  ) -> JSONValue {
    let own = width(layer.style)
    let stops = [(-6.0, 0.12), (-4, 0.24), (-2, 0.5), (0, 1.2), (2, 3), (4, 8.5)]
    return StyleExpression.byZoom(
      1.5,
      stops.map { step, share in
        let pixels: JSONValue = ["max", 0, ["+", ["*", own, .real(share)], extra]]
        return (layer.deepest + step, pixels)
      })
  }
}
