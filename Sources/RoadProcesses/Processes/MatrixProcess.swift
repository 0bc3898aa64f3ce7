public import Catalog
import Roads
import SimpleFeatures
public import Simulation

/// Times or lengths between many places.
public struct MatrixProcess: Simulation.Process {
  /// `matrix`.
  public let id = "matrix"
  /// What people call it.
  public let title = LocalisedText(zh: "时间矩阵", en: "Matrix")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "多个起点到多个终点的行驶时间或长度。",
    en: "Times, or lengths, from each of some places to each of others.")
  private let roads: RoadInputs

  private static let places = InputType.place.described(
    .place(LocalisedText(zh: "地点", en: "a place"))
  ).list(count: 1...1000)
  private static let sources = ProcessInput(
    "sources", places, title: LocalisedText(zh: "起点", en: "Origins"),
    LocalisedText(zh: "各起点，结果的行", en: "origins: the rows of the result"))
  private static let targets = ProcessInput(
    "targets", places, title: LocalisedText(zh: "终点", en: "Destinations"),
    LocalisedText(zh: "各终点，结果的列", en: "destinations: the columns of the result"))

  /// A process on the roads of a city.
  public init(_ network: RoadNetworkService) { roads = RoadInputs(network) }

  /// What it takes.
  public var inputs: InputSet { InputSet(Self.sources, Self.targets) + roads.all }

  /// What it gives.
  public let outputs = OutputSet(
    OutputDeclaration(
      "values", title: LocalisedText(zh: "矩阵", en: "Matrix"),
      .list(
        LocalisedText(
          zh: "每个起点一行、每个终点一列；不可达或地点远离道路时为 null",
          en: "a row for each origin, a column for each destination; null where unreachable or "
            + "off the road network"),
        of: .list(
          LocalisedText(zh: "一个起点的一行", en: "the row of an origin"),
          of: .number(
            LocalisedText(zh: "时间（秒）或长度（米）", en: "travel time in seconds or length in metres"),
            optional: true)))),
    OutputDeclaration(
      "unit", title: LocalisedText(zh: "单位", en: "Unit"),
      .word(
        of: ["s", "m"],
        LocalisedText(zh: "矩阵数值的单位：s 秒，m 米", en: "unit of the values: s seconds, m metres"))),
    Self.snapping("snap_sources_m", LocalisedText(zh: "起点偏离距离", en: "Origins' snapping distances")),
    Self.snapping(
      "snap_targets_m", LocalisedText(zh: "终点偏离距离", en: "Destinations' snapping distances"))
  )

  private static func snapping(_ name: String, _ title: LocalisedText) -> OutputDeclaration {
    OutputDeclaration(
      name, title: title,
      .list(
        LocalisedText(
          zh: "各地点到其道路的距离（米）；附近无道路时为 null",
          en: "distance between each place and its road, in metres; null where none is near"),
        of: .number(LocalisedText(zh: "距离（米）", en: "distance in metres"), optional: true)))
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
      let snap = try inputs[RoadInputs.snap]
      let (sources, targets) = (try inputs[Self.sources], try inputs[Self.targets])
      return Self.outputs(
        sources.map { Self.place($0, router, snap) }, targets.map { Self.place($0, router, snap) },
        router)
    }
  }

  /// The place on a road; `nil` where it is too far from each.
  private static func place(_ place: InputPlace, _ router: Router, _ snap: Double) -> RoadPlace? {
    try? router.snapToMainComponent(place.end, isStart: true, withinMetres: snap)
  }

  private static func outputs(
    _ sources: [RoadPlace?], _ targets: [RoadPlace?], _ router: Router
  ) -> ProcessOutputs {
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

  private static func snaps(_ places: [RoadPlace?]) -> JSONValue {
    .array(places.map { $0.map { .real(($0.snapMetres * 100).rounded() / 100) } ?? .null })
  }
}
