import Catalog
import Foundation
import GeometryCore
import Networks
import OpenStreetMap
import SimpleFeatures
import TestSupport
import Testing

@testable import Roads

@Suite("Routes on real roads against a search of another kind")
struct OracleTests {
  /// The profiles as they are shipped.
  static func profile(_ id: String) throws -> RoadProfile {
    try RoadProfile.load(file: "Models/roads/\(id).yml")
  }

  static func map(_ name: String) throws -> RoadMap {
    if name.hasSuffix(".geojson") { return try layer(name) }
    return try RoadMap(openStreetMap: OSMFile(path: TestData.folder + "/osm/" + name))
  }

  /// Roads of a GeoJSON file as features of the layer `road`.
  private static func layer(_ name: String) throws -> RoadMap {
    var data = Array(try Data(contentsOf: URL(fileURLWithPath: TestData.folder + "/osm/" + name)))
    var reader = GeoJSONReader { () throws(FormatError) -> [UInt8] in
      defer { data = [] }
      return data
    }
    var roads = LayerRoads()
    var number = 0
    while let record = try reader.next() {
      var feature = try record.feature.get()
      number += 1
      feature.id = "way/\(number)"
      for property in feature.properties where property.name == "kind_detail" {
        feature.properties.append(Property("class", property.value))
      }
      roads.add(feature)
    }
    return roads.finish()
  }

  static func compare(
    _ network: RoadNetwork, _ metric: RoadMetric, sources: Int, targets: Int, seed: UInt64,
    restrictions: [TurnRestriction]
  ) -> (pairs: Int, reached: Int, wrong: [String]) {
    let oracle = RoadOracle(network, metric, restrictions: restrictions)
    let router = Router(network, metric)
    var random = SplitMix(seed)
    let count = UInt64(network.chains.junctionNodes.count)
    var (pairs, reached) = (0, 0)
    var wrong: [String] = []
    for _ in 0..<sources {
      let source = Int(random.next() % count)
      let expected = oracle.costs(from: source)
      for _ in 0..<targets {
        let target = Int(random.next() % count)
        let found = router.cost(
          from: RoadPlace(spot: .junctions([source]), snapMetres: 0, longitude: 0, latitude: 0),
          to: RoadPlace(spot: .junctions([target]), snapMetres: 0, longitude: 0, latitude: 0))
        pairs += 1
        if expected[target] < Weight.unreachable { reached += 1 }
        if found ?? Weight.unreachable != expected[target] {
          wrong.append("\(source) to \(target): \(found ?? 0), not \(expected[target])")
        }
      }
    }
    return (pairs, reached, wrong)
  }

  @Test(
    "Ten thousand pairs cost what the other search says, with and without turns",
    .enabled(if: TestData.isExpected),
    arguments: [
      "Helsinki.osm.pbf", "andorra.osm.pbf", "reisterstown.osm.pbf", "shanghai_center.osm",
      "wuhan_guanggu_roads_osm.geojson",
    ], [true, false])
  func pairs(name: String, turns: Bool) throws {
    let map = try Self.map(name)
    let network = try RoadNetwork(map, profiles: [try Self.profile("car")], usesTurns: turns)
    let result = Self.compare(
      network, network.metric(profile: 0, .time), sources: 20, targets: 500, seed: 1,
      restrictions: turns ? Self.known(map, network) : [])
    #expect(result.wrong.isEmpty, "\(result.wrong.prefix(5))")
    #expect(result.pairs == 10_000 && result.reached > 2000, "\(result.reached) reached")
  }

  /// The restrictions of the map that bind cars and whose ways are all there.
  static func known(_ map: RoadMap, _ network: RoadNetwork) -> [TurnRestriction] {
    let arms = network.armsByJunction
    let rules = TurnRules(map, network.chains, arms, modes: .noCars)
    let kept = Set(rules.rules.map { rule in rule.id })
    return map.restrictions.filter { $0.modes.contains(.car) && kept.contains($0.id) }
  }

  @Test(
    "After a hundred rounds of random closures the weights are those made anew, and the ways right",
    .enabled(if: TestData.isExpected), arguments: ["Helsinki.osm.pbf", "shanghai_center.osm"])
  func closures(name: String) throws {
    let map = try Self.map(name)
    let network = try RoadNetwork(map, profiles: [try Self.profile("car")])
    let free = network.metric(profile: 0, .time)
    var metric = free
    var random = SplitMix(7)
    var all: [SegmentChange] = []
    for round in 1...100 {
      let changes = (0..<Int(random.next() % 60)).map { _ in
        SegmentChange(
          segment: Int(random.next() % UInt64(network.chains.points.count)),
          isAgainst: random.next() % 2 == 0,
          speedKilometresPerHour: [0, 5, 30][Int(random.next() % 3)], isLimit: true)
      }
      all += changes
      metric = network.metric(metric, changing: changes)
      guard round.isMultiple(of: 20) else { continue }
      let anew = network.metric(free, changing: all)
      #expect(anew.searched.weights == metric.searched.weights)
      #expect(anew.times.along == metric.times.along && anew.arcTimes == metric.arcTimes)
      let result = Self.compare(
        network, metric, sources: 4, targets: 100, seed: UInt64(round),
        restrictions: Self.known(map, network))
      #expect(result.wrong.isEmpty, "\(result.wrong.prefix(5))")
    }
  }

  @Test("A city of superblocks, generated", arguments: [true, false])
  func superblocks(turns: Bool) throws {
    let map = GeneratedCity.superblocks(40, seed: 3)
    let network = try RoadNetwork(map, profiles: [try Self.profile("car")], usesTurns: turns)
    let result = Self.compare(
      network, network.metric(profile: 0, .time), sources: 20, targets: 500, seed: 2,
      restrictions: [])
    #expect(result.wrong.isEmpty, "\(result.wrong.prefix(5))")
  }

  @Test(
    "Tables are what single searches say, in both directions", .enabled(if: TestData.isExpected))
  func tables() throws {
    let network = try RoadNetwork(
      Self.map("Helsinki.osm.pbf"), profiles: [try Self.profile("car")])
    let router = Router(network, network.metric(profile: 0, .time))
    var random = SplitMix(5)
    let places = (0..<40).map { _ in
      RoadPlace(
        spot: .segment(
          Int(network.chains.starts[Int(random.next() % UInt64(network.chains.count))]),
          Double(random.next() % 100) / 100), snapMetres: 0, longitude: 0, latitude: 0)
    }
    let matrix = router.matrix(from: places, to: places)
    for (row, source) in places.enumerated() {
      for (column, target) in places.enumerated() {
        #expect(matrix.costs[row][column] == router.cost(from: source, to: target))
      }
    }
    let nearest = router.nearest(5, of: places, to: places[0], towards: true)
    let sorted = matrix.costs.compactMap { $0[0] }.sorted()
    #expect(nearest.map(\.cost) == Array(sorted.prefix(5)))
  }

  @Test(
    "A route's parts add up to its cost, and its line is as long as it says",
    .enabled(if: TestData.isExpected))
  func parts() throws {
    let network = try RoadNetwork(
      Self.map("Helsinki.osm.pbf"), profiles: [try Self.profile("car")])
    let router = Router(network, network.metric(profile: 0, .time))
    var random = SplitMix(9)
    var found = 0
    for _ in 0..<300 {
      func end() -> RouteEnd {
        let node = Int(
          network.chains.points[Int(random.next() % UInt64(network.chains.points.count))])
        return .place(
          Double(network.map.longitudes[node]) / 1e7 + 1e-5,
          Double(network.map.latitudes[node]) / 1e7 - 2e-5)
      }
      guard let route = try? router.route(from: end(), to: end()) else { continue }
      found += 1
      let cost = try #require(router.cost(from: route.from, to: route.to))
      #expect(abs(route.durationSeconds - Double(cost) / 1000) < 0.005)
      let steps = network.steps(of: route, on: router.metric)
      #expect(abs(steps.reduce(0) { $0 + $1.lengthMetres } - route.lengthMetres) < 0.01)
      #expect(abs(steps.reduce(0) { $0 + $1.durationSeconds } - route.durationSeconds) < 0.01)
      let line = network.line(of: route)
      #expect(
        abs(try line.geodesicLengthMetres() - route.lengthMetres) < 0.3 + 1e-4 * route.lengthMetres)
    }
    #expect(found > 200)
  }
}

/// Numbers that look random and are the same every time (splitmix64).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Cities of a size of one's own.
enum GeneratedCity {
  /// Streets 120 m apart, arterials every 10, few gates on to them, one-way streets, lights where
  /// arterials cross.
  static func superblocks(_ size: Int, seed: UInt64) -> RoadMap {
    var random = SplitMix(seed)
    var map = RoadMap()
    for row in 0..<size {
      for column in 0..<size {
        map.nodeIDs.append(Int64(row * size + column + 1))
        map.longitudes.append(Int32(1_143_000_000 + column * 12_500 + Int(random.next() % 2000)))
        map.latitudes.append(Int32(305_800_000 + row * 10_800 + Int(random.next() % 2000)))
        if row % 10 == 0, column % 10 == 0 {
          var tags = RoadNodeTags()
          tags.signal = .both
          map.nodeTags[UInt32(row * size + column)] = tags
        }
      }
    }
    func add(_ a: Int, _ b: Int, line: Int, step: Int) {
      let name = line % 10 == 0 ? "primary" : line % 5 == 0 ? "tertiary" : "residential"
      if line % 10 != 0, step % 10 == 0 || step % 10 == 9, random.next() % 10 < 6 { return }
      var way = RoadWay(id: Int64(map.ways.count + 1), roadClass: RoadTags.classes[name]!)
      way.firstNode = UInt32(map.wayNodes.count)
      way.nodeCount = 2
      if name == "residential", random.next() % 10 == 0 { way.direction = .forward }
      map.wayNodes += [UInt32(a), UInt32(b)]
      map.ways.append(way)
    }
    for line in 0..<size {
      for step in 0..<size - 1 {
        add(line * size + step, line * size + step + 1, line: line, step: step)
        add(step * size + line, (step + 1) * size + line, line: line, step: step)
      }
    }
    return map
  }
}
