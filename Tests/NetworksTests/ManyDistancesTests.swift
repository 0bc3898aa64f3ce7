import Networks
import TestSupport
import Testing

@Suite("Many distances at once")
struct ManyDistancesTests {
  private static func samples() throws -> [Sample] {
    [
      try Sample.city(side: 25, seed: 3),
      try Sample.random(nodes: 300, arcs: 420, seed: 4, weights: 0...1000),
      try Sample.random(nodes: 60, arcs: 90, seed: 5, weights: 0...Weight.unreachable),
    ]
  }

  @Test("Distances from and to all places are Dijkstra's")
  func all() throws {
    for sample in try Self.samples() {
      let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
      let metric = Metric(hierarchy, weights: sample.weights, threads: 1)
      let sweep = OneToAll(hierarchy)
      var dice = SeededGenerator(seed: 1)
      for count in [1, 1, 2, 5, 0] {
        let terminals = (0..<count).map { _ in
          sample.terminal(&dice, cost: .random(in: 0...100, using: &dice))
        }
        for reverse in [false, true] {
          #expect(
            sweep.distances(from: terminals, on: metric, reverse: reverse)
              == Dijkstra.run(
                from: terminals, on: Dijkstra.Arcs(sample.graph, reverse: reverse),
                weights: sample.weights
              ).distances)
        }
      }
    }
  }

  @Test("What is within a bound is what is that near without one")
  func bounded() throws {
    for sample in try Self.samples() {
      let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
      let metric = Metric(hierarchy, weights: sample.weights, threads: 1)
      let sweep = OneToAll(hierarchy)
      var dice = SeededGenerator(seed: 2)
      for bound in [0, 1, 50, 300, 1000, 5000, Weight.unreachable] {
        let terminals = [
          sample.terminal(&dice), sample.terminal(&dice, cost: 40),
        ]
        let all = sweep.distances(from: terminals, on: metric)
        let cut = sweep.distances(from: terminals, on: metric, bound: bound)
        #expect(cut == all.map { $0 <= bound ? $0 : Weight.unreachable })
        let reach = sweep.reach(from: terminals, on: metric, bound: bound)
        #expect(reach.count == all.filter { $0 <= min(bound, Weight.unreachable - 1) }.count)
        #expect(reach.allSatisfy { all[Int($0.node)] == $0.distance })
      }
    }
  }

  @Test("Tables of distances are those of single ways, from and to, on one thread and two")
  func tables() throws {
    for sample in try Self.samples() {
      let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
      let metric = Metric(hierarchy, weights: sample.weights, threads: 1)
      let search = RouteSearch(hierarchy)
      var dice = SeededGenerator(seed: 4)
      func some(_ count: Int) -> [[Terminal]] {
        (0..<count).map { _ in
          (0..<Int.random(in: 0...3, using: &dice)).map { _ in
            sample.terminal(&dice, cost: .random(in: 0...30, using: &dice))
          }
        }
      }
      for (rows, columns) in [(1, 40), (3, 4), (40, 40), (60, 1)] {
        let sources = some(rows)
        let targets = some(columns)
        let set = TargetSet(hierarchy, targets: targets)
        let known = sources.flatMap { source in
          targets.map { target in
            search.run(from: source, to: target, on: metric)?.distance ?? Weight.unreachable
          }
        }
        #expect(sources.flatMap { set.distances(from: $0, on: metric) } == known)
        for threads in 1...2 {
          #expect(set.matrix(from: sources, on: metric, threads: threads) == known)
        }
        let back = TargetSet(hierarchy, targets: sources)
        let reversed = back.matrix(from: targets, on: metric, reverse: true, threads: 1)
        for (column, target) in targets.enumerated() {
          let line = (0..<rows).map { known[$0 * columns + column] }
          #expect(back.distances(to: target, on: metric) == line)
          #expect(Array(reversed[column * rows..<(column + 1) * rows]) == line)
        }
      }
    }
  }
}
