public import Catalog
public import SimpleFeatures

/// Something that the one map can be asked to do: a run of a model, a route, a trace.
public protocol Process: Sendable {
  /// Lower-case words joined by hyphens.
  var id: String { get }
  /// What people call it.
  var title: LocalisedText { get }
  /// JSON schema of the object that it takes.
  var inputSchema: JSONValue { get }
  /// JSON schema of the object that it gives.
  var outputSchema: JSONValue { get }

  /// Does the work on one state of the map; ends soon after its task has been cancelled.
  ///
  /// - Throws: Where inputs do not fit, and whatever goes wrong.
  @concurrent
  func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue
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
