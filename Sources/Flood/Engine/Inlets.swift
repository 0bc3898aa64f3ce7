import FloodCells
import Simulation

/// Water that storm inlets take out of their cells, each step as much as they can and there is.
struct Inlets<B: Backend> {
  /// Places of the cells.
  let places: [Int]
  private let setup: [Inlet]
  private let cubicMetresPerUnit: Double
  private var grid: WaterGrid<B>
  /// Units that each could still have taken, less than a unit: what found no water is not kept.
  private var owed: [Double]
  private var taken: [Int128]

  init(_ setup: FloodSetup, _ grid: WaterGrid<B>) {
    self.setup = setup.inlets
    self.grid = grid
    cubicMetresPerUnit = grid.cubicMetresPerUnit
    places = setup.inlets.map { grid.place(ofCell: $0.cell) }
    owed = Array(repeating: 0, count: places.count)
    taken = Array(repeating: 0, count: places.count)
  }

  init(forking other: Inlets, _ grid: WaterGrid<B>) {
    self = other
    self.grid = grid
  }

  var readings: [InletReading] {
    zip(setup, taken).map {
      InletReading(id: $0.id, takenCubicMetres: Double($1) * cubicMetresPerUnit)
    }
  }

  /// Takes the water of a step that has been swept; tells how many units in all.
  ///
  /// - Parameter give: Gives a place so many units, below zero as far as it has them; tells how
  ///   many.
  mutating func apply(seconds: Double, give: (Int, Int) -> Int) -> Int128 {
    var sum: Int128 = 0
    for (index, place) in places.enumerated() {
      owed[index] += setup[index].cubicMetresPerSecond * seconds / cubicMetresPerUnit
      let most = owed[index].rounded(.down)
      owed[index] -= most
      guard most > 0, grid.water.row[place] > 0 else { continue }
      let units = Int128(-give(place, -grid.wholeUnits(most)))
      taken[index] += units
      sum += units
    }
    return sum
  }

  // MARK: Hot start

  /// Goes on from what another run's inlets have taken, by their names; what those took that are no
  /// more stays among the water that was exchanged.
  mutating func take(_ other: Inlets, _ scale: UnitScale) {
    let places = Dictionary(
      other.setup.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, inlet) in setup.enumerated() {
      guard let before = places[inlet.id] else { continue }
      taken[index] = scale.units(other.taken[before])
      // What is less than a unit is of no account where units are others.
      if scale.isSame { owed[index] = other.owed[before] }
    }
  }

  /// Nothing where there is no inlet: such states are as they were before inlets.
  func encode(to out: inout StateWriter) {
    guard !places.isEmpty else { return }
    out.put(owed)
    out.put(units: taken)
  }

  mutating func restore(from source: inout StateReader) throws(SimulationError) {
    guard !places.isEmpty else { return }
    owed = try source.getDoubles(count: owed.count)
    taken = try source.getUnits(count: taken.count)
  }
}
