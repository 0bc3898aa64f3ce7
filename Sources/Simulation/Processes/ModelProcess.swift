public import Catalog
public import SimpleFeatures

/// A process that runs a model.
///
/// The run has a thread of its own, so that hours of computation keep nobody else from being
/// answered.
public struct ModelProcess<Model: SimulationModel>: Process {
  /// What a run needs, made of inputs and the map.
  public struct Plan: Sendable {
    /// What the run is made of.
    public var setup: Model.Setup
    /// The times of its frames.
    public var clock: RunClock
    /// Where its frames go.
    public var sink: any FrameSink

    /// A run's parts.
    public init(setup: Model.Setup, clock: RunClock, sink: any FrameSink) {
      self.setup = setup
      self.clock = clock
      self.sink = sink
    }
  }

  /// The model's id.
  public var id: String { Model.id }
  /// A run takes its time.
  public var isLong: Bool { true }
  /// What people call it.
  public let title: LocalisedText
  /// What a run is made of.
  public let inputs: InputSet
  /// The run's summary.
  public let outputs = OutputSet(
    OutputDeclaration(
      "model", title: LocalisedText(zh: "模型", en: "Model"),
      .text(LocalisedText(zh: "模型标识", en: "id of the model"))),
    OutputDeclaration(
      "version", title: LocalisedText(zh: "版本", en: "Version"),
      .text(LocalisedText(zh: "模型版本", en: "version of the model"))),
    OutputDeclaration(
      "seconds", title: LocalisedText(zh: "模拟时长", en: "Simulated time"),
      .number(LocalisedText(zh: "模拟时长（秒）", en: "simulated time, in seconds"))),
    OutputDeclaration(
      "steps", title: LocalisedText(zh: "时间步数", en: "Time steps"),
      .integer(LocalisedText(zh: "计算的时间步数", en: "number of time steps computed"))),
    OutputDeclaration(
      "frames", title: LocalisedText(zh: "输出时刻数", en: "Frames"),
      .integer(LocalisedText(zh: "写出的结果时刻数", en: "number of output times written"))),
    OutputDeclaration(
      "balance", title: LocalisedText(zh: "平衡", en: "Balance"),
      .object(
        LocalisedText(
          zh: "初始量、现有量、流入、流出与误差",
          en: "initial and current amounts, gains, losses and error"))))

  private let plan: @Sendable (InputValues, any MapSnapshot) throws -> Plan

  /// A process of the model; `plan` makes inputs and map into a run.
  public init(
    title: LocalisedText, inputs: InputSet,
    plan: @escaping @Sendable (InputValues, any MapSnapshot) throws -> Plan
  ) {
    self.title = title
    self.inputs = inputs
    self.plan = plan
  }

  /// Runs the model to its end and gives a summary of the run.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let plan = try plan(inputs, snapshot)
    let run = try Run<Model>(plan.setup, clock: plan.clock)
    try await withTaskCancellationHandler {
      try await onOwnThread(named: Model.id) {
        try run.execute(
          into: plan.sink,
          progress: { progress(ProcessProgress(share: $0.share, details: $0.json)) })
      }
    } onCancel: {
      run.cancel()
    }
    return ProcessOutputs(run.summary)
  }
}

extension RunProgress {
  /// The progress as an object.
  public var json: JSONValue {
    [
      "seconds": .real(seconds), "steps": .integer(steps), "frames": .integer(frames),
      "balanceError": .real(balanceError), "relativeBalanceError": .real(relativeBalanceError),
    ]
  }
}
