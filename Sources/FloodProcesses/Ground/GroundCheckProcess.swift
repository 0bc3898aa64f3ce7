public import Catalog
import Foundation
import SimpleFeatures
public import Simulation

/// What a flood should not take as it is in the ground of the city: dykes with gaps, depressions,
/// river beds that run uphill, datums that differ.
public struct GroundCheckProcess: Simulation.Process {
  /// `flood-ground-check`.
  public let id = "flood-ground-check"
  /// What people call it.
  public let title = LocalisedText(zh: "地形检查", en: "Check of the ground")
  /// What it does.
  public let summary = LocalisedText(
    zh: "检查洪涝计算所用的地面：堤防低洼段与缺口、无出口洼地、河床逆坡、高程基准不一致，结果作为图层。",
    en: "Looks at the ground that floods are computed on: low points and gaps of dykes, pits "
      + "without an outlet, river beds that run uphill, datums that differ. What it finds is a "
      + "layer.")
  /// It reads the whole ground.
  public let isLong = true

  private static let scenario = ProcessInput(
    "scenario", optional: InputType<String>.text(length: 1...200).naming(.scenarios),
    title: LocalisedText(zh: "情景", en: "Scenario"),
    LocalisedText(
      zh: "含 flood 部分的情景标识，按其范围、网格、修改与水位检查；省略时检查整个地形范围",
      en: "id of a scenario with a part `flood`, whose area, cells, edits and levels count; the "
        + "whole terrain where it is left out"))
  private static let cell = ProcessInput(
    "cell_m", optional: .number(in: FloodLimits.cell), unit: .metres,
    title: LocalisedText(zh: "网格边长", en: "Cell"),
    LocalisedText(
      zh: "网格边长；省略时为情景或地形的网格",
      en: "side of the cells; that of the scenario or the terrain where it is left out"))
  private static let crest = limit(
    "crest_m", \.crestMetres, LocalisedText(zh: "堤顶差", en: "Crest"),
    LocalisedText(
      zh: "堤顶低于两侧或应有高程超过此值即列出", en: "by how much a crest is too low to be told"))
  private static let pitDepth = limit(
    "pit_m", \.pitMetres, LocalisedText(zh: "洼地深度", en: "Depth of a pit"),
    LocalisedText(zh: "洼地达到此深度才列出", en: "depth from which on a pit is told"))
  private static let pitArea = ProcessInput(
    "pit_m2", .number(in: 0...1e9), default: GroundCheck.Limits().pitSquareMetres,
    unit: .squareMetres,
    title: LocalisedText(zh: "洼地面积", en: "Area of a pit"),
    LocalisedText(zh: "洼地达到此面积才列出", en: "area from which on a pit is told"))
  private static let bed = limit(
    "bed_m", \.bedMetres, LocalisedText(zh: "河床升高", en: "Rise of a bed"),
    LocalisedText(
      zh: "河床沿水流方向升高超过此值即列出",
      en: "by how much a bed rises in the direction of flow to be told"))

  private static func limit(
    _ name: String, _ usual: KeyPath<GroundCheck.Limits, Double>, _ title: LocalisedText,
    _ description: LocalisedText
  ) -> ProcessInput<Double> {
    ProcessInput(
      name, .number(in: 0.01...100), default: GroundCheck.Limits()[keyPath: usual], unit: .metres,
      title: title, description)
  }

  /// What it takes.
  public var inputs: InputSet {
    InputSet(Self.scenario, Self.cell, Self.crest, Self.pitDepth, Self.pitArea, Self.bed)
  }

  /// What it gives.
  public let outputs = OutputSet(
    OutputDeclaration(
      "findings", title: LocalisedText(zh: "地形检查结果", en: "Findings in the ground"),
      .features(
        LocalisedText(
          zh: "检查结果：点、线、面要素，属性为类别、量值、单位和中英文说明",
          en: "what was found: points, lines and areas with kind, measure, unit and a sentence in "
            + "both languages"))),
    OutputDeclaration(
      "report", title: LocalisedText(zh: "检查报告", en: "Report"),
      .object(
        LocalisedText(
          zh: "提交号、网格、各类数量和未能检查的内容",
          en: "commit, cells, how many of each kind, and what could not be looked at"))))

  private let context: ServiceContext

  init(_ context: ServiceContext) { self.context = context }

  /// The findings.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let scenario = try inputs[Self.scenario].map {
      try CityFloodRequest.scenario(named: $0, context)
    }
    var limits = GroundCheck.Limits()
    limits.crestMetres = try inputs[Self.crest]
    limits.pitMetres = try inputs[Self.pitDepth]
    limits.pitSquareMetres = try inputs[Self.pitArea]
    limits.bedMetres = try inputs[Self.bed]
    let (cell, asked) = (try inputs[Self.cell], limits)
    return try await onOwnThread(named: "ground-check") {
      try CityFloodRequest.explaining {
        let report = try GroundCheck.run(scenario, cellMetres: cell, on: snapshot, asked)
        var outputs = ProcessOutputs()
        outputs.append(
          features: "findings", try report.features(),
          title: LocalisedText(zh: "地形检查结果", en: "Findings in the ground"))
        outputs.append("report", report.json)
        return outputs
      }
    }
  }
}
