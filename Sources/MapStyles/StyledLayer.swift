package import Catalog
import SimpleFeatures

/// A layer of features as a style document draws it.
package struct StyledLayer: Sendable {
  /// What the layer holds; its ``LayerDefinition/style`` is the one to draw with.
  package let definition: LayerDefinition
  /// The role of the layer, if it has one.
  package let role: LayerRole?
  /// The addresses of tiles of its own; `nil` where its features are in the tiles of the whole map.
  package let tiles: String?
  /// How its points lie; `nil` where that is not known, and of lines and polygons.
  package let spread: PointSpread?
  /// Whether it is shown at first.
  package let isShown: Bool

  /// A layer with what a document has to know of it.
  package init(
    _ definition: LayerDefinition, role: LayerRole?, tiles: String? = nil,
    spread: PointSpread? = nil, isShown: Bool
  ) {
    (self.definition, self.role, self.tiles, self.isShown) = (definition, role, tiles, isShown)
    self.spread = definition.geometry == .point ? spread : nil
  }

  var id: String { definition.id }
  var style: LayerStyle { definition.style }
  /// The id of its source.
  var source: String { tiles == nil ? StyleDocument.source : id }
  var minimumZoom: Double { Double(definition.tiles.minimumZoom) }
  var deepest: Double { Double(definition.tiles.maximumZoom) }

  /// Polygons with less opacity lie over other things and are drawn with an edge.
  static let overlayOpacity = 0.44

  /// Whether it lies over buildings and roads, as a boundary or a planning zone does.
  var isOverlay: Bool {
    definition.geometry == .polygon && style.opacity < Self.overlayOpacity
  }

  var isBuilding: Bool { role == .building || heightField != nil }

  /// The field with the height of polygons in metres.
  var heightField: Field? {
    guard definition.geometry == .polygon else { return nil }
    return definition.fields.first { $0.name == "height" && $0.unit == "m" }
  }

  /// Whether its lines are drawn as roads: with casings, tunnels below the others, bridges above.
  var isRoad: Bool { role == .roadNetwork }

  /// Whether a boolean field of a feature is true; `nil` where the layer has no such field.
  func whether(_ name: String) -> JSONValue? {
    let isField = definition.fields.contains { $0.name == name && $0.type == .boolean }
    return isField ? .some(["==", ["get", .string(name)], true]) : .none
  }

  /// What its colours are used for.
  var use: MapPalette.Use {
    switch definition.geometry {
    case .point: .mark
    case .polygon: isOverlay ? .mark : .ground
    case .line: isRoad ? .road : role == .watercourse ? .ground : .mark
    }
  }

  /// The colours of its features in a style: that of the layer and those of its categories.
  func legend(_ palette: MapPalette) -> JSONValue {
    let own = { (css: String) in JSONValue.string(palette.colour(css, use, of: self)) }
    var members: [(String, JSONValue)] = [
      ("colour", own(style.colour)),
      (
        "categories",
        .object((style.categories?.colours ?? []).map { ($0.value, own($0.colour)) })
      ),
    ]
    if let density = DensityDrawing(layer: self, palette: palette) {
      members.append(("density", density.legend))
    }
    if let clusters = PointDrawing(layer: self, palette: palette).clusters {
      members.append(("clusters", clusters))
    }
    return .object(members)
  }

  /// The part of a drawing: a layer of the style document.
  func part(
    _ name: String, _ type: String, minimumZoom least: Double? = nil,
    maximumZoom most: Double? = nil, filter: JSONValue? = nil, layout: [(String, JSONValue)] = [],
    paint: [(String, JSONValue)]
  ) -> StylePart {
    StylePart(
      layer: id, name: name, type: type, source: source, sourceLayer: id,
      minimumZoom: least ?? minimumZoom, maximumZoom: most, filter: filter, layout: layout,
      paint: paint,
      isShown: isShown && name != StylePart.raised)
  }
}

extension LayerRole {
  static let building = LayerRole("building")
  static let roadNetwork = LayerRole("road-network")
  static let waterSurface = LayerRole("water-surface")
  static let watercourse = LayerRole("watercourse")
}

/// A layer of the style document: `<layer>/<name>`.
struct StylePart: Sendable {
  /// The part that is drawn instead of the flat ones where the map is tilted.
  static let raised = "raised"

  var layer: String
  var name: String
  var type: String
  var source: String
  var sourceLayer: String?
  var minimumZoom: Double
  var maximumZoom: Double?
  var filter: JSONValue?
  var layout: [(String, JSONValue)] = []
  var paint: [(String, JSONValue)] = []
  var isShown: Bool

  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", .string("\(layer)/\(name)")), ("type", .string(type)),
      ("metadata", ["yutu:layer": .string(layer), "yutu:part": .string(name)]),
      ("source", .string(source)),
    ]
    if let sourceLayer { members.append(("source-layer", .string(sourceLayer))) }
    members.append(("minzoom", .real(minimumZoom)))
    if let maximumZoom { members.append(("maxzoom", .real(maximumZoom))) }
    if let filter { members.append(("filter", filter)) }
    members.append(
      ("layout", .object(layout + [("visibility", isShown ? "visible" : "none")])))
    members.append(("paint", .object(paint)))
    return .object(members)
  }
}
