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
  /// Whether it usually takes longer than people wait for an answer; `false` unless it says so.
  var isLong: Bool { get }
  /// What it takes.
  var inputs: InputSet { get }
  /// What it gives.
  var outputs: OutputSet { get }

  /// Does the work on one state of the map; ends soon after its task has been cancelled.
  ///
  /// - Parameter inputs: Such as fit the schema of ``inputs``.
  /// - Throws: ``ProcessError`` where inputs cannot be worked on, and whatever goes wrong.
  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs
}

extension Process {
  /// The title.
  public var summary: LocalisedText { title }
  /// 1.0.0.
  public var version: String { "1.0.0" }
  /// `false`.
  public var isLong: Bool { false }
}

/// How far a process is.
public struct ProcessProgress: Sendable {
  /// Share of the work, 0 to 1.
  public var share: Double
  /// Numbers of its own, as an object.
  public var details: JSONValue

  /// A share of the work, brought into 0 to 1, and numbers.
  public init(share: Double, details: JSONValue = .object([])) {
    self.share = share.isNaN ? 0 : min(max(share, 0), 1)
    self.details = details
  }
}
