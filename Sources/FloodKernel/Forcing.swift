public import FloodCells

/// Lets it rain on the cells of a row and the ground take water; tells both in units, and the
/// deepest water left.
///
/// Green and Ampt's F' = K (1 + ψ Δθ / F) is reckoned with F in the middle of the while, which is
/// exact as long as suction alone counts.
public func force(
  _ row: ForcingRow<Real, Water>, count: Int, _ tables: ForcingTables<Real, Water>
) -> (rain: Int, taken: Int, deepest: Water) {
  var (rained, taken) = (0, 0)
  var deepest = WaterLanes.zero
  let lanes = WaterLanes(0, 1, 2, 3, 4, 5, 6, 7)
  let metresPerUnit = 1 / tables.unitsPerMetre
  var i = 0
  while i < count {
    var isOpen = lanes .< WaterLanes(repeating: Water(min(count - i, laneCount)))
    if let wall = row.wall {
      isOpen =
        isOpen
        .& (WaterLanes(truncatingIfNeeded: wall.lanes(i, as: SIMD8<UInt8>.self))
          .== WaterLanes.zero)
    }
    let fallen = lookUp(tables.rain, row.zone, i).replacing(with: 0, where: .!isOpen)
    var water = row.water.at(i) &+ fallen
    rained += sum(fallen)
    if let takenSoFar = row.taken {
      let before = takenSoFar.at(i)
      let most = lookUp(tables.capacity, row.ground, i)
      let suction = lookUp(tables.suction, row.ground, i)
      let twice = before + before + most
      let middle = (twice + squareRoot(twice * twice + 8 * most * suction)) * 0.25
      let wanted = ((middle - before) * 2).replacing(
        with: most, where: suction .<= Lanes.zero)
      let units = smaller(whole(wanted * tables.unitsPerMetre), larger(water, WaterLanes.zero))
        .replacing(with: 0, where: .!isOpen)
      water = water &- units
      takenSoFar.set(i, before + real(units) * metresPerUnit)
      taken += sum(units)
    }
    row.water.set(i, water)
    deepest = larger(deepest, water)
    i += laneCount
  }
  var most = Water.zero
  for lane in 0..<laneCount { most = max(most, deepest[lane]) }
  return (rained, taken, most)
}

@inline(__always)
private func lookUp(_ table: [Water], _ index: Row<UInt8>?, _ i: Int) -> WaterLanes {
  guard let index else { return WaterLanes(repeating: table[0]) }
  var lanes = WaterLanes.zero
  for lane in 0..<laneCount { lanes[lane] = table[Int(index[i + lane])] }
  return lanes
}

@inline(__always)
private func lookUp(_ table: [Real], _ index: Row<UInt8>?, _ i: Int) -> Lanes {
  guard let index else { return Lanes(repeating: table[0]) }
  var lanes = Lanes.zero
  for lane in 0..<laneCount { lanes[lane] = table[Int(index[i + lane])] }
  return lanes
}

@inline(__always)
private func sum(_ lanes: WaterLanes) -> Int {
  var sum = 0
  for lane in 0..<laneCount { sum += Int(lanes[lane]) }
  return sum
}
