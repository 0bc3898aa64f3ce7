import Networks

/// The largest part of the roads in which each place can be reached from each other.
struct MainComponent: Sendable {
  private let chains: RoadChains
  private let graph: SearchGraph
  private let isPart: [Bool]
  /// How many states it has.
  let stateCount: Int

  init(_ chains: RoadChains, _ graph: SearchGraph, weights: [UInt32]) {
    self.chains = chains
    self.graph = graph
    let parts = StronglyConnectedComponents(graph, weights: weights)
    isPart = parts.numbers.map { $0 == parts.largest }
    stateCount = parts.size
  }

  /// Whether one can come from the chain to the mainland, or from there to it.
  func holds(chain: Int) -> Bool {
    [2 * chain, 2 * chain + 1].contains { arc in
      let state = graph.arrivals[arc]
      guard state != .max, isPart[Int(state)] else { return false }
      return graph.searchArcs(ofRoadArc: arc).contains { isPart[Int(graph.tails[$0])] }
    }
  }
}

/// Strongly connected parts of a search graph.
///
/// Source: Tarjan 1972, doi:10.1137/0201010, without recursion. Complexity: O(states + arcs).
private struct StronglyConnectedComponents {
  private(set) var numbers: [UInt32]
  private(set) var largest: UInt32 = 0
  private(set) var size = 0

  init(_ graph: SearchGraph, weights: [UInt32]) {
    let count = graph.stateCount
    var first = [Int](repeating: 0, count: count + 1)
    for arc in graph.tails.indices where weights[arc] < Weight.unreachable {
      first[Int(graph.tails[arc]) + 1] += 1
    }
    for state in 0..<count { first[state + 1] += first[state] }
    var next = first
    var heads = [UInt32](repeating: 0, count: first[count])
    for arc in graph.tails.indices where weights[arc] < Weight.unreachable {
      heads[next[Int(graph.tails[arc])]] = graph.heads[arc]
      next[Int(graph.tails[arc])] += 1
    }
    next = first
    numbers = Array(repeating: .max, count: count)
    var seen = [Int](repeating: 0, count: count)
    var low = seen
    var time = 0
    var path: [Int] = []
    var stack: [Int] = []
    var part: UInt32 = 0
    for root in 0..<count where seen[root] == 0 {
      path.append(root)
      while let state = path.last {
        if seen[state] == 0 {
          time += 1
          seen[state] = time
          low[state] = time
          stack.append(state)
        }
        if next[state] < first[state + 1] {
          let head = Int(heads[next[state]])
          next[state] += 1
          if seen[head] == 0 {
            path.append(head)
          } else if numbers[head] == .max {
            low[state] = min(low[state], seen[head])
          }
          continue
        }
        path.removeLast()
        if let above = path.last { low[above] = min(low[above], low[state]) }
        guard low[state] == seen[state] else { continue }
        var members = 0
        while true {
          let member = stack.removeLast()
          numbers[member] = part
          members += 1
          if member == state { break }
        }
        if members > size { (largest, size) = (part, members) }
        part += 1
      }
    }
  }
}
