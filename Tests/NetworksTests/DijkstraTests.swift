import Networks
import TestSupport
import Testing

@Suite("The search that all others are held against")
struct DijkstraTests {
  /// All distances by the relation of Floyd and Warshall, in 64 bits.
  private static func all(_ sample: Sample) -> [[UInt64]] {
    let count = sample.graph.nodeCount
    let far = UInt64(Weight.unreachable)
    var table = [[UInt64]](repeating: [UInt64](repeating: far, count: count), count: count)
    for node in 0..<count { table[node][node] = 0 }
    for arc in sample.weights.indices {
      let (a, b) = (Int(sample.graph.tails[arc]), Int(sample.graph.heads[arc]))
      table[a][b] = min(table[a][b], UInt64(sample.weights[arc]))
    }
    for middle in 0..<count {
      for a in 0..<count where table[a][middle] < far {
        for b in 0..<count where table[a][middle] + table[middle][b] < table[a][b] {
          table[a][b] = table[a][middle] + table[middle][b]
        }
      }
    }
    return table
  }

  @Test(
    "Its distances are those of Floyd and Warshall, up to the greatest that can be counted",
    arguments: [
      (1, 1, 3, UInt32(5)), (2, 30, 40, 20), (3, 30, 90, 0), (4, 50, 400, 1000),
      (5, 40, 90, Weight.unreachable / 3), (6, 40, 120, Weight.unreachable),
    ] as [(UInt64, Int, Int, UInt32)])
  func distances(seed: UInt64, nodes: Int, arcs: Int, most: UInt32) throws {
    let sample = try Sample.random(nodes: nodes, arcs: arcs, seed: seed, weights: 0...most)
    let table = Self.all(sample)
    let far = UInt64(Weight.unreachable)
    let forwards = Dijkstra.Arcs(sample.graph)
    let backwards = Dijkstra.Arcs(sample.graph, reverse: true)
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let from = (0..<Int.random(in: 0...3, using: &dice)).map { _ in
        sample.terminal(&dice, cost: .random(in: 0...most, using: &dice))
      }
      let there = Dijkstra.run(from: from, on: forwards, weights: sample.weights).distances
      let back = Dijkstra.run(from: from, on: backwards, weights: sample.weights).distances
      for node in 0..<nodes {
        let known = from.map { UInt64($0.cost) + table[Int($0.node)][node] }.min() ?? far
        #expect(UInt64(there[node]) == min(known, far))
        let reversed = from.map { UInt64($0.cost) + table[node][Int($0.node)] }.min() ?? far
        #expect(UInt64(back[node]) == min(reversed, far))
      }
    }
    for _ in 0..<60 {
      let (a, b) = (
        Int.random(in: 0..<nodes, using: &dice), Int.random(in: 0..<nodes, using: &dice)
      )
      let way = Dijkstra.way(
        from: UInt32(a), to: UInt32(b), on: forwards, weights: sample.weights)
      #expect(way.map { UInt64($0.distance) } ?? far == table[a][b])
      var (node, sum) = (UInt32(a), UInt64(0))
      for arc in way?.path ?? [] {
        #expect(sample.graph.tails[arc] == node)
        node = sample.graph.heads[arc]
        sum += UInt64(sample.weights[arc])
      }
      if way != nil { #expect(node == UInt32(b) && sum == table[a][b]) }
    }
  }
}
