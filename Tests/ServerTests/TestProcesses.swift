import Catalog
import SimpleFeatures
import Simulation
import Synchronization

/// A quick process that gives one feature: a square of so many metres around a place.
struct Square: BriefProcess {
  let id = "square"
  let title = LocalisedText(zh: "方块", en: "Square")
  let inputSchema: JSONValue = [
    "type": "object", "required": ["at", "side"], "additionalProperties": false,
    "properties": [
      "at": [
        "type": "array", "items": ["type": "number", "minimum": -180, "maximum": 180],
        "minItems": 2, "maxItems": 2, "description": "longitude and latitude in degrees",
      ],
      "side": [
        "type": "number", "minimum": 1, "maximum": 1000, "description": "metres, 1 to 1000",
      ],
      "colour": ["type": "string", "enum": ["red", "blue"]],
      "within": ["type": "object", "description": "a GeoJSON feature collection"],
    ],
  ]
  let outputSchema: JSONValue = [
    "type": "object",
    "properties": ["square": ["type": "object", "contentMediaType": "application/geo+json"]],
  ]

  func isBrief(_ inputs: JSONValue) -> Bool { inputs["within"] == nil }

  func answer(_ inputs: JSONValue) throws -> ProcessOutputs {
    let at = inputs["at"]?.items?.compactMap(\.number) ?? []
    let half = (inputs["side"]?.number ?? 0) / 2 / 111_000
    let (x, y) = (at[0], at[1])
    var text = JSONText()
    text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
    text.feature(
      id: "one",
      geometry: .rectangle(
        Envelope(minX: x - half, minY: y - half, maxX: x + half, maxY: y + half)),
      properties: [
        Property("side", .real(inputs["side"]?.number ?? 0)),
        Property("colour", .text(inputs["colour"]?.string ?? "red")),
        Property("within", .integer(Int64(inputs["within"]?["features"]?.items?.count ?? 0))),
      ])
    text.raw("]}")
    var outputs = ProcessOutputs()
    outputs.append("square", text)
    return outputs
  }
}

/// A process with two outputs, one of them features of two shapes.
struct Mean: Simulation.Process {
  let id = "mean"
  let title = LocalisedText(zh: "平均", en: "Mean")
  let inputSchema: JSONValue = [
    "type": "object", "required": ["numbers"],
    "properties": ["numbers": ["type": "array", "items": ["type": "number"], "minItems": 1]],
  ]
  let outputSchema: JSONValue = [
    "type": "object",
    "properties": ["mean": ["type": "number"], "shapes": ["type": "object"]],
  ]

  @concurrent
  func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue {
    let numbers = inputs["numbers"]?.items?.compactMap(\.number) ?? []
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    return [
      "mean": .real(mean),
      "shapes": [
        "type": "FeatureCollection",
        "features": .array(
          numbers.map { number in
            [
              "type": "Feature", "properties": ["number": .real(number)],
              "geometry": ["type": "Point", "coordinates": [.real(114 + number / 1000), 30.5]],
            ]
          } + [
            [
              "type": "Feature", "properties": ["mean": .real(mean)],
              "geometry": ["type": "LineString", "coordinates": [[114, 30.5], [114.1, 30.5]]],
            ]
          ]),
      ],
    ]
  }
}

/// A process that waits, tells how far it is, and ends when it is told to.
struct Slow: Simulation.Process {
  let id = "slow"
  let title = LocalisedText(zh: "慢", en: "Slow")
  let inputSchema: JSONValue = [
    "type": "object",
    "properties": ["steps": ["type": "integer", "minimum": 1, "maximum": 100_000]],
  ]
  let outputSchema: JSONValue = ["type": "object", "properties": ["steps": ["type": "integer"]]]
  let counter: Counter

  final class Counter: Sendable {
    let working = Mutex((now: 0, most: 0))
  }

  @concurrent
  func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue {
    counter.working.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
    defer { counter.working.withLock { $0.now -= 1 } }
    let steps = inputs["steps"]?.wholeNumber ?? 10
    for step in 0..<steps {
      try await Task.sleep(for: .milliseconds(20))
      progress(ProcessProgress(share: Double(step) / Double(steps), details: ["step": "x"]))
    }
    return ["steps": .integer(steps)]
  }
}

/// A process that cannot do what it is asked for.
struct Broken: Simulation.Process {
  struct Odd: Error {}

  let id = "broken"
  let title = LocalisedText(zh: "故障", en: "Broken")
  let inputSchema: JSONValue = [
    "type": "object",
    "properties": ["how": ["type": "string", "enum": ["lake", "odd", "output"]]],
  ]
  let outputSchema: JSONValue = ["type": "object", "properties": ["route": ["type": "object"]]]

  @concurrent
  func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue {
    switch inputs["how"]?.string {
    case "odd": throw Odd()
    case "output":
      return [
        "route": [
          "type": "FeatureCollection",
          "features": [["type": "Feature", "geometry": ["type": "Round"], "properties": nil]],
        ]
      ]
    default:
      throw ProcessError(
        "no-road-near", "the point is 830 m from the nearest road", hint: "choose another point")
    }
  }
}

/// A process that asks the map.
struct Census: Simulation.Process {
  let id = "census"
  let title = LocalisedText(zh: "清点", en: "Census")
  let inputSchema: JSONValue = [
    "type": "object", "required": ["layer"], "properties": ["layer": ["type": "string"]],
  ]
  let outputSchema: JSONValue = [
    "type": "object", "properties": ["census": ["type": "object"]],
  ]

  @concurrent
  func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue {
    let area = Envelope(minX: 500_000, minY: 3_300_000, maxX: 600_000, maxY: 3_500_000)
    let features = try snapshot.features(
      inputs["layer"]?.string ?? "", in: area, crs: "EPSG:4547")
    return [
      "census": [
        "count": .integer(features.count), "commit": .integer(snapshot.commit),
        "names": .array(features.map { JSONValue($0["name"].flatMap(\.text)) }),
      ]
    ]
  }
}

extension PropertyValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
