import Catalog
import FeatureStore
import Foundation
import HTTPTypes
import Hummingbird
import OneMap
import SimpleFeatures

/// `/collections/{collectionId}/items` and one item of it: the features.
struct ItemRoutes {
  let map: CityMap
  let pages: PageTemplates

  var all: [Route] { [items, item] }

  private var items: Route {
    Route(
      path: "/collections/{collectionId}/items", operation: "getFeatures",
      summary: "Features of a layer, page by page", tag: "Features", formats: [.geojson, .html],
      parameters: ItemParameters.parameters, takesFieldNames: true
    ) { request in
      let id = try request.parameter("collectionId")
      let system = try SupportedCRSList.all.system("crs", request)
      let (layer, page) = try await map.view(for: request).features(of: id) {
        try ItemParameters.query(request, on: $0.definition, SupportedCRSList.all)
      }
      let next = page.nextAfterRow.map {
        "\(request.base)\(request.path)?" + request.query.replacing("after", with: String($0))
      }
      if request.format == .html {
        let query = page.nextAfterRow.map { request.query.replacing("after", with: String($0)) }
        return pages.items(
          page, of: layer, next: query.map { "\(request.path)?\($0)" }, request)
      }
      return .bytes(
        try Self.collection(page, of: layer, next: next, system, request),
        type: Format.geojson.mediaType, headers: system.headers)
    }
  }

  private var item: Route {
    Route(
      isBrief: true, path: "/collections/{collectionId}/items/{featureId}", operation: "getFeature",
      summary: "One feature", tag: "Features", formats: [.geojson, .html],
      parameters: [ItemParameters.crs] + ViewParameters.parameters
    ) { request in
      if let brief = try await item(request, mostVertices: Self.mostVertices) { return brief }
      let whole: @Sendable () async throws -> Response = {
        try await item(request, mostVertices: .max) ?? Response(status: .notFound)
      }
      guard let connection = ClientConnection.current else { return try await whole() }
      return try await connection.inTurn(isLong: true, whole)
    }
  }

  /// Features of more vertices take turns with whatever else reads much.
  private static let mostVertices = 10_000

  /// One feature; `nil` where it has more vertices than `mostVertices`.
  private func item(_ request: APIRequest, mostVertices: Int) async throws -> Response? {
    let id = try request.parameter("featureId")
    let system = try SupportedCRSList.all.system("crs", request)
    let (layer, found) = try await map.view(for: request).feature(
      id, of: try request.parameter("collectionId"))
    guard let feature = found else {
      throw HTTPProblem(
        .notFound, "unknown-feature",
        "layer \"\(layer.id)\" has no feature \"\(id)\"\(request.viewWords)",
        hint: "GET \(request.link(to: "/collections/\(layer.id)/items")) lists them")
    }
    guard feature.geometry.vertexCount <= mostVertices else { return nil }
    if request.format == .html { return pages.item(feature, of: layer, request) }
    var text = JSONText(capacity: 1024)
    try Self.append(feature, of: layer, in: system, to: &text)
    text.replaceClosingBrace(with: ",\"links\":")
    let path = request.link(to: "/collections/\(layer.id)")
    JSONValue.array(
      ServerText.selfLinks(request, [.geojson, .html]) + [
        ServerText.link("collection", path, .json, "The layer")
      ]
    ).append(to: &text)
    text.raw("}")
    return .bytes(text.bytes, type: Format.geojson.mediaType, headers: system.headers)
  }

  private static func collection(
    _ page: FeaturePage, of layer: StoredLayer, next: String?, _ system: SupportedCRS,
    _ request: APIRequest
  ) throws -> [UInt8] {
    var links = ServerText.selfLinks(request, [.geojson, .html])
    links.append(
      ServerText.link(
        "collection", request.link(to: "/collections/\(layer.id)"), .json, "The layer"))
    if let next { links.append(ServerText.link("next", next, .geojson, "The next page")) }
    var text = JSONText(capacity: 2048 + page.features.count * 512)
    text.raw("{\"type\":\"FeatureCollection\",\"numberMatched\":\(page.matchedCount),")
    text.raw("\"numberReturned\":\(page.features.count),\"timeStamp\":")
    text.string(Date().formatted(.iso8601))
    text.raw(",\"links\":")
    JSONValue.array(links).append(to: &text)
    text.raw(",\"features\":[")
    for (index, feature) in page.features.enumerated() {
      if index.isMultiple(of: 256) { try Task.checkCancellation() }
      if index > 0 { text.raw(",\n") }
      try append(feature, of: layer, in: system, to: &text)
    }
    text.raw("]}")
    return text.bytes
  }

  /// A GeoJSON feature with the commit that wrote it as a foreign member.
  private static func append(
    _ feature: StoredFeature, of layer: StoredLayer, in system: SupportedCRS,
    to text: inout JSONText
  ) throws(HTTPProblem) {
    text.feature(
      id: feature.id, geometry: try system.geometry(feature.geometry),
      properties: zip(layer.definition.fields, feature.values).map { Property($0.name, $1) })
    text.replaceClosingBrace(with: ",\"commit\":\(feature.commit)}")
  }
}
