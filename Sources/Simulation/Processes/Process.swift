public import Catalog
public import SimpleFeatures

/// Something that the one map can be asked to do: a run of a model, a route, a trace.
public protocol Process: Sendable {
  /// Lower-case words joined by hyphens.
  var id: String { get }
  /// What people call it.
  var title: LocalisedText { get }
  /// What it does, in a sentence or two; the title unless it says more.
  var summary: LocalisedText { get }
  /// The version of what it does; `1.0.0` unless it says another.
  var version: String { get }
  /// JSON schema of the object that it takes; see ``InputSchema`` for the words it may use.
  var inputSchema: JSONValue { get }
  /// JSON schema of the object that it gives: each property is an output.
  var outputSchema: JSONValue { get }

  /// Does the work on one state of the map; ends soon after its task has been cancelled.
  ///
  /// - Throws: Where inputs do not fit, and whatever goes wrong.
  @concurrent
  func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue

  /// The same, with the outputs as text: for a process that writes them faster than it makes a
  /// tree of them. Unless it does, what ``execute(_:on:progress:)`` gives.
  @concurrent
  func outputs(
    of inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs
}

extension Process {
  /// The title.
  public var summary: LocalisedText { title }
  /// 1.0.0.
  public var version: String { "1.0.0" }

  /// The members of what ``execute(_:on:progress:)`` gives.
  @concurrent
  public func outputs(
    of inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    ProcessOutputs(try await execute(inputs, on: snapshot, progress: progress))
  }
}

/// How far a process is.
public struct ProcessProgress: Sendable {
  /// Share of the work, 0 to 1.
  public var share: Double
  /// Numbers of its own, as an object.
  public var details: JSONValue

  /// A share of the work and numbers.
  public init(share: Double, details: JSONValue = .object([])) {
    self.share = share
    self.details = details
  }
}
