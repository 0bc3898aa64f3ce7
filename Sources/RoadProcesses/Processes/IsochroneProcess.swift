public import Catalog
import Roads
import SimpleFeatures
public import Simulation

/// What is within some minutes, or kilometres, of a place.
public struct IsochroneProcess: Simulation.Process {
  private enum Direction: String { case from, to }

  /// `isochrone`.
  public let id = "isochrone"
  /// What people call it.
  public let title = LocalisedText(zh: "可达范围", en: "Reachable area")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "给定时间或里程内沿道路可以到达的范围。",
    en: "The area within 30 m of the roads that are within some minutes, or kilometres.")
  /// What it gives.
  public let outputs = OutputSet(
    OutputDeclaration(
      "isochrone", title: LocalisedText(zh: "可达范围", en: "Reachable areas"),
      .features(
        LocalisedText(
          zh: "各上限对应的可达范围（面），由大到小",
          en: "the reachable area for each limit, largest limit first"))))
  private let roads: RoadInputs

  private static let limits = InputType.number(in: 0.01...1440).list(count: 1...10)
  private static let at = ProcessInput.place(
    "at", title: LocalisedText(zh: "地点", en: "Place"),
    LocalisedText(zh: "范围所围绕的地点", en: "the place around which the area lies"))
  private static let minutes = ProcessInput(
    "minutes", optional: limits, unit: .minutes, title: LocalisedText(zh: "时间", en: "Travel times"),
    LocalisedText(
      zh: "时间上限；优化目标为 time 时必填", en: "limits; required where the objective is time"))
  private static let kilometres = ProcessInput(
    "kilometres", optional: limits, unit: .kilometres,
    title: LocalisedText(zh: "里程", en: "Distances"),
    LocalisedText(
      zh: "里程上限；优化目标为 length 时必填", en: "limits; required where the objective is length"))
  private static let direction = ProcessInput(
    "direction",
    .choice(of: [Direction.from, .to]).titled([
      "from": LocalisedText(zh: "从该地点出发", en: "Going from the place"),
      "to": LocalisedText(zh: "到达该地点", en: "Coming to the place"),
    ]), default: .from,
    title: LocalisedText(zh: "方向", en: "Direction"),
    LocalisedText(
      zh: "from：从该地点出发可达；to：可到达该地点",
      en: "from: reachable from the place; to: where the place is reachable from"))
  private static let holes = ProcessInput(
    "holes_m2", .number(in: 0 ... .infinity), default: 0, unit: .squareMetres,
    title: LocalisedText(zh: "空洞面积", en: "Hole size"),
    LocalisedText(zh: "小于此面积的空洞予以填补", en: "holes smaller than this are filled"))

  /// A process on the roads of a city.
  public init(_ network: RoadNetworkService) { roads = RoadInputs(network) }

  /// What it takes.
  public var inputs: InputSet {
    InputSet(Self.at, Self.minutes, Self.kilometres, Self.direction, Self.holes) + roads.all
  }

  /// The answer, once the roads are ready.
  ///
  /// - Throws: `ProcessError` that says which input cannot be answered, and why.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await roads.network.ready()
    return try RoadInputs.translating {
      let router = try roads.router(inputs)
      let unit = router.metric.objective
      let limit = unit == .time ? Self.minutes : Self.kilometres
      guard let limits = try inputs[limit] else {
        throw ProcessError(
          "missing-input", "input \"\(limit.name)\" is missing",
          hint: "the objective is \(unit.rawValue): give \(limit.name), as [5, 10, 15]",
          status: 400)
      }
      let place = try RoadNetworkService.place(
        try inputs[Self.at], on: router, named: "the place",
        withinMetres: try inputs[RoadInputs.snap])
      let text = JSONText.isochrones(
        limits.sorted(by: >), unit, around: place, router,
        towards: try inputs[Self.direction] == .to,
        leastHoleSquareMetres: try inputs[Self.holes])
      var outputs = ProcessOutputs()
      outputs.append(features: "isochrone", text)
      return outputs
    }
  }
}
