package import Catalog
package import Messages
package import SimpleFeatures

/// A style document after the MapLibre style specification (version 8): how a client draws the map.
///
/// Its layers are called `<layer of the city>/<part>` and say so in their `metadata`, too:
/// `yutu:layer` and `yutu:part`; the `metadata` of the document has the colours of legends,
/// `yutu:legend`. Layers that are not shown at first have `visibility: none`.
package struct StyleDocument: Sendable {
  /// The name of the source with the tiles of the whole map.
  package static let source = "city"

  package var palette: MapPalette
  package var language: Messages.Language
  /// What the map is called.
  package var title: LocalisedText
  /// The address of a tile of the whole map.
  package var tiles: String
  package var attribution: String
  package var bounds: Envelope
  /// The addresses of the sprite and of glyphs, as the specification has them.
  package var sprite: String
  package var glyphs: String
  package var layers: [StyledLayer]
  package var rasters: [StyledRaster]
  /// Where the city ends: what lies outside is covered below its features; `nil` where that is not
  /// known.
  package var boundary: Geometry?
  /// Maps of other servers: sources and the layers that draw them.
  package var bases: [(id: String, source: JSONValue)]

  package init(
    palette: MapPalette, language: Messages.Language, title: LocalisedText, tiles: String,
    attribution: String, bounds: Envelope, sprite: String, glyphs: String, layers: [StyledLayer],
    rasters: [StyledRaster], bases: [(id: String, source: JSONValue)]
  ) {
    self.palette = palette
    self.language = language
    self.title = title
    self.tiles = tiles
    self.attribution = attribution
    self.bounds = bounds
    self.sprite = sprite
    self.glyphs = glyphs
    self.layers = layers
    self.rasters = rasters
    self.bases = bases
  }

  /// The name of the source with what lies outside the city.
  private static let mask = "outside"
  /// Boundaries of more vertices would make the document too long.
  private static let mostVertices = 20_000
  /// Maps of other servers are not covered.
  private var isMasked: Bool {
    guard let boundary, bases.isEmpty else { return false }
    return boundary.vertexCount <= Self.mostVertices
  }

  /// The document.
  package var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("version", 8), ("name", .string(language == .chinese ? title.zh : title.en)),
      (
        "metadata",
        [
          "yutu:style": .string(palette.id),
          "yutu:legend": .object(layers.map { ($0.id, $0.legend(palette)) }),
        ]
      ),
    ]
    if !bounds.isEmpty {
      members += [
        (
          "center",
          [.real((bounds.minX + bounds.maxX) / 2), .real((bounds.minY + bounds.maxY) / 2)]
        ),
        ("zoom", 12),
      ]
    }
    members += [
      ("sprite", .string(sprite)), ("glyphs", .string(glyphs)),
      (
        "light",
        ["anchor": "viewport", "color": "#ffffff", "intensity": .real(palette.isDark ? 0.2 : 0.3)]
      ),
      (
        "sky",
        [
          "sky-color": .string(palette.sky.top), "horizon-color": .string(palette.sky.horizon),
          "fog-color": .string(palette.sky.horizon), "sky-horizon-blend": 0.6,
          "horizon-fog-blend": 0.6, "fog-ground-blend": 0.85,
          "atmosphere-blend": 0,
        ]
      ),
      ("sources", .object(sources)), ("layers", .array(drawing)),
    ]
    return .object(members)
  }

  private var sources: [(String, JSONValue)] {
    let own = layers.filter { $0.tiles == nil }.map(\.definition.tiles)
    let deepest = own.map(\.maximumZoom).max() ?? 0
    var sources = bases.map { ($0.id + "/base", $0.source) }
    sources += rasters.flatMap(\.sources)
    if isMasked, let boundary { sources.append((Self.mask, boundary.outside)) }
    sources.append(
      (
        Self.source,
        [
          "type": "vector", "tiles": [.string(tiles)],
          "minzoom": .integer(own.map(\.minimumZoom).min() ?? 0), "maxzoom": .integer(deepest),
          "attribution": .string(attribution),
        ]
      ))
    for layer in layers {
      guard let tiles = layer.tiles else { continue }
      sources.append(
        (
          layer.id,
          [
            "type": "vector", "tiles": [.string(tiles)],
            "minzoom": .integer(layer.definition.tiles.minimumZoom),
            "maxzoom": .integer(layer.definition.tiles.maximumZoom),
          ]
        ))
    }
    return sources
  }

  private var drawing: [JSONValue] {
    let ground: JSONValue = [
      "id": "ground", "type": "background",
      "paint": ["background-color": .string(palette.ground)],
    ]
    let bases = bases.map { base -> JSONValue in
      [
        "id": .string(base.id + "/base"), "type": "raster", "source": .string(base.id + "/base"),
        "metadata": ["yutu:layer": .string(base.id), "yutu:part": "base"],
        "layout": ["visibility": "visible"],
      ]
    }
    return [ground] + bases + parts.map(\.json)
  }

  /// All parts from the bottom up: rasters, areas, water, buildings, roads, other lines, boundaries
  /// and zones, dots, solids, and names by rank: what stands later is placed first.
  private var parts: [StylePart] {
    func areas(_ chosen: [StyledLayer]) -> [AreaDrawing] {
      chosen.sorted { ($0.minimumZoom, $0.id) < ($1.minimumZoom, $1.id) }
        .map { AreaDrawing(layer: $0, palette: palette) }
    }
    func lines(_ chosen: [StyledLayer]) -> [StylePart] {
      chosen.sorted { ($0.minimumZoom, $0.id) < ($1.minimumZoom, $1.id) }
        .flatMap { LineDrawing(layer: $0, palette: palette).parts }
    }
    let polygons = layers.filter { $0.definition.geometry == .polygon }
    let all = layers.filter { $0.definition.geometry == .line }
    let overlays = polygons.filter(\.isOverlay)
    let covers = polygons.filter { !$0.isOverlay && !$0.isBuilding && $0.role != .waterSurface }
    let water = polygons.filter { !$0.isOverlay && $0.role == .waterSurface }
    let buildings = polygons.filter { !$0.isOverlay && $0.isBuilding }
    let courses = all.filter { $0.role == .watercourse }
    let roads = all.filter(\.isRoad)
    let others = all.filter { !$0.isRoad && $0.role != .watercourse }
    let points = layers.filter { $0.definition.geometry == .point }
      .sorted { ($0.style.rank, $0.id) > ($1.style.rank, $1.id) }
    let named = layers.sorted { ($0.style.rank, $0.id) > ($1.style.rank, $1.id) }
    var result = rasters.flatMap { $0.parts(palette) }
    if isMasked {
      result.append(
        StylePart(
          layer: Self.mask, name: "fill", type: "fill", source: Self.mask, minimumZoom: 0,
          paint: [("fill-color", .string(palette.outside)), ("fill-antialias", false)],
          isShown: true))
    }
    result += areas(covers).flatMap(\.flat) + areas(water).flatMap(\.flat)
    result += lines(courses) + areas(buildings).flatMap(\.flat) + lines(roads) + lines(others)
    result += areas(overlays).flatMap(\.flat)
    let marks = points.flatMap { PointDrawing(layer: $0, palette: palette).parts }
    result += marks.filter { $0.type == "heatmap" } + marks.filter { $0.type != "heatmap" }
    result += areas(polygons).flatMap(\.raised)
    result += named.flatMap {
      LabelDrawing(layer: $0, palette: palette, language: language).parts
    }
    return result
  }
}
