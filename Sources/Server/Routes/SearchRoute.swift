import Catalog
import FeatureStore
import HTTPTypes
import OneMap
import SimpleFeatures

/// `/search`: features of all layers by their names, addresses, codes and ids, and layers by their
/// titles.
struct SearchRoute {
  let map: CityMap

  private static let maximumLimit = 100

  var route: Route {
    Route(
      path: "/search", operation: "search",
      summary: "Features by name, address, code, id or layer, the best first", tag: "Features",
      formats: [.geojson],
      parameters: [
        Route.Parameter(
          name: "q",
          description: "Two characters or more, or pinyin (guanggu, gg); words apart must all be "
            + "found. Equal names come first, then those that begin so, those that hold it, and "
            + "those found by an address or code, which `match` of the hit says; `pinyinPart` is "
            + "what fits pinyin. Lines of one name near each other are one hit, their ids `parts`. "
            + "`layers` of the answer names the layers whose titles hold it, `kinds` the values of "
            + "fields that are called so",
          schema: ["type": "string", "pattern": "[0-9A-Za-z\\u4e00-\\u9fa5]{2}"], isRequired: true),
        Route.Parameter(
          name: "near",
          description: "Longitude and latitude (CRS84). Of equally good hits the nearest come "
            + "first, each with its `distance` in metres, and the features of layers whose titles "
            + "hold q are hits too: q=hydrant finds the nearest hydrants",
          schema: ["type": "string", "pattern": .string(Self.nearPattern)]),
        Route.Parameter(
          name: "layers", description: "Only in these layers, ids joined by commas",
          schema: ["type": "array", "items": ["type": "string"]]),
        Route.Parameter(
          name: "limit", description: "How many at most, never more than \(Self.maximumLimit)",
          schema: ItemParameters.limitSchema(usual: 10)),
      ] + ViewParameters.parameters
    ) { request in
      let query = try Self.query(request)
      let answer = try await map.view(for: request).search(query)
      return .bytes(Self.document(answer, request), type: Format.geojson.mediaType)
    }
  }

  // MARK: Asking

  private static func query(_ request: APIRequest) throws -> SearchQuery {
    let limit = Int(request.query["limit"] ?? "10") ?? 0
    guard limit >= 1 else {
      throw HTTPProblem(
        .badRequest, "bad-parameter",
        "limit=\(request.query["limit"] ?? "") is not a whole number from 1 on",
        hint: "write one, as in limit=10, or leave it out")
    }
    let layers = request.query["layers"].map { Set($0.split(separator: ",").map(String.init)) }
    let text = request.query["q"] ?? ""
    let place = try request.query["near"].map(place)
    let query = SearchQuery(text, layers: layers, limit: min(limit, maximumLimit), near: place)
    guard let query else {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "q=\(text) is too short to look for",
        hint: "give at least two letters, digits or Chinese characters: q=光谷")
    }
    return query
  }

  /// The forms that ``place(_:)`` promises to take.
  private static let nearPattern =
    "^-?(180|(1[0-7][0-9]|[0-9]{1,2})(\\.[0-9]{1,12})?),-?(90|[0-8]?[0-9](\\.[0-9]{1,12})?)$"

  private static func place(_ text: String) throws(HTTPProblem) -> SearchPlace {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0) ?? .nan }
    guard numbers.count == 2, abs(numbers[0]) <= 180, abs(numbers[1]) <= 90 else {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "near=\(text) is not a longitude and a latitude",
        hint: "write degrees, longitude first: near=114.32,30.53")
    }
    return SearchPlace(longitude: numbers[0], latitude: numbers[1])
  }

  // MARK: Answering

  /// The hits as GeoJSON; `layer`, `layerTitle`, `title`, `distance`, `match`,
  /// `pinyinPart` and `parts` are foreign members of each feature.
  private static func document(_ answer: SearchAnswer, _ request: APIRequest) -> [UInt8] {
    var text = JSONText(capacity: 1024 + answer.hits.count * 512)
    let count = answer.isWhole ? "numberMatched" : "numberMatchedAtLeast"
    text.raw("{\"type\":\"FeatureCollection\",\"\(count)\":\(answer.matchedCount),")
    text.raw("\"numberReturned\":\(answer.hits.count),\"links\":")
    JSONValue.array(ServerText.selfLinks(request, [.geojson])).append(to: &text)
    text.raw(",\"layers\":")
    JSONValue.array(answer.layers.map { description(of: $0, request) }).append(to: &text)
    text.raw(",\"kinds\":")
    JSONValue.array(answer.kinds.map { description(of: $0, request) }).append(to: &text)
    text.raw(",\"features\":[")
    for (index, hit) in answer.hits.enumerated() {
      if index > 0 { text.raw(",\n") }
      append(hit, to: &text)
    }
    text.raw("]}")
    return text.bytes
  }

  private static func description(of layer: StoredLayer, _ request: APIRequest) -> JSONValue {
    [
      "id": .string(layer.id), "title": words(layer.definition.title),
      "featureCount": .integer(layer.featureCount),
      "links": [
        ServerText.link(
          "items", request.link(to: "/collections/\(layer.id)/items"), .geojson, "The features")
      ],
    ]
  }

  private static func description(of kind: SearchKind, _ request: APIRequest) -> JSONValue {
    let (layer, field, code) = (kind.layer, kind.field, kind.code)
    return [
      "layer": .string(layer.id), "layerTitle": words(layer.definition.title),
      "field": .string(field.name), "fieldTitle": words(field.title),
      "value": .string(code.value), "title": words(code.title),
      "links": [
        ServerText.link(
          "items",
          request.link(to: "/collections/\(layer.id)/items", [(field.name, code.value)]), .geojson,
          "The features")
      ],
    ]
  }

  private static func append(_ hit: SearchHit, to text: inout JSONText) {
    text.feature(
      id: hit.feature.id, geometry: hit.geometry,
      properties: zip(hit.layer.definition.fields, hit.feature.values)
        .map { Property($0.name, $1) })
    text.replaceClosingBrace(with: ",\"layer\":")
    text.string(hit.layer.id)
    text.raw(",\"layerTitle\":")
    words(hit.layer.definition.title).append(to: &text)
    text.raw(",\"title\":")
    text.string(hit.title)
    if let distance = hit.distance {
      text.raw(",\"distance\":")
      JSONValue.real((distance * 10).rounded() / 10).append(to: &text)
    }
    if let (field, value) = hit.match {
      text.raw(",\"match\":")
      let match: JSONValue = [
        "field": .string(field.name), "title": words(field.title), "text": .string(value),
      ]
      match.append(to: &text)
    }
    if let part = hit.pinyinPart {
      text.raw(",\"pinyinPart\":")
      text.string(part)
    }
    if !hit.otherParts.isEmpty {
      text.raw(",\"parts\":")
      let ids = ([hit.feature] + hit.otherParts).map { JSONValue.string($0.id) }
      JSONValue.array(ids).append(to: &text)
    }
    text.raw("}")
  }

  private static func words(_ text: LocalisedText) -> JSONValue {
    ["zh": .string(text.zh), "en": .string(text.en)]
  }
}
