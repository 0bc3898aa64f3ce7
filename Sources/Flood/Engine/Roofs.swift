import FloodCells
import SimpleFeatures
import Simulation

/// Rain on buildings that water cannot enter: it runs off to the open cells around each of them.
struct Roofs<B: Backend> {
  private var grid: WaterGrid<B>
  private let roofs: [Roof]
  /// Units that a roof still owes the cells around it: fewer than these are.
  private var owed: [Int]

  /// A building.
  private struct Roof {
    /// How many of its cells lie in each zone of rain.
    var cellsOfZone: [Int: Int]
    /// Places of the open cells around it.
    var around: [Int]
  }

  init(_ setup: FloodSetup, _ grid: WaterGrid<B>) {
    self.grid = grid
    roofs =
      setup.rain.map { rain in
        rain.roofsDrainToGround ? Self.find(setup, rain, grid) : []
      } ?? []
    owed = Array(repeating: 0, count: roofs.count)
  }

  init(forking other: Roofs, _ grid: WaterGrid<B>) {
    self = other
    self.grid = grid
  }

  /// Wall cells that touch each other, also at corners, are one building.
  private static func find(_ setup: FloodSetup, _ rain: Rain, _ grid: WaterGrid<B>) -> [Roof] {
    guard !setup.walls.isEmpty else { return [] }
    let (columns, rows) = (grid.columns, grid.rows)
    var isSeen = setup.walls.indices.map { !setup.walls[$0] || setup.terrain.values[$0].isNaN }
    var roofs: [Roof] = []
    for start in isSeen.indices where !isSeen[start] {
      var roof = Roof(cellsOfZone: [:], around: [])
      var around: Set<Int> = []
      var waiting = [start]
      isSeen[start] = true
      while let cell = waiting.popLast() {
        let zone = rain.zoneOfCell.isEmpty ? 0 : Int(rain.zoneOfCell[cell])
        roof.cellsOfZone[zone, default: 0] += 1
        let (column, row) = (cell % columns, cell / columns)
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            let next = y * columns + x
            let place = grid.place(ofCell: next)
            if !grid.isWall(place), x == column || y == row { around.insert(place) }
            if !isSeen[next] {
              isSeen[next] = true
              waiting.append(next)
            }
          }
        }
      }
      roof.around = around.sorted()
      if !around.isEmpty { roofs.append(roof) }
    }
    return roofs
  }

  /// Gives the cells around each building what fell on it; tells how many units.
  ///
  /// - Parameter fallen: Units that fell on a cell of each zone.
  mutating func drain(_ fallen: [B.Water]) -> Int128 {
    var sum: Int128 = 0
    for (index, roof) in roofs.enumerated() {
      owed[index] += roof.cellsOfZone.reduce(0) { $0 + $1.value * Int(fallen[$1.key]) }
      let each = owed[index] / roof.around.count
      guard each > 0 else { continue }
      for place in roof.around { grid.water.row[place] += B.Water(each) }
      owed[index] -= each * roof.around.count
      sum += Int128(each * roof.around.count)
    }
    return sum
  }

  // MARK: Hot start

  func encode(to out: inout StateWriter) { out.put(units: owed.map { Int128($0) }) }

  mutating func restore(from source: inout StateReader) throws(SimulationError) {
    owed = try source.getUnits(count: owed.count).map { Int(truncatingIfNeeded: $0) }
  }
}
