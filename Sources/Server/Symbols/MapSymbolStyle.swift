import MapSymbols

/// A style of the map, as far as its images go.
struct MapSymbolStyle: Sendable {
  /// As paths name it.
  let id: String
  let palette: BadgePalette

  /// The styles that there are.
  static let all = [
    MapSymbolStyle(
      id: "light",
      palette: palette(border: "#ffffff", lightGlyph: "#ffffff", darkGlyph: "#1f2a2e")),
    MapSymbolStyle(
      id: "dark",
      palette: palette(border: "#12181c", lightGlyph: "#ffffff", darkGlyph: "#12181c")),
  ]

  private static func palette(
    border: String, lightGlyph: String, darkGlyph: String
  ) -> BadgePalette {
    guard let border = SRGBColour(border), let lightGlyph = SRGBColour(lightGlyph),
      let darkGlyph = SRGBColour(darkGlyph)
    else { preconditionFailure("a palette has three colours") }
    return BadgePalette(border: border, lightGlyph: lightGlyph, darkGlyph: darkGlyph)
  }
}
