import Foundation
import Networks
import OpenStreetMap
import Roads
import SimpleFeatures
import Synchronization

/// Measures routing on a file of roads.
struct RoadMeasurement {
  private let path: String
  private let pairs: [(from: RouteEnd, to: RouteEnd)]
  private let profile: RoadProfile
  private let usesTurns: Bool

  init(
    _ path: String, _ pairs: [(from: RouteEnd, to: RouteEnd)], _ profile: RoadProfile,
    usesTurns: Bool
  ) {
    self.path = path
    self.pairs = pairs
    self.profile = profile
    self.usesTurns = usesTurns
  }

  func run(_ figures: inout Figures) throws {
    let file = try OSMFile(path: path)
    let map = try figures.measure("read_s") { try RoadMap(openStreetMap: file, threads: 1) }
    var orderSeconds = 0.0
    let start = Figures.cpuSeconds
    let network = try RoadNetwork(map, profiles: [profile], usesTurns: usesTurns) { graph, x, y in
      let start = Figures.cpuSeconds
      defer { orderSeconds = Figures.cpuSeconds - start }
      return NodeOrder.nestedDissection(of: graph, x: x, y: y, threads: 1)
    }
    figures.add("graph_s", .real(Figures.cpuSeconds - start - orderSeconds))
    figures.add("order_s", .real(orderSeconds))
    figures.add("states", .integer(network.hierarchy.graph.nodeCount))
    figures.add("arcs", .integer(network.hierarchy.graph.arcCount))
    let metric = network.metric(profile: 0, .time)
    figures.measure("customise_s") {
      Metric(network.hierarchy, weights: metric.searched.weights, threads: 1)
    }
    let router = Router(network, metric)
    try routes(router, &figures)
    try tables(router, &figures)
    flood(router, &figures)
  }

  private func routes(_ router: Router, _ figures: inout Figures) throws {
    let ends = pairs
    let count = Double(ends.count)
    var places: [(RoadPlace, RoadPlace)] = []
    for end in ends {
      guard let from = try? router.place(end.from, isStart: true),
        let to = try? router.place(end.to, isStart: false)
      else { continue }
      places.append((from, to))
    }
    figures.add("pairs", .integer(ends.count))
    let found = ends.count { (try? router.route(from: $0.from, to: $0.to)) != nil }
    figures.add("found", .integer(found))
    func perPair(_ name: String, _ body: () -> Void) {
      var own = Figures(times: figures.times)
      own.measure("s", body)
      figures.add(name, .real((own.json["s"]?.number ?? 0) / count * 1e6))
    }
    perPair("query_us") { for place in places { _ = router.cost(from: place.0, to: place.1) } }
    perPair("route_us") { for place in places { _ = router.route(from: place.0, to: place.1) } }
    perPair("snap_and_route_us") {
      for end in ends { _ = try? router.route(from: end.from, to: end.to) }
    }
  }

  private func tables(_ router: Router, _ figures: inout Figures) throws {
    var places: [RoadPlace] = []
    for end in pairs.prefix(200) {
      if let place = try? router.place(end.from, isStart: true) { places.append(place) }
    }
    let half = Array(places.prefix(100))
    figures.measure("matrix_100_s") {
      router.matrix(from: half, to: Array(places.suffix(100)))
    }
    let centres = places.prefix(20)
    var own = Figures(times: figures.times)
    own.measure("s") {
      for place in centres {
        _ = router.network.outline(of: router.reach(place, within: 900_000))
      }
    }
    figures.add(
      "isochrone_15_min_s", .real((own.json["s"]?.number ?? 0) / Double(centres.count)))
  }

  /// A flooded area in the middle, while another thread searches.
  private func flood(_ router: Router, _ figures: inout Figures) {
    let network = router.network
    guard let end = pairs.first,
      let middle = try? router.place(end.from, isStart: true)
    else { return }
    var ring: [Double] = []
    for step in 0..<2000 {
      let angle = Double(step) / 2000 * 2 * .pi
      let radius = 0.02 + 0.004 * sin(17 * angle)
      ring += [middle.longitude + radius * cos(angle), middle.latitude + radius * sin(angle)]
    }
    let area = Geometry.polygon([ring + ring.prefix(2)])
    let conditions = RoadConditions(network)
    conditions.put(.init(name: "live", changes: [:]))
    _ = conditions.metric(slot: "live", profile: 0, .time)
    let isDone = Atomic(false)
    let longest = Mutex(0.0)
    let searched = Atomic(0)
    let ends = pairs
    let finished = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var number = 0
      while !isDone.load(ordering: .relaxed) {
        let pair = ends[number % ends.count]
        let start = Figures.wallSeconds
        if let metric = conditions.metric(slot: "live", profile: 0, .time) {
          _ = try? Router(network, metric).route(from: pair.from, to: pair.to)
        }
        let seconds = Figures.wallSeconds - start
        longest.withLock { $0 = max($0, seconds) }
        searched.add(1, ordering: .relaxed)
        number += 1
      }
      finished.signal()
    }
    let start = Figures.wallSeconds
    for _ in 0..<figures.times {
      conditions.put(
        .init(
          name: "live",
          changes: [0: network.changes(floodedArea: area, depthMetres: nil, profile: 0)]))
    }
    figures.add("flood_wall_s", .real((Figures.wallSeconds - start) / Double(figures.times)))
    isDone.store(true, ordering: .relaxed)
    finished.wait()
    figures.add("routes_meanwhile", .integer(searched.load(ordering: .relaxed)))
    figures.add("longest_route_meanwhile_s", .real(longest.withLock { $0 }))
    let changes = network.changes(floodedArea: area, depthMetres: nil, profile: 0)
    figures.add("flooded_directions", .integer(changes.count))
    figures.measure("flood_s") {
      network.metric(
        router.metric,
        changing: network.changes(floodedArea: area, depthMetres: nil, profile: 0))
    }
  }
}
