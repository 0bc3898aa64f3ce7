import Catalog
import FeatureStore
import GeometryCore
import OneMap
import SimpleFeatures

/// `/collections`, `/collections/{collectionId}` and its schema: the layers, each described.
struct CollectionRoutes {
  let map: CityMap
  let pages: PageTemplates
  let executor: ProcessExecutor

  var all: [Route] { [collections, collection, schema] }

  private var collections: Route {
    Route(
      path: "/collections", operation: "getCollections", summary: "The layers of the city",
      tag: "Features", formats: [.json, .html], parameters: ViewParameters.parameters
    ) { request in
      let own = await executor.ownJobs(request)
      let layers = try await map.view(for: request).layers(andOf: own) + map.runs.layers()
      let rasters = try await map.view(for: request).rasters()
      if request.format == .html { return pages.collections(layers, rasters, request) }
      return .json([
        "links": .array(ServerText.selfLinks(request, [.json, .html])),
        "collections": .array(
          layers.map { Self.description(of: $0, request, map.runs.timeAxis(of: $0.id)) }
            + rasters.map {
              RasterDocuments.collection($0, request, map.runs.timeAxis(of: $0.id))
            }),
      ])
    }
  }

  private var collection: Route {
    Route(
      path: "/collections/{collectionId}", operation: "describeCollection",
      summary: "One layer: what it holds and where", tag: "Features", formats: [.json, .html],
      parameters: ViewParameters.parameters
    ) { request in
      if let raster = try await RasterRoutes(map: map).raster(request) {
        if request.format == .html { return pages.raster(raster, request) }
        return .json(
          RasterDocuments.collection(raster, request, map.runs.timeAxis(of: raster.id)))
      }
      let layer = try await map.view(for: request).layer(try request.parameter("collectionId"))
      if request.format == .html {
        let commits = try await layer.isResult ? [] : history(of: layer)
        return pages.collection(layer, commits, request)
      }
      return .json(Self.description(of: layer, request, map.runs.timeAxis(of: layer.id)))
    }
  }

  /// What was done to a layer lately, up to the state that is shown, the last first.
  private func history(of layer: StoredLayer) async throws -> [Commit] {
    try await map.store.log(layer: layer.id, before: layer.lastCommit + 1, limit: 10)
  }

  private var schema: Route {
    Route(
      path: "/collections/{collectionId}/feature-schema", operation: "getFeatureSchema",
      summary: "What the features of a layer are like, in JSON Schema", tag: "Features",
      formats: [.schema]
    ) { request in
      let layer = try await map.layer(try request.parameter("collectionId"))
      let path = "\(request.base)/collections/\(layer.id)/feature-schema"
      return .json(FeatureSchema.make(layer.definition, id: path), .schema)
    }
  }

  /// - Parameter axis: Its times where a run gave it.
  private static func description(
    of layer: StoredLayer, _ request: APIRequest, _ axis: RunStore.TimeAxis?
  ) -> JSONValue {
    let definition = layer.definition
    let path = "/collections/\(layer.id)"
    let members: JSONValue = [
      "id": .string(layer.id),
      "title": .string("\(definition.title.zh) \(definition.title.en)"),
      "description": .string("\(definition.description.zh) \(definition.description.en)"),
      "attribution": .string(definition.provenance.owner.en),
      "license": .string(definition.provenance.licence),
      "extent": axis.map { ServerText.extent(layer.extent, $0.moments) }
        ?? ServerText.extent(layer.extent, since: layer.firstCommitTime),
      "itemType": "feature",
      "crs": .strings(SupportedCRSList.all.uris(within: layer.extent)),
      "storageCrs": .string(SupportedCRSList.storage.uri),
      "featureCount": .integer(layer.featureCount),
      "geometryType": .string(definition.geometry.rawValue),
      "lastCommit": .integer(layer.lastCommit), "updated": .string(layer.lastCommitTime),
      "fields": .array(definition.fields.map(description)),
      "links": [
        ServerText.link("self", request.link(to: path), .json, "This layer"),
        ServerText.link(
          "alternate", request.link(to: path, [("f", "html")]), .html, "This layer, to read"),
        // GDAL takes field types from it; it knows the relation in this spelling only.
        ServerText.link(
          "describedBy", request.base + path + "/feature-schema", .schema, "The features' schema"),
        ServerText.link("items", request.link(to: path + "/items"), .geojson, "The features"),
        ServerText.link(
          "items", request.link(to: path + "/items", [("f", "html")]), .html,
          "The features, to read"),
        ServerText.link(
          "http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector",
          request.link(to: path + "/tiles"), .json, "Vector tiles"),
      ],
    ]
    return .object((members.members ?? []) + RasterDocuments.run(axis))
  }

  private static func description(of field: Field) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(field.name)), ("type", .string(field.type.rawValue)),
      ("title", ["zh": .string(field.title.zh), "en": .string(field.title.en)]),
    ]
    if let unit = field.unit { members.append(("unit", .string(unit))) }
    if !field.codes.isEmpty {
      members.append(("codes", .array(field.codes.map { .string($0.value) })))
    }
    return .object(members)
  }
}
