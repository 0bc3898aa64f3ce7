import Networks
import TestSupport
import Testing

@Suite("Shortest ways")
struct RouteTests {
  private func route(
    _ arcs: [(UInt32, UInt32, UInt32)], nodes: Int, from: UInt32, to: UInt32
  ) throws -> (distance: UInt32?, path: [Int]) {
    let graph = try Graph(nodeCount: nodes, tails: arcs.map(\.0), heads: arcs.map(\.1))
    let place = [Float](repeating: 0, count: nodes)
    let order = NodeOrder.nestedDissection(of: graph, x: place, y: place, threads: 1)
    let hierarchy = ContractionHierarchy(graph, order: order)
    let search = RouteSearch(hierarchy)
    let found = search.run(
      from: [Terminal(node: from)], to: [Terminal(node: to)],
      on: Metric(hierarchy, weights: arcs.map(\.2), threads: 1))
    return (found?.distance, search.path())
  }

  @Test("Of parallel streets the quickest is taken, and a loop is never")
  func parallel() throws {
    let found = try route(
      [(0, 1, 9), (0, 1, 4), (1, 1, 0), (0, 1, 5), (1, 2, 3)], nodes: 3, from: 0, to: 2)
    #expect(found.distance == 7)
    #expect(found.path == [1, 4])
  }

  @Test("A one-way ring is driven round")
  func ring() throws {
    let ring = (0..<UInt32(7)).map { ($0, ($0 + 1) % 7, UInt32(10)) }
    let found = try route(ring, nodes: 7, from: 3, to: 2)
    #expect(found.distance == 60)
    #expect(found.path == [3, 4, 5, 6, 0, 1])
  }

  @Test("Between islands there is no way, and from a place to itself there is nothing to drive")
  func islands() throws {
    let arcs: [(UInt32, UInt32, UInt32)] = [(0, 1, 1), (1, 0, 1), (2, 3, 1), (3, 2, 1)]
    #expect(try route(arcs, nodes: 5, from: 0, to: 3).distance == nil)
    #expect(try route(arcs, nodes: 5, from: 4, to: 0).distance == nil)
    let stay = try route(arcs, nodes: 5, from: 2, to: 2)
    #expect(stay.distance == 0)
    #expect(stay.path.isEmpty)
  }

  @Test("Closed streets are no way, and ways too long to count do not exist")
  func closed() throws {
    let shut = Weight.unreachable
    #expect(try route([(0, 1, shut), (1, 0, 1)], nodes: 2, from: 0, to: 1).distance == nil)
    #expect(try route([(0, 1, .max)], nodes: 2, from: 0, to: 1).distance == nil)
    let half = shut / 2
    #expect(
      try route([(0, 1, half), (1, 2, half)], nodes: 3, from: 0, to: 2).distance == 2 * half)
    #expect(
      try route([(0, 1, half), (1, 2, half + 1)], nodes: 3, from: 0, to: 2).distance == nil)
    let long = (0..<UInt32(8)).map { ($0, $0 + 1, shut - 1) }
    #expect(try route(long, nodes: 9, from: 0, to: 1).distance == shut - 1)
    #expect(try route(long, nodes: 9, from: 0, to: 8).distance == nil)
  }

  @Test("No nodes, one node and no streets are networks, too")
  func tiny() throws {
    let empty = try Graph(nodeCount: 0, tails: [], heads: [])
    let none = ContractionHierarchy(
      empty, order: NodeOrder.nestedDissection(of: empty, x: [], y: [], threads: 2))
    let metric = Metric(none, weights: [], threads: 2)
    #expect(none.upArcCount == 0)
    #expect(OneToAll(none).distances(from: [], on: metric).isEmpty)
    #expect(RouteSearch(none).run(from: [], to: [], on: metric) == nil)
    #expect(try route([], nodes: 1, from: 0, to: 0).distance == 0)
  }

  /// A path leads from one node to the other, arc by arc, and costs the distance.
  private func check(
    _ path: [Int], _ found: SearchResult, from: [Terminal], to: [Terminal], _ sample: Sample,
    weights: [UInt32]
  ) {
    var node = from[found.source].node
    var cost = from[found.source].cost + to[found.target].cost
    for arc in path {
      #expect(sample.graph.tails[arc] == node)
      node = sample.graph.heads[arc]
      cost += weights[arc]
    }
    #expect(node == to[found.target].node)
    #expect(cost == found.distance)
  }

  @Test(
    "Ways on random networks are as short as Dijkstra's, and their streets add up",
    arguments: [
      (1, 40, 60, UInt32(9)), (2, 40, 120, 3), (3, 120, 200, 1000), (4, 120, 500, 0),
      (5, 60, 90, 0x7FFF_FFFF), (6, 30, 400, 50), (7, 200, 230, 20),
    ] as [(UInt64, Int, Int, UInt32)])
  func random(seed: UInt64, nodes: Int, arcs: Int, most: UInt32) throws {
    let sample = try Sample.random(nodes: nodes, arcs: arcs, seed: seed, weights: 0...most)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    let metric = Metric(hierarchy, weights: sample.weights, threads: 1)
    let search = RouteSearch(hierarchy)
    let forwards = Dijkstra.Arcs(sample.graph)
    for source in 0..<UInt32(nodes) {
      let known = Dijkstra.run(
        from: [Terminal(node: source)], on: forwards, weights: sample.weights
      ).distances
      for target in 0..<UInt32(nodes) {
        let from = [Terminal(node: source)]
        let to = [Terminal(node: target)]
        let found = search.run(from: from, to: to, on: metric)
        #expect(found?.distance ?? Weight.unreachable == known[Int(target)])
        if let found {
          check(search.path(), found, from: from, to: to, sample, weights: sample.weights)
        }
      }
    }
  }

  @Test("Between several places on either side the best pair is found", arguments: 1...6)
  func terminals(seed: UInt64) throws {
    let sample =
      seed % 2 == 0
      ? try Sample.city(side: 12, seed: seed)
      : try Sample.random(nodes: 80, arcs: 140, seed: seed, weights: 0...40)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    let metric = Metric(hierarchy, weights: sample.weights, threads: 1)
    let search = RouteSearch(hierarchy)
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      func some() -> [Terminal] {
        (0..<Int.random(in: 1...8, using: &dice)).map { _ in
          sample.terminal(&dice, cost: .random(in: 0...60, using: &dice))
        }
      }
      let from = some()
      let to = some()
      let known = Dijkstra.distance(
        from: from, to: to, on: sample.graph, weights: sample.weights)
      let found = search.run(from: from, to: to, on: metric)
      #expect(found?.distance ?? Weight.unreachable == known)
      if let found {
        check(search.path(), found, from: from, to: to, sample, weights: sample.weights)
      }
    }
  }

  @Test("In a city of ten thousand crossings ways are Dijkstra's")
  func city() throws {
    let sample = try Sample.city(side: 100, seed: 5)
    let hierarchy = ContractionHierarchy(sample.graph, order: sample.order)
    let metric = Metric(hierarchy, weights: sample.weights, threads: 2)
    let search = RouteSearch(hierarchy)
    var dice = SeededGenerator(seed: 9)
    for _ in 0..<10 {
      let from = [sample.terminal(&dice)]
      let known = Dijkstra.run(
        from: from, on: Dijkstra.Arcs(sample.graph), weights: sample.weights
      ).distances
      for _ in 0..<200 {
        let to = [sample.terminal(&dice)]
        let found = search.run(from: from, to: to, on: metric)
        #expect(found?.distance ?? Weight.unreachable == known[Int(to[0].node)])
        if let found {
          check(search.path(), found, from: from, to: to, sample, weights: sample.weights)
        }
      }
    }
  }

  @Test("Dijkstra's own way is contiguous and costs its distance")
  func dijkstraWay() throws {
    let sample = try Sample.city(side: 15, seed: 2)
    let arcs = Dijkstra.Arcs(sample.graph)
    let way = try #require(Dijkstra.way(from: 0, to: 224, on: arcs, weights: sample.weights))
    check(
      way.path, SearchResult(distance: way.distance, source: 0, target: 0),
      from: [Terminal(node: 0)], to: [Terminal(node: 224)], sample, weights: sample.weights)
    let back = Dijkstra.run(
      from: [Terminal(node: 224)], on: Dijkstra.Arcs(sample.graph, reverse: true),
      weights: sample.weights)
    #expect(back.distances[0] == way.distance)
  }
}
