import Catalog
import FeatureStore
import HTTPTypes
import OneMap
import SimpleFeatures

/// `/search`: features of all layers by their names, addresses and codes.
struct SearchRoute {
  let map: CityMap

  private static let maximumLimit = 100

  var route: Route {
    Route(
      path: "/search", operation: "search",
      summary: "Features by name, address or code, the nearest first", tag: "Features",
      formats: [.geojson],
      parameters: [
        Route.Parameter(
          name: "q", description: "Two characters or more; words apart must all be found",
          schema: ["type": "string", "pattern": "[0-9A-Za-z\\u4e00-\\u9fa5]{2}"], isRequired: true),
        Route.Parameter(
          name: "layers", description: "Only in these layers, ids joined by commas",
          schema: ["type": "array", "items": ["type": "string"]]),
        Route.Parameter(
          name: "limit", description: "How many at most, never more than \(Self.maximumLimit)",
          schema: ItemParameters.limitSchema(usual: 10)),
      ] + ViewParameters.parameters
    ) { inquiry in
      let query = try Self.query(inquiry)
      let hits = try await map.seen(by: inquiry).search(query)
      return .bytes(Self.document(hits, inquiry), type: Format.geojson.mediaType)
    }
  }

  private static func query(_ inquiry: Inquiry) throws -> SearchQuery {
    let limit = Int(inquiry.query["limit"] ?? "10") ?? 0
    guard limit >= 1 else {
      throw HTTPProblem(
        .badRequest, "bad-parameter",
        "limit=\(inquiry.query["limit"] ?? "") is not a whole number from 1 on")
    }
    let layers = inquiry.query["layers"].map { Set($0.split(separator: ",").map(String.init)) }
    let text = inquiry.query["q"] ?? ""
    guard let query = SearchQuery(text, layers: layers, limit: min(limit, maximumLimit)) else {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "q=\(text) is too short to look for",
        hint: "give at least two letters, digits or Chinese characters: q=光谷")
    }
    return query
  }

  /// The hits as GeoJSON; `layer` and `title` are foreign members of each feature.
  private static func document(_ hits: [SearchHit], _ inquiry: Inquiry) -> [UInt8] {
    var text = JSONText(capacity: 1024 + hits.count * 512)
    text.raw("{\"type\":\"FeatureCollection\",\"numberReturned\":\(hits.count),\"links\":")
    JSONValue.array(ServerText.selfLinks(inquiry, [.geojson])).append(to: &text)
    text.raw(",\"features\":[")
    for (index, hit) in hits.enumerated() {
      if index > 0 { text.raw(",\n") }
      let fields = hit.layer.definition.fields
      text.feature(
        id: hit.feature.id, geometry: hit.feature.geometry,
        properties: zip(fields, hit.feature.values).map { Property($0.name, $1) })
      text.replaceClosingBrace(with: ",\"layer\":")
      text.string(hit.layer.id)
      text.raw(",\"title\":")
      text.string(hit.title)
      text.raw("}")
    }
    text.raw("]}")
    return text.bytes
  }
}
