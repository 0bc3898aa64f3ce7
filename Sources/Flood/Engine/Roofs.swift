import FloodCells
import SimpleFeatures
import Simulation

/// Rain on buildings that water cannot enter: it runs off to the open cells around each of them, or
/// to the nearest of some cells.
struct Roofs<B: Backend> {
  private var grid: WaterGrid<B>
  private let roofs: [Roof]
  /// Units that a roof still owes the cells around it: fewer than these are.
  private var owed: [Int]
  /// Whether roofs drain to the nearest of some cells.
  private let isGathered: Bool

  /// A building.
  private struct Roof {
    /// How many of its cells lie in each zone of rain.
    var cellsOfZone: [Int: Int]
    /// Places of the open cells that get it.
    var around: [Int]
  }

  init(_ setup: FloodSetup, _ grid: WaterGrid<B>) {
    self.grid = grid
    roofs =
      setup.rain.map { rain in
        rain.roofsDrainToGround ? Self.find(setup, rain, grid) : []
      } ?? []
    owed = Array(repeating: 0, count: roofs.count)
    isGathered = !(setup.rain?.roofCells.isEmpty ?? true)
  }

  init(forking other: Roofs, _ grid: WaterGrid<B>) {
    self = other
    self.grid = grid
  }

  /// Goes on from what another's roofs owe where they are the same.
  mutating func take(_ other: Roofs, _ scale: UnitScale) {
    guard scale.isSame, roofs.map(\.around) == other.roofs.map(\.around) else { return }
    owed = other.owed
  }

  /// Wall cells that touch each other, also at corners, are one building.
  private static func find(_ setup: FloodSetup, _ rain: Rain, _ grid: WaterGrid<B>) -> [Roof] {
    guard !setup.walls.isEmpty else { return [] }
    let (columns, rows) = (grid.columns, grid.rows)
    let nearest = nearestCells(setup, rain)
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
      if let nearest {
        let cells = roof.around.map { $0 / grid.stride * columns + $0 % grid.stride }
        let reached = cells.filter { nearest[$0].steps >= 0 }
        if let best = reached.min(by: { nearest[$0].steps < nearest[$1].steps }) {
          roof.around = [grid.place(ofCell: Int(nearest[best].cell))]
        }
      }
      if !around.isEmpty { roofs.append(roof) }
    }
    return roofs
  }

  /// For each open cell the nearest of those that roofs drain to, by steps to neighbours, and how
  /// many; -1 where none is within reach.
  ///
  /// `nil` where there are none at all.
  private static func nearestCells(
    _ setup: FloodSetup, _ rain: Rain
  ) -> [(cell: Int32, steps: Int32)]? {
    guard !rain.roofCells.isEmpty else { return nil }
    let terrain = setup.terrain
    let most = Int32(min(rain.roofReachMetres / terrain.lattice.cellWidth, 1e9))
    var nearest = [(cell: Int32, steps: Int32)](repeating: (-1, -1), count: terrain.values.count)
    var front = Set(rain.roofCells).sorted().filter {
      !setup.walls[$0] && !terrain.values[$0].isNaN
    }
    for cell in front { nearest[cell] = (Int32(cell), 0) }
    while !front.isEmpty {
      var next: [Int] = []
      for cell in front where nearest[cell].steps < most {
        for other in terrain.sides(of: cell)
        where nearest[other].steps < 0 && !setup.walls[other] && !terrain.values[other].isNaN {
          nearest[other] = (nearest[cell].cell, nearest[cell].steps + 1)
          next.append(other)
        }
      }
      front = next
    }
    return nearest
  }

  /// Gives the cells around each building what fell on it; tells how many units, and
  /// how many a cell got at most.
  ///
  /// - Parameter fallen: Units that fell on a cell of each zone.
  mutating func drain(_ fallen: [B.Water]) -> (units: Int128, most: Int) {
    var sum: Int128 = 0
    var most = 0
    // Several roofs may drain to one cell.
    var gathered: [Int: Int] = [:]
    for (index, roof) in roofs.enumerated() {
      owed[index] += roof.cellsOfZone.reduce(0) { $0 + $1.value * Int(fallen[$1.key]) }
      let each = owed[index] / roof.around.count
      guard each > 0 else { continue }
      for place in roof.around { grid.water.row[place] += B.Water(each) }
      owed[index] -= each * roof.around.count
      sum += Int128(each * roof.around.count)
      if isGathered {
        for place in roof.around { gathered[place, default: 0] += each }
      }
      most = max(most, each)
    }
    // A cell may have buildings on all four sides.
    return (sum, max(4 * most, gathered.values.max() ?? 0))
  }

  // MARK: Hot start

  func encode(to out: inout StateWriter) { out.put(units: owed.map { Int128($0) }) }

  mutating func restore(from source: inout StateReader) throws(SimulationError) {
    owed = try source.getUnits(count: owed.count).map { Int(truncatingIfNeeded: $0) }
  }
}

extension RasterGrid {
  /// The cells that share a side with one.
  fileprivate func sides(of cell: Int) -> [Int] {
    let (column, row) = (cell % columns, cell / columns)
    return (column > 0 ? [cell - 1] : []) + (column + 1 < columns ? [cell + 1] : [])
      + (row > 0 ? [cell - columns] : []) + (row + 1 < rows ? [cell + columns] : [])
  }
}
