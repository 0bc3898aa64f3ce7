/// A process that answers within a few milliseconds without waiting for anything.
///
/// A server may have it answer on the thread of a connection, where nothing else of that thread's
/// connections goes on meanwhile; so what may take longer says so (``isBrief(_:)``) and goes the
/// way of all processes. ``outputs(of:on:progress:)`` comes with it.
public protocol BriefProcess: Process {
  /// Whether these inputs, which fit the schema, are answered within a few milliseconds.
  func isBrief(_ inputs: InputValues) -> Bool

  /// Does the work; on inputs that are not brief it ends soon after its task has been cancelled.
  ///
  /// - Throws: ``ProcessError`` where inputs cannot be worked on, and whatever goes wrong.
  func answer(_ inputs: InputValues) throws -> ProcessOutputs
}

extension BriefProcess {
  /// True for all inputs.
  public func isBrief(_ inputs: InputValues) -> Bool { true }

  /// The answer.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try answer(inputs)
  }
}
