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
      spriteIndex(1, name: "sprite", operation: "getSpriteIndex"),
      spritePicture(1, name: "sprite", operation: "getSprite"),
      spriteIndex(2, name: "sprite@2x", operation: "getSpriteIndexAt2x"),
      spritePicture(2, name: "sprite@2x", operation: "getSpriteAt2x"),
      glyphs,
    ]
  }

  /// Where a style's images lie in its sprite sheet.
  private func spriteIndex(_ ratio: Int, name: String, operation: String) -> Route {
    Route(
      isVersioned: true, path: "/styles/{styleId}/\(name).json", operation: operation,
      summary: "Where each icon lies in the sprite sheet, for \(ratio) pixels a unit",
      tag: Self.tag, formats: [.json]
    ) { request in
      let style = try StyleRoutes.palette(request)
      return try await symbols.sprite(of: style, pixelRatio: ratio, isPicture: false)
        .answer(to: request.headers).response
    }
  }

  /// The icons of a style in one picture.
  private func spritePicture(_ ratio: Int, name: String, operation: String) -> Route {
    Route(
      isVersioned: true, path: "/styles/{styleId}/\(name).png", operation: operation,
      summary: "The icons of the city's layers in one picture, for \(ratio) pixels a unit",
      tag: Self.tag, formats: [.png]
    ) { request in
      let style = try StyleRoutes.palette(request)
      return try await symbols.sprite(of: style, pixelRatio: ratio, isPicture: true)
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
