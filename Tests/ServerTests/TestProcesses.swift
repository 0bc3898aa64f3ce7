import Catalog
import SimpleFeatures
import Simulation
import Synchronization

/// A quick process that gives one feature: a square of so many metres around a place.
struct Square: BriefProcess {
  let id = "square"
  let title = LocalisedText(zh: "方块", en: "Square")
  private static let at = ProcessInput(
    "at", .place, title: LocalisedText(zh: "地点", en: "Place"),
    LocalisedText(zh: "经度和纬度，度", en: "longitude and latitude in degrees"))
  private static let side = ProcessInput(
    "side", .number(in: 1...1000), unit: .metres, title: LocalisedText(zh: "边长", en: "Side"),
    LocalisedText(zh: "1 至 1000", en: "1 to 1000"))
  private static let colour = ProcessInput(
    "colour", optional: .word(of: ["red", "blue"]),
    title: LocalisedText(zh: "颜色", en: "Colour"), LocalisedText(zh: "颜色", en: "its colour"))
  private static let within = ProcessInput(
    "within", optional: .object, title: LocalisedText(zh: "范围", en: "Within"),
    LocalisedText(zh: "GeoJSON 要素集合", en: "a GeoJSON feature collection"))
  let inputs = InputSet(at, side, colour, within)
  let outputs = OutputSet(
    OutputDeclaration(
      "square", title: LocalisedText(zh: "方形", en: "Square"),
      .features(LocalisedText(zh: "一个方形面", en: "a square, as a polygon"))))

  func isBrief(_ inputs: InputValues) -> Bool { !inputs.gives(Self.within) }

  func answer(_ inputs: InputValues) throws -> ProcessOutputs {
    let (at, side) = (try inputs[Self.at], try inputs[Self.side])
    let half = side / 2 / 111_000
    let (x, y) = (at.longitude, at.latitude)
    let colour = try inputs[Self.colour] ?? "red"
    let within = try inputs[Self.within]?["features"]?.items?.count ?? 0
    let text = JSONText.features(of: ["one"]) { text, id in
      text.feature(
        id: id,
        geometry: .rectangle(
          Envelope(minX: x - half, minY: y - half, maxX: x + half, maxY: y + half)),
        properties: [
          Property("side", .real(side)), Property("colour", .text(colour)),
          Property("within", .integer(Int64(within))),
        ])
    }
    var outputs = ProcessOutputs()
    outputs.append(features: "square", text)
    return outputs
  }
}

/// A process with two outputs, one of them features of two shapes.
struct Mean: Simulation.Process {
  let id = "mean"
  let title = LocalisedText(zh: "平均", en: "Mean")
  private static let numbers = ProcessInput(
    "numbers", InputType<Double>.number().list(count: 1...1000),
    title: LocalisedText(zh: "数", en: "Numbers"),
    LocalisedText(zh: "要平均的数", en: "numbers to average"))
  let inputs = InputSet(numbers)
  let outputs = OutputSet(
    OutputDeclaration("mean", title: words, .number(words)),
    OutputDeclaration("shapes", title: words, .object(words)))
  private static let words = LocalisedText(zh: "输出", en: "output")

  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let numbers = try inputs[Self.numbers]
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    var outputs = ProcessOutputs()
    outputs.append("mean", JSONValue.real(mean))
    outputs.append(
      features: "shapes",
      [
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
      ])
    return outputs
  }
}

/// A process that waits, tells how far it is, and ends when it is told to.
struct Slow: Simulation.Process {
  let id = "slow"
  let title = LocalisedText(zh: "慢", en: "Slow")
  private static let steps = ProcessInput(
    "steps", .integer(in: 1...100_000), default: 10, title: LocalisedText(zh: "步数", en: "Steps"),
    LocalisedText(zh: "步数", en: "number of steps"))
  let inputs = InputSet(steps)
  let outputs = OutputSet(
    OutputDeclaration(
      "steps", title: LocalisedText(zh: "步数", en: "Steps"),
      .integer(LocalisedText(zh: "步数", en: "number of steps"))))
  let counter: Counter

  final class Counter: Sendable {
    let working = Mutex((now: 0, most: 0))
    /// Whether none may end yet.
    let isHeld = Mutex(false)
  }

  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    counter.working.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
    defer { counter.working.withLock { $0.now -= 1 } }
    let steps = try inputs[Self.steps]
    for step in 0..<steps {
      try await Task.sleep(for: .milliseconds(20))
      progress(ProcessProgress(share: Double(step) / Double(steps), details: ["step": "x"]))
    }
    while counter.isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    return ProcessOutputs(["steps": .integer(steps)])
  }
}

/// A process that cannot do what it is asked for.
struct Broken: Simulation.Process {
  struct Odd: Error {}

  let id = "broken"
  let title = LocalisedText(zh: "故障", en: "Broken")
  private static let how = ProcessInput(
    "how", optional: .word(of: ["lake", "odd", "output"]),
    title: LocalisedText(zh: "方式", en: "How"), LocalisedText(zh: "如何出错", en: "how it fails"))
  let inputs = InputSet(how)
  let outputs = OutputSet(
    OutputDeclaration(
      "route", title: LocalisedText(zh: "路线", en: "Route"),
      .object(LocalisedText(zh: "路线", en: "a route"))))

  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    switch try inputs[Self.how] {
    case "odd": throw Odd()
    case "output":
      var outputs = ProcessOutputs()
      outputs.append(
        features: "route",
        [
          "type": "FeatureCollection",
          "features": [["type": "Feature", "geometry": ["type": "Round"], "properties": nil]],
        ])
      return outputs
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
  private static let layer = ProcessInput(
    "layer", .text(), title: LocalisedText(zh: "图层", en: "Layer"),
    LocalisedText(zh: "图层标识", en: "id of a layer"))
  let inputs = InputSet(layer)
  let outputs = OutputSet(
    OutputDeclaration(
      "census", title: LocalisedText(zh: "清点", en: "Census"),
      .object(LocalisedText(zh: "清点结果", en: "what was counted"))))

  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let area = Envelope(minX: 500_000, minY: 3_300_000, maxX: 600_000, maxY: 3_500_000)
    let features = try snapshot.features(
      try inputs[Self.layer], in: area, crs: "EPSG:4547")
    return ProcessOutputs([
      "census": [
        "count": .integer(features.count), "commit": .integer(snapshot.commit),
        "names": .array(features.map { JSONValue($0["name"].flatMap(\.text)) }),
      ]
    ])
  }
}

extension PropertyValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
