public import Catalog
import Foundation
import SimpleFeatures
public import Simulation

/// Who is to be warned of a flood: the facilities that its water reaches, the first first.
public struct FloodWarningsProcess: Simulation.Process {
  /// `flood-warnings`.
  public let id = "flood-warnings"
  /// What people call it.
  public let title = LocalisedText(zh: "内涝预警清单", en: "Flood warnings")
  /// What it does.
  public let summary = LocalisedText(
    zh: "列出一次内涝推演中将受淹的内涝点、下穿通道、医院等设施，以及到达时刻和预警提前量；集合预报另给出概率。",
    en: "Lists the waterlogging spots, underpasses, hospitals and other facilities that the water "
      + "of a run reaches, with the time and how long that is ahead; of an ensemble also how "
      + "probable it is.")

  private static let depth = ProcessInput(
    "depth", .number(in: 0.01...10), default: 0.15, unit: .metres,
    title: LocalisedText(zh: "水深", en: "Depth"),
    LocalisedText(zh: "达到此水深即预警", en: "depth from which on is warned"))
  private static let now = ProcessInput(
    "now", optional: InputType<String>.text().instant,
    title: LocalisedText(zh: "当前时刻", en: "Now"),
    LocalisedText(
      zh: "提前量从此刻算起，RFC 3339；省略时为模拟开始时刻",
      en: "from when the time ahead counts, RFC 3339; the beginning of the run where it is left out"
    ))

  /// What it takes.
  public var inputs: InputSet { InputSet(FloodImpactProcess.run, Self.depth, Self.now) }

  /// What it gives.
  public let outputs = OutputSet(
    OutputDeclaration(
      "known_until", title: LocalisedText(zh: "结果截至", en: "Known until"),
      .text(LocalisedText(zh: "推演最后一帧的时刻", en: "moment of the last frame of the run"))),
    OutputDeclaration(
      "warnings", title: LocalisedText(zh: "预警", en: "Warnings"),
      .list(
        LocalisedText(zh: "将受淹的设施，按到达时刻排列", en: "facilities, the first to be reached first"),
        of: .object(
          LocalisedText(
            zh: "设施、到达时刻、提前量（分钟，已受淹为 0）、最大水深（米）、人数；集合预报另有概率（%）、最早时刻，"
              + "到达时刻为中位数",
            en:
              "a facility, when the water reaches it, minutes ahead (0 where it has), its largest "
              + "depth in m, and people in it; of an ensemble also the probability in %, the "
              + "earliest time, and the median of the times")))))

  private let runs: String

  /// - Parameter runs: The folder of the city's runs.
  init(_ runs: String) { self.runs = runs }

  /// The warnings.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let run = try RunFolder(try inputs[FloodImpactProcess.run], in: runs)
    let isEnsemble = run.record.process == CityFloodEnsemble.id
    if !isEnsemble { try FloodImpactProcess.check(run) }
    let now = try inputs[Self.now].map { try RunFolder.moment($0) } ?? run.start
    let depth = try inputs[Self.depth]
    return try await onOwnThread(named: "warnings") {
      isEnsemble
        ? try Self.warnings(ofEnsemble: run, depth: Float(depth), now: now)
        : try Self.warnings(of: run, depth: Float(depth), now: now)
    }
  }

  private static func warnings(
    of run: RunFolder, depth: Float, now: Date
  ) throws -> ProcessOutputs {
    let impact = try FloodImpact.shared.impact(of: run)
    let features = impact.places.groups[.facilities]?.features ?? []
    let reached = try impact.reached(.facilities, atLeast: depth)
    return outputs(
      run, until: try impact.seconds().last ?? 0,
      reached.map {
        .object(warning(features[$0.feature], $0.seconds, $0.deepest, run.start, now))
      })
  }

  private static func warnings(
    ofEnsemble run: RunFolder, depth: Float, now: Date
  ) throws -> ProcessOutputs {
    let members = try FloodImpact.shared.ensemble(of: run).ended()
    let features = members.places.groups[.facilities]?.features ?? []
    let reached = try members.reached(.facilities, atLeast: depth)
    return outputs(
      run, until: try members.lastSecond(),
      reached.map { one in
        let share = 100 * Double(one.seconds.count) / Double(members.all.count)
        let earliest = run.start.addingTimeInterval(one.seconds[0])
        return .object(
          warning(features[one.feature], one.medianSeconds, one.deepest, run.start, now) + [
            ("probability", .real((share * 10).rounded() / 10)),
            ("earliest", .string(earliest.formatted(.iso8601))),
          ])
      })
  }

  private static func outputs(
    _ run: RunFolder, until seconds: Double, _ warnings: [JSONValue]
  ) -> ProcessOutputs {
    let last = run.start.addingTimeInterval(seconds)
    var outputs = ProcessOutputs()
    outputs.append("known_until", .string(last.formatted(.iso8601)))
    outputs.append("warnings", .array(warnings))
    return outputs
  }

  private static func warning(
    _ feature: Feature, _ seconds: Double, _ deepest: Float, _ start: Date, _ now: Date
  ) -> [(String, JSONValue)] {
    let from = start.addingTimeInterval(seconds)
    let told = ["layer", "feature", "name", "kind", "people"].map {
      ($0, JSONValue(feature[$0] ?? .null))
    }
    let place = (feature.geometry?.ordinates ?? []).prefix(2).map { JSONValue.real($0) }
    return told + [
      ("at", .array(place)), ("from", .string(from.formatted(.iso8601))),
      ("minutes_ahead", .real(max(0, (from.timeIntervalSince(now) / 6).rounded() / 10))),
      ("deepest", .real((Double(deepest) * 1000).rounded() / 1000)),
    ]
  }
}
