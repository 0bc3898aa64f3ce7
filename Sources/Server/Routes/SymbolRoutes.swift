import Hummingbird
import MapSymbols
import SimpleFeatures

/// What map styles name beside tiles: `/styles/{styleId}/sprite…` and
/// `/fonts/{fontstack}/{range}.pbf`.
struct SymbolRoutes {
  let symbols: SymbolService

  private static let tag = "Styles"

  var all: [Route] {
    [
      sprite(1, "sprite", .json, operation: "getSpriteIndex"),
      sprite(1, "sprite", .png, operation: "getSprite"),
      sprite(2, "sprite@2x", .json, operation: "getSpriteIndexAt2x"),
      sprite(2, "sprite@2x", .png, operation: "getSpriteAt2x"),
      glyphs,
    ]
  }

  /// The icons of a style in one picture, or as JSON where each lies in it.
  private func sprite(
    _ ratio: Int, _ name: String, _ format: Format, operation: String
  ) -> Route {
    let isPicture = format == .png
    return Route(
      isVersioned: true, path: "/styles/{styleId}/\(name).\(format.rawValue)",
      operation: operation,
      summary: isPicture
        ? "The icons of the city's layers in one picture, for \(ratio) pixels a unit"
        : "Where each icon lies in the sprite sheet, for \(ratio) pixels a unit",
      tag: Self.tag, formats: [format]
    ) { request in
      let style = try StyleRoutes.palette(request)
      return try await symbols.sprite(of: style, pixelRatio: ratio, isPicture: isPicture)
        .answer(to: request.headers).response
    }
  }

  private var glyphs: Route {
    Route(
      isVersioned: true, path: "/fonts/{fontstack}/{range}.pbf", operation: "getGlyphs",
      summary: "The glyphs of 256 characters as fields of signed distances", tag: Self.tag,
      formats: [.glyphs]
    ) { request in
      let text = try request.parameter("range")
      guard let range = GlyphRange(text) else {
        throw HTTPProblem(
          .notFound, "unknown-range", "there is no range of glyphs \"\(text)\"",
          hint: "ranges have 256 characters each: 0-255, 256-511, …")
      }
      let stack = try request.parameter("fontstack")
      return try await symbols.glyphs(of: range, stack: stack)
        .answer(to: request.headers).response
    }
  }
}
