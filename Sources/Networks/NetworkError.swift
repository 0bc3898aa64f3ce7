public import SimpleFeatures

/// Why a network cannot be worked on.
public struct NetworkError: ExplainedError, Equatable {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// Arcs that name nodes which do not exist, or lists of different lengths.
    case invalidGraph = "invalid-graph"
    /// An order that is no permutation of the graph's nodes.
    case invalidOrder = "invalid-order"
    /// Bytes that are no order, are damaged, or belong to another graph.
    case unreadableOrder = "unreadable-order"
    /// Capacities, costs or supplies that do not fit the graph or each other.
    case invalidFlow = "invalid-flow"
  }

  /// What kind of error.
  public let code: Code
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// An error with its words.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
