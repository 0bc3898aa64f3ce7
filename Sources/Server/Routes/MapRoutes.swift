import Catalog
import FeatureStore
import Foundation
import HTTPTypes
import Hummingbird
import OneMap
import SimpleFeatures
import VectorTiles

/// `/map`: the map page with all that it needs, nothing of it from outside.
struct MapRoutes {
  let map: CityMap
  let assets: MapAssets
  let baseMaps: [BaseMap]

  /// What the page's own files are called below `/map/`, and what they hold.
  private static let files: [(name: String, type: String, bytes: [UInt8])] = [
    ("map.js", "text/javascript; charset=utf-8", PackageResources.map_js),
    ("map-style.js", "text/javascript; charset=utf-8", PackageResources.map_style_js),
    ("map-rasters.js", "text/javascript; charset=utf-8", PackageResources.map_rasters_js),
    ("map-base.js", "text/javascript; charset=utf-8", PackageResources.map_base_js),
    ("map-search.js", "text/javascript; charset=utf-8", PackageResources.map_search_js),
    ("map-words.js", "text/javascript; charset=utf-8", PackageResources.map_words_js),
    ("map.css", "text/css; charset=utf-8", PackageResources.map_css),
  ]

  /// MapLibre starts its worker from a blob and sets styles on elements; all else is our own, but
  /// for the servers of base maps that a person has turned on.
  private var contentSecurityPolicy: String {
    let others = Set(baseMaps.compactMap(\.origin)).sorted().map { " " + $0 }.joined()
    return "default-src 'self'; worker-src blob:; img-src 'self' blob: data:\(others); "
      + "connect-src 'self'\(others); style-src 'self' 'unsafe-inline'"
  }

  func add(to router: Router<BasicRequestContext>, _ token: TokenCheck) {
    let policy: HTTPFields = [
      HTTPField.Name("Content-Security-Policy")!: contentSecurityPolicy,
      .cacheControl: "no-cache",
    ]
    router.get("/map") { _, _ in
      Response.bytes(PackageResources.map_html, type: Format.html.mediaType, headers: policy)
    }
    router.refuseOthers(at: "/map")
    for file in Self.files {
      router.get(RouterPath("/map/" + file.name)) { _, _ in
        Response.bytes(file.bytes, type: file.type, headers: [.cacheControl: "no-cache"])
      }
      router.refuseOthers(at: RouterPath("/map/" + file.name))
    }
    for asset in MapAssets.all {
      router.get(RouterPath("/map/assets/" + asset.name)) { request, context in
        let gzipped = try assets.gzipped(asset.name)
        return try Response.gzipped(
          gzipped, type: asset.type, for: try Inquiry(request, context.parameters, for: config),
          headers: [.cacheControl: "max-age=3600"])
      }
      router.refuseOthers(at: RouterPath("/map/assets/" + asset.name))
    }
    config.add(to: router, token)
  }

  private var config: Route {
    Route(
      path: "/map/config.json", operation: "getMapConfiguration",
      summary: "What the map page draws, and how", tag: "Map page", formats: [.json]
    ) { _ in
      let layers = try await map.layers()
      let rasters = try await map.rasters()
      let extent = rasters.reduce(into: layers.extent ?? .empty) { $0.formUnion($1.extent) }
      return .json([
        "title": ["zh": "舆图", "en": "Yutu"],
        "attribution": .string(layers.attribution),
        "bounds": extent.isEmpty ? nil : ServerText.bounds(extent),
        "maxzoom": .integer(
          layers.isEmpty
            ? rasters.map(\.definition.tiles.maximumZoom).max() ?? 0
            : TileDocuments.zoomRange(layers).upperBound),
        "layers": .array(layers.map(Self.description)),
        "rasters": .array(rasters.map(RasterDocuments.drawing)),
        "bases": .array(baseMaps.map(Self.description)),
      ])
    }
  }

  private static func description(of base: BaseMap) -> JSONValue {
    [
      "id": .string(base.id), "title": text(base.title), "attribution": text(base.attribution),
      "template": .string(base.template), "minzoom": .integer(base.minimumZoom),
      "maxzoom": .integer(base.maximumZoom),
    ]
  }

  private static func description(of layer: StoredLayer) -> JSONValue {
    let definition = layer.definition
    return [
      "id": .string(layer.id), "title": text(definition.title),
      "geometry": .string(definition.geometry.rawValue), "count": .integer(layer.featureCount),
      "minzoom": .integer(definition.tiles.minimumZoom),
      "maxzoom": .integer(definition.tiles.maximumZoom),
      "style": style(of: definition), "fields": .array(definition.fields.map(field)),
    ]
  }

  private static func style(of layer: LayerDefinition) -> JSONValue {
    let style = layer.style
    let categories: JSONValue =
      style.categories.map { categories in
        let codes = layer.field(named: categories.field)?.codes ?? []
        return [
          "field": .string(categories.field),
          "colours": .array(
            categories.colours.map { entry in
              let title = codes.first { $0.value == entry.value }?.title
              return [
                "value": .string(entry.value), "colour": .string(entry.colour),
                "title": text(title ?? LocalisedText(zh: entry.value, en: entry.value)),
              ]
            }),
        ]
      } ?? nil
    return [
      "colour": .string(style.colour), "width": .real(style.width),
      "label": style.label.map { .string($0) } ?? nil, "categories": categories,
    ]
  }

  private static func field(_ field: Field) -> JSONValue {
    [
      "name": .string(field.name), "title": text(field.title), "type": .string(field.type.rawValue),
      "unit": field.unit.map { .string($0) } ?? nil,
      "codes": .array(
        field.codes.map { ["value": .string($0.value), "title": text($0.title)] }),
    ]
  }

  private static func text(_ text: LocalisedText) -> JSONValue {
    ["zh": .string(text.zh), "en": .string(text.en)]
  }
}

/// MapLibre's files, which `scripts/setup` puts into a folder that git ignores.
struct MapAssets: Sendable {
  static let all = [
    (name: "maplibre-gl.js", type: "text/javascript; charset=utf-8"),
    (name: "maplibre-gl.css", type: "text/css; charset=utf-8"),
  ]

  private let contents: [String: [UInt8]]

  /// Reads what is there; a missing file is a problem only for the page.
  init(folder: String) {
    contents = Dictionary(
      uniqueKeysWithValues: Self.all.compactMap { asset in
        FileManager.default.contents(atPath: "\(folder)/\(asset.name)")
          .map { (asset.name, Gzip.compress([UInt8]($0))) }
      })
  }

  /// Names of the files that are missing.
  var missing: [String] { Self.all.map(\.name).filter { contents[$0] == nil } }

  func gzipped(_ name: String) throws(HTTPProblem) -> [UInt8] {
    guard let bytes = contents[name] else {
      throw HTTPProblem(
        .notFound, "missing-asset", "\(name) is not installed", hint: "run scripts/setup")
    }
    return bytes
  }
}
