import Catalog
import Roads
import SimpleFeatures
import Simulation

extension RoadProcess {
  /// The best way from one place to another, over others where they are named.
  public static func route(_ desk: RoadDesk) -> RoadProcess {
    let inputs = RoadInputs(desk: desk)
    return RoadProcess(
      id: "route", title: LocalisedText(zh: "路径规划", en: "Route"),
      summary: LocalisedText(
        zh: "按道路求两点之间的最快或最短路径，给出几何、时间、长度与逐步指引。",
        en: "The fastest or shortest way between places on the roads, with directions."),
      inputSchema: routeInputs(inputs), outputSchema: routeOutputs, inputs: inputs,
      isQuick: { $0["via"] == nil }, reply: routeAnswer)
  }

  private static func routeInputs(_ inputs: RoadInputs) -> JSONValue {
    inputs.schema(
      required: ["from", "to"],
      [
        ("from", RoadInputs.place("where the way begins")),
        ("to", RoadInputs.place("where it ends")),
        (
          "via",
          [
            "type": "array", "items": RoadInputs.place("a place on the way"), "maxItems": 50,
            "description": "places to come by, in their order",
          ]
        ),
        (
          "language",
          [
            "type": "string", "enum": ["zh", "en"], "default": "zh",
            "description": "the language of the directions",
          ]
        ),
      ])
  }

  private static var routeOutputs: JSONValue { RoadInputs.features("route") }

  @Sendable
  private static func routeAnswer(
    _ roads: RoadInputs, _ inputs: JSONValue
  ) throws -> ProcessOutputs {
    let router = try roads.router(inputs)
    let language = DirectionLanguage(rawValue: inputs["language"]?.string ?? "zh") ?? .zh
    var places = [("from", inputs["from"] ?? .null)]
    for (number, via) in (inputs["via"]?.items ?? []).enumerated() {
      places.append(("via[\(number)]", via))
    }
    places.append(("to", inputs["to"] ?? .null))
    let ends = try places.map { try roads.end($0.1, $0.0) }
    var text = JSONText(capacity: 4096)
    text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
    for leg in 1..<ends.count {
      if leg > 1 { text.raw(",") }
      let route = try router.route(
        from: ends[leg - 1], to: ends[leg], withinMetres: roads.snap(inputs))
      text.route(route, router, language, id: ends.count > 2 ? "\(leg)" : nil)
    }
    text.raw("]}")
    var outputs = ProcessOutputs()
    outputs.append("route", text)
    return outputs
  }
}
