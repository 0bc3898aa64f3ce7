public import Catalog
import Flood
import Foundation
public import SimpleFeatures
public import Simulation

/// A flood of the city, or one of each member of an ensemble of rain: computes a scenario's and
/// keeps it with the city, as layers.
public struct CityFloodProcess: ResumableProcess {
  /// `flood`, or `flood-ensemble`.
  public var id: String { isEnsemble ? CityFloodEnsemble.id : FloodEngine.id }
  /// What people call it.
  public var title: LocalisedText {
    isEnsemble
      ? LocalisedText(zh: "内涝集合预报", en: "Flood ensemble")
      : LocalisedText(zh: "内涝模拟", en: "Flood simulation")
  }
  /// What it does.
  public var summary: LocalisedText {
    isEnsemble
      ? LocalisedText(
        zh: "对集合降雨预报的每个成员模拟洪涝，给出积水深度超过 15、30、50 厘米的概率图层。",
        en: "Computes the flood of each member of an ensemble of rain, and keeps the "
          + "probabilities of depths above 15, 30 and 50 cm as layers of the city.")
      : LocalisedText(
        zh: "按情景在本城市图层上模拟洪涝，结果作为带时间轴的图层随城市保存，计算期间即可查看。",
        en: "Computes the flood of a scenario on the layers of the city. Its results are kept with "
          + "the city as layers with a time axis, which can be read while it is computed.")
  }

  /// What it takes.
  public var inputs: InputSet {
    isEnsemble
      ? CityFloodRequest.inputs : CityFloodRequest.inputs + InputSet(CityFloodRequest.from)
  }

  /// What it gives.
  public let outputs = OutputSet(
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
  private let isEnsemble: Bool

  /// Keeps what a run is asked for that waits for its turn.
  public func keep(request inputs: JSONValue, ofJob id: String) throws {
    try CityFloodFolder("\(folder)/\(id)").keep(.init(process: self.id, inputs: inputs))
  }

  /// Keeps how a run stands that nobody computes.
  public func keep(_ standing: JobStanding, ofJob id: String) throws {
    try CityFloodFolder("\(folder)/\(id)").keep(standing)
  }

  /// - Parameters:
  ///   - folder: The folder of the city's runs.
  ///   - isEnsemble: Whether all members of an ensemble of rain are computed.
  init(_ context: ServiceContext, folder: String, isEnsemble: Bool) {
    self.context = context
    self.folder = folder
    self.isEnsemble = isEnsemble
  }

  /// Computes the flood to its end; a run of the same id that was broken off goes on.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await CityFloodRequest.outputs(
      of: inputs, context, on: snapshot, in: folder, isEnsemble: isEnsemble
    ) { [context, isEnsemble] folder, stop in
      isEnsemble
        ? try CityFloodEnsemble(folder, version: context.version, stop).execute(progress)
        : try CityFloodRun(folder, version: context.version, stop, progress).execute(progress)
    }
  }
}
