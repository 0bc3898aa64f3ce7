public import Catalog
public import SimpleFeatures
public import Simulation

/// A question about a city's roads that needs nothing else of the map.
///
/// The questions are ``route(_:)``, ``isochrone(_:)`` and ``matrix(_:)``.
public struct RoadProcess: BriefProcess {
  /// The question's name.
  public let id: String
  /// What people call it.
  public let title: LocalisedText
  /// What it answers.
  public let summary: LocalisedText
  /// JSON schema of the object that it takes.
  public let inputSchema: JSONValue
  /// JSON schema of the object that it gives.
  public let outputSchema: JSONValue
  let inputs: RoadInputs
  /// Whether inputs that need no weights of their own are answered at once.
  let isQuick: @Sendable (JSONValue) -> Bool
  let reply: @Sendable (RoadInputs, JSONValue) throws -> ProcessOutputs

  /// Whether the answer takes a few milliseconds at most.
  public func isBrief(_ inputs: JSONValue) -> Bool {
    self.inputs.isBrief(inputs) && isQuick(inputs)
  }

  /// The answer.
  ///
  /// - Throws: `ProcessError` that says which input cannot be answered, and why.
  public func answer(_ inputs: JSONValue) throws -> ProcessOutputs {
    try RoadInputs.telling { try reply(self.inputs, inputs) }
  }

  /// The answer, once the roads are ready.
  @concurrent
  public func outputs(
    of inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await self.inputs.desk.ready()
    return try answer(inputs)
  }
}
