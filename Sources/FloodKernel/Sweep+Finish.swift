import FloodCells

extension Sweep {
  /// Updates a row of the grid, slows it by friction and takes its measures.
  mutating func finish(_ row: Int) {
    let slot = slot(row)
    let west = scratch.westFaces[slot]
    let north = scratch.northFaces[slot]
    let south = scratch.northFaces[self.slot(row + 1)]
    let place = row * block.stride + block.columns.lowerBound
    tellSides(row, west: west.water, north: north.water, south: south.water)

    let cells = block.cells.from(place)
    let lambda = block.stepOverSide
    let gravity = block.gravity
    let dry = WaterLanes(repeating: block.dryWater)
    let dryDepth = Lanes(repeating: Real(max(block.dryWater, 1)) * metresPerUnit)
    let fourStepGravity = 4 * block.step * gravity
    let evenFriction = Lanes(repeating: fourStepGravity * (block.manning * block.manning))
    let roughness = block.roughness?.from(place)
    let fastest = block.fastest.part(
      of: row, in: block.rows, edge: FloodBlock<Real, Water>.edge)
    let lanes = WaterLanes(0, 1, 2, 3, 4, 5, 6, 7)
    var (isUnstable, lowest) = (self.isUnstable, self.lowest)
    var k = 0
    while k < width {
      let i = Scratch.margin + k
      let passing = west.water.at(i) | west.water.at(i + 1) | north.water.at(i) | south.water.at(i)
      // Dry cells at rest stay so.
      if isZero(cells.water.at(k) | passing) {
        k += laneCount
        continue
      }
      let outflow =
        (west.water.at(i + 1) &- west.water.at(i)) &+ (south.water.at(i) &- north.water.at(i))
      var water = cells.water.at(k) &- outflow
      // Beyond the last column there is nothing.
      if k + laneCount > width {
        water.replace(with: 0, where: lanes .>= WaterLanes(repeating: Water(width - k)))
      }
      var acrossEast = west.before.at(i + 1) - west.behind.at(i)
      var acrossSouth = south.before.at(i) - north.behind.at(i)
      if block.isSecondOrder {
        acrossEast += scratch.pushEast[slot].at(i)
        acrossSouth += scratch.pushSouth[slot].at(i)
      }
      var east =
        cells.east.at(k) - (acrossEast + (south.along.at(i) - north.along.at(i))) * lambda
      var downward =
        cells.south.at(k) - (acrossSouth + (west.along.at(i + 1) - west.along.at(i))) * lambda

      // Implicit Manning friction: q = q* - dt g n² |q| q / h^(7/3), solved for q.
      let isWet = water .> dry
      let depth = real(water) * metresPerUnit
      let root = inverseCubeRoot(larger(depth, dryDepth))
      let square = root * root
      let inverse = square * root
      var friction = evenFriction
      if let roughness {
        let manning = Sweep.wide(roughness.lanes(k)) * 1e-5
        friction = manning * manning * fourStepGravity
      }
      let flow = squareRoot(east * east + downward * downward)
      let slowing = (friction * flow) * (inverse * (square * square))
      let kept = (2 / (1 + squareRoot(1 + slowing))).replacing(with: 0, where: .!isWet)
      east *= kept
      downward *= kept
      cells.water.set(k, water)
      cells.east.set(k, east)
      cells.south.set(k, downward)

      // What leaves through opposite sides counts together: the mean of both directions' waves.
      let speed = (magnitude(east) + magnitude(downward)) * (inverse * 0.5)
      let wave = speed + squareRoot(depth * gravity)
      fastest.set(k, larger(fastest.at(k), wave))
      // swift-format-ignore: NoAssignmentInExpressions
      isUnstable = isUnstable .| .!(wave .< Lanes(repeating: 1e5))
      lowest = smaller(lowest, water)
      block.deepest.set(k, larger(block.deepest.at(k), water))
      if let row = block.envelopes.depth { Sweep.keep(row, place + k, depth) }
      if let row = block.envelopes.speed { Sweep.keep(row, place + k, flow * kept * inverse) }
      if let row = block.envelopes.hazard { Sweep.keep(row, place + k, flow * kept) }
      k += laneCount
    }
    (self.isUnstable, self.lowest) = (isUnstable, lowest)
  }

  @inline(__always)
  private static func wide(_ numbers: SIMD8<UInt16>) -> Lanes {
    real(WaterLanes(truncatingIfNeeded: numbers))
  }

  /// Keeps the largest values.
  @inline(__always)
  private static func keep(_ row: Row<Real>, _ place: Int, _ values: Lanes) {
    row.set(place, larger(row.at(place), values))
  }

  /// Tells the water that passed the sides of the grid beside a row.
  private func tellSides(
    _ row: Int, west: Row<Water>, north: Row<Water>, south: Row<Water>
  ) {
    let columns = block.columns
    if columns.lowerBound == 0 { block.westFlow[row] = west[Scratch.margin] }
    if columns.upperBound == block.gridColumns {
      block.eastFlow[row] = west[Scratch.margin + width]
    }
    if row == 0 {
      block.northFlow.from(columns.lowerBound).copy(width, from: north.from(Scratch.margin))
    }
    if row == block.gridRows - 1 {
      block.southFlow.from(columns.lowerBound).copy(width, from: south.from(Scratch.margin))
    }
  }
}
