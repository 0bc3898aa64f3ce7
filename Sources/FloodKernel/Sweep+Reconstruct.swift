import FloodCells

extension Sweep {
  /// Computes the states of the cells of a row at their four faces, half a step ahead
  /// (MUSCL-Hancock, minmod; van Leer 1984).
  ///
  /// Slopes are those of the water's surface, depth and velocities, and none in a direction where
  /// a neighbour is nearly dry. The half step is taken in these variables, in which water at rest
  /// has no slope at all.
  func reconstruct(_ row: Int) {
    let here = slot(row)
    let cell = scratch.cells[here].side
    let above = scratch.cells[slot(row - 1)].side
    let below = scratch.cells[slot(row + 1)].side
    let half = Lanes(repeating: 0.5)
    let gravity = Lanes(repeating: block.gravity)
    let halfStep = Lanes(repeating: block.stepOverSide * 0.5)
    let metres = Lanes(repeating: metresPerUnit)
    let toUnits = Lanes(repeating: block.unitsPerMetre)
    let shallow = WaterLanes(repeating: block.dryWater &* 10)
    let end = Scratch.margin + width + 3
    var i = Scratch.margin - 2
    while i < end {
      let (units, bed) = (cell.depth.at(i), cell.bed.at(i))
      let h = real(units) * metres
      let (u, v) = (cell.east.at(i), cell.south.at(i))
      func slope(
        _ before: SideScratch, _ j: Int, _ behind: SideScratch, _ k: Int
      ) -> (level: Lanes, depth: Lanes, u: Lanes, v: Lanes) {
        let (h0, h1) = (before.depth.at(j), behind.depth.at(k))
        let isShallow = smaller(units, smaller(h0, h1)) .<= shallow
        func limited(_ a: Lanes, _ b: Lanes) -> Lanes {
          minmod(a, b).replacing(with: 0, where: isShallow)
        }
        let (dh0, dh1) = (units &- h0, h1 &- units)
        return (
          limited(
            real(dh0 &+ (bed &- before.bed.at(j))) * metres,
            real(dh1 &+ (behind.bed.at(k) &- bed)) * metres),
          limited(real(dh0) * metres, real(dh1) * metres),
          limited(u - before.east.at(j), behind.east.at(k) - u),
          limited(v - before.south.at(j), behind.south.at(k) - v)
        )
      }
      let x = slope(cell, i - 1, cell, i + 1)
      let y = slope(above, i, below, i)
      let dh = -halfStep * ((u * x.depth + h * x.u) + (v * y.depth + h * y.v))
      let du = -halfStep * ((u * x.u + gravity * x.level) + v * y.u)
      let dv = -halfStep * ((v * y.v + gravity * y.level) + u * x.v)
      let (hh, uh, vh) = (larger(h + dh, Lanes.zero), u + du, v + dv)

      let middle = larger(units &+ nearest(dh * toUnits), WaterLanes.zero)
      let halfUnits = half * toUnits
      func put(
        _ side: SideScratch, _ slope: (level: Lanes, depth: Lanes, u: Lanes, v: Lanes),
        isBehind: Bool
      ) {
        let sign = isBehind ? half : -half
        let depth = nearest(slope.depth * halfUnits)
        let level = nearest(slope.level * halfUnits)
        let (deeper, higher) =
          isBehind ? (depth, level) : (WaterLanes.zero &- depth, WaterLanes.zero &- level)
        side.depth.set(i, larger(middle &+ deeper, WaterLanes.zero))
        side.bed.set(i, bed &+ (higher &- deeper))
        side.east.set(i, uh + sign * slope.u)
        side.south.set(i, vh + sign * slope.v)
      }
      put(scratch.west[here], x, isBehind: false)
      put(scratch.east[here], x, isBehind: true)
      put(scratch.north[here], y, isBehind: false)
      put(scratch.south[here], y, isBehind: true)
      scratch.pushEast[here].set(i, gravity * hh * x.level)
      scratch.pushSouth[here].set(i, gravity * hh * y.level)
      i += laneCount
    }
  }

  /// The smaller of two slopes of the same sign; none where they differ.
  @inline(__always)
  private func minmod(_ a: Lanes, _ b: Lanes) -> Lanes {
    let size = smaller(magnitude(a), magnitude(b))
    return size.replacing(with: -size, where: a .< Lanes.zero)
      .replacing(with: 0, where: a * b .<= Lanes.zero)
  }
}
