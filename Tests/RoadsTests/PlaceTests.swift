import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@testable import Roads

@Suite("Places, layers and words")
struct PlaceTests {
  @Test("The nearest road is the nearest of all, near and far", .enabled(if: TestData.isExpected))
  func nearest() throws {
    let network = try RoadNetwork(
      OracleTests.map("Helsinki.osm.pbf"), profiles: [try OracleTests.profile("car")])
    var random = SplitMix(31)
    let box = network.index.box
    for round in 0..<200 {
      let spread = round < 150 ? 0.2 : 4.0
      func between(_ low: Double, _ high: Double) -> Double {
        let share = Double(random.next() % 10000) / 10000
        return low - spread * (high - low) + share * (1 + 2 * spread) * (high - low)
      }
      let (x, y) = (between(box.minX, box.maxX), between(box.minY, box.maxY))
      let scale = MetresPerDegree(latitude: y)
      var least = Double.infinity
      for chain in 0..<network.chains.count {
        for segment in network.chains.segmentRange(chain)
        where network.chains.segmentWays[segment] != RoadChains.noWay {
          let (one, other) = (network.position(segment, 0), network.position(segment, 1))
          let (ax, ay) = ((one.longitude - x) * scale.east, (one.latitude - y) * scale.north)
          let (bx, by) = ((other.longitude - x) * scale.east, (other.latitude - y) * scale.north)
          let square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
          let share = square > 0 ? min(1, max(0, -(ax * (bx - ax) + ay * (by - ay)) / square)) : 0
          let (px, py) = (ax + share * (bx - ax), ay + share * (by - ay))
          least = min(least, (px * px + py * py).squareRoot())
        }
      }
      let found = network.place(longitude: x, latitude: y, profile: 0, withinMetres: 1e6)
      #expect(abs((found?.snapMetres ?? -1) - least) < 1e-3 * max(1, least), "\(x) \(y)")
      let near = network.place(longitude: x, latitude: y, profile: 0, withinMetres: least * 0.99)
      #expect(near == nil || least < 1e-3)
    }
  }

  @Test("A yard behind a gate is left by the nearest road that leads on")
  func island() throws {
    // C-D touches nothing.
    let town = Town("A-B-E\n     \nC-D  ")
    let network = try town.network()
    let router = Router(network, network.metric(profile: 0, .time))
    let route = try router.route(
      from: .place(0.2 * Town.step, 0.1 * Town.northStep),
      to: .place(2 * Town.step, Town.northStep))
    #expect(abs(route.from.snapMetres - 90) < 1)
    #expect(abs(route.lengthMetres - 180) < 2)
    let within = try router.route(
      from: .place(0.2 * Town.step, 0), to: .place(0.9 * Town.step, 0))
    #expect(abs(within.lengthMetres - 70) < 2, "within the yard one stays there")
  }

  @Test(
    "Streets that end in one place on a road between its vertices all meet it, bridges left out",
    arguments: [1, 2, 3], ["road", "bridge", "tunnel"])
  func ends(count: Int, kind: String) throws {
    var roads = LayerRoads()
    func add(_ id: String, _ ordinates: [Double], _ more: [Property] = []) {
      roads.add(
        Feature(
          id: id, geometry: .lineString(ordinates),
          properties: [Property("class", .text("residential"))] + more))
    }
    let isRoad = kind == "road"
    add("way/1", [114, 30, 114.002, 30], isRoad ? [] : [Property(kind, .boolean(true))])
    let far = [[114.001, 30.001], [114.001, 29.999], [114.0015, 30.001]]
    for number in 0..<count { add("way/\(number + 2)", [114.001, 30] + far[number]) }
    let network = try RoadNetwork(roads.finish(), profiles: [.test], threads: 1)
    let router = Router(network, network.metric(profile: 0, .length))
    for (end, metres) in zip(far, [96.5 + 110.9, 96.5 + 110.9, 96.5 + 120.9]).prefix(count) {
      let route = try router.route(from: .place(end[0], end[1]), to: .place(114.002, 30))
      // Where roads do not meet, one of the ends is put on the other. The end of a single street
      // meets whatever it lies on.
      #expect((abs(route.lengthMetres - metres) < 1) == (isRoad || count == 1), "\(end)")
    }
  }

  @Test("Roads of a layer meet at vertices and where an end lies on another road")
  func layer() throws {
    var roads = LayerRoads()
    func add(_ id: String, _ ordinates: [Double], _ properties: [Property] = []) {
      roads.add(
        Feature(
          id: id, geometry: .lineString(ordinates),
          properties: [Property("class", .text("residential"))] + properties))
    }
    add("way/1", [114, 30, 114.002, 30])
    add("way/2", [114.001, 30.000001, 114.001, 30.001])
    add("way/3", [114.0005, 29.999, 114.0005, 30.001], [Property("bridge", .boolean(true))])
    add("way/4", [114.001, 30.001, 114.0005, 30.001])
    add("way/5", [114, 30, 114, 30.001], [Property("class", .text("subway"))])
    add("way/6", [114, 30, 114, 30.001], [Property("class", .text("raceway"))])
    roads.add(signalAt: 114.0012, 30)
    let map = roads.finish()
    #expect(map.remarks == ["no roads for vehicles or people: 1 raceway"])
    #expect(map.nodeTags.count == 1)
    var profile = RoadProfile.test
    profile.turns.signal = .init(
      leftSeconds: 0, throughSeconds: 0, rightSeconds: 0, uTurnSeconds: 0)
    let network = try RoadNetwork(map, profiles: [profile], threads: 1)
    let router = Router(network, network.metric(profile: 0, .length))
    let route = try router.route(from: .place(114, 30), to: .place(114.001, 30.001))
    #expect(abs(route.lengthMetres - (96.5 + 110.9)) < 1)
    let under = try router.route(from: .place(114, 30), to: .place(114.0005, 29.999))
    #expect(abs(under.lengthMetres - (96.5 + 110.9 + 48.3 + 221.7)) < 2, "not down from the bridge")
  }

  @Test("Directions name turns and roads in both languages")
  func directions() throws {
    var town = Town("  B\n  |\nD-E-F-G\n    |\n    I")
    town.tags["DE"] = ["name": "中山路"]
    town.tags["EF"] = ["name": "中山路"]
    town.tags["FI"] = ["name": "解放大道"]
    let network = try town.network()
    let router = Router(network, network.metric(profile: 0, .time))
    let route = try router.route(from: .node(town.node("D")), to: .node(town.node("I")))
    let steps = network.steps(of: route, on: router.metric)
    #expect(
      steps.map { $0.text(.zh) } == [
        "沿中山路向东行驶 200 米", "右转进入解放大道，行驶 100 米", "到达目的地",
      ])
    #expect(
      steps.map { $0.text(.en) } == [
        "Head east on 中山路 for 200 m", "Turn right onto 解放大道 for 100 m", "You have arrived",
      ])
    let left = try router.route(from: .node(town.node("D")), to: .node(town.node("B")))
    #expect(
      network.steps(of: left, on: router.metric).map(\.manoeuvre) == [.depart, .left, .arrive])
  }
}
