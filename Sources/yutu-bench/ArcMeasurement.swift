import Foundation
import Networks
import SimpleFeatures

/// Measures searches on bare arcs, so that others can be measured on the very same.
struct ArcMeasurement {
  private let graph: Graph
  private let weights: [UInt32]
  private let x: [Float]
  private let y: [Float]
  private let sources: [UInt32]
  private let targets: [UInt32]
  private let expected: [UInt32]

  init(_ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path), data.count >= 12 else {
      throw PlainError(message: "there is no file \(path) of arcs", hint: nil)
    }
    let words = data.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    let (nodes, arcs, pairs) = (Int(words[0]), Int(words[1]), Int(words[2]))
    guard words.count == 3 + 3 * arcs + 2 * nodes + 3 * pairs else {
      throw PlainError(
        message: "\(path) holds \(words.count) words, its counts call for "
          + "\(3 + 3 * arcs + 2 * nodes + 3 * pairs)", hint: nil)
    }
    var place = 3
    func take(_ count: Int) -> [UInt32] {
      defer { place += count }
      return Array(words[place..<place + count])
    }
    graph = try Graph(nodeCount: nodes, tails: take(arcs), heads: take(arcs))
    weights = take(arcs)
    x = take(nodes).map { Float(bitPattern: $0) }
    y = take(nodes).map { Float(bitPattern: $0) }
    sources = take(pairs)
    targets = take(pairs)
    expected = take(pairs)
  }

  func run(_ figures: inout Figures) {
    let order = figures.measure("order_s", once: true) {
      NodeOrder.nestedDissection(of: graph, x: x, y: y, threads: 1)
    }
    let hierarchy = figures.measure("contract_s") { ContractionHierarchy(graph, order: order) }
    let metric = figures.measure("customise_s") { Metric(hierarchy, weights: weights, threads: 1) }
    let search = RouteSearch(hierarchy)
    var microseconds: [Double] = []
    var wrong = 0
    for pair in sources.indices {
      let start = Figures.wallSeconds
      let found = search.run(
        from: [Networks.Terminal(node: sources[pair], cost: 0)],
        to: [Networks.Terminal(node: targets[pair], cost: 0)],
        on: metric)
      microseconds.append((Figures.wallSeconds - start) * 1e6)
      if found?.distance ?? Weight.unreachable != min(expected[pair], Weight.unreachable) {
        wrong += 1
      }
    }
    microseconds.sort()
    figures.add("pairs", .integer(sources.count))
    figures.add("wrong", .integer(wrong))
    figures.add("query_median_us", .real(microseconds[microseconds.count / 2]))
    figures.add("query_p99_us", .real(microseconds[microseconds.count * 99 / 100]))
    var random: UInt64 = 42
    for count in [10, 200, 2000] {
      let closed = (0..<count).map { _ in
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (arc: Int((random >> 33) % UInt64(weights.count)), weight: Weight.unreachable)
      }
      figures.measure("close_\(count)_s") { metric.changing(closed, threads: 1) }
    }
  }
}
