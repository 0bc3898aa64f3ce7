public import SimpleFeatures

/// Why a network cannot be worked on.
public typealias NetworkError = CodedError<NetworkErrorCode>

/// The kinds of ``NetworkError``, as stable names for programs.
public enum NetworkErrorCode: String, Sendable {
  /// Arcs that name nodes which do not exist, or lists of different lengths.
  case invalidGraph = "invalid-graph"
  /// An order that is no permutation of the graph's nodes.
  case invalidOrder = "invalid-order"
  /// Bytes that are no order, are damaged, or belong to another graph.
  case unreadableOrder = "unreadable-order"
  /// Capacities, costs or supplies that do not fit the graph or each other.
  case invalidFlow = "invalid-flow"
}
