public import Catalog
import Flood
import Foundation
public import SimpleFeatures
public import Simulation

/// A flood of the city: computes a scenario's and keeps it with the city, as layers with a time
/// axis.
public struct CityFloodProcess: ResumableProcess {
  /// `flood`.
  public let id = FloodEngine.id
  /// What people call it.
  public let title = LocalisedText(zh: "内涝模拟", en: "Flood simulation")
  /// What it does.
  public let summary = LocalisedText(
    zh: "按情景在本城市图层上模拟洪涝，结果作为带时间轴的图层随城市保存，计算期间即可查看。",
    en: "Computes the flood of a scenario on the layers of the city. Its results are kept with the "
      + "city as layers with a time axis, which can be read while it is computed.")

  /// What it takes.
  public var inputs: InputSet { CityFloodRequest.inputs + InputSet(CityFloodRequest.from) }

  /// What it gives.
  public let outputs = Self.declaredOutputs
  static let declaredOutputs = OutputSet(
    OutputDeclaration(
      "run", title: LocalisedText(zh: "模拟", en: "Run"),
      .text(
        LocalisedText(
          zh: "模拟标识，其图层为 run-标识-名称", en: "id of the run, whose layers are run-ID-NAME"))),
    OutputDeclaration(
      "layers", title: LocalisedText(zh: "结果图层", en: "Layers"),
      .list(
        LocalisedText(zh: "结果图层", en: "layers that it gave"),
        of: .text(LocalisedText(zh: "图层标识", en: "id of a layer")))),
    OutputDeclaration(
      "assumptions", title: LocalisedText(zh: "假定", en: "Assumptions"),
      .list(
        LocalisedText(
          zh: "城市数据缺少的内容及所作假定", en: "what the city lacks and what was taken instead"),
        of: .text(LocalisedText(zh: "一句话", en: "a sentence")))),
    OutputDeclaration(
      "report", title: LocalisedText(zh: "计算报告", en: "Report"),
      .object(
        LocalisedText(
          zh: "网格、步数、水量平衡误差、输入文件与警告（同 run.json）",
          en: "cells, steps, error of the water balance, input files and warnings, as in run.json"))
    ))

  private let context: ServiceContext
  private let folder: String

  /// Keeps what a run is asked for that waits for its turn.
  public func keep(request inputs: JSONValue, ofJob id: String) throws {
    try CityFloodFolder("\(folder)/\(id)").keep(.init(process: self.id, inputs: inputs))
  }

  /// Keeps how a run stands that nobody computes.
  public func keep(_ standing: JobStanding, ofJob id: String) throws {
    try CityFloodFolder("\(folder)/\(id)").keep(standing)
  }

  /// - Parameter folder: The folder of the city's runs.
  init(_ context: ServiceContext, folder: String) {
    self.context = context
    self.folder = folder
  }

  /// Computes the flood to its end; a run of the same id that was broken off goes on.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await CityFloodRequest.outputs(
      of: inputs, context, on: snapshot, in: folder, isEnsemble: false
    ) { [context] folder, stop in
      try CityFloodRun(folder, version: context.version, stop, progress).execute(progress)
    }
  }
}
