import Catalog
import Roads
import SimpleFeatures
import Simulation

extension RoadProcess {
  private static let mostPlaces = 1000

  /// Times or lengths between many places.
  public static func matrix(_ desk: RoadDesk) -> RoadProcess {
    let inputs = RoadInputs(desk: desk)
    return RoadProcess(
      id: "matrix", title: LocalisedText(zh: "时间矩阵", en: "Matrix"),
      summary: LocalisedText(
        zh: "多个起点到多个终点的行驶时间或长度。",
        en: "Times, or lengths, from each of some places to each of others."),
      inputSchema: matrixInputs(inputs), outputSchema: matrixOutputs, inputs: inputs,
      isQuick: { _ in false }, reply: matrixAnswer)
  }

  private static func matrixInputs(_ inputs: RoadInputs) -> JSONValue {
    func places(_ description: String) -> JSONValue {
      [
        "type": "array", "items": RoadInputs.place("a place"), "minItems": 1,
        "maxItems": .integer(mostPlaces), "description": .string(description),
      ]
    }
    return inputs.schema(
      required: ["sources", "targets"],
      [
        ("sources", places("where ways begin")), ("targets", places("where ways end")),
      ])
  }

  private static var matrixOutputs: JSONValue {
    let table: JSONValue = ["type": "array", "items": ["type": "array"]]
    return [
      "type": "object",
      "properties": [
        "values": table, "unit": ["type": "string", "enum": ["s", "m"]],
        "snap_sources_m": ["type": "array"],
        "snap_targets_m": ["type": "array"],
      ],
    ]
  }

  @Sendable
  private static func matrixAnswer(
    _ roads: RoadInputs, _ inputs: JSONValue
  ) throws -> ProcessOutputs {
    let router = try roads.router(inputs)
    let sources = try places(roads, inputs, "sources", router)
    let targets = try places(roads, inputs, "targets", router)
    let costs = router.matrix(
      from: sources.compactMap { $0 }, to: targets.compactMap { $0 }
    ).costs
    let isTime = router.metric.objective == .time
    var rows: [JSONValue] = []
    var row = 0
    for source in sources {
      var column = 0
      var values: [JSONValue] = []
      for target in targets {
        guard source != nil, target != nil else {
          values.append(.null)
          if target != nil { column += 1 }
          continue
        }
        values.append(
          costs[row][column].map { .real(Double($0) / (isTime ? 1000 : 100)) } ?? .null)
        column += 1
      }
      rows.append(.array(values))
      if source != nil { row += 1 }
    }
    var outputs = ProcessOutputs()
    outputs.append("values", JSONValue.array(rows))
    outputs.append("unit", JSONValue.string(isTime ? "s" : "m"))
    outputs.append("snap_sources_m", snaps(sources))
    outputs.append("snap_targets_m", snaps(targets))
    return outputs
  }

  /// The places on roads; `nil` for those that are too far from each.
  private static func places(
    _ roads: RoadInputs, _ inputs: JSONValue, _ name: String, _ router: Router
  ) throws -> [RoadPlace?] {
    try (inputs[name]?.items ?? []).enumerated().map { number, value in
      let end = try roads.end(value, "\(name)[\(number)]")
      return try? router.snapToMainComponent(end, isStart: true, withinMetres: roads.snap(inputs))
    }
  }

  private static func snaps(_ places: [RoadPlace?]) -> JSONValue {
    .array(places.map { $0.map { .real(($0.snapMetres * 100).rounded() / 100) } ?? .null })
  }
}
