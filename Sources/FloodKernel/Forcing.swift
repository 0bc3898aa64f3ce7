public import FloodCells

/// Lets it rain on the cells of a row and the ground take water; tells both in units, and the
/// deepest water left.
///
/// Green and Ampt's F' = K (1 + ψ Δθ / F) is computed with F in the middle of the while, which is
/// exact as long as suction alone counts. Where the ground takes little for want of water, it takes
/// more later: all goes by what it has taken, nothing by the clock.
public func force(
  _ row: ForcingRow<Water>, count: Int, _ tables: ForcingTables<Real, Water>
) -> (rain: Int, taken: Int, deepest: Water) {
  var (rained, taken) = (0, 0)
  var deepest = WaterLanes.zero
  let lanes = WaterLanes(0, 1, 2, 3, 4, 5, 6, 7)
  let metresPerUnit = 1 / tables.unitsPerMetre
  var i = 0
  while i < count {
    var isOpen = lanes .< WaterLanes(repeating: Water(min(count - i, laneCount)))
    if let wall = row.wall {
      // swift-format-ignore: NoAssignmentInExpressions
      isOpen =
        isOpen
        .& (WaterLanes(truncatingIfNeeded: wall.lanes(i, as: SIMD8<UInt8>.self))
          .== WaterLanes.zero)
    }
    let falling: WaterLanes = Kinds(row.zone, i).entries(of: tables.rain)
    let fallen = falling.replacing(with: 0, where: .!isOpen)
    var water = row.water.at(i) &+ fallen
    rained += sum(fallen)
    if let takenSoFar = row.taken {
      let unitsBefore = takenSoFar.at(i)
      let before = real(unitsBefore) * metresPerUnit
      let kinds = Kinds(row.ground, i)
      var most: Lanes = kinds.entries(of: tables.capacity)
      if let fading = tables.fading, kinds.mayBe(fading.fades) {
        for lane in 0..<laneCount {
          most[lane] += fading.capacity(kinds[lane], after: before[lane])
        }
      }
      let suction: Lanes = kinds.entries(of: tables.suction)
      // F in the middle of the while, which takes `most` (1 + suction / F).
      let twice = before + before + most
      let middle = (twice + squareRoot(twice * twice + 8 * most * suction)) * 0.25
      let wanted = most + most * suction / middle.replacing(with: 1, where: middle .<= Lanes.zero)
      let due = whole(wanted * tables.unitsPerMetre + Lanes(repeating: tables.dither))
      let units = smaller(due, larger(water, WaterLanes.zero)).replacing(with: 0, where: .!isOpen)
      water = water &- units
      takenSoFar.set(i, smaller(unitsBefore &+ units, WaterLanes(repeating: .max / 2)))
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

/// The entries of tables for eight cells, which mostly lie in one zone or class.
private struct Kinds {
  /// Of the eight cells; `nil` where all are of the kind of the first.
  private let each: Row<UInt8>?
  private let first: Int

  @inline(__always)
  init(_ index: Row<UInt8>?, _ i: Int) {
    guard let cells = index?.from(i) else {
      (each, first) = (nil, 0)
      return
    }
    first = Int(cells[0])
    let all = unsafeBitCast(cells.lanes(0, as: SIMD8<UInt8>.self), to: UInt64.self)
    each = all == 0x0101_0101_0101_0101 &* UInt64(cells[0]) ? nil : cells
  }

  @inline(__always)
  func entries<Entries: SIMD>(of table: [Entries.Scalar]) -> Entries {
    guard let each else { return Entries(repeating: table[first]) }
    var entries = Entries(repeating: table[first])
    for lane in 1..<laneCount { entries[lane] = table[Int(each[lane])] }
    return entries
  }

  @inline(__always)
  subscript(lane: Int) -> Int { each.map { Int($0[lane]) } ?? first }

  /// Whether some of the cells may be of a kind that is looked for.
  @inline(__always)
  func mayBe(_ isSought: (Int) -> Bool) -> Bool { each != nil || isSought(first) }
}

extension FadingTable<Real> {
  /// Whether the rate of a kind falls.
  @inline(__always)
  fileprivate func fades(_ kind: Int) -> Bool { kind < seconds.count && seconds[kind] > 0 }

  /// What ground that has taken so many metres takes besides in the while, m.
  @inline(__always)
  fileprivate func capacity(_ kind: Int, after taken: Real) -> Real {
    guard fades(kind) else { return 0 }
    let place = min(taken * ratesPerMetre[kind], Real(count - 1))
    let first = min(Int(place), count - 2)
    let (a, b) = (rates[kind * count + first], rates[kind * count + first + 1])
    return (a + (b - a) * (place - Real(first))) * seconds[kind]
  }
}

@inline(__always)
private func sum(_ lanes: WaterLanes) -> Int {
  var sum = 0
  for lane in 0..<laneCount { sum += Int(lanes[lane]) }
  return sum
}
