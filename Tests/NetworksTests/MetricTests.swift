import Networks
import TestSupport
import Testing

@Suite("Weights that change")
struct MetricTests {
  @Test("A hundred rounds of changes leave what making the metric anew gives", arguments: 1...4)
  func rounds(seed: UInt64) throws {
    let sample =
      seed % 2 == 0
      ? try Sample.city(side: 24, seed: seed)
      : try Sample.random(nodes: 150, arcs: 260, seed: seed, weights: 0...50)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    var metric = Metric(hierarchy, weights: sample.weights, threads: 1)
    var weights = sample.weights
    var dice = SeededGenerator(seed: seed)
    let search = RouteSearch(hierarchy)
    for round in 0..<100 {
      let count = [1, 1, 2, 5, 12, 40][round % 6]
      let changes = (0..<count).map { _ in
        let arc = Int.random(in: weights.indices, using: &dice)
        let weight: UInt32 =
          switch Int.random(in: 0..<4, using: &dice) {
          case 0: Weight.unreachable
          case 1: sample.weights[arc]
          case 2: weights[arc] / 2
          default: .random(in: 0...200, using: &dice)
          }
        return (arc: arc, weight: weight)
      }
      let before = metric
      let kept = before.weights
      metric = metric.changing(changes, threads: 1 + round % 2)
      for (arc, weight) in changes { weights[arc] = weight }
      #expect(metric.weights == weights)
      #expect(before.weights == kept)
      let whole = Metric(hierarchy, weights: weights, threads: 1)
      #expect(metric.sameRows(as: whole))
      let from = [sample.terminal(&dice)]
      let to = [sample.terminal(&dice)]
      #expect(
        search.run(from: from, to: to, on: metric)?.distance ?? Weight.unreachable
          == Dijkstra.distance(from: from, to: to, on: sample.graph, weights: weights))
    }
  }

  @Test(
    "Floods that spread over a city of streets, and streets closed anywhere, are followed exactly")
  func floods() throws {
    let sample = try Sample.city(side: 75, seed: 12)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    let free = Metric(hierarchy, weights: sample.weights, threads: 1)
    var dice = SeededGenerator(seed: 7)
    for reach in [2, 5, 9, 14, 20, 30] as [Float] {
      let x = Float.random(in: 0..<75, using: &dice)
      let y = Float.random(in: 0..<75, using: &dice)
      let under = sample.weights.indices.filter { arc in
        let node = Int(sample.graph.tails[arc])
        return (sample.x[node] - x) * (sample.x[node] - x) + (sample.y[node] - y)
          * (sample.y[node] - y) < reach * reach
      }
      let anywhere = (0..<Int(3 * reach)).map { _ in
        Int.random(in: sample.weights.indices, using: &dice)
      }
      for arcs in [under, anywhere] {
        var weights = sample.weights
        for arc in arcs { weights[arc] = arc % 3 == 0 ? Weight.unreachable : weights[arc] * 4 }
        let changed = free.changing(arcs.map { (arc: $0, weight: weights[$0]) }, threads: 1)
        #expect(changed.sameRows(as: Metric(hierarchy, weights: weights, threads: 1)))
        let back = changed.changing(
          arcs.map { (arc: $0, weight: sample.weights[$0]) }, threads: 1)
        #expect(back.sameRows(as: free))
      }
    }
  }

  @Test("What a metric was changed from stays as it was")
  func unchanged() throws {
    let sample = try Sample.city(side: 20, seed: 8)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    let before = Metric(hierarchy, weights: sample.weights, threads: 1)
    let copy = Metric(hierarchy, weights: sample.weights, threads: 1)
    let closed = before.changing(
      (0..<30).map { (arc: $0 * 7, weight: Weight.unreachable) }, threads: 1)
    #expect(before.sameRows(as: copy))
    #expect(!closed.sameRows(as: copy))
    #expect(closed.changing([], threads: 1) === closed)
    let opened = closed.changing(
      (0..<30).map { (arc: $0 * 7, weight: sample.weights[$0 * 7]) }, threads: 1)
    #expect(opened.sameRows(as: copy))
  }

  @Test("Every street may close and open again")
  func all() throws {
    let sample = try Sample.city(side: 20, seed: 8)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    let before = Metric(hierarchy, weights: sample.weights, threads: 1)
    let closed = before.changing(
      sample.weights.indices.map { (arc: $0, weight: Weight.unreachable) }, threads: 1)
    let search = RouteSearch(hierarchy)
    #expect(search.run(from: [Terminal(node: 0)], to: [Terminal(node: 1)], on: closed) == nil)
    let opened = closed.changing(
      sample.weights.indices.map { (arc: $0, weight: sample.weights[$0]) }, threads: 2)
    #expect(opened.sameRows(as: before))
  }

  @Test("Two threads put the same weights on a hierarchy as one")
  func threads() throws {
    let sample = try Sample.city(side: 70, seed: 4)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    let one = Metric(hierarchy, weights: sample.weights, threads: 1)
    for threads in 2...4 {
      #expect(one.sameRows(as: Metric(hierarchy, weights: sample.weights, threads: threads)))
    }
  }
}
