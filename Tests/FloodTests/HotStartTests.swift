import Foundation
import SimpleFeatures
import Simulation
import Testing

@testable import Flood

@Suite("A flood goes on from the water of another")
struct HotStartTests {
  /// A street in the rain that runs off to the east, with a house, a storm inlet, a pump and a gate
  /// to outside.
  private func setup() -> FloodSetup {
    let terrain = Channel.grid(columns: 70, rows: 40, side: 2) { x, y in
      10 - 0.01 * x + 0.004 * abs(y - 40)
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 300)
    setup.rain = Rain(zones: [TimeSeries(constant: 90)])
    setup.infiltration = Infiltration(
      classes: [
        .greenAmpt(
          conductivityMillimetresPerHour: 5, suctionMillimetres: 100, moistureDeficit: 0.2)
      ])
    setup.walls = terrain.values.indices.map { cell in
      (10..<20).contains(cell % 70) && (10..<20).contains(cell / 70)
    }
    setup.edges = [BoundaryCondition(side: .east, kind: .free(slope: nil))]
    setup.gates = [
      Gate(
        id: "sluice", from: .cells([20 * 70 + 60]), to: .outside(level: nil), widthMetres: 1,
        sillMetres: 8)
    ]
    setup.pumps = [
      Pump(
        id: "station", from: .cells([20 * 70 + 50]), to: .outside(level: nil),
        curve: [(headMetres: 0, cubicMetresPerSecond: 0.02)], startLevelMetres: 8,
        stopLevelMetres: 7)
    ]
    setup.inlets = [Inlet(id: "grate", cell: 20 * 70 + 30, cubicMetresPerSecond: 0.0037)]
    setup.numerics.envelopes = .all
    return setup
  }

  private func begun(_ setup: FloodSetup, until seconds: Double = 120) throws -> FloodEngine {
    let engine = try FloodEngine(setup)
    try engine.run(until: seconds)
    return engine
  }

  /// Where the states of two runs differ.
  private func differing(_ a: FloodEngine, _ b: FloodEngine) -> [Int] {
    let (one, other) = (a.encoded(), b.encoded())
    return zip(one, other).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
      + (one.count == other.count ? [] : [min(one.count, other.count)])
  }

  @Test(
    "Without edits it is what the other would have become, bit for bit", arguments: [false, true])
  func same(hasLocalSteps: Bool) throws {
    var setup = setup()
    setup.numerics.hasLocalSteps = hasLocalSteps
    let first = try begun(setup)
    let second = try FloodEngine(setup, continuing: first)
    #expect(differing(first, second) == [])
    #expect(second.water.broughtByEdits == 0)
    #expect(first.inlets[0].takenCubicMetres > 0 && second.inlets == first.inlets)
    for engine in [first, second] { try engine.run(until: 300) }
    #expect(differing(first, second) == [])
    #expect(second.water == first.water && second.water.error == 0)
    #expect(second.inlets == first.inlets)
  }

  @Test("A new house loses the water under it, one that went leaves dry ground; no other is lost")
  func ground() throws {
    let first = try begun(setup())
    var edited = setup()
    edited.walls = edited.walls.indices.map { cell in
      (40..<50).contains(cell % 70) && (10..<20).contains(cell / 70)
    }
    // The ground rises under the water, which stays as deep.
    edited.terrain.values[30 * 70 + 30] += 0.05
    let depth = first.depth()
    let under = depth.values.indices.filter { edited.walls[$0] }
      .reduce(0.0) { $0 + Double(depth.values[$1]) * 4 }
    let second = try FloodEngine(edited, continuing: first)
    #expect(under > 0.1)
    #expect(abs(second.water.broughtByEdits + under) < 1e-4)
    #expect(second.water.error == 0)
    let taken = second.depth()
    for cell in taken.values.indices where !edited.walls[cell] {
      let before = depth.values[cell]
      #expect(taken.values[cell] == (before.isNaN ? 0 : before), "cell \(cell)")
    }
    try second.run(until: 300)
    #expect(second.water.error == 0)
    let kept = try FloodEngine(edited, restoring: second.encoded())
    #expect(kept.water == second.water)
  }

  @Test("What gates, pumps and sides have let pass is counted on, also when they are gone")
  func structures() throws {
    let first = try begun(setup())
    let before = first.water
    #expect(before.outside.keys.sorted() == ["sluice", "station"])
    var edited = setup()
    edited.gates = []
    edited.inlets = [Inlet(id: "other", cell: 20 * 70 + 31, cubicMetresPerSecond: 0.001)]
    edited.rain = Rain(zones: [TimeSeries(constant: 0), TimeSeries(constant: 200)])
    edited.rain?.zoneOfCell = edited.terrain.values.indices.map { $0 % 70 < 35 ? 0 : 1 }
    // The river comes in: units of water may be others.
    edited.edges = [
      BoundaryCondition(side: .east, range: 0..<20, kind: .level(TimeSeries(constant: 14))),
      BoundaryCondition(side: .east, range: 20..<40, kind: .free(slope: nil)),
    ]
    let second = try FloodEngine(edited, continuing: first)
    #expect(second.seconds == 120)
    #expect(second.water.outside["sluice"] == before.outside["sluice"])
    #expect(second.water.outside["station"] == before.outside["station"])
    #expect(second.water.leftOverSides["east"] == before.leftOverSides["east"])
    #expect(abs(second.water.infiltrated - before.infiltrated) < 1e-6)
    #expect(second.structures.map(\.passedCubicMetres) == [first.structures[1].passedCubicMetres])
    // What the inlet took that is gone stays in the balance.
    #expect(second.inlets.map(\.takenCubicMetres) == [0])
    #expect(before.exchanged > 0 && abs(second.water.exchanged - before.exchanged) < 1e-6)
    try second.run(until: 300)
    #expect(second.water.relativeError < 1e-7, "\(second.water.error)")
    #expect(second.water.enteredOverSides["east"] ?? 0 > 1)
    #expect(second.water.outside["sluice"] == before.outside["sluice"])
  }

  @Test("Other cells and other numbers are refused")
  func refusals() throws {
    let first = try begun(setup(), until: 10)
    var fine = setup()
    fine.numerics.precision = .double
    #expect(throws: FloodError.self) { try FloodEngine(fine, continuing: first) }
    var moved = setup()
    moved.terrain = Channel.grid(columns: 70, rows: 41, side: 2) { _, _ in 10 }
    moved.walls = []
    #expect(throws: FloodError.self) { try FloodEngine(moved, continuing: first) }
  }
}
