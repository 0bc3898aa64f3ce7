public import Catalog
import Roads
import SimpleFeatures
public import Simulation

/// The best way from one place to another, over others where they are named.
public struct RouteProcess: BriefProcess {
  /// `route`.
  public let id = "route"
  /// What people call it.
  public let title = LocalisedText(zh: "路径规划", en: "Route")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "按道路求两点之间的最快或最短路径，给出几何、时间、长度与逐步指引。",
    en: "The fastest or shortest way between places on the roads, with directions.")
  /// What it gives.
  public let outputs = OutputSet(
    OutputDeclaration(
      "route", title: LocalisedText(zh: "路径", en: "Route"),
      .features(
        LocalisedText(
          zh: "各段路径（线），属性含时间 duration_s（秒）、长度 length_m（米）与行车指引",
          en: "the legs as lines, with duration_s, length_m and directions as properties"))))
  private let roads: RoadInputs

  private static let from = ProcessInput.place(
    "from", title: LocalisedText(zh: "起点", en: "Start"),
    LocalisedText(zh: "路径起点", en: "start of the route"))
  private static let to = ProcessInput.place(
    "to", title: LocalisedText(zh: "终点", en: "Destination"),
    LocalisedText(zh: "路径终点", en: "destination of the route"))
  private static let via = ProcessInput(
    "via",
    optional: InputType.place.described(
      .place(LocalisedText(zh: "途经点", en: "a place on the way"))
    ).list(count: 0...50),
    title: LocalisedText(zh: "途经点", en: "Via"),
    LocalisedText(zh: "依次经过的地点", en: "places to pass through, in this order"))
  private static let language = ProcessInput(
    "language",
    .choice(of: DirectionLanguage.allCases).titled([
      "zh": LocalisedText(zh: "中文", en: "Chinese"), "en": LocalisedText(zh: "英文", en: "English"),
    ]), default: .zh,
    title: LocalisedText(zh: "语言", en: "Language"),
    LocalisedText(zh: "行车指引的语言", en: "language of the directions"))

  /// A process on the roads of a city.
  public init(_ network: RoadNetworkService) { roads = RoadInputs(network) }

  /// What it takes.
  public var inputs: InputSet {
    InputSet(Self.from, Self.to, Self.via, Self.language) + roads.all
  }

  /// Whether the answer takes a few milliseconds at most.
  public func isBrief(_ inputs: InputValues) -> Bool {
    roads.isBrief(inputs) && !inputs.gives(Self.via)
  }

  /// The answer.
  ///
  /// - Throws: `ProcessError` that says which input cannot be answered, and why.
  public func answer(_ inputs: InputValues) throws -> ProcessOutputs {
    try RoadInputs.translating {
      let router = try roads.router(inputs)
      let language = try inputs[Self.language]
      let snap = try inputs[RoadInputs.snap]
      let ends =
        [try inputs[Self.from]] + (try inputs[Self.via] ?? []) + [try inputs[Self.to]]
      let text = try JSONText.features(of: 1..<ends.count, bytesEach: 4096) { text, leg in
        let route = try router.route(
          from: ends[leg - 1].end, to: ends[leg].end, withinMetres: snap)
        text.route(route, router, language, id: ends.count > 2 ? "\(leg)" : nil)
      }
      var outputs = ProcessOutputs()
      outputs.append(features: "route", text)
      return outputs
    }
  }

  /// The answer, once the roads are ready.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await roads.network.ready()
    return try answer(inputs)
  }
}
