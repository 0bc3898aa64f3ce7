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
        most += fading.capacity(kinds, after: before)
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

/// The entries of tables for eight cells, which mostly are of one or two zones or classes.
private struct Kinds {
  /// Of the eight cells; `nil` where all are of the kind of the first.
  private let each: WaterLanes?
  private let first: Int

  @inline(__always)
  init(_ index: Row<UInt16>?, _ i: Int) {
    guard let cells = index?.from(i) else {
      (each, first) = (nil, 0)
      return
    }
    first = Int(cells[0])
    let kinds = cells.lanes(0, as: SIMD8<UInt16>.self)
    each =
      kinds == SIMD8(repeating: cells[0]) ? nil : WaterLanes(truncatingIfNeeded: kinds)
  }

  @inline(__always)
  func entries(of table: [Real]) -> Lanes { entries { Lanes(repeating: table[$0]) } }

  @inline(__always)
  func entries(of table: [Water]) -> WaterLanes {
    unsafeBitCast(
      entries { unsafeBitCast(WaterLanes(repeating: table[$0]), to: Lanes.self) },
      to: WaterLanes.self)
  }

  /// Each cell's lane of what there is for its kind.
  @inline(__always)
  func entries(_ ofKind: (Int) -> Lanes) -> Lanes {
    var entries = ofKind(first)
    guard let each else { return entries }
    var isLeft = each .!= WaterLanes(repeating: Water(first))
    while true {
      // The highest kind that is left.
      let left = WaterLanes(repeating: -1).replacing(with: each, where: isLeft)
      let kind = left.max()
      guard kind >= 0 else { return entries }
      let isKind = each .== WaterLanes(repeating: kind)
      entries.replace(with: ofKind(Int(kind)), where: isKind)
      // swift-format-ignore: NoAssignmentInExpressions
      isLeft = isLeft .& .!isKind
    }
  }

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
  fileprivate func capacity(_ kinds: Kinds, after taken: Lanes) -> Lanes {
    kinds.entries { kind in
      guard fades(kind) else { return Lanes.zero }
      let place = smaller(taken * ratesPerMetre[kind], Lanes(repeating: Real(count - 1)))
      let first = smaller(whole(place), WaterLanes(repeating: Water(count - 2)))
      var (a, b) = (Lanes.zero, Lanes.zero)
      for lane in 0..<laneCount {
        let entry = kind * count + Int(first[lane])
        a[lane] = rates[entry]
        b[lane] = rates[entry + 1]
      }
      return (a + (b - a) * (place - real(first))) * seconds[kind]
    }
  }
}

@inline(__always)
private func sum(_ lanes: WaterLanes) -> Int {
  var sum = 0
  for lane in 0..<laneCount { sum += Int(lanes[lane]) }
  return sum
}
