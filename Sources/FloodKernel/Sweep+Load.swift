import FloodCells

extension Sweep {
  /// Takes a row of the grid, or of what is beyond it, in hand.
  func load(_ row: Int) {
    let columns = block.columns
    let own = block.rows
    let isOwn = own.contains(row)
    let source: CellRow<Real, Water>
    if isOwn {
      source = block.cells.from(row * block.stride)
    } else if row < own.lowerBound {
      source = block.above[row - (own.lowerBound - FloodBlock<Real, Water>.halo)]
    } else {
      source = block.below[row - own.upperBound]
    }
    let out = scratch.cells[slot(row)]
    let start = source.from(columns.lowerBound)
    let ahead = isOwn ? 2 * block.stride : 0
    var i = 0
    while i < width + FloodBlock<Real, Water>.halo {
      start.water.prefetch(i + ahead)
      start.east.prefetch(i + ahead)
      start.south.prefetch(i + ahead)
      start.bed.prefetch(i + ahead)
      put(
        start.water.at(i), start.east.at(i), start.south.at(i), start.bed.at(i),
        wall: start.wall.map { Sweep.wide($0.lanes(i)) }, into: out, Scratch.margin + i)
      i += laneCount
    }
    loadLeft(row, source, out)
    if columns.upperBound == block.gridColumns {
      putThree(
        beyond(block.eastGhost, row), before: 0, into: out, Scratch.margin + width)
    }
    if isOwn, let kept = block.keptRight {
      let halo = FloodBlock<Real, Water>.halo
      let last = start.from(width - halo)
      let place = kept.from((row - own.lowerBound) * halo)
      for i in 0..<halo {
        place.water[i] = last.water[i]
        place.east[i] = last.east[i]
        place.south[i] = last.south[i]
      }
    }
    if block.crests != nil { loadCrests(row) }
  }

  /// The three cells left of the block, as they were before the step.
  private func loadLeft(_ row: Int, _ source: CellRow<Real, Water>, _ out: CellScratch) {
    let halo = FloodBlock<Real, Water>.halo
    guard block.columns.lowerBound > 0 else {
      putThree(
        beyond(block.westGhost, row), before: laneCount - halo, into: out,
        Scratch.margin - laneCount)
      return
    }
    var left = source.from(block.columns.lowerBound - halo)
    if let changed = block.left, block.rows.contains(row) {
      let old = changed.from((row - block.rows.lowerBound) * halo)
      left.water = old.water
      left.east = old.east
      left.south = old.south
    }
    putThree(left, before: laneCount - halo, into: out, Scratch.margin - laneCount)
  }

  /// The cells beyond a side in a row.
  private func beyond(_ ghosts: CellRow<Real, Water>, _ row: Int) -> CellRow<Real, Water> {
    let halo = FloodBlock<Real, Water>.halo
    return ghosts.from((row + halo) * halo)
  }

  /// Puts three cells after `before` empty ones.
  private func putThree(
    _ cells: CellRow<Real, Water>, before: Int, into out: CellScratch, _ place: Int
  ) {
    let lanes = WaterLanes(0, 1, 2, 3, 4, 5, 6, 7) &- WaterLanes(repeating: Water(before))
    let halo = WaterLanes(repeating: Water(FloodBlock<Real, Water>.halo))
    let isOther = (lanes .< WaterLanes.zero) .| (lanes .>= halo)
    func three(_ lanes: Lanes) -> Lanes { lanes.replacing(with: 0, where: isOther) }
    func three(_ lanes: WaterLanes) -> WaterLanes { lanes.replacing(with: 0, where: isOther) }
    put(
      three(cells.water.at(-before)), three(cells.east.at(-before)),
      three(cells.south.at(-before)), three(cells.bed.at(-before)),
      wall: cells.wall.map { three(Sweep.wide($0.lanes(-before))) }, into: out, place)
  }

  @inline(__always)
  private func put(
    _ water: WaterLanes, _ east: Lanes, _ south: Lanes, _ bed: WaterLanes, wall: WaterLanes?,
    into out: CellScratch, _ place: Int
  ) {
    let isWet = water .> WaterLanes(repeating: block.dryWater)
    let depth = real(water) * metresPerUnit
    let share = (Lanes(repeating: 1) / depth).replacing(with: 0, where: .!isWet)
    out.water.set(place, water)
    out.side.depth.set(place, water.replacing(with: 0, where: .!isWet))
    out.side.east.set(place, east * share)
    out.side.south.set(place, south * share)
    out.side.bed.set(place, bed)
    if hasObstacles { out.wall.set(place, wall ?? WaterLanes.zero) }
  }

  @inline(__always)
  private static func wide(_ flags: SIMD8<UInt8>) -> WaterLanes {
    WaterLanes(truncatingIfNeeded: flags)
  }

  /// The crests west and north of the cells of a row.
  private func loadCrests(_ row: Int) {
    guard let crests = block.crests else { return }
    let (west, north) = (scratch.westCrest[slot(row)], scratch.northCrest[slot(row)])
    for i in 0..<scratch.columns + Scratch.margin + 2 * laneCount {
      west[i] = Water.min / 4
      north[i] = Water.min / 4
    }
    let columns = -1..<width + 2
    func set(_ gridRow: Int, southern: Bool) {
      guard gridRow >= 0, gridRow < block.gridRows else { return }
      for k in Int(crests.starts[gridRow])..<Int(crests.starts[gridRow + 1])
      where crests.isSouthern[k] == southern {
        let column =
          Int(crests.columns[k]) - block.columns.lowerBound + (southern ? 0 : 1)
        guard columns.contains(column) else { continue }
        (southern ? north : west)[Scratch.margin + column] = crests.heights[k]
      }
    }
    set(row, southern: false)
    set(row - 1, southern: true)
  }
}
