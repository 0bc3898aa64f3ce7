import FeatureStore
import OneMap
import SimpleFeatures
import Simulation

/// `/`, `/conformance`, `/api` and `/health`: what the service is and whether it works.
struct LandingRoutes {
  let map: CityMap
  let pages: PageTemplates
  let hasProcesses: Bool
  let feeds: [DataSourceStatus]

  var all: [Route] { [landing, conformance, health] }

  /// The classes that `Tests/ConformanceTests` proves, and no others.
  private var conformanceClasses: [String] {
    Self.mapClasses + (hasProcesses ? Self.processClasses : [])
  }

  private static let processClasses =
    ["core", "ogc-process-description", "json", "html", "oas30", "job-list", "dismiss"]
    .map { "http://www.opengis.net/spec/ogcapi-processes-1/1.0/conf/\($0)" }

  private static let mapClasses: [String] =
    ["core", "geojson", "html", "oas30"]
    .map { "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/\($0)" }
    + ["http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs"]
    + [
      "core", "tileset", "tilesets-list", "dataset-tilesets", "geodata-tilesets", "oas30", "mvt",
      "png",
    ]
    .map { "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/\($0)" }

  private var landing: Route {
    Route(
      isBrief: true, path: "/", operation: "getLandingPage",
      summary: "The city, and where everything is",
      tag: "Capabilities", formats: [.json, .html]
    ) { request in
      let layers = try await map.layers()
      if request.format == .html { return pages.landing(layers, request) }
      return .json([
        "title": "Yutu 舆图",
        "description": "The one map of a city: its layers as features and tiles",
        "extent": ServerText.extent(layers.extent),
        "links": .array(
          ServerText.selfLinks(request, [.json, .html]) + [
            ServerText.link("service-desc", request.base + "/api", .openapi, "The API as OpenAPI"),
            ServerText.link("service-doc", request.base + "/api?f=html", .html, "The API, to read"),
            ServerText.link("conformance", request.base + "/conformance", .json, "Standards met"),
            ServerText.link("data", request.base + "/collections", .json, "The layers"),
            ServerText.link(
              "http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector", request.base + "/tiles",
              .json, "Vector tiles of all layers"),
            ServerText.link(
              ProcessDocuments.processes, request.base + "/processes", .json,
              "What can be executed"),
            ServerText.link(ProcessDocuments.jobs, request.base + "/jobs", .json, "The jobs"),
            ServerText.link("alternate", request.base + "/map", .html, "The map page"),
          ]),
      ])
    }
  }

  private var conformance: Route {
    Route(
      isBrief: true, path: "/conformance", operation: "getConformance",
      summary: "The standards that are met",
      tag: "Capabilities", formats: [.json, .html]
    ) { request in
      if request.format == .html { return pages.conformance(conformanceClasses, request) }
      return .json([
        "conformsTo": .array(conformanceClasses.map { .string($0) }),
        "links": .array(ServerText.selfLinks(request, [.json, .html])),
      ])
    }
  }

  private var health: Route {
    Route(
      isBrief: true, path: "/health", operation: "getHealth",
      summary: "Whether the city can be read",
      tag: "Operation", formats: [.json]
    ) { _ in
      try await map.store.check()
      return .json(Health(layerCount: try await map.layers().count, sources: feeds).json)
    }
  }
}
