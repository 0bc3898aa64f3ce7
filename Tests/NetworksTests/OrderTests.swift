import Networks
import SimpleFeatures
import TestSupport
import Testing

@Suite("Orders of nodes")
struct OrderTests {
  @Test("An order names each node once, the same on one thread and on two", arguments: 1...4)
  func threads(seed: UInt64) throws {
    let sample =
      seed == 4
      ? try Sample.random(nodes: 5000, arcs: 9000, seed: seed, weights: 1...9)
      : try Sample.city(side: 90, seed: seed)
    func order(_ threads: Int) -> NodeOrder {
      NodeOrder.nestedDissection(of: sample.graph, x: sample.x, y: sample.y, threads: threads)
    }
    let one = order(1)
    #expect(one == order(2))
    #expect(one == order(3))
    #expect(one.nodes.sorted() == (0..<UInt32(sample.graph.nodeCount)).map { $0 })
  }

  @Test("Cutting a city leaves far fewer streets to add than contracting it row by row")
  func quality() throws {
    let sample = try Sample.city(side: 64, seed: 3)
    let cut = ContractionHierarchy(sample.graph, order: sample.order)
    let rows = ContractionHierarchy(
      sample.graph, order: try NodeOrder(nodes: (0..<64 * 64).map { $0 }))
    #expect(cut.upArcCount * 4 < rows.upArcCount)
    #expect(cut.triangleCount * 10 < rows.triangleCount)
    #expect(cut.height < 64 * 5)
  }

  @Test("Places that say nothing, or are no numbers, still give an order")
  func noPlaces() throws {
    let sample = try Sample.city(side: 20, seed: 1)
    for place in [Float(0), .nan, .infinity] {
      let places = [Float](repeating: place, count: 400)
      let order = NodeOrder.nestedDissection(of: sample.graph, x: places, y: places, threads: 1)
      #expect(order.nodes.sorted() == (0..<400).map { $0 })
    }
  }

  @Test("A dense network is ordered, too")
  func complete() throws {
    var tails: [UInt32] = []
    var heads: [UInt32] = []
    for a in 0..<UInt32(90) {
      for b in 0..<a {
        tails.append(a)
        heads.append(b)
      }
    }
    let graph = try Graph(nodeCount: 90, tails: tails, heads: heads)
    let x = (0..<90).map { Float($0) }
    let order = NodeOrder.nestedDissection(of: graph, x: x, y: x, threads: 1)
    #expect(ContractionHierarchy(graph, order: order).upArcCount == 90 * 89 / 2)
  }

  @Test("Any order gives the same distances")
  func anyOrder() throws {
    let sample = try Sample.random(nodes: 60, arcs: 130, seed: 11, weights: 0...30)
    var dice = SeededGenerator(seed: 3)
    for _ in 0..<10 {
      let ranks = (0..<UInt32(60)).shuffled(using: &dice)
      let hierarchy = ContractionHierarchy(sample.graph, order: try NodeOrder(ranks: ranks))
      let metric = Metric(hierarchy, weights: sample.weights, threads: 1)
      for node in 0..<UInt32(60) {
        #expect(
          OneToAll(hierarchy).distances(from: [Terminal(node: node)], on: metric)
            == Dijkstra.run(
              from: [Terminal(node: node)], on: Dijkstra.Arcs(sample.graph),
              weights: sample.weights
            ).distances)
      }
    }
  }

  @Test("What is no order of the nodes is refused, and so are arcs to nowhere")
  func refused() throws {
    #expect(throws: NetworkError.self) { try NodeOrder(nodes: [0, 1, 1]) }
    #expect(throws: NetworkError.self) { try NodeOrder(ranks: [0, 3, 1]) }
    #expect(throws: NetworkError.self) { try Graph(nodeCount: 2, tails: [0], heads: [2]) }
    #expect(throws: NetworkError.self) { try Graph(nodeCount: 2, tails: [0, 1], heads: [1]) }
    #expect(throws: NetworkError.self) { try Graph(nodeCount: -1, tails: [], heads: []) }
    #expect(try NodeOrder(ranks: [2, 0, 1]).nodes == [1, 2, 0])
  }

  @Test("A kept order is read again; damaged, cut or another city's it is refused")
  func kept() throws {
    let sample = try Sample.city(side: 12, seed: 1)
    let order = sample.order
    let bytes = order.bytes(for: sample.graph)
    #expect(try NodeOrder(bytes: bytes, for: sample.graph) == order)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      #expect(throws: NetworkError.self) { try NodeOrder(bytes: damaged, for: sample.graph) }
    }
    for length in [0, 7, 27, 28, bytes.count - 4, bytes.count - 1] {
      #expect(throws: NetworkError.self) {
        try NodeOrder(bytes: Array(bytes[..<length]), for: sample.graph)
      }
    }
    #expect(throws: NetworkError.self) { try NodeOrder(bytes: bytes + [0], for: sample.graph) }
    let other = try Sample.city(side: 12, seed: 2)
    let error = #expect(throws: NetworkError.self) {
      try NodeOrder(bytes: bytes, for: other.graph)
    }
    #expect(error?.message.contains("another graph") == true)
  }
}
