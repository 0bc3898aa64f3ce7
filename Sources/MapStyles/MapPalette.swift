/// The colours of a map style, and how it turns the colours of layer files into its own.
///
/// Layer files state the colours of the light map. The dark one is made of them: ground and roads
/// get darker the lighter they were, marks stay as bright as they must be to be seen.
package struct MapPalette: Equatable, Sendable {
  /// The id of the style: `light` or `dark`.
  package let id: String
  /// What lies below everything.
  package let ground: String
  /// What lies outside the city.
  package let outside: String
  /// Names of places.
  package let ink: String
  /// Names of roads.
  package let roadInk: String
  /// Around names.
  package let halo: String
  /// Around badges and dots.
  package let rim: String
  /// The sky above the horizon and at it, where the map is tilted.
  package let sky: (top: String, horizon: String)
  let isDark: Bool

  /// For the day, and for paper.
  package static let light = MapPalette(
    id: "light", ground: "#f6f4ef", outside: "#eceae4", ink: "#2f393d", roadInk: "#5e5a50",
    halo: "#fffefb", rim: "#ffffff", sky: (top: "#bfdcee", horizon: "#f4f1ea"), isDark: false)
  /// For the night, and for walls of screens.
  package static let dark = MapPalette(
    id: "dark", ground: "#171d21", outside: "#101518", ink: "#dbe3e6", roadInk: "#a9b3b6",
    halo: "#12181b", rim: "#0d1214", sky: (top: "#0b1116", horizon: "#26323a"), isDark: true)

  /// The styles that there are.
  package static let all = [light, dark]

  /// What a colour of a layer file is used for.
  package enum Use: Sendable {
    /// Areas: what lies below.
    case ground
    /// Roads, which are lighter than the ground by night.
    case road
    /// Lines, dots and badges: what must be seen.
    case mark
  }

  /// A colour of a layer file in this style.
  package func colour(_ css: String, _ use: Use) -> String {
    guard isDark else { return css }
    let colour = OKLCHColour(css: css)
    switch use {
    case .ground:
      return colour.with(
        lightness: min(0.24 + (1 - colour.lightness) * 0.55, 0.5),
        chroma: min(colour.chroma * 0.8, 0.05)
      ).css
    case .road:
      return colour.with(
        lightness: min(0.36 + (1 - colour.lightness) * 0.6, 0.6), chroma: 0.075
      ).css
    case .mark: return colour.with(lightness: max(colour.lightness, 0.66)).css
    }
  }

  /// A colour of a layer's file as its features are drawn.
  func colour(_ css: String, _ use: Use, of layer: StyledLayer) -> String {
    let isRail = layer.isRoad && OKLCHColour(css: css).lightness < Self.leastRoadLightness
    return colour(css, isRail ? .mark : use)
  }

  /// What is darker among roads is a rail or the like: it is a mark and has no casing.
  static let leastRoadLightness = 0.78

  /// An area of a colour of a layer file where it is raised: by night walls in the shade must still
  /// stand out from the ground.
  func raised(_ css: String) -> String {
    guard isDark else { return colour(css, .ground) }
    let flat = OKLCHColour(css: colour(css, .ground))
    return flat.with(lightness: min(flat.lightness + 0.17, 0.62)).css
  }

  /// The edge of an area or a road of a colour of a layer file.
  func edge(of css: String, _ use: Use = .ground, by difference: Double) -> String {
    let own = OKLCHColour(css: colour(css, use))
    let edge = isDark ? max(own.lightness - difference * 1.3, 0.12) : own.lightness - difference
    return own.with(lightness: edge).css
  }

  /// The names of features of a colour.
  func ink(of css: String) -> String {
    let colour = OKLCHColour(css: css)
    guard colour.chroma > 0.02 else { return ink }
    return colour.with(lightness: isDark ? 0.82 : 0.43, chroma: isDark ? 0.08 : 0.11).css
  }

  package static func == (one: Self, other: Self) -> Bool { one.id == other.id }
}
