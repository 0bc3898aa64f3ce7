public import Catalog
public import SimpleFeatures
public import Simulation

/// An ensemble of floods of the city: computes the flood of each member of an ensemble of rain and
/// keeps how probable depths are, as layers.
public struct CityFloodEnsembleProcess: ResumableProcess {
  /// `flood-ensemble`.
  public let id = CityFloodEnsemble.id
  /// What people call it.
  public let title = LocalisedText(zh: "内涝集合预报", en: "Flood ensemble")
  /// What it does.
  public let summary = LocalisedText(
    zh: "对集合降雨预报的每个成员模拟洪涝，给出积水深度超过 15、30、50 厘米的概率图层。",
    en: "Computes the flood of each member of an ensemble of rain, and keeps the probabilities of "
      + "depths above 15, 30 and 50 cm as layers of the city.")

  /// What it takes.
  public var inputs: InputSet { CityFloodRequest.inputs }
  /// What it gives.
  public let outputs = CityFloodProcess.declaredOutputs

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

  /// Computes all members; an ensemble of the same id that was broken off goes on.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await CityFloodRequest.outputs(
      of: inputs, context, on: snapshot, in: folder, isEnsemble: true
    ) { [context] folder, stop in
      try CityFloodEnsemble(folder, version: context.version, stop).execute(progress)
    }
  }
}
