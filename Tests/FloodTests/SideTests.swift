import Foundation
import SimpleFeatures
import Testing

@testable import Flood

@Suite("Water that stands outside, behind dykes and in tanks")
struct SideTests {
  @Test("A tide floods a dry beach, ebbs and comes back")
  func tide() throws {
    let beach = Channel.grid(columns: 100, rows: 40, side: 5) { x, _ in 0.004 * x }
    var setup = FloodSetup(terrain: beach, durationSeconds: 7200)
    let tide = try TimeSeries(
      seconds: [0, 1800, 3600, 5400, 7200], values: [-0.5, 1.2, -0.5, -0.5, 1.2])
    setup.edges = [BoundaryCondition(side: .west, kind: .level(tide))]
    let engine = try FloodEngine(setup)
    try engine.run(until: 1800)
    #expect(abs(Double(engine.depth()[0, 20]) - 1.2) < 0.1)
    try engine.run(until: 5400)
    #expect(engine.depth()[0, 20] < 0.1)
    try engine.run(until: 7200)
    #expect(abs(Double(engine.depth()[0, 20]) - 1.2) < 0.1)
    #expect(abs(engine.water.relativeError) < 1e-12)
  }

  @Test("At a corner of two open sides neither direction comes first", arguments: [1, 2])
  func corner(order: Int) throws {
    let n = 40
    var setup = FloodSetup(
      terrain: Channel.grid(columns: n, rows: n, side: 5) { x, y in
        0.3 * sin(x / 17) * sin((Double(n) * 5 - y) / 17)
      }, durationSeconds: 120)
    setup.initial = .level(1)
    setup.roughness.everywhere = 0.03
    setup.numerics.order = order == 1 ? .first : .second
    let tide = try TimeSeries(seconds: [0, 60, 120], values: [1, 1.6, 0.8])
    setup.edges = [.west, .north].map { BoundaryCondition(side: $0, kind: .level(tide)) }
    let depth = try setup.finished().depth()
    var worst: Float = 0
    for row in 0..<n {
      for column in 0..<n { worst = max(worst, abs(depth[column, row] - depth[row, column])) }
    }
    #expect(worst <= 1e-5)
  }

  @Test("A ring dyke holds what runs into it, however low the ground is")
  func ringDyke() throws {
    var setup = FloodSetup(
      terrain: Channel.grid(columns: 20, rows: 20, side: 10) { _, _ in 0 }, durationSeconds: 1000)
    for k in 5..<15 {
      setup.crests += [
        LeveeFace(cell: k * 20 + 4, isSouthern: false, heightMetres: 10),
        LeveeFace(cell: k * 20 + 14, isSouthern: false, heightMetres: 10),
        LeveeFace(cell: 4 * 20 + k, isSouthern: true, heightMetres: 10),
        LeveeFace(cell: 14 * 20 + k, isSouthern: true, heightMetres: 10),
      ]
    }
    setup.inflows = [
      Inflow(id: "in", cells: [10 * 20 + 10], cubicMetresPerSecond: TimeSeries(constant: 50))
    ]
    let depth = try setup.finished().depth()
    #expect(abs(Double(depth[7, 7]) - 5) < 0.2)
    #expect(depth[2, 2] == 0)
  }

  @Test("A tank whose table begins with no area fills through its gate")
  func emptyTable() throws {
    var setup = FloodSetup(
      terrain: Channel.grid(columns: 8, rows: 8, side: 10) { _, _ in 0 }, durationSeconds: 600)
    setup.initial = .level(1)
    setup.storages = [
      Storage(
        id: "tank",
        table: [(-5.0, 0.0, 0.0), (0, 1000, 2500), (5, 2000, 10000)].map {
          Storage.Line(levelMetres: $0.0, areaSquareMetres: $0.1, volumeCubicMetres: $0.2)
        }, initialLevelMetres: -5)
    ]
    setup.gates = [
      Gate(id: "g", from: .cells([27]), to: .storage(0), widthMetres: 5, sillMetres: 0)
    ]
    let water = try setup.finished().water
    #expect(water.inStorages > 2000 && abs(water.relativeError) < 1e-12)
  }

  @Test("A flap keeps water from outside away on whichever side it is named")
  func flap() throws {
    var setup = FloodSetup(
      terrain: Channel.grid(columns: 8, rows: 8, side: 10) { _, _ in 0 }, durationSeconds: 300)
    setup.initial = .level(1)
    func outside(_ level: Double, isFirst: Bool) throws -> Double {
      let (town, lake) = (
        WaterBody.cells([27]), WaterBody.outside(level: TimeSeries(constant: level))
      )
      setup.gates = [
        Gate(
          id: "g", from: isFirst ? lake : town, to: isFirst ? town : lake, widthMetres: 2,
          sillMetres: 0.2)
      ]
      return try setup.finished().water.outside["g"]!
    }
    for isFirst in [false, true] {
      #expect(try outside(2, isFirst: isFirst) == 0)
      #expect(try outside(0.5, isFirst: isFirst) > 100)
    }
  }

  @Test("Slow infiltration is not lost where the terrain is high", arguments: [0.0, 300, 3000])
  func slowInfiltration(relief: Double) throws {
    var setup = FloodSetup(
      terrain: Channel.grid(columns: 8, rows: 8, side: 10) { x, y in
        x > 70 && y < 10 ? relief : 0
      }, durationSeconds: 3600)
    setup.initial = .depth(RasterGrid(setup.terrain.lattice, filledWith: 0.05))
    setup.walls = setup.terrain.values.indices.map { $0 % 8 == 6 || $0 / 8 == 6 }
    setup.infiltration = Infiltration(classes: [
      .horton(
        initialMillimetresPerHour: 2, finalMillimetresPerHour: 2, decayPerHour: 0)
    ])
    let engine = try setup.finished()
    #expect(abs(Double(engine.depth()[2, 3]) - 0.048) < 5e-5)
  }

  @Test("Mountains keep their heights", arguments: [300.0, 340, 600, 3000, 9400])
  func mountains(relief: Double) throws {
    let terrain = Channel.grid(columns: 8, rows: 8, side: 10) { x, y in relief * (x + y) / 150 }
    for precision in [Numerics.Precision.single, .double] {
      var setup = FloodSetup(terrain: terrain, durationSeconds: 60)
      setup.numerics.precision = precision
      setup.initial = .depth(RasterGrid(terrain.lattice, filledWith: 0.1))
      setup.rain = Rain(zones: [TimeSeries(constant: 50)])
      let engine = try setup.finished()
      let bed = engine.bed()
      for (told, height) in zip(bed.values, terrain.values) { #expect(abs(told - height) < 2e-3) }
      #expect(abs(engine.water.relativeError) < 1e-12)
    }
  }

  @Test("A level far below the ground is dry ground; water beyond all counting is named")
  func extremes() throws {
    var setup = FloodSetup(
      terrain: Channel.grid(columns: 8, rows: 8, side: 10) { x, _ in 600 + x / 8 },
      durationSeconds: 100)
    setup.initial = .level(0)
    setup.crests = [LeveeFace(cell: 20, isSouthern: false, heightMetres: 3)]
    #expect(try setup.finished().water.onGrid == 0)
    setup.inflows = [
      Inflow(id: "in", cells: [20], cubicMetresPerSecond: TimeSeries(constant: 1e7))
    ]
    func refusal() -> String {
      do { _ = try setup.finished() } catch { return (error as? FloodError)?.message ?? "\(error)" }
      return "none"
    }
    #expect(refusal().contains("rose above"))
    setup.inflows = []
    for kind in [
      BoundaryCondition.Kind.discharge(TimeSeries(constant: 1e6)), .free(slope: 0.9),
      .level(TimeSeries(constant: 9000)),
    ] {
      setup.edges = [BoundaryCondition(side: .east, kind: kind)]
      setup.initial = .level(601)
      #expect(["none"].contains(refusal()) || refusal().contains("rose above"))
    }
    setup.initial = .depth(RasterGrid(setup.terrain.lattice, filledWith: 1e9))
    #expect(refusal().contains("no water begins"))
  }
}
