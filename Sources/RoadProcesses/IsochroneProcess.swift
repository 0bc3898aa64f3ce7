import Catalog
import Roads
import SimpleFeatures
import Simulation

extension RoadProcess {
  /// What is within some minutes, or kilometres, of a place.
  public static func isochrone(_ desk: RoadDesk) -> RoadProcess {
    let inputs = RoadInputs(desk: desk)
    return RoadProcess(
      id: "isochrone", title: LocalisedText(zh: "可达范围", en: "Reachable area"),
      summary: LocalisedText(
        zh: "给定时间或里程内沿道路可以到达的范围。",
        en: "The area within 30 m of the roads that are within some minutes, or kilometres."),
      inputSchema: isochroneInputs(inputs), outputSchema: isochroneOutputs, inputs: inputs,
      isQuick: { _ in false }, reply: isochroneAnswer)
  }

  private static func isochroneInputs(_ inputs: RoadInputs) -> JSONValue {
    let limits: JSONValue = [
      "type": "array", "minItems": 1, "maxItems": 10,
      "items": ["type": "number", "minimum": 0.01, "maximum": 1440],
      "description": "minutes, or kilometres where the objective is length",
    ]
    return inputs.schema(
      required: ["at"],
      [
        ("at", RoadInputs.place("the place")), ("minutes", limits), ("kilometres", limits),
        (
          "direction",
          [
            "type": "string", "enum": ["from", "to"], "default": "from",
            "description": "reached from the place, or from where it is reached",
          ]
        ),
        (
          "holes_m2",
          [
            "type": "number", "minimum": 0, "default": 0,
            "description": "holes smaller than this are filled, square metres",
          ]
        ),
      ])
  }

  private static var isochroneOutputs: JSONValue { RoadInputs.features("isochrone") }

  @Sendable
  private static func isochroneAnswer(
    _ roads: RoadInputs, _ inputs: JSONValue
  ) throws -> ProcessOutputs {
    let router = try roads.router(inputs)
    let unit = router.metric.objective
    let name = unit == .time ? "minutes" : "kilometres"
    guard let limits = inputs[name]?.items?.compactMap(\.number) else {
      throw ProcessError(
        "missing-input", "input \"\(name)\" is missing",
        hint: "the objective is \(unit.rawValue): give \(name), as [5, 10, 15]", status: 400)
    }
    let end = try roads.end(inputs["at"] ?? .null, "at")
    let place: RoadPlace
    do throws(RouteError) {
      place = try router.snapToMainComponent(end, isStart: true, withinMetres: roads.snap(inputs))
    } catch {
      throw RoadInputs.fault(error, at: "the place")
    }
    var text = JSONText(capacity: 1 << 16)
    text.isochrones(
      limits.sorted(by: >), unit, around: place, router,
      towards: inputs["direction"]?.string == "to",
      leastHoleSquareMetres: inputs["holes_m2"]?.number ?? 0)
    var outputs = ProcessOutputs()
    outputs.append("isochrone", text)
    return outputs
  }
}
