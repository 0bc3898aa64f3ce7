public import SimpleFeatures

/// The cheapest way to send what nodes offer to nodes that want it, over arcs of limited capacity.
///
/// Minimise the sum of cost times flow, with flow between 0 and capacity on each arc, and at each
/// node what leaves less what enters equal to its supply. Exact, in whole numbers.
///
/// Source: network simplex with strongly feasible trees (Cunningham 1976; Ahuja, Magnanti, Orlin:
/// Network Flows, 1993, chapter 11).
public struct MinCostFlow: Sendable, Equatable {
  /// The flow on each arc.
  public let flows: [Int64]
  /// What all flow costs.
  public let cost: Int64
  /// How much of the supplies finds no way to where it is wanted; 0 if the problem can be solved.
  ///
  /// As much as can be is then sent, as cheaply as that is possible. What is missing stays where it
  /// is offered, unless costs below 0 make it worth while to come to rest on the way.
  public let missing: Int64
  /// A price at each node that proves the optimum: for an arc from u to v, cost + price[u] -
  /// price[v] is not below 0 where there is room left on it, and not above 0 where something flows.
  public let prices: [Int64]

  /// Whether all supplies are sent.
  public var isFeasible: Bool { missing == 0 }

  /// Solves a problem on the arcs of a graph.
  ///
  /// `supplies` are positive where nodes offer and negative where they want; they add up to 0.
  /// Costs may be negative. Throws `invalidFlow` for lists of wrong length, negative capacities,
  /// supplies that do not add up, and numbers so large that 64 bits could not hold the result.
  public init(
    on graph: Graph, capacities: [Int64], costs: [Int64], supplies: [Int64]
  ) throws(NetworkError) {
    try Self.check(graph, capacities, costs, supplies)
    let simplex = NetworkSimplex(graph, capacities, costs, supplies)
    simplex.run()
    flows = (0..<graph.arcCount).map { simplex.flow.row[$0] }
    let unsent = (0..<graph.nodeCount).reduce(Int64(0)) {
      $0 + simplex.flow.row[graph.arcCount + $1]
    }
    // What is missing passes two of the arcs that stand for it.
    missing = unsent / 2
    prices = (0..<graph.nodeCount).map { simplex.price.row[$0] }
    var sum: Int64 = 0
    for arc in flows.indices {
      let (part, isTooLarge) = flows[arc].multipliedReportingOverflow(by: costs[arc])
      let (next, isTooMuch) = sum.addingReportingOverflow(part)
      if isTooLarge || isTooMuch { throw Self.tooLarge("the total cost") }
      sum = next
    }
    cost = sum
  }

  private static func check(
    _ graph: Graph, _ capacities: [Int64], _ costs: [Int64], _ supplies: [Int64]
  ) throws(NetworkError) {
    guard capacities.count == graph.arcCount, costs.count == graph.arcCount,
      supplies.count == graph.nodeCount
    else {
      throw NetworkError(
        .invalidFlow,
        """
        \(capacities.count) capacities, \(costs.count) costs and \(supplies.count) supplies do not \
        fit \(graph.arcCount) arcs and \(graph.nodeCount) nodes
        """)
    }
    if let arc = capacities.firstIndex(where: { $0 < 0 }) {
      throw NetworkError(.invalidFlow, "the capacity of arc \(arc) is \(capacities[arc])")
    }
    var sum: Int64 = 0
    var offered: Int64 = 0
    for supply in supplies {
      let (next, isTooLarge) = sum.addingReportingOverflow(supply)
      let (more, isTooMuch) = offered.addingReportingOverflow(max(0, supply))
      if isTooLarge || isTooMuch || more > Int64.max / 4 { throw tooLarge("the sum of supplies") }
      sum = next
      offered = more
    }
    guard sum == 0 else {
      throw NetworkError(
        .invalidFlow, "the supplies add up to \(sum) instead of 0",
        hint: "add a node that offers or takes the rest")
    }
    let most = costs.reduce(0) { max($0, $1.magnitude) }
    let (bound, isTooLarge) = (most + 1).multipliedReportingOverflow(
      by: UInt64(graph.nodeCount + 2))
    if most == .max || isTooLarge || bound > UInt64(Int64.max / 8) { throw tooLarge("a cost") }
  }

  private static func tooLarge(_ what: String) -> NetworkError {
    NetworkError(
      .invalidFlow, "\(what) is too large for 64 bits", hint: "use coarser units")
  }
}
