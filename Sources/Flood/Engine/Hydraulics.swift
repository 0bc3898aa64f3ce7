import Foundation

extension Storage {
  /// Volume below a level, m³: between lines of the table along straight lines; the ends' areas go
  /// on above and below.
  func volume(atLevel level: Double) -> Double {
    if level <= table[0].levelMetres { return table[0].volumeCubicMetres }
    let k = index { $0.levelMetres <= level }
    guard k + 1 < table.count else {
      return table[k].volumeCubicMetres
        + (level - table[k].levelMetres) * table[k].areaSquareMetres
    }
    let share =
      (level - table[k].levelMetres) / (table[k + 1].levelMetres - table[k].levelMetres)
    return table[k].volumeCubicMetres
      + share * (table[k + 1].volumeCubicMetres - table[k].volumeCubicMetres)
  }

  /// Level of so much water, m.
  func level(atVolume volume: Double) -> Double {
    if volume <= table[0].volumeCubicMetres { return table[0].levelMetres }
    let k = index { $0.volumeCubicMetres <= volume }
    guard k + 1 < table.count else {
      return table[k].levelMetres
        + (volume - table[k].volumeCubicMetres) / max(table[k].areaSquareMetres, 1e-6)
    }
    let share =
      (volume - table[k].volumeCubicMetres)
      / (table[k + 1].volumeCubicMetres - table[k].volumeCubicMetres)
    return table[k].levelMetres + share * (table[k + 1].levelMetres - table[k].levelMetres)
  }

  /// Surface of so much water, m²: what its volume grows by with its level.
  func area(atVolume volume: Double) -> Double {
    let k = index { $0.volumeCubicMetres <= volume }
    guard k + 1 < table.count else { return table[k].areaSquareMetres }
    return (table[k + 1].volumeCubicMetres - table[k].volumeCubicMetres)
      / (table[k + 1].levelMetres - table[k].levelMetres)
  }

  /// The last line that `holds`; the first where none does.
  private func index(_ holds: (Line) -> Bool) -> Int {
    max(0, (table.firstIndex { !holds($0) } ?? table.count) - 1)
  }
}

extension Gate {
  /// Discharge from the inner to the outer side at two levels, m³/s; below zero inwards.
  func flow(from inner: Double, to outer: Double, at time: Double) -> Double {
    if outer > inner {
      return isClosed(against: to) ? 0 : -discharge(upper: outer, lower: inner, at: time)
    }
    return isClosed(against: from) ? 0 : discharge(upper: inner, lower: outer, at: time)
  }

  /// Whether it lets in no water of a body that stands higher.
  private func isClosed(against body: WaterBody) -> Bool {
    guard closesAgainstOutside, case .outside = body else { return false }
    return true
  }

  private func discharge(upper: Double, lower: Double, at time: Double) -> Double {
    let head = upper - sillMetres
    guard head > 0 else { return 0 }
    let opened = opening?.value(at: time) ?? .infinity
    guard opened > 0 else { return 0 }
    let drowned = max(0, lower - sillMetres)
    if head <= opened {
      // Villemonte (1947): a broad weir drowned from below.
      let ratio = min(1, drowned / head)
      let free = weirCoefficient * widthMetres * head * head.squareRoot()
      return free * Self.power385(1 - ratio * ratio.squareRoot())
    }
    let driving = drowned > opened ? head - drowned : head - max(opened / 2, drowned)
    let orifice =
      orificeCoefficient * widthMetres * opened
      * (2 * Numerics.gravity * max(0, driving)).squareRoot()
    // Never more than a weir without a gate gives.
    return min(orifice, weirCoefficient * widthMetres * head * head.squareRoot())
  }

  private static func power385(_ x: Double) -> Double {
    x <= 0 ? 0 : pow(x, 0.385)
  }
}

extension Pump {
  /// Discharge at a head (outer less inner level), m³/s; never below zero.
  func flow(atHead head: Double) -> Double {
    guard let first = curve.first, let last = curve.last else { return 0 }
    if head <= first.headMetres { return max(0, first.cubicMetresPerSecond) }
    if head >= last.headMetres { return max(0, last.cubicMetresPerSecond) }
    let k = curve.firstIndex { $0.headMetres > head }! - 1
    let (a, b) = (curve[k], curve[k + 1])
    let share = (head - a.headMetres) / (b.headMetres - a.headMetres)
    return max(
      0, a.cubicMetresPerSecond + share * (b.cubicMetresPerSecond - a.cubicMetresPerSecond))
  }
}
