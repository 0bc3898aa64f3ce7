/// What earlier weeks say of one day of a lot, slot by slot.
///
/// Running means over the days of the same kind with three paces, and the latest of these days. A
/// mean is Σ w x / Σ w with w = (1 − pace)^(age in weeks).
struct ProfileRow {
  let slots: Int
  /// Means with the middle, the slow and the fast pace; not a number where no day has a count.
  private(set) var base: [Float]
  private(set) var slow: [Float]
  private(set) var fast: [Float]
  /// The value of the latest day.
  private(set) var last: [Float]
  /// How many days of the kind have a count; where it is 0 the means are those of other days.
  private(set) var weeks: [UInt8]
  private var baseWeights: [Float]
  private var slowWeights: [Float]
  private var fastWeights: [Float]

  init(slots: Int) {
    self.slots = slots
    let none = [Float](repeating: .nan, count: slots)
    (base, slow, fast, last) = (none, none, none, none)
    weeks = [UInt8](repeating: 0, count: slots)
    (baseWeights, slowWeights, fastWeights) = (none, none, none)
  }

  /// Reads the days up to `cut`.
  ///
  /// - Parameter today: A day that is not over, whose values come from here.
  mutating func fill(
    _ grid: SlotGrid, day: Int, cut: Int, exceptions: DayExceptions, today: OpenDay?,
    city: CityPattern? = nil
  ) {
    for slot in 0..<slots {
      base[slot] = 0
      slow[slot] = 0
      fast[slot] = 0
      last[slot] = .nan
      weeks[slot] = 0
      baseWeights[slot] = 0
      slowWeights[slot] = 0
      fastWeights[slot] = 0
    }
    for other in exceptions.days(like: day, upTo: cut) {
      let age = Double(day - other) / 7
      let pace = ForecastConstants.paces
      let (a, b, c) = (power(1 - pace[0], age), power(1 - pace[1], age), power(1 - pace[2], age))
      if let today, other == today.day {
        add(today.values, 0, a, b, c)
      } else if let row = grid.row(other) {
        add(grid.values, row * slots, a, b, c)
      }
    }
    if weeks.contains(0) { fillFromOtherDays(grid, day: day, cut: cut, exceptions, today, city) }
    for slot in 0..<slots {
      if baseWeights[slot] == 0 {
        (base[slot], slow[slot], fast[slot]) = (.nan, .nan, .nan)
      } else {
        base[slot] /= baseWeights[slot]
        slow[slot] /= slowWeights[slot]
        fast[slot] /= fastWeights[slot]
      }
    }
  }

  /// Puts in slots without a day of the kind what the days of the last four weeks say, those of the
  /// same half of the week a hundred times as much, each by how the city's kinds of day compare.
  private mutating func fillFromOtherDays(
    _ grid: SlotGrid, day: Int, cut: Int, _ exceptions: DayExceptions, _ today: OpenDay?,
    _ city: CityPattern?
  ) {
    let kind = exceptions.kind(day)
    func add(_ values: [Float], _ start: Int, _ other: Int) {
      let otherKind = exceptions.kind(other)
      let weight: Float = (otherKind >= 5) == (kind >= 5) ? 1 : 0.01
      for slot in 0..<slots where weeks[slot] == 0 {
        let x = values[start + slot]
        guard x == x else { continue }
        let ratio = city?.ratio(slot, of: kind, to: otherKind) ?? 1
        base[slot] += weight * min(1, x * ratio)
        baseWeights[slot] += weight
      }
    }
    if let today, today.day <= cut { add(today.values, 0, today.day) }
    var row = grid.rowCount(upTo: cut) - 1
    while row >= 0, grid.days[row] > cut - 28 {
      if grid.days[row] != today?.day { add(grid.values, row * slots, grid.days[row]) }
      row -= 1
    }
    for slot in 0..<slots where weeks[slot] == 0 && baseWeights[slot] > 0 {
      (slow[slot], slowWeights[slot]) = (base[slot], baseWeights[slot])
      (fast[slot], fastWeights[slot]) = (base[slot], baseWeights[slot])
      last[slot] = base[slot] / baseWeights[slot]
    }
  }

  /// Values less profile; not a number where no day of the kind is known.
  func residuals(_ values: [Float]) -> [Float] {
    var residuals = values
    for slot in 0..<slots { residuals[slot] = weeks[slot] > 0 ? values[slot] - base[slot] : .nan }
    return residuals
  }

  private mutating func add(_ values: [Float], _ start: Int, _ a: Float, _ b: Float, _ c: Float) {
    for slot in 0..<slots {
      let x = values[start + slot]
      guard x == x else { continue }
      base[slot] += a * x
      slow[slot] += b * x
      fast[slot] += c * x
      baseWeights[slot] += a
      slowWeights[slot] += b
      fastWeights[slot] += c
      if weeks[slot] == 0 { last[slot] = x }
      weeks[slot] &+= 1
    }
  }
}

/// A day of a lot as it is known before it is over.
struct OpenDay {
  var day: Int
  /// Occupied share, by slot; not a number where it is not known yet.
  var values: [Float]
  /// Values less profile.
  var residuals: [Float]
  var mean: Float
}

/// How full the city's lots are by kind of day and slot, so that a lot can be told of days that it
/// has not been counted on.
struct CityPattern {
  private let slots: Int
  /// Sums and numbers of values, kinds × slots.
  private var sums: [Float]
  private var counts: [Float]

  init(slots: Int) {
    self.slots = slots
    sums = [Float](repeating: 0, count: 7 * slots)
    counts = sums
  }

  mutating func add(_ value: Float, kind: Int, slot: Int) {
    sums[kind * slots + slot] += value
    counts[kind * slots + slot] += 1
  }

  /// How full lots are on one kind of day by how full on another; 1 where that is not known.
  func ratio(_ slot: Int, of kind: Int, to other: Int) -> Float {
    let (a, b) = (kind * slots + slot, other * slots + slot)
    guard counts[a] >= 5, counts[b] >= 5, sums[b] > 0 else { return 1 }
    return (sums[a] / counts[a]) / (sums[b] / counts[b])
  }
}
