import Foundation
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@testable import Roads

@Suite("Closures and floods")
struct ClosureTests {
  private func square(_ x: Double, _ y: Double, _ half: Double) -> Geometry {
    let (dx, dy) = (half / 100 * Town.step, half / 100 * Town.northStep)
    let (cx, cy) = (x * Town.step, y * Town.northStep)
    return .polygon([
      [cx - dx, cy - dy, cx + dx, cy - dy, cx + dx, cy + dy, cx - dx, cy + dy, cx - dx, cy - dy]
    ])
  }

  private func seconds(
    _ network: RoadNetwork, _ metric: RoadMetric, _ town: Town, _ from: Character, _ to: Character
  ) -> Double? {
    (try? Router(network, metric).route(from: .node(town.node(from)), to: .node(town.node(to))))
      .map { ($0.durationSeconds * 10).rounded() / 10 }
  }

  @Test("A closed segment is driven around, in the direction in which it is closed")
  func edge() throws {
    let town = Town("A-B-C\n|   |\nD-E-F")
    let network = try town.network()
    let free = network.metric(profile: 0, .time)
    let found = network.segments(fromNode: town.node("A"), toNode: town.node("B"))
    #expect(found.count == 1)
    let closed = network.metric(
      free,
      changing: [
        SegmentChange(
          segment: found[0].segment, isAgainst: found[0].isAgainst, speedKilometresPerHour: 0)
      ])
    #expect(seconds(network, closed, town, "A", "B") == 50)
    #expect(seconds(network, closed, town, "B", "A") == 10)
    #expect(seconds(network, free, town, "A", "B") == 10, "the metric before stays as it was")
    let slow = network.metric(
      free,
      changing: [
        SegmentChange(
          segment: found[0].segment, isAgainst: found[0].isAgainst, speedKilometresPerHour: 18)
      ])
    #expect(seconds(network, slow, town, "A", "B") == 20)
    #expect(network.segments(fromNode: town.node("A"), toNode: town.node("F")).isEmpty)
    #expect(network.segments(fromNode: 4711, toNode: town.node("B")).isEmpty)
  }

  @Test("An area closes what it touches, be it only a corner or the middle of a street")
  func area() throws {
    let town = Town("A-B-C\n|   |\nD-E-F")
    let network = try town.network()
    let free = network.metric(profile: 0, .time)
    let closed = network.metric(free, changing: network.changes(in: square(0.5, 1, 20)))
    #expect(seconds(network, closed, town, "A", "B") == 50)
    #expect(network.segments(touching: square(0.5, 0.5, 20)).isEmpty)
    let all = network.metric(free, changing: network.changes(in: square(1, 0.5, 300)))
    #expect(seconds(network, all, town, "A", "B") == nil)
    let slow = network.metric(
      free, changing: network.changes(in: square(0.5, 1, 20), limitKilometresPerHour: 18))
    #expect(seconds(network, slow, town, "A", "B") == 20)
    let faster = network.metric(
      free, changing: network.changes(in: square(0.5, 1, 20), limitKilometresPerHour: 200))
    #expect(seconds(network, faster, town, "A", "B") == 10, "a limit makes nobody faster")
  }

  @Test("Water leaves bridges dry, and floods a tunnel by its mouths alone")
  func bridges() throws {
    var town = Town("A-B-C-D")
    town.tags["BC"] = ["bridge": "yes"]
    var network = try town.network()
    let water = square(1.5, 0, 30)
    func wet(_ area: Geometry) -> Int {
      Set(network.changes(floodedArea: area, depthMetres: nil, profile: 0).map(\.segment)).count
    }
    #expect(wet(water) == 0)
    #expect(network.segments(touching: water).count == 1, "works on the bridge would close it")
    town.tags["BC"] = ["tunnel": "yes"]
    network = try town.network()
    #expect(wet(water) == 0, "a river over the tunnel")
    #expect(wet(square(1, 0, 30)) == 2, "its mouth under water, and the street before it")
    town.tags["BC"] = [:]
    network = try town.network()
    #expect(wet(water) == 1)
  }

  @Test("Depths slow down by the profile's curve, between its rows by a straight line")
  func depths() throws {
    let curve = try #require(RoadProfile.test.flood)
    #expect(curve.speedKilometresPerHour(atDepthMetres: 0) == .infinity)
    #expect(abs(curve.speedKilometresPerHour(atDepthMetres: 0.05) - 60) < 1e-9)
    #expect(abs(curve.speedKilometresPerHour(atDepthMetres: 0.2) - 20) < 1e-9)
    #expect(curve.speedKilometresPerHour(atDepthMetres: 0.31) == 0)
    let town = Town("A-B-C")
    let network = try town.network()
    let free = network.metric(profile: 0, .time)
    let wet = network.metric(
      free,
      changing: network.changes(floodedArea: square(0.5, 0, 20), depthMetres: 0.2, profile: 0))
    #expect(seconds(network, wet, town, "A", "B") == 18, "100 m at 20 km/h")
  }

  @Test("The deepest cell along a street decides")
  func raster() throws {
    var map = Town("A-B-C").made()
    // In Wuhan, where the grid's system holds.
    for node in map.nodeIDs.indices {
      map.longitudes[node] += 1_143_000_000
      map.latitudes[node] += 305_000_000
    }
    let network = try RoadNetwork(map, profiles: [.test], threads: 1)
    let zone = try CoordinateReferenceSystem("EPSG:4547")
    let toGrid = try CoordinateTransform(from: .cgcs2000, to: zone)
    let place = try toGrid.transform(Geometry.point(x: 114.3 + 0.5 * Town.step, y: 30.5))
    var grid = RasterGrid(
      RasterLattice(
        columns: 100, rows: 20, originX: place.ordinates[0] - 252, originY: place.ordinates[1] + 52,
        cellWidth: 5, cellHeight: 5, crs: "EPSG:4547"), filledWith: .nan)
    #expect(try network.changes(depths: grid, in: zone, profile: 0).isEmpty)
    let cell = try #require(grid.lattice.cell(x: place.ordinates[0], y: place.ordinates[1]))
    grid[cell.column, cell.row] = 0.2
    let changes = try network.changes(depths: grid, in: zone, profile: 0)
    #expect(Set(changes.map(\.segment)).count == 1)
    #expect(changes.allSatisfy { abs($0.speedKilometresPerHour - 20) < 0.01 && $0.isLimit })
  }

  @Test(
    "Which segments an area touches is what GEOS says, for stars of many points",
    .enabled(if: TestData.isExpected))
  func againstGEOS() throws {
    let network = try RoadNetwork(
      OracleTests.map("shanghai_center.osm"), profiles: [try OracleTests.profile("car")])
    var random = SplitMix(23)
    for round in 0..<12 {
      let centre = network.position(
        Int(network.chains.starts[Int(random.next() % UInt64(network.chains.count))]), 0)
      var ring: [Double] = []
      let count = 8 + 40 * round
      for point in 0..<count {
        let angle = Double(point) / Double(count) * 2 * .pi
        let radius = 0.002 + 0.01 * Double(random.next() % 1000) / 1000
        ring += [centre.longitude + radius * cos(angle), centre.latitude + radius * sin(angle)]
      }
      let star = Geometry.polygon([ring + ring.prefix(2)])
      let set = try PreparedSet([star])
      var expected: [Int] = []
      for chain in 0..<network.chains.count {
        for segment in network.chains.segmentRange(chain)
        where network.chains.segmentWays[segment] != RoadChains.noWay {
          let (one, other) = (network.position(segment, 0), network.position(segment, 1))
          let line = Geometry.lineString([
            one.longitude, one.latitude, other.longitude, other.latitude,
          ])
          if try !set.intersecting(line).isEmpty { expected.append(segment) }
        }
      }
      #expect(network.segments(touching: star) == expected)
      #expect(!expected.isEmpty)
    }
  }

  @Test("Features of a file close roads; what makes no sense is refused by its name")
  func features() throws {
    let town = Town("A-B-C\n|   |\nD-E-F")
    let network = try town.network()
    var line = Feature(
      id: "works",
      geometry: .lineString([0, Town.northStep + 1e-6, 2 * Town.step, Town.northStep]))
    #expect(Set(try network.changes(of: [line], profile: 0).map(\.segment)).count == 2)
    line.properties = [Property("speed_kmh", .text("fast"))]
    let error = #expect(throws: RoadError.self) {
      try network.changes(of: [line], profile: 0)
    }
    #expect(error?.message.contains("works") == true)
    #expect(throws: RoadError.self) {
      try network.changes(of: [Feature(geometry: .point(x: 0, y: 0))], profile: 0)
    }
    for far in [
      [1e308, 0, 0, 1, -1e308, 0, 1e308, 0], [30, 114, 30.1, 114, 30.1, 114.1, 30, 114],
    ] {
      #expect(throws: RoadError.self) {
        try network.changes(of: [Feature(geometry: .polygon([far]))], profile: 0)
      }
    }
    let misspelt = Feature(
      geometry: square(0.5, 1, 20), properties: [Property("depth_cm", .integer(10))])
    #expect(throws: RoadError.self) { try network.changes(of: [misspelt], profile: 0) }
  }

  @Test("Parts of an area that lie one over the other are one area")
  func overlapping() throws {
    let network = try Town("A-B-C\n|   |\nD-E-F").network()
    let (large, small) = (square(1, 0.5, 300), square(0.5, 1, 20))
    let both = Geometry(
      kind: .multiPolygon, ordinates: large.ordinates + small.ordinates, pathEnds: [5, 10],
      partEnds: [1, 2])
    #expect(network.segments(touching: both) == network.segments(touching: large))
  }

  @Test("A line of thousands of vertices across the town is looked at in no time")
  func longLine() throws {
    let network = try RoadNetwork(
      GeneratedCity.superblocks(40, seed: 3), profiles: [.test, OracleTests.profile("car")])
    var random = SplitMix(3)
    var ordinates: [Double] = []
    let box = network.index.box
    for _ in 0..<2000 {
      ordinates.append(box.minX + box.width * Double(random.next() % 1000) / 1000)
      ordinates.append(box.minY + box.height * Double(random.next() % 1000) / 1000)
    }
    let start = ContinuousClock.now
    _ = try network.changes(of: [Feature(geometry: .lineString(ordinates))], profile: 0)
    _ = network.changes(in: .polygon([ordinates + ordinates.prefix(2)]))
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("Slots hold at their times, and searches never wait for them or see half of one")
  func slots() async throws {
    let town = Town("A-B-C\n|   |\nD-E-F")
    let network = try town.network()
    let conditions = RoadConditions(network)
    let noon = Date(timeIntervalSince1970: 1_800_000_000)
    func at(_ date: Date) -> Double? {
      seconds(network, conditions.metric(at: date, profile: 0, .time), town, "A", "B")
    }
    #expect(at(noon) == 10)
    conditions.put(
      .init(
        name: "flooded", interval: DateInterval(start: noon, duration: 600),
        changes: [0: network.changes(in: square(0.5, 1, 20))]))
    #expect(at(noon) == 50 && at(noon.addingTimeInterval(601)) == 10)
    conditions.put(
      .init(
        name: "live",
        changes: [0: network.changes(in: square(0.5, 1, 20), limitKilometresPerHour: 18)]))
    #expect(at(noon.addingTimeInterval(601)) == 20)
    #expect(at(noon) == 50, "both hold, and closed is the lower")
    // What holds at one time counts together: the flood goes on being closed below the works.
    conditions.put(
      .init(
        name: "works",
        changes: [0: network.changes(in: square(1.5, 0, 20), limitKilometresPerHour: 18)]))
    #expect(conditions.metric(at: noon, profile: 0, .time).changedSegmentCount == 4)
    #expect(at(noon) == 60 && at(noon.addingTimeInterval(600)) == 20)
    conditions.remove("works")
    #expect(conditions.metric(slot: "works", profile: 0, .time) == nil)
    // One writer, three readers: each answer is of one of the two states.
    let closed = conditions.network.changes(in: square(0.5, 1, 20))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for round in 0..<300 {
          conditions.put(.init(name: "live", changes: [0: round % 2 == 0 ? closed : []]))
        }
        return true
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<300 {
            let metric = try #require(conditions.metric(slot: "live", profile: 0, .time))
            let found = self.seconds(network, metric, town, "A", "B")
            guard [10, 20, 50].contains(found) else { return false }
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    conditions.remove("live")
    #expect(conditions.names == ["flooded"])
  }
}
