public import Catalog
import Roads
public import SimpleFeatures
public import Simulation

/// The best way from one place to another, over others where they are named.
public struct RouteProcess: BriefProcess {
  public let id = "route"
  public let title = LocalisedText(zh: "路径规划", en: "Route")
  public let summary = LocalisedText(
    zh: "按道路求两点之间的最快或最短路径，给出几何、时间、长度与逐步指引。",
    en: "The fastest or shortest way between places on the roads, with directions.")
  private let inputs: RoadInputs

  /// A process on the roads of a desk.
  public init(_ desk: RoadDesk) {
    inputs = RoadInputs(desk: desk)
  }

  public var inputSchema: JSONValue {
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

  public var outputSchema: JSONValue { RoadInputs.features("route") }

  public func isBrief(_ inputs: JSONValue) -> Bool {
    self.inputs.isBrief(inputs) && inputs["via"] == nil
  }

  public func answer(_ inputs: JSONValue) throws -> ProcessOutputs {
    try RoadInputs.telling {
      let (router, _) = try self.inputs.router(inputs)
      let language = DirectionLanguage(rawValue: inputs["language"]?.string ?? "zh") ?? .zh
      var places = [("from", inputs["from"] ?? .null)]
      for (number, via) in (inputs["via"]?.items ?? []).enumerated() {
        places.append(("via[\(number)]", via))
      }
      places.append(("to", inputs["to"] ?? .null))
      let ends = try places.map { try self.inputs.end($0.1, $0.0) }
      var text = JSONText(capacity: 4096)
      text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
      for leg in 1..<ends.count {
        if leg > 1 { text.raw(",") }
        let route = try router.route(
          from: ends[leg - 1], to: ends[leg], withinMetres: self.inputs.snap(inputs))
        text.route(route, router, language, id: ends.count > 2 ? "\(leg)" : nil)
      }
      text.raw("]}")
      var outputs = ProcessOutputs()
      outputs.append("route", text)
      return outputs
    }
  }

  @concurrent
  public func outputs(
    of inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await self.inputs.desk.ready()
    return try answer(inputs)
  }
}
