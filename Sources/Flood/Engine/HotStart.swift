import FloodCells
import SimpleFeatures

/// A run that goes on from the water of another (hot start), over ground or with structures that
/// may have been edited.
///
/// Depth and momentum stay as they are cell by cell; a cell that is a wall now loses its water, one
/// that was a wall is dry. What has come and gone so far is counted on: of structures and sides
/// that are no more under their names.
extension Solver {
  convenience init(_ setup: FloodSetup, continuing other: Solver) {
    self.init(setup)
    let scale = UnitScale(from: other.grid.unitsPerMetre, to: grid.unitsPerMetre)
    grid.takeWater(of: other.grid, at: other.clock.seconds)
    if scale.isSame, grid.hasGround(of: other.grid) {
      grid.tiles.takeWater(of: other.grid.tiles)
    } else {
      noteWaterAnew()
    }
    let isLocal = setup.numerics.hasLocalSteps && other.setup.numerics.hasLocalSteps
    clock = other.clock
    if !isLocal { clock.mostDoublings = 0 }
    clock.initialUnits = scale.units(other.clock.initialUnits)
    clock.exchangedUnits = scale.units(other.clock.exchangedUnits)
    limit = other.limit
    forcing.take(other.forcing, scale)
    edits = other.edits
    edits.cubicMetres +=
      Double(grid.storedUnits - scale.units(other.grid.storedUnits)) * grid.cubicMetresPerUnit
    transfers.take(other.transfers, scale, &edits)
    inlets.take(other.inlets, scale)
    stepper.sides.take(other.stepper.sides, scale, &edits)
  }

  private func noteWaterAnew() {
    let tiles = grid.tiles
    tiles.fastest = tiles.fastest.map { _ in 0 }
    tiles.partFastest = tiles.partFastest.map { _ in 0 }
    for band in tiles.bands.indices {
      for column in tiles.columns.indices { stepper.noteWetness(band, column) }
    }
    stepper.noteWaves()
  }
}

/// What edits did to the water when a run went on from another, and what had come and gone by what
/// they took away, cubic metres.
struct WaterEdits: Equatable {
  /// Water that they brought, below zero where they took it away.
  var cubicMetres = 0.0
  var inflows: [String: Double] = [:]
  var storageInflows: [String: Double] = [:]
  var entered: [String: Double] = [:]
  var left: [String: Double] = [:]
  var outside: [String: Double] = [:]

  func tell(_ balance: inout WaterBalance) {
    balance.broughtByEdits = cubicMetres
    balance.inflows.merge(inflows, uniquingKeysWith: +)
    balance.storageInflows.merge(storageInflows, uniquingKeysWith: +)
    balance.enteredOverSides.merge(entered, uniquingKeysWith: +)
    balance.leftOverSides.merge(left, uniquingKeysWith: +)
    balance.outside.merge(outside, uniquingKeysWith: +)
  }
}

/// From the units of water of one run to those of another: powers of two to a metre.
struct UnitScale {
  private let factor: Double

  init(from unitsPerMetre: Double, to other: Double) { factor = other / unitsPerMetre }

  var isSame: Bool { factor == 1 }

  func units(_ units: Int128) -> Int128 {
    if factor >= 1 { return units * Int128(factor) }
    let divisor = Int128(1 / factor)
    // Towards the nearest, also below zero.
    return (units + (units < 0 ? -divisor / 2 : divisor / 2)) / divisor
  }

  func units<Water: FixedWidthInteger>(_ units: Water) -> Water {
    factor == 1
      ? units : Water(clamping: self.units(Int128(units)))
  }
}

extension WaterGrid {
  /// Whether the bed and the walls are those of another.
  func hasGround(of other: WaterGrid) -> Bool {
    let count = stride * rows
    return datum == other.datum && bed.bytes(count: count) == other.bed.bytes(count: count)
      && wall?.bytes(count: count) == other.wall?.bytes(count: count)
  }

  /// Takes the water of a grid of the same cells, as it moves and as it was at its highest.
  func takeWater(of other: WaterGrid, at seconds: Double) {
    let scale = UnitScale(from: other.unitsPerMetre, to: unitsPerMetre)
    for row in 0..<rows {
      // With what fills rows up: so the states of both are alike to the last byte.
      for place in row * stride..<(row + 1) * stride {
        let isLost = isWall(place) && !other.isWall(place)
        water.row[place] = isLost ? 0 : scale.units(other.water.row[place])
        east.row[place] = isLost ? 0 : other.east.row[place]
        south.row[place] = isLost ? 0 : other.south.row[place]
        let depth = metres(water.row[place])
        envelopes.depth?[place] = isLost ? 0 : other.envelopes.depth?[place] ?? depth
        envelopes.speed?[place] = isLost ? 0 : other.envelopes.speed?[place] ?? 0
        envelopes.hazard?[place] = isLost ? 0 : other.envelopes.hazard?[place] ?? 0
        guard let arrival else { continue }
        let isReached = self.depth(place) > Self.arrivalDepth
        arrival.row[place] =
          isLost
          ? .infinity : other.arrival?.row[place] ?? (isReached ? Float(seconds) : .infinity)
      }
    }
  }
}
