public import Catalog
import Foundation
import SimpleFeatures
public import Simulation

/// What a flood does at a moment, in numbers: those of the layers that its run gives.
public struct FloodImpactProcess: Simulation.Process {
  /// `flood-impact`.
  public let id = "flood-impact"
  /// What people call it.
  public let title = LocalisedText(zh: "内涝影响统计", en: "Impact of a flood")
  /// What it does.
  public let summary = LocalisedText(
    zh: "统计一次内涝模拟在某一时刻受淹的建筑、人口、设施、封闭道路和淹没面积，并按行政区汇总。",
    en: "Counts the buildings, people and facilities under water at a moment of a run, with closed "
      + "roads and flooded area, as a whole and by district.")

  /// The run that is asked about.
  static let run = ProcessInput(
    "run", InputType.text(length: 1...200).naming(.runs),
    title: LocalisedText(zh: "模拟", en: "Run"),
    LocalisedText(zh: "模拟标识，其图层为 run-标识-名称", en: "id of the run, whose layers are run-ID-NAME"))
  private static let moment = ProcessInput(
    "datetime", optional: InputType<String>.text().instant,
    title: LocalisedText(zh: "时刻", en: "Moment"),
    LocalisedText(
      zh: "模拟时间中的时刻，RFC 3339；省略时为最后一帧",
      en: "moment in simulated time, RFC 3339; the last frame where it is left out"))
  private static let district = ProcessInput(
    "district", optional: .text(length: 1...200),
    title: LocalisedText(zh: "行政区", en: "District"),
    LocalisedText(
      zh: "只统计这一行政区（要素标识）", en: "count in this administrative area alone (id of its feature)"))

  /// What it takes.
  public var inputs: InputSet { InputSet(Self.run, Self.moment, Self.district) }

  /// What it gives.
  public let outputs = OutputSet(
    OutputDeclaration(
      "time", title: LocalisedText(zh: "时刻", en: "Time"),
      .text(LocalisedText(zh: "所统计的帧的时刻", en: "moment of the frame that is counted"))),
    OutputDeclaration(
      "total", title: LocalisedText(zh: "总计", en: "Total"),
      .object(
        LocalisedText(
          zh: "模拟范围或所选行政区内的数量：受淹建筑、人口、设施，封闭道路（米），淹没面积（平方米）",
          en: "buildings, people and facilities under water, closed roads in m and areas in m², in "
            + "the area of the run or the district that was asked for"))),
    OutputDeclaration(
      "districts", title: LocalisedText(zh: "各行政区", en: "Districts"),
      .list(
        LocalisedText(zh: "各行政区的数量", en: "the same by administrative area"),
        of: .object(LocalisedText(zh: "行政区及其数量", en: "an area with its figures")))))

  private let runs: String

  /// - Parameter runs: The folder of the city's runs.
  init(_ runs: String) { self.runs = runs }

  /// The figures.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let run = try Self.run(try inputs[Self.run], in: runs)
    let moment = try inputs[Self.moment].map { try RunFolder.moment($0) }
    let district = try inputs[Self.district]
    return try await onOwnThread(named: "impact") {
      try Self.figures(of: run, at: moment, district)
    }
  }

  /// The folder of a run that tells what its water reaches.
  ///
  /// - Throws: ``ProcessError`` where there is none, or it does not.
  static func run(_ id: String, in runs: String) throws -> RunFolder {
    let run = try RunFolder(id, in: runs)
    try check(run)
    return run
  }

  /// - Throws: ``ProcessError`` for a run that does not tell what its water reaches.
  static func check(_ run: RunFolder) throws {
    guard run.record.layers.contains(where: { ImpactLayer(rawValue: $0.name) != nil }) else {
      throw ProcessError(
        "no-impact", "run \(run.record.id) does not tell what its water reaches",
        hint: "compute it again by the process \(run.record.process)", status: 409)
    }
  }

  private static func figures(
    of run: RunFolder, at moment: Date?, _ district: String?
  ) throws -> ProcessOutputs {
    let impact = try FloodImpact.shared.impact(of: run)
    let index = try run.frame(at: moment, of: try impact.seconds())
    let known = try impact.moment(index)
    let totals = ImpactTotals(impact.places, known)
    let districts = impact.places.groups[.districts]?.features ?? []
    var total = totals.whole
    if let district {
      guard let place = districts.firstIndex(where: { $0.id == district }) else {
        throw ProcessError(
          "unknown-district", "run \(run.record.id) reaches no district \"\(district.prefix(80))\"",
          hint: choices(for: district, among: districts.compactMap(\.id)))
      }
      total = totals.of(district: place)
    }
    var outputs = ProcessOutputs()
    let time = run.start.addingTimeInterval(known.seconds).formatted(.iso8601)
    outputs.append("time", .string(time))
    outputs.append("total", total.json)
    outputs.append(
      "districts",
      .array(
        districts.enumerated().filter { district == nil || $0.element.id == district }.map {
          .object(
            [
              ("id", JSONValue($0.element.id)), ("name", JSONValue($0.element["name"] ?? .null)),
            ] + (totals.of(district: $0.offset).json.members ?? []))
        }))
    return outputs
  }
}
