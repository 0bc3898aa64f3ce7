import FloodCells

extension Sweep {
  /// Notes which cells of a row would give more water than they have.
  mutating func check(_ row: Int) {
    let slot = slot(row)
    let cells = scratch.cells[slot]
    let west = scratch.westFaces[slot].water
    let north = scratch.northFaces[slot].water
    let south = scratch.northFaces[self.slot(row + 1)].water
    let zero = WaterLanes.zero
    var isOver = LaneMask(repeating: false)
    let (first, end) = (Scratch.margin - 1, Scratch.margin + width + 1)
    var i = first
    while i < end {
      let outflow =
        larger(west.at(i + 1), zero) &- smaller(west.at(i), zero) &+ larger(south.at(i), zero)
        &- smaller(north.at(i), zero)
      // swift-format-ignore: NoAssignmentInExpressions
      isOver = isOver .| (outflow .> cells.water.at(i))
      i += laneCount
    }
    isLimited[slot] = any(isOver)
    guard isLimited[slot] else { return }
    // A little less than all, so that rounding cannot take more than there is.
    let nearlyAll: Real = 1 - 1.0 / 1_048_576
    for i in first..<end {
      let outflow =
        max(west[i + 1], 0) - min(west[i], 0) + max(south[i], 0) - min(north[i], 0)
      let water = cells.water[i]
      scratch.share[slot][i] =
        outflow > water ? Real(max(water, 0)) * nearlyAll / Real(outflow) : 1
    }
  }

  /// Holds back what passes the northern and western faces of a row, where a cell cannot feed it.
  mutating func limit(_ row: Int) {
    let slot = slot(row)
    let above = self.slot(row - 1)
    guard row >= block.rows.lowerBound else { return }
    if isLimited[slot] || isLimited[above] {
      limit(
        scratch.northFaces[slot], before: isLimited[above] ? scratch.share[above] : nil,
        behind: isLimited[slot] ? scratch.share[slot] : nil)
    }
    if isLimited[slot] {
      let share = scratch.share[slot]
      limit(scratch.westFaces[slot], before: share.from(-1), behind: share)
    }
  }

  private mutating func limit(_ faces: FaceScratch, before: Row<Real>?, behind: Row<Real>?) {
    for i in Scratch.margin..<Scratch.margin + width + 1 {
      let water = faces.water[i]
      guard water != 0 else { continue }
      let share = (water > 0 ? before : behind)?[i] ?? 1
      guard share < 1 else { continue }
      faces.water[i] = Water(Real(water) * share)
      faces.before[i] *= share
      faces.behind[i] *= share
      faces.along[i] *= share
      result.limitedFaces += 1
    }
  }
}
