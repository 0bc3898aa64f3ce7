package import Catalog
package import SimpleFeatures

/// A raster layer as a style document draws it: classes in their colours, heights as shaded relief
/// over the colours of their ramp.
package struct StyledRaster: Sendable {
  /// The addresses of tiles and how their colours are values, for one source.
  package struct Source: Sendable {
    package var tiles: String
    /// The value of the code 0, and of a step of the code; `nil` for tiles in colours.
    package var coding: (base: Double, step: Double)?

    package init(tiles: String, coding: (base: Double, step: Double)? = nil) {
      (self.tiles, self.coding) = (tiles, coding)
    }
  }

  package var definition: LayerDefinition
  package var extent: Envelope
  package var source: Source
  /// Tiles for shading, without gaps; `nil` for classes.
  package var relief: Source?
  /// The colours of values, as CSS.
  package var ramp: [(value: Double, colour: String)]
  package var isShown: Bool

  package init(
    _ definition: LayerDefinition, extent: Envelope, source: Source, relief: Source?,
    ramp: [(value: Double, colour: String)], isShown: Bool
  ) {
    self.definition = definition
    self.extent = extent
    self.source = source
    self.relief = relief
    self.ramp = ramp
    self.isShown = isShown
  }

  var sources: [(String, JSONValue)] {
    [(definition.id, json(source))]
      + (relief.map { [(shadeID, json($0))] } ?? [])
  }

  private var shadeID: String { "\(definition.id)/shade" }

  private func json(_ source: Source) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", source.coding == nil ? "raster" : "raster-dem"),
      ("tiles", [.string(source.tiles)]), ("tileSize", 256),
      ("bounds", .array([extent.minX, extent.minY, extent.maxX, extent.maxY].map { .real($0) })),
      ("minzoom", .integer(definition.tiles.minimumZoom)),
      ("maxzoom", .integer(definition.tiles.maximumZoom)),
    ]
    if let (base, step) = source.coding {
      members += [
        ("encoding", "custom"), ("baseShift", .real(-base)), ("redFactor", .real(65536 * step)),
        ("greenFactor", .real(256 * step)), ("blueFactor", .real(step)),
      ]
    }
    return .object(members)
  }

  func parts(_ palette: MapPalette) -> [StylePart] {
    guard let coding = source.coding else {
      return [
        part(
          "raster", "raster",
          [("raster-opacity", palette.isDark ? 0.5 : 0.7), ("raster-resampling", "nearest")])
      ]
    }
    var parts: [StylePart] = []
    if ramp.count > 1 {
      parts.append(
        part(
          "relief", "color-relief",
          [
            ("color-relief-opacity", palette.isDark ? 0.12 : 0.22),
            ("color-relief-color", colours(coding)),
          ]))
    }
    if relief != nil {
      var shade = part(
        "shade", "hillshade",
        [
          ("hillshade-exaggeration", 0.28),
          ("hillshade-shadow-color", palette.isDark ? "#000000" : "#6b675c"),
          ("hillshade-highlight-color", palette.isDark ? "#3c484e" : "#ffffff"),
          ("hillshade-accent-color", palette.isDark ? "#000000" : "#8a8678"),
        ])
      shade.source = shadeID
      parts.append(shade)
    }
    return parts
  }

  private func part(_ name: String, _ type: String, _ paint: [(String, JSONValue)]) -> StylePart {
    StylePart(
      layer: definition.id, name: name, type: type, source: definition.id,
      minimumZoom: Double(definition.tiles.minimumZoom), paint: paint, isShown: isShown)
  }

  /// The ramp; what has no value, the lowest code of all, is not drawn.
  private func colours(_ coding: (base: Double, step: Double)) -> JSONValue {
    let first = coding.base + 2 * coding.step
    let clear = first - coding.step
    let stops: [(Double, String)] =
      [(clear, "rgba(0, 0, 0, 0)"), (first, ramp[0].colour)]
      + ramp.filter { $0.value > first }.map { ($0.value, $0.colour) }
    return .array(
      ["interpolate", ["linear"], ["elevation"]]
        + stops.flatMap { [.real($0.0), .string($0.1)] })
  }
}
