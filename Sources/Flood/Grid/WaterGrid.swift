import FloodCells
import SimpleFeatures

/// The water on the grid and the ground under it, in the kernel's numbers.
///
/// Depth is kept as whole units of water, so what leaves one cell comes to the next to the last
/// unit, in whatever order: water is neither made nor lost by computation.
///
/// Invariant: while threads work, each writes the rows of its own band alone.
final class WaterGrid<B: Backend>: @unchecked Sendable {
  let lattice: RasterLattice
  let columns, rows: Int
  /// Numbers from one row to the next: columns in whole vectors.
  let stride: Int
  /// Side of a cell and its area.
  let side, area: Double
  /// Units of water in a metre of depth.
  let unitsPerMetre: Double
  /// Cubic metres in a unit of water in a cell.
  var cubicMetresPerUnit: Double { area / unitsPerMetre }
  /// Height from which ``bed`` counts.
  let datum: Double

  let water, bed: Memory<B.Water>
  let east, south: Memory<B.Real>
  /// Not zero for walls; `nil` where there are none.
  let wall: Memory<UInt8>?
  /// Manning's n in units of 1e-5; `nil` where it is the same everywhere.
  let roughness: Memory<UInt16>?
  let manning: Double
  let crests: CrestList<B.Water>?
  var envelopes = EnvelopeRows<B.Real>()
  private(set) var envelopeMemory: [Memory<B.Real>] = []
  /// The hour when water came, s; infinite where it has not.
  let arrival: Memory<Float>?

  let tiles: Tiles

  init(_ setup: FloodSetup) {
    lattice = setup.terrain.lattice
    columns = lattice.columns
    rows = lattice.rows
    stride = (columns + 7) / 8 * 8
    side = lattice.cellWidth
    area = lattice.cellWidth * lattice.cellWidth
    let heights = setup.terrain.range ?? 0...0
    datum = Double(heights.lowerBound)
    let bits = B.fractionBits(depthsBelow: DepthBound.metres(of: setup))
    unitsPerMetre = Double(sign: .plus, exponent: Double.Exponent(bits), significand: 1)
    let count = stride * rows
    water = Memory(count: count, filledWith: 0)
    east = Memory(count: count, filledWith: 0)
    south = Memory(count: count, filledWith: 0)
    bed = Memory(count: count, filledWith: 0)
    let isWall = { (cell: Int) in
      setup.terrain.values[cell].isNaN || (!setup.walls.isEmpty && setup.walls[cell])
    }
    let hasWalls = (0..<lattice.cellCount).contains(where: isWall)
    wall = hasWalls ? Memory(count: count, filledWith: 0) : nil
    manning = setup.roughness.everywhere
    roughness = setup.roughness.grid.map { _ in Memory(count: count, filledWith: 0) }
    let (unit, zero) = (unitsPerMetre, datum)
    let units = { (height: Double) in Self.units(height - zero, perMetre: unit) }
    crests = setup.crests.isEmpty ? nil : CrestList(setup.crests, lattice, units: units)
    let kept = setup.numerics.envelopes
    arrival = kept.contains(.arrival) ? Memory(count: count, filledWith: .infinity) : nil
    tiles = Tiles(columns: columns, rows: rows)
    func keep(_ which: Numerics.Envelopes) -> Row<B.Real>? {
      guard kept.contains(which) else { return nil }
      envelopeMemory.append(Memory(count: count, filledWith: 0))
      return envelopeMemory.last!.row
    }
    envelopes.depth = keep(.depth)
    envelopes.speed = keep(.speed)
    envelopes.hazard = keep(.hazard)
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = row * columns + column
        let place = row * stride + column
        if isWall(cell) {
          wall!.row[place] = 1
          tiles.hasWalls[tiles.tile(ofColumn: column, row: row)] = true
        } else {
          bed.row[place] = units(Double(setup.terrain.values[cell]))
        }
        if let roughness {
          let n = setup.roughness.grid!.values[cell]
          roughness.row[place] = UInt16(((n.isNaN ? manning : Double(n)) * 1e5).rounded())
        }
      }
    }
    if let crests { crests.mark(tiles, stride: columns) }
    fill(setup)
  }

  /// The same water over the same ground.
  init(forking other: WaterGrid) {
    lattice = other.lattice
    columns = other.columns
    rows = other.rows
    stride = other.stride
    side = other.side
    area = other.area
    unitsPerMetre = other.unitsPerMetre
    datum = other.datum
    (bed, wall, roughness, crests) = (other.bed, other.wall, other.roughness, other.crests)
    manning = other.manning
    water = other.water.copy()
    east = other.east.copy()
    south = other.south.copy()
    arrival = other.arrival?.copy()
    tiles = Tiles(columns: columns, rows: rows)
    (tiles.hasWalls, tiles.hasCrests) = (other.tiles.hasWalls, other.tiles.hasCrests)
    envelopeMemory = other.envelopeMemory.map { $0.copy() }
    var kept = envelopeMemory.makeIterator()
    if other.envelopes.depth != nil { envelopes.depth = kept.next()?.row }
    if other.envelopes.speed != nil { envelopes.speed = kept.next()?.row }
    if other.envelopes.hazard != nil { envelopes.hazard = kept.next()?.row }
  }

  /// Puts in the water of the beginning.
  private func fill(_ setup: FloodSetup) {
    for row in 0..<rows {
      for column in 0..<columns where !isWall(row * stride + column) {
        let place = row * stride + column
        let units: B.Water
        switch setup.initial {
        case .dry: units = 0
        case .level(let level):
          units = self.units(max(0, level - datum)) - bed.row[place]
        case .depth(let grid):
          let depth = Double(grid.values[row * columns + column])
          units = depth > 0 ? self.units(depth) : 0
        }
        guard units > 0 else { continue }
        water.row[place] = units
        envelopes.depth?[place] = metres(units)
        if depth(place) > Self.arrivalDepth { arrival?.row[place] = 0 }
      }
    }
  }

  /// Depth from which on a place counts as reached, m.
  static var arrivalDepth: Double { 0.01 }

  func isWall(_ place: Int) -> Bool { wall.map { $0.row[place] != 0 } ?? false }

  /// Cells that are no walls.
  func cellsDeeper(than metres: Double) -> Int {
    let least = units(metres)
    return (0..<rows).reduce(0) { sum, row in
      let cells = water.row.from(row * stride)
      return sum + (0..<columns).count { cells[$0] > least }
    }
  }

  var openCells: Int { (0..<lattice.cellCount).count { !isWall(place(ofCell: $0)) } }

  /// The place in memory of a cell of the lattice.
  func place(ofCell cell: Int) -> Int { cell / columns * stride + cell % columns }

  func metres(_ units: B.Water) -> B.Real { B.Real(Double(units) / unitsPerMetre) }

  /// So many units lie further from the bed than water can.
  static var furthest: B.Water { .max / 2 }

  /// A height or depth in units.
  func units(_ metres: Double) -> B.Water { Self.units(metres, perMetre: unitsPerMetre) }

  /// What lies further than water can is as good as what lies there.
  private static func units(_ metres: Double, perMetre: Double) -> B.Water {
    let furthest = Double(furthest)
    return B.Water(max(-furthest, min(furthest, (metres * perMetre).rounded())))
  }

  /// A number of units; one that is too large to be counted is cut, and then to be refused.
  func wholeUnits(_ units: Double) -> Int { Int(max(-4e18, min(4e18, units))) }

  /// Depth at a place, m.
  func depth(_ place: Int) -> Double { Double(water.row[place]) / unitsPerMetre }

  /// Level of the water, or of the bed where it is dry, m.
  func level(_ place: Int) -> Double { bedHeight(place) + depth(place) }

  /// Height of the bed, m.
  func bedHeight(_ place: Int) -> Double { datum + Double(bed.row[place]) / unitsPerMetre }

  /// Cells of the grid from its north-western one.
  var cells: CellRow<B.Real, B.Water> {
    CellRow(
      water: water.row, bed: bed.row, east: east.row, south: south.row, wall: wall?.row)
  }

  /// All water on the grid in units.
  var storedUnits: Int128 {
    var sum: Int128 = 0
    for row in 0..<rows {
      let units = water.row.from(row * stride)
      for column in 0..<columns { sum += Int128(units[column]) }
    }
    return sum
  }

  /// A raster of what `value` tells of each place; NaN at walls.
  func raster(_ value: (Int) -> Float) -> RasterGrid {
    var raster = RasterGrid(lattice)
    for row in 0..<rows {
      for column in 0..<columns where !isWall(row * stride + column) {
        raster.values[row * columns + column] = value(row * stride + column)
      }
    }
    return raster
  }
}

/// How deep water can become: the kernel's units are as fine as that allows.
enum DepthBound {
  static func metres(of setup: FloodSetup) -> Double {
    let heights = setup.terrain.range ?? 0...0
    let (low, high) = (Double(heights.lowerBound), Double(heights.upperBound))
    var highest = high
    switch setup.initial {
    case .dry: break
    case .level(let level): highest = max(highest, level)
    case .depth(let grid):
      for (depth, bed) in zip(grid.values, setup.terrain.values) where depth > 0 {
        highest = max(highest, Double(bed + depth))
      }
    }
    for edge in setup.edges {
      if case .level(let series) = edge.kind { highest = max(highest, series.values.max()!) }
    }
    for crest in setup.crests { highest = max(highest, crest.heightMetres) }
    for body in setup.gates.flatMap({ [$0.from, $0.to] })
      + setup.pumps.flatMap({ [$0.from, $0.to] })
    {
      if case .outside(let series?) = body { highest = max(highest, series.values.max()!) }
    }
    for storage in setup.storages { highest = max(highest, storage.table.last!.levelMetres) }
    return 1.5 * (highest - low) + 2
  }
}

extension WaterGrid {
  /// Manning's n at a place.
  func manning(_ place: Int) -> Double {
    roughness.map { Double($0.row[place]) * 1e-5 } ?? manning
  }
}
