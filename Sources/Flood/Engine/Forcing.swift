import FloodCells
import Foundation
import SimpleFeatures
import Simulation

/// Rain and infiltration of a run, computed every while.
struct Forcing<B: Backend> {
  private var grid: WaterGrid<B>
  private let rain: Rain?
  private let classes: [GroundClass]
  private let interval: Double
  private let zone: Memory<UInt16>?
  private let ground: Memory<UInt16>?
  /// Units that the ground of each cell took so far.
  private(set) var takenUnits: Memory<B.Water>?
  /// Of classes whose rates fall as they take water; `nil` where there is none.
  private let horton: HortonRates<B.Real>?
  private let hasFalling: Bool
  private var roofs: Roofs<B>

  /// Until when rain and infiltration are computed, s.
  private(set) var computedUntil = 0.0
  /// How many whiles have been computed.
  private var whiles = 0
  /// Rain of each zone that is less than a unit, units.
  private(set) var remainders: [Double]
  /// Units that fell and that the ground took.
  private(set) var rained: Int128 = 0
  private(set) var taken: Int128 = 0

  /// Its multiples less their whole parts fill the span from 0 to 1 evenly.
  private static var goldenRatio: Double { 0.618_033_988_749_894_9 }

  /// A class of ground in a zone of rain.
  private struct GroundClass {
    var model: Infiltration.Model
    var zone: Int
  }

  init(_ setup: FloodSetup, _ grid: WaterGrid<B>) {
    self.grid = grid
    rain = setup.withoutGrids.rain
    interval = setup.numerics.forcingSeconds
    remainders = Array(repeating: 0, count: setup.rain?.zones.count ?? 0)
    let lattice = setup.terrain.lattice
    func memory(_ classOf: (Int) -> UInt16) -> Memory<UInt16> {
      let memory = Memory<UInt16>(count: grid.stride * grid.rows, filledWith: 0)
      for cell in 0..<lattice.cellCount { memory.row[grid.place(ofCell: cell)] = classOf(cell) }
      return memory
    }
    let zones = setup.rain?.zoneOfCell ?? []
    zone = zones.isEmpty ? nil : memory { zones[$0] }
    // What a curve number takes depends on the rain, so it is a class of its own in each zone.
    let models = setup.infiltration?.classes ?? []
    let dependsOnRain = models.contains { if case .curveNumber = $0 { true } else { false } }
    let zoneCount = dependsOnRain ? max(1, setup.rain?.zones.count ?? 1) : 1
    classes = (0..<zoneCount).flatMap { zone in models.map { GroundClass(model: $0, zone: zone) } }
    let kinds = setup.infiltration?.classOfCell ?? []
    if models.isEmpty || (kinds.isEmpty && (zoneCount == 1 || zones.isEmpty)) {
      ground = nil
    } else {
      ground = memory { cell in
        let kind = kinds.isEmpty ? 0 : kinds[cell]
        return kind
          + (zoneCount > 1 && !zones.isEmpty ? zones[cell] * UInt16(models.count) : 0)
      }
    }
    let takes = models.contains { $0 != .none }
    takenUnits = takes ? Memory(count: grid.stride * grid.rows, filledWith: 0) : nil
    horton = HortonRates(classes.map(\.model))
    hasFalling = setup.rain != nil
    roofs = Roofs(setup, grid)
  }

  init(forking other: Forcing, _ grid: WaterGrid<B>) {
    self = other
    self.grid = grid
    takenUnits = other.takenUnits?.copy()
    roofs = Roofs(forking: other.roofs, grid)
  }

  /// Goes on from another's rain and seepage.
  mutating func take(_ other: Forcing, _ scale: UnitScale) {
    (computedUntil, whiles) = (other.computedUntil, other.whiles)
    (rained, taken) = (scale.units(other.rained), scale.units(other.taken))
    // What is less than a unit is of no account where units or zones are others.
    if scale.isSame, remainders.count == other.remainders.count { remainders = other.remainders }
    roofs.take(other.roofs, scale)
    guard let takenUnits, let before = other.takenUnits else { return }
    for row in 0..<grid.rows {
      for place in row * grid.stride..<row * grid.stride + grid.columns {
        takenUnits.row[place] = scale.units(before.row[place])
      }
    }
  }

  /// Whether it is time to compute again.
  func isDue(_ now: Double) -> Bool {
    now - computedUntil >= interval * 0.999
  }

  /// Lets it rain and seep from when it last did until `now`; tells the deepest water left in
  /// tiles that were computed, in units.
  mutating func apply(until now: Double, _ stepper: Stepper<B>) -> Int {
    let start = computedUntil
    computedUntil = max(start, now)
    guard now > start, hasFalling || takenUnits != nil else { return 0 }
    whiles += 1
    let none = [B.Real](repeating: 0, count: max(classes.count, 1))
    var tables = ForcingTables<B.Real, B.Water>(
      rain: Array(repeating: 0, count: max(rain?.zones.count ?? 1, 1)), capacity: none,
      suction: none,
      fading: horton?.table(seconds: now - start), unitsPerMetre: B.Real(grid.unitsPerMetre),
      dither: B.Real((Double(whiles) * Self.goldenRatio).truncatingRemainder(dividingBy: 1)))
    for (zone, series) in (rain?.zones ?? []).enumerated() {
      let metres = series.stepIntegral(from: start, to: now) / 3.6e6
      let units = metres * grid.unitsPerMetre + remainders[zone]
      tables.rain[zone] = B.Water(min(units.rounded(.down), Double(B.Water.max / 2 - 1)))
      remainders[zone] = units - units.rounded(.down)
    }
    for (index, kind) in classes.enumerated() {
      let (capacity, suction) = amounts(kind, from: start, to: now)
      tables.capacity[index] = B.Real(capacity)
      tables.suction[index] = B.Real(suction)
    }
    let isFalling = tables.rain.contains { $0 > 0 }
    let drained = roofs.drain(tables.rain)
    rained += drained.units
    let most = Int(tables.rain.max() ?? 0) + drained.most
    return compute(tables, isFalling: isFalling, most: most, stepper)
  }

  /// What a class can take over a while: metres, and ψ Δθ where suction helps.
  private func amounts(
    _ kind: GroundClass, from start: Double, to now: Double
  ) -> (capacity: Double, suction: Double) {
    switch kind.model {
    case .none: return (0, 0)
    case .greenAmpt(let conductivity, let suction, let deficit):
      return (conductivity / 3.6e6 * (now - start), suction / 1000 * deficit)
    case .horton(_, let final, _):
      return (final / 3.6e6 * (now - start), 0)
    case .curveNumber(let number, let ratio):
      let series = rain?.zones[kind.zone]
      func lost(_ time: Double) -> Double {
        let fallen = (series?.stepIntegral(from: 0, to: time) ?? 0) / 3600
        return fallen - CurveNumber.runoff(fallen, number: number, ratio: ratio)
      }
      return ((lost(now) - lost(start)) / 1000, 0)
    }
  }

  /// - Parameter most: Units that a cell gets at most.
  private mutating func compute(
    _ tables: ForcingTables<B.Real, B.Water>, isFalling: Bool, most: Int, _ stepper: Stepper<B>
  ) -> Int {
    let tiles = grid.tiles
    let gathered = PerThread(BandTotals(), count: tiles.bands.count)
    let (grid, zone, ground, taken) = (grid, zone, ground, takenUnits)
    stepper.inParallel(tiles.bands.count) { band, _ in
      var totals = BandTotals()
      for (column, columns) in tiles.columns.enumerated() {
        let tile = band * tiles.columns.count + column
        guard isFalling || tiles.isWet[tile] else { continue }
        var deepest = 0
        for row in tiles.bands[band] {
          let place = row * grid.stride + columns.lowerBound
          let told = B.force(
            ForcingRow(
              water: grid.water.row.from(place), wall: grid.wall?.row.from(place),
              zone: zone?.row.from(place), ground: ground?.row.from(place),
              taken: taken?.row.from(place)),
            count: columns.count, tables)
          totals.rained += Int128(told.rain)
          totals.taken += Int128(told.taken)
          deepest = max(deepest, Int(told.deepest))
        }
        totals.deepest.append((tile, deepest))
      }
      gathered.set(band, totals)
    }
    var deepest = 0
    for totals in gathered.values {
      rained += totals.rained
      self.taken += totals.taken
      for (tile, depth) in totals.deepest {
        stepper.note(B.Water(depth), inTile: tile, most: most)
        deepest = max(deepest, depth)
      }
    }
    return deepest
  }

  /// What fell and seeped in a band, and the deepest water of its tiles, all in units.
  private struct BandTotals {
    var rained: Int128 = 0
    var taken: Int128 = 0
    var deepest: [(tile: Int, depth: Int)] = []
  }

  // MARK: Hot start

  func encode(to out: inout StateWriter) {
    out.put(computedUntil)
    out.put(whiles)
    out.put(remainders)
    out.put(rained)
    out.put(taken)
    roofs.encode(to: &out)
  }

  mutating func restore(from source: inout StateReader) throws(SimulationError) {
    computedUntil = try source.getDouble()
    whiles = try source.get(Int.self)
    remainders = try source.getDoubles(count: remainders.count)
    rained = try source.get(Int128.self)
    taken = try source.get(Int128.self)
    try roofs.restore(from: &source)
  }
}
