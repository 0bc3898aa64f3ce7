import SimpleFeatures
import Testing

@testable import Roads

@Suite("Routes in drawn towns")
struct RouteTests {
  private func router(
    _ town: Town, _ profile: RoadProfile = .test, turns: Bool = true,
    by objective: RouteObjective = .time
  ) throws -> Router {
    let network = try town.network(profile, turns: turns)
    return Router(network, network.metric(profile: 0, objective))
  }

  private func seconds(
    _ town: Town, _ from: Character, _ to: Character, _ profile: RoadProfile = .test,
    turns: Bool = true
  ) throws -> Double? {
    let router = try router(town, profile, turns: turns)
    return (try? router.route(from: .node(town.node(from)), to: .node(town.node(to))))
      .map { ($0.durationSeconds * 10).rounded() / 10 }
  }

  @Test("The way along two sides of a block is as long as they are")
  func block() throws {
    let town = Town("A-B-C\n|   |\nD-E-F")
    let router = try router(town, by: .length)
    let route = try router.route(from: .node(town.node("A")), to: .node(town.node("F")))
    #expect(abs(route.lengthMetres - 300) < 0.5)
    #expect(abs(route.durationSeconds - 30) < 0.1)
    #expect(router.network.line(of: route).vertexCount == 4)
  }

  @Test("A one-way street is not driven against its direction")
  func oneway() throws {
    let town = Town("A>B\n| |\nC-D")
    #expect(try seconds(town, "A", "B") == 10)
    #expect(try seconds(town, "B", "A") == 30)
    var fireEngine = RoadProfile.test
    fireEngine.access.againstOneway = 0.5
    #expect(try seconds(town, "B", "A", fireEngine) == 20)
  }

  @Test("Where a left turn is forbidden, the way goes round the block")
  func noLeft() throws {
    // From D to B through E: left at E is forbidden.
    var town = Town("A-B-C\n| | |\nD-E-F\n| | |\nG-H-I")
    #expect(try seconds(town, "D", "B") == 20)
    town.restrictions = [
      TurnRestriction(
        id: 1, from: town.way("DE"), to: town.way("BE"), viaNode: town.node("E"), isOnly: false,
        modes: [.car])
    ]
    #expect(try seconds(town, "D", "B") == 20, "by A it is as far")
    #expect(try seconds(town, "D", "E") == 10)
    town = Town("  B-C\n  | |\nD-E-F\n  | |\n  H-I")
    #expect(try seconds(town, "D", "B") == 20)
    town.restrictions = [
      TurnRestriction(
        id: 1, from: town.way("DE"), to: town.way("BE"), viaNode: town.node("E"), isOnly: false,
        modes: [.car])
    ]
    #expect(try seconds(town, "D", "B") == 40)
    #expect(try seconds(town, "D", "B", turns: false) == 20)
    var fireEngine = RoadProfile.test
    fireEngine.turns.obeysRestrictions = false
    #expect(try seconds(town, "D", "B", fireEngine) == 20)
  }

  @Test("An only-turn forbids all others")
  func onlyStraight() throws {
    var town = Town("  B-C\n  | |\nD-E-F\n  | |\n  H-I")
    town.restrictions = [
      TurnRestriction(
        id: 1, from: town.way("DE"), to: town.way("EF"), viaNode: town.node("E"), isOnly: true,
        modes: [.car])
    ]
    #expect(try seconds(town, "D", "F") == 20)
    #expect(try seconds(town, "D", "B") == 40)
    #expect(try seconds(town, "D", "H") == 40)
    #expect(try seconds(town, "B", "H") == 20)
  }

  @Test("Turning round behind a forbidden turn is not free")
  func uTurn() throws {
    // F is a dead end: the way to B would be D-E-F, round, F-E-B.
    var town = Town("  B\n  |\nD-E-F")
    town.restrictions = [
      TurnRestriction(
        id: 1, from: town.way("DE"), to: town.way("BE"), viaNode: town.node("E"), isOnly: false,
        modes: [.car])
    ]
    #expect(try seconds(town, "D", "B") == 60, "40 s of driving and 20 s for turning round")
  }

  @Test("A restriction with a way between binds only those who came by its first way")
  func viaWay() throws {
    // A-B is a carriageway east, D-C one west; B-C joins them: round from A-B over B-C to C-D is
    // forbidden, from E over B-C it is not.
    var town = Town("D-C-F\n  |\nA-B-E")
    let path = ("A", "D") as (Character, Character)
    #expect(try seconds(town, path.0, path.1) == 30)
    town.restrictions = [
      TurnRestriction(
        id: 1, from: town.way("AB"), to: town.way("DC"), viaNode: nil, viaWays: [town.way("CB")],
        isOnly: false, modes: [.car])
    ]
    #expect(try seconds(town, "E", "D") == 30)
    #expect(try seconds(town, "A", "F") == 30)
    #expect(try seconds(town, "A", "D") == 70, "to the end of F or E and round: 50 + 20")
  }

  @Test("Traffic lights cost by the turn, and once where two nodes are one junction")
  func signals() throws {
    var town = Town("  B\n  |\nD-E-F\n  |\n  H")
    town.nodeTags["E"] = {
      var tags = RoadNodeTags()
      tags.signal = .both
      return tags
    }()
    #expect(try seconds(town, "D", "F") == 35)
    #expect(try seconds(town, "D", "B") == 45)
    #expect(try seconds(town, "D", "H") == 25)
    #expect(try seconds(town, "H", "D") == 45)
    #expect(try seconds(town, "D", "F", turns: false) == 20)
  }

  @Test("A bollard stops cars and lets people pass")
  func barrier() throws {
    var town = Town("A-B-C\n|   |\nD-E-F")
    var tags = RoadNodeTags()
    tags.barrier = ModeAccess(default: .closed) { $0 == "foot" ? "yes" : nil }
    town.nodeTags["B"] = tags
    #expect(try seconds(town, "A", "C") == 40)
    #expect(try seconds(town, "A", "B") == 10)
    #expect(try seconds(town, "A", "C", turns: false) == 40)
    var walker = RoadProfile.test
    walker.mode = .foot
    #expect(try seconds(town, "A", "C", walker) == 20)
  }

  @Test("Low bridges, weak bridges and private roads are not for everybody")
  func access() throws {
    var town = Town("A-B\n| |\nC-D")
    town.tags["AB"] = ["maxheight": "3.5", "maxweight": "7.5 t"]
    var truck = RoadProfile.test
    truck.mode = .truck
    #expect(try seconds(town, "A", "B", truck) == 10)
    truck.vehicle.heightMetres = 4
    #expect(try seconds(town, "A", "B", truck) == 30)
    truck.vehicle = .init(heightMetres: 3, weightTonnes: 8)
    #expect(try seconds(town, "A", "B", truck) == 30)
    town.tags["AB"] = ["access": "private"]
    #expect(try seconds(town, "A", "B") == 30)
    town.tags["AB"] = ["access": "no", "motor_vehicle": "yes"]
    #expect(try seconds(town, "A", "B") == 10)
    town.tags["AB"] = ["access": "destination"]
    #expect(try seconds(town, "A", "B") == 20)
    town.tags["AB"] = ["surface": "gravel"]
    #expect(try seconds(town, "A", "B") == 20)
  }

  @Test("From a lesser road one gives way to a greater one")
  func giveWay() throws {
    var town = Town("  B\n  |\nD-E-F")
    town.classes = ["DE": "primary", "EF": "primary"]
    var careful = RoadProfile.test
    careful.turns.giveWaySeconds = 4
    #expect(try seconds(town, "B", "F", careful) == 24)
    #expect(try seconds(town, "D", "F", careful) == 20)
    #expect(try seconds(town, "D", "B", careful) == 20)
  }

  @Test("From a place on a one-way street to one behind it the way leads round the block")
  func behind() throws {
    let town = Town("A>B\n^ v\nC<D")
    let router = try router(town)
    func route(_ from: Double, _ to: Double) throws -> Double {
      try router.route(
        from: .place(from * Town.step, Town.northStep),
        to: .place(to * Town.step, Town.northStep)
      ).durationSeconds
    }
    #expect(abs(try route(0.2, 0.7) - 5) < 0.1)
    #expect(abs(try route(0.7, 0.2) - 35) < 0.1)
    #expect(try route(0.5, 0.5) == 0)
  }

  @Test("What cannot be answered says which end, how far off, and why")
  func failures() throws {
    let town = Town("A-B C-D")
    let router = try router(town)
    func failure(_ from: RouteEnd, _ to: RouteEnd) -> RouteError? {
      do throws(RouteError) {
        _ = try router.route(from: from, to: to)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure(.node(1), .node(3))?.status == "unreachable")
    #expect(failure(.node(99), .node(3)) == .unknownStart(99))
    #expect(failure(.node(1), .node(-5)) == .unknownGoal(-5))
    let lake = failure(.place(0, 10 * Town.step), .node(1))
    guard case .startOffRoad(let metres?) = lake else {
      Issue.record("\(String(describing: lake))")
      return
    }
    #expect(abs(metres - 1000 * 0.9933) < 2, "a degree of latitude is shorter there")
    #expect(lake?.error().message.contains("99") == true)
    guard case .goalOffRoad(let far?) = failure(.node(1), .place(90, 0)) else {
      Issue.record("a goal on another continent")
      return
    }
    #expect(abs(far - 10_018_754) < 1000)
    #expect(RouteError.goalOffRoad(metres: far).error().hint?.contains("longitude") == true)
  }

  @Test("Nobody turns round in a service road to dodge the lights before it")
  func dodging() throws {
    // A cross with lights at E and a service road at F, 25 m behind it.
    var map = RoadMap()
    let places: [(Double, Double)] = [
      (0, 0), (200, 0), (400, 0), (200, 200), (200, -200), (225, 0), (225, -50),
    ]
    for (id, place) in places.enumerated() {
      map.nodeIDs.append(Int64(id + 1))
      map.longitudes.append(Int32((place.0 / 100 * Town.step * 1e7).rounded()))
      map.latitudes.append(Int32((place.1 / 100 * Town.northStep * 1e7).rounded()))
    }
    for (number, nodes) in ([[0, 1], [1, 5, 2], [1, 3], [1, 4], [5, 6]] as [[UInt32]]).enumerated()
    {
      var way = RoadWay(id: Int64(number + 1), roadClass: RoadTags.classes["residential"]!)
      way.firstNode = UInt32(map.wayNodes.count)
      way.nodeCount = UInt32(nodes.count)
      map.wayNodes += nodes
      map.ways.append(way)
    }
    var tags = RoadNodeTags()
    tags.signal = .both
    map.nodeTags[1] = tags
    let network = try RoadNetwork(map, profiles: [.test], threads: 1)
    let router = Router(network, network.metric(profile: 0, .time))
    for (from, to, seconds) in [(4, 5, 40 + 15), (1, 4, 40 + 25), (5, 3, 40 + 5)]
      as [(Int64, Int64, Int)]
    {
      let route = try router.route(from: .node(from), to: .node(to))
      #expect(abs(route.durationSeconds - Double(seconds)) < 0.5, "\(from) to \(to)")
    }
  }

  @Test("A street's end is come to by a street that nothing leads into")
  func firstArc() throws {
    // From the middle of A-B to B, where lights stand: nobody comes to A.
    var town = Town("A>B-C\n  |\n  D")
    var tags = RoadNodeTags()
    tags.signal = .both
    town.nodeTags["B"] = tags
    let router = try router(town)
    let route = try router.route(
      from: .place(0.5 * Town.step, Town.northStep), to: .node(town.node("B")))
    #expect(abs(route.durationSeconds - 5) < 0.1)
  }

  @Test("A place on a junction may go any way from there")
  func onJunction() throws {
    let town = Town("A-B>C\n|   |\nD-E-F")
    let router = try router(town)
    let route = try router.route(
      from: .place(Town.step, Town.northStep), to: .place(0, Town.northStep))
    #expect(abs(route.durationSeconds - 10) < 0.1)
  }

  @Test("Loops, streets to themselves and doubled nodes are roads as others")
  func oddities() throws {
    var map = RoadMap()
    map.nodeIDs = [1, 2, 3, 4]
    map.longitudes = [0, 10000, 20000, 20000]
    map.latitudes = [0, 0, 0, 10000]
    func add(_ nodes: [UInt32]) {
      var way = RoadWay(id: Int64(map.ways.count + 1), roadClass: RoadTags.classes["residential"]!)
      way.firstNode = UInt32(map.wayNodes.count)
      way.nodeCount = UInt32(nodes.count)
      map.wayNodes += nodes
      map.ways.append(way)
    }
    add([0, 0])
    add([0, 1, 1, 2])
    add([2, 3, 1, 2])
    add([1, 2])
    let network = try RoadNetwork(map, profiles: [.test], threads: 1)
    let router = Router(network, network.metric(profile: 0, .length))
    let route = try router.route(from: .node(1), to: .node(4))
    #expect(abs(route.lengthMetres - (111.3 + 157)) < 2)
  }

  @Test("A restriction on a way that is not there is told and binds nobody")
  func deletedWay() throws {
    var town = Town("A-B-C")
    town.restrictions = [
      TurnRestriction(
        id: 1, from: town.way("AB"), to: 4711, viaNode: town.node("B"), isOnly: true, modes: [.car])
    ]
    let network = try town.network()
    #expect(network.remarks.contains { $0.hasPrefix("1 turn restriction left out") })
    #expect(try seconds(town, "A", "C") == 20)
  }

  @Test("A network without roads for the profile is refused")
  func noRoads() {
    var town = Town("A-B")
    town.classes["AB"] = "motorway"
    #expect(throws: RoadError.self) { try town.network() }
  }
}
