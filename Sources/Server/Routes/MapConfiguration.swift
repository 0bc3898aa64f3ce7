import Catalog
import FeatureStore
import OneMap
import SimpleFeatures

/// `/map/config.json`: what the map page draws, and how.
struct MapConfiguration {
  let map: CityMap
  let baseMaps: [BaseMap]
  let executor: ProcessExecutor

  var route: Route {
    Route(
      path: "/map/config.json", operation: "getMapConfiguration",
      summary: "What the map page draws, and how", tag: "Map page", formats: [.json]
    ) { request in
      let layers =
        try await map.layers(andOf: await executor.ownJobs(request)) + map.runs.layers()
      let rasters = try await map.rasters()
      let extent =
        CityDivision.extent(of: layers, on: map) ?? layers.extent
        ?? rasters.reduce(into: .empty) { $0.formUnion($1.extent) }
      let name = try await CityDivision(of: map, layers: layers)?.name
      let document: JSONValue = [
        "title": ["zh": .string(name ?? "舆图"), "en": .string(name ?? "Yutu")],
        "attribution": .string(layers.attribution),
        "bounds": extent.isEmpty ? nil : ServerText.bounds(extent),
        "maxzoom": .integer(
          layers.isEmpty
            ? rasters.map(\.definition.tiles.maximumZoom).max() ?? 0
            : TileDocuments.zoomRange(layers).upperBound),
        "layers": .array(
          layers.map { layer in
            Self.description(
              of: map.drawn(layer.definition), layer, map.runs.timeAxis(of: layer.id))
          }),
        "rasters": .array(
          rasters.map { RasterDocuments.drawing($0, map.runs.timeAxis(of: $0.id)) }),
        "bases": .array(baseMaps.map(Self.description)),
        "themes": .array(Theme.allCases.map(Self.description)),
      ]
      return .json(document, gzippedFor: request.headers)
    }
  }

  private static func description(of base: BaseMap) -> JSONValue {
    [
      "id": .string(base.id), "title": text(base.title), "theme": .string(base.theme.rawValue),
      "attribution": text(base.attribution),
      "template": .string(base.template), "minzoom": .integer(base.minimumZoom),
      "maxzoom": .integer(base.maximumZoom),
    ]
  }

  /// - Parameter axis: Its times where a run gave it: it is shown when it is asked for.
  private static func description(
    of definition: LayerDefinition, _ layer: StoredLayer, _ axis: RunStore.TimeAxis?
  ) -> JSONValue {
    let members: JSONValue = [
      "id": .string(layer.id), "title": text(definition.title),
      "theme": .string(definition.theme.rawValue),
      "shown": .boolean(axis == nil && definition.style.isShown),
      "result": .boolean(layer.isResult),
      "geometry": .string(definition.geometry.rawValue), "count": .integer(layer.featureCount),
      "minzoom": .integer(definition.tiles.minimumZoom),
      "maxzoom": .integer(definition.tiles.maximumZoom),
      "style": style(of: definition), "fields": .array(definition.fields.map(field)),
      "role": JSONValue(definition.role?.rawValue),
      "relations": .array(definition.relations.map(relation)),
    ]
    return .object((members.members ?? []) + RasterDocuments.run(axis))
  }

  private static func description(of theme: Theme) -> JSONValue {
    ["id": .string(theme.rawValue), "title": text(theme.title)]
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
                "width": entry.width.map { .real($0) } ?? nil,
              ]
            }),
        ]
      } ?? nil
    return [
      "colour": .string(style.colour), "width": .real(style.width),
      "label": style.label.map { .string($0) } ?? nil, "categories": categories,
      "icon": JSONValue(style.icon),
      "opacity": .real(style.opacity),
      "labelZooms": style.labelZooms.map { zooms in
        [
          "field": .string(zooms.field),
          "levels": .array(
            zooms.levels.map {
              [
                "value": .string($0.value), "minzoom": .integer($0.minimumZoom),
                "maxzoom": .integer($0.maximumZoom),
              ]
            }),
        ]
      } ?? nil,
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

  private static func relation(_ relation: LayerRelation) -> JSONValue {
    [
      "title": text(relation.title), "field": .string(relation.field),
      "layers": .strings(relation.layers), "target": JSONValue(relation.target),
    ]
  }

  private static func text(_ text: LocalisedText) -> JSONValue {
    ["zh": .string(text.zh), "en": .string(text.en)]
  }
}

extension Theme {
  /// What the data category is called for people.
  var title: LocalisedText {
    switch self {
    case .spatioTemporalBase: LocalisedText(zh: "时空基础", en: "Base map")
    case .resourceSurvey: LocalisedText(zh: "资源调查", en: "Resource surveys")
    case .planningControl: LocalisedText(zh: "规划管控", en: "Planning control")
    case .constructionProject: LocalisedText(zh: "工程建设项目", en: "Construction projects")
    case .publicTheme: LocalisedText(zh: "公共专题", en: "Public themes")
    case .sensing: LocalisedText(zh: "物联感知", en: "Sensing")
    case .cityModel: LocalisedText(zh: "城市信息模型", en: "City model")
    }
  }
}
