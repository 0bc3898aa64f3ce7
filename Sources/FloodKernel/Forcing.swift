public import FloodCells

/// Rain and infiltration over a while, for the cells of a row.
public struct ForcingRow: Sendable {
  /// Depth in units of water.
  public var water: Row<Water>
  /// Not zero where there is no room for water.
  public var wall: Row<UInt8>?
  /// The zone of rain of each cell; `nil` where all lie in the first.
  public var zone: Row<UInt8>?
  /// The class of ground of each cell; `nil` where all are of the first.
  public var ground: Row<UInt8>?
  /// Metres that the ground has taken so far; `nil` where it takes nothing.
  public var taken: Row<Real>?

  /// The rows to work on.
  public init(
    water: Row<Water>, wall: Row<UInt8>?, zone: Row<UInt8>?, ground: Row<UInt8>?,
    taken: Row<Real>?
  ) {
    self.water = water
    self.wall = wall
    self.zone = zone
    self.ground = ground
    self.taken = taken
  }
}

/// What falls in each zone and what each class of ground can take over a while.
public struct ForcingTables: Sendable {
  /// Units of water for each zone.
  public var rain: [Water]
  /// Conductivity times the while, m; as much as the ground takes at most where ``suction`` is 0.
  public var capacity: [Real]
  /// Green and Ampt's ψ Δθ, m.
  public var suction: [Real]
  /// Units of water in a metre of depth.
  public var unitsPerMetre: Real

  /// Tables with an entry for each of 256 zones and classes.
  public init(rain: [Water], capacity: [Real], suction: [Real], unitsPerMetre: Real) {
    precondition(rain.count == 256 && capacity.count == 256 && suction.count == 256)
    self.rain = rain
    self.capacity = capacity
    self.suction = suction
    self.unitsPerMetre = unitsPerMetre
  }
}

/// Lets it rain on the cells of a row and the ground take water; tells both in units, and the
/// deepest water left.
///
/// Green and Ampt's F' = K (1 + ψ Δθ / F) is reckoned with F in the middle of the while, which is
/// exact as long as suction alone counts.
public func force(
  _ row: ForcingRow, count: Int, _ tables: ForcingTables
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
