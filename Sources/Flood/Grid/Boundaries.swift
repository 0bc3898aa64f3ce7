import FloodCells
import Foundation
import Simulation

/// What lies beyond the four sides of the grid, as cells that the kernel takes for neighbours.
///
/// A closed side is a mirror. Elsewhere the ghost cell holds what the condition says; what it
/// leaves open is as in the cell within.
///
/// Invariant: ghosts change only between the parallel parts of a step; of the flows each thread
/// writes those of its own band.
final class Boundaries<B: Backend>: @unchecked Sendable {
  private let grid: WaterGrid<B>
  /// The conditions, each with the cells along which it holds; the last one for a cell holds.
  var parts: [Part]
  private let westGhosts: Ghosts
  private let northGhosts, southGhosts: Ghosts
  private let eastGhosts: Ghosts
  private let westOpen, eastOpen, northOpen, southOpen: Memory<UInt8>
  private let westFlow, eastFlow, northFlow, southFlow: Memory<B.Water>
  private static var halo: Int { FloodBlock<B.Real, B.Water>.halo }

  /// A condition that is not a wall, with the cells along which it holds.
  struct Part {
    var condition: BoundaryCondition
    var cells: [Int]
    /// Discharge asked for less what came in so far, m³.
    var owed = 0.0
    /// Water that came in and went out, in units.
    var entered: Int128 = 0
    var left: Int128 = 0
  }

  private final class Ghosts {
    let water, bed: Memory<B.Water>
    let east, south: Memory<B.Real>
    init(count: Int) {
      water = Memory(count: count, filledWith: 0)
      east = Memory(count: count, filledWith: 0)
      south = Memory(count: count, filledWith: 0)
      bed = Memory(count: count, filledWith: 0)
    }
    var cells: CellRow<B.Real, B.Water> {
      CellRow(water: water.row, bed: bed.row, east: east.row, south: south.row, wall: nil)
    }

    typealias Cell = (water: B.Water, bed: B.Water, east: B.Real, south: B.Real)

    func cell(_ place: Int) -> Cell {
      (water.row[place], bed.row[place], east.row[place], south.row[place])
    }

    /// Makes a cell the mean of itself and another.
    func setMean(_ place: Int, with other: Cell) {
      water.row[place] = (water.row[place] + other.water) / 2
      bed.row[place] = (bed.row[place] + other.bed) / 2
      east.row[place] = (east.row[place] + other.east) / 2
      south.row[place] = (south.row[place] + other.south) / 2
    }
  }

  init(_ grid: WaterGrid<B>, _ conditions: [BoundaryCondition]) {
    self.grid = grid
    let halo = Self.halo
    westGhosts = Ghosts(count: (grid.rows + 2 * halo) * halo)
    eastGhosts = Ghosts(count: (grid.rows + 2 * halo) * halo)
    northGhosts = Ghosts(count: grid.stride * halo)
    southGhosts = Ghosts(count: grid.stride * halo)
    westOpen = Memory(count: grid.rows, filledWith: 0)
    eastOpen = Memory(count: grid.rows, filledWith: 0)
    northOpen = Memory(count: grid.stride, filledWith: 0)
    southOpen = Memory(count: grid.stride, filledWith: 0)
    westFlow = Memory(count: grid.rows, filledWith: 0)
    eastFlow = Memory(count: grid.rows, filledWith: 0)
    northFlow = Memory(count: grid.stride, filledWith: 0)
    southFlow = Memory(count: grid.stride, filledWith: 0)
    var owner: [BoundaryCondition.Side: [Int?]] = [:]
    for (index, condition) in conditions.enumerated() {
      let length = condition.side.isUpright ? grid.rows : grid.columns
      for cell in condition.range ?? 0..<length {
        owner[condition.side, default: Array(repeating: nil, count: length)][cell] = index
      }
    }
    parts = conditions.enumerated().compactMap { index, condition in
      if case .closed = condition.kind { return nil }
      let cells = owner[condition.side]!.indices.filter { owner[condition.side]![$0] == index }
      return cells.isEmpty ? nil : Part(condition: condition, cells: cells)
    }
    for part in parts {
      for i in part.cells { open(part.condition.side)[i] = 1 }
    }
    for side in BoundaryCondition.Side.allCases { mirrorBed(side) }
  }

  /// Places of the cells along open sides.
  var openPlaces: [Int] {
    parts.flatMap { part in part.cells.map { inside(part.condition.side, $0) } }
  }

  /// Whether more water stood outside than can be counted.
  private(set) var isOverfull = false

  var westCells: CellRow<B.Real, B.Water> { westGhosts.cells }
  var eastCells: CellRow<B.Real, B.Water> { eastGhosts.cells }
  var northRows: [CellRow<B.Real, B.Water>] {
    (0..<Self.halo).map { northGhosts.cells.from($0 * grid.stride) }
  }
  var southRows: [CellRow<B.Real, B.Water>] {
    (0..<Self.halo).map { southGhosts.cells.from($0 * grid.stride) }
  }
  var flows: (west: Row<B.Water>, east: Row<B.Water>, north: Row<B.Water>, south: Row<B.Water>) {
    (westFlow.row, eastFlow.row, northFlow.row, southFlow.row)
  }

  /// Where water may pass.
  var open: (west: Row<UInt8>, east: Row<UInt8>, north: Row<UInt8>, south: Row<UInt8>) {
    (westOpen.row, eastOpen.row, northOpen.row, southOpen.row)
  }

  private func open(_ side: BoundaryCondition.Side) -> Row<UInt8> {
    switch side {
    case .west: westOpen.row
    case .east: eastOpen.row
    case .north: northOpen.row
    case .south: southOpen.row
    }
  }

  /// Fills the ghost cells for a step that begins at `time`; tells the fastest wave in those that
  /// are no mirrors.
  func fill(at time: Double) -> Double {
    for side in BoundaryCondition.Side.allCases { mirror(side) }
    var fastest = 0.0
    if !parts.isEmpty { grid.tiles.isFed = grid.tiles.isFed.map { _ in false } }
    for part in parts { fastest = max(fastest, fill(part, at: time)) }
    fillCorners()
    return fastest
  }

  /// The place of a cell of the grid `depth` cells within a side (0 beside it).
  private func inside(_ side: BoundaryCondition.Side, _ i: Int, depth: Int = 0) -> Int {
    let column = min(depth, grid.columns - 1)
    let row = min(depth, grid.rows - 1)
    return switch side {
    case .west: i * grid.stride + column
    case .east: i * grid.stride + grid.columns - 1 - column
    case .north: row * grid.stride + i
    case .south: (grid.rows - 1 - row) * grid.stride + i
    }
  }

  /// The ghost `depth` cells beyond a side (0 beside it).
  private func ghost(_ side: BoundaryCondition.Side, _ i: Int, depth: Int) -> (Ghosts, place: Int) {
    let halo = Self.halo
    return switch side {
    case .west: (westGhosts, (i + halo) * halo + halo - 1 - depth)
    case .east: (eastGhosts, (i + halo) * halo + depth)
    case .north: (northGhosts, (halo - 1 - depth) * grid.stride + i)
    case .south: (southGhosts, depth * grid.stride + i)
    }
  }

  /// Fills the ghosts of a side, but not their bed, as a mirror.
  private func mirror(_ side: BoundaryCondition.Side) {
    let cells = grid.cells
    for depth in 0..<Self.halo {
      let (ghosts, first) = ghost(side, 0, depth: depth)
      let place = inside(side, 0, depth: depth)
      let (water, east, south) = (ghosts.water.row, ghosts.east.row, ghosts.south.row)
      if side.isUpright {
        for i in 0..<grid.rows {
          let (to, from) = (first + i * Self.halo, place + i * grid.stride)
          water[to] = cells.water[from]
          east[to] = -cells.east[from]
          south[to] = cells.south[from]
        }
      } else {
        water.from(first).copy(grid.columns, from: cells.water.from(place))
        east.from(first).copy(grid.columns, from: cells.east.from(place))
        for i in 0..<grid.columns { south[first + i] = -cells.south[place + i] }
      }
    }
  }

  /// The bed beyond a side, which stays as it is unless a condition has its own.
  private func mirrorBed(_ side: BoundaryCondition.Side) {
    for i in 0..<(side.isUpright ? grid.rows : grid.columns) {
      for depth in 0..<Self.halo {
        let (ghosts, place) = ghost(side, i, depth: depth)
        ghosts.bed.row[place] = grid.bed.row[inside(side, i, depth: depth)]
      }
    }
  }

  private func mirror(
    _ cells: CellRow<B.Real, B.Water>, _ cell: Int, to ghosts: Ghosts, _ place: Int,
    _ side: BoundaryCondition.Side
  ) {
    ghosts.water.row[place] = cells.water[cell]
    ghosts.east.row[place] = side.isUpright ? -cells.east[cell] : cells.east[cell]
    ghosts.south.row[place] = side.isUpright ? cells.south[cell] : -cells.south[cell]
    ghosts.bed.row[place] = cells.bed[cell]
  }

  /// Beyond the corners lies the mirror of what lies beyond the side that is open; the mean of both
  /// where both are, so that neither direction comes first.
  private func fillCorners() {
    for upright in [BoundaryCondition.Side.west, .east] {
      for level in [BoundaryCondition.Side.north, .south] {
        let row = level == .north ? 0 : grid.rows - 1
        let column = upright == .west ? 0 : grid.columns - 1
        let isLevelOpen = open(level)[column] != 0
        let isUprightOpen = open(upright)[row] != 0
        for i in 0..<Self.halo {
          for j in 0..<Self.halo {
            let outer = level == .north ? -1 - i : grid.rows + i
            let (ghosts, place) = ghost(upright, outer, depth: j)
            if !isLevelOpen || isUprightOpen {
              let y = min(i, grid.rows - 1)
              let (from, cell) = ghost(upright, level == .north ? y : row - y, depth: j)
              mirror(from.cells, cell, to: ghosts, place, level)
            }
            guard isLevelOpen else { continue }
            let byUpright = ghosts.cell(place)
            let x = min(j, grid.columns - 1)
            let (from, cell) = ghost(level, upright == .west ? x : column - x, depth: i)
            mirror(from.cells, cell, to: ghosts, place, upright)
            if isUprightOpen { ghosts.setMean(place, with: byUpright) }
          }
        }
      }
    }
  }

  private func fill(_ part: Part, at time: Double) -> Double {
    let side = part.condition.side
    var fastest = 0.0
    let shares = inflowShares(part, at: time)
    for (k, i) in part.cells.enumerated() {
      let inside = inside(side, i)
      guard !grid.isWall(inside) else { continue }
      let depth = grid.depth(inside)
      let bed = grid.bedHeight(inside)
      // Along the outward normal and across it.
      let momentum = side.isUpright ? grid.east.row[inside] : grid.south.row[inside]
      let outward = Double(momentum) * side.outward
      let along = side.isUpright ? grid.south.row[inside] : grid.east.row[inside]
      var (ghostDepth, ghostBed, ghostOutward) = (depth, bed, outward)
      switch part.condition.kind {
      case .closed: break
      case .free(let slope?):
        ghostBed = bed - slope * grid.side
        let n = max(grid.manning(inside), 1e-4)
        ghostOutward = pow(depth, 5.0 / 3) * slope.squareRoot() / n
      case .free(nil):
        // What flows inwards finds a wall: nothing is outside.
        guard outward > 0 else { continue }
      case .level(let level):
        ghostDepth = max(0, level.value(at: time) - bed)
        ghostOutward = depth > 0 ? outward / depth * ghostDepth : 0
      case .discharge:
        let inflow = shares[k]
        let critical = cbrt(inflow * inflow / Numerics.gravity)
        ghostDepth = max(depth, critical)
        ghostOutward = -inflow
      }
      let ghostBedUnits = grid.bed.row[inside] + grid.units(ghostBed - bed)
      let ghostUnits = grid.units(ghostDepth)
      if ghostUnits >= WaterGrid<B>.furthest { isOverfull = true }
      let across = B.Real(ghostOutward * side.outward)
      for depth in 0..<Self.halo {
        let (ghosts, place) = ghost(side, i, depth: depth)
        ghosts.water.row[place] = ghostUnits
        ghosts.bed.row[place] = ghostBedUnits
        ghosts.east.row[place] = side.isUpright ? across : along
        ghosts.south.row[place] = side.isUpright ? along : across
      }
      if ghostDepth > 0 {
        let (row, column) = (inside / grid.stride, inside % grid.stride)
        grid.tiles.isFed[grid.tiles.tile(ofColumn: column, row: row)] = true
        let wave = abs(ghostOutward) / ghostDepth + (Numerics.gravity * ghostDepth).squareRoot()
        fastest = max(fastest, wave)
      }
    }
    return fastest
  }

  /// How a discharge is shared among cells, m²/s: as their water conveys it, evenly while all are
  /// dry.
  private func inflowShares(_ part: Part, at time: Double) -> [Double] {
    guard case .discharge(let series) = part.condition.kind else { return [] }
    var weights = part.cells.map { i in
      let inside = inside(part.condition.side, i)
      return grid.isWall(inside) ? 0 : pow(grid.depth(inside), 5.0 / 3)
    }
    if weights.reduce(0, +) < 1e-6 {
      weights = part.cells.map { grid.isWall(inside(part.condition.side, $0)) ? 0 : 1 }
    }
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return weights }
    let perMetre = max(0, series.value(at: time)) / grid.side
    return weights.map { perMetre * $0 / sum }
  }

  /// Counts what passed the sides in a step, and gives the cells within what a discharge lacks.
  ///
  /// - Parameter give: Gives a place so many cubic metres, as far as it can; tells how many units.
  func settle(from start: Double, to end: Double, give: (Int, Double) -> Int) {
    for p in parts.indices {
      let side = parts[p].condition.side
      var inflow = 0
      for i in parts[p].cells {
        let flow: B.Water
        switch side {
        case .west: flow = westFlow.row[i]
        case .east: flow = -eastFlow.row[i]
        case .north: flow = northFlow.row[i]
        case .south: flow = -southFlow.row[i]
        }
        count(Int(flow), part: p)
        inflow += Int(flow)
      }
      guard case .discharge(let series) = parts[p].condition.kind else { continue }
      parts[p].owed +=
        series.integral(from: start, to: end) - Double(inflow) * grid.cubicMetresPerUnit
      let shares = inflowShares(parts[p], at: end)
      let sum = shares.reduce(0, +)
      guard sum > 0 else { continue }
      let owed = parts[p].owed
      for (k, i) in parts[p].cells.enumerated() where shares[k] > 0 {
        let units = give(inside(side, i), owed * shares[k] / sum)
        count(units, part: p)
        parts[p].owed -= Double(units) * grid.cubicMetresPerUnit
      }
    }
    clearFlows()
  }

  private func count(_ units: Int, part: Int) {
    if units > 0 {
      parts[part].entered += Int128(units)
    } else {
      parts[part].left -= Int128(units)
    }
  }

  /// Goes on from another's counts, where a side has the same parts by part, else as a whole.
  func take(_ other: Boundaries, _ scale: UnitScale, _ edits: inout WaterEdits) {
    let isSame =
      parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy {
        $0.condition.side == $1.condition.side && $0.cells == $1.cells
      }
    for (p, before) in other.parts.enumerated() {
      if isSame {
        parts[p].owed = before.owed
        parts[p].entered = scale.units(before.entered)
        parts[p].left = scale.units(before.left)
      } else {
        let side = before.condition.side.rawValue
        let unit = other.grid.cubicMetresPerUnit
        edits.entered[side, default: 0] += Double(before.entered) * unit
        edits.left[side, default: 0] += Double(before.left) * unit
      }
    }
  }

  func encode(to out: inout StateWriter) {
    out.put(parts.map(\.owed))
    out.put(units: parts.flatMap { [$0.entered, $0.left] })
  }

  func restore(from source: inout StateReader) throws(SimulationError) {
    let owed = try source.getDoubles(count: parts.count)
    let counts = try source.getUnits(count: 2 * parts.count)
    for p in parts.indices {
      parts[p].owed = owed[p]
      (parts[p].entered, parts[p].left) = (counts[2 * p], counts[2 * p + 1])
    }
  }

  private func clearFlows() {
    for i in 0..<grid.rows {
      westFlow.row[i] = 0
      eastFlow.row[i] = 0
    }
    for i in 0..<grid.columns {
      northFlow.row[i] = 0
      southFlow.row[i] = 0
    }
  }
}

extension BoundaryCondition.Side {
  /// Whether it runs from north to south.
  var isUpright: Bool { self == .west || self == .east }
  /// The sign of outward flow eastwards or southwards.
  var outward: Double { self == .west || self == .north ? -1 : 1 }
}
