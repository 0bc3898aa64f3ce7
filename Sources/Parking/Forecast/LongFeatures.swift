/// What is known of a lot's day some days before it, for each slot.
///
/// All are differences from the profile with the middle pace: the other means and the latest week,
/// what the lot was off at the same slot on the last known day and over the week up to it, and the
/// mean of all slots of that day and week. The last is a trend of lots that are neither empty nor
/// full: profile × (1 − profile).
struct LongFeatures {
  static let width = 8
  let slots: Int
  private(set) var profile: ProfileRow
  /// Slots × width; 0 where something is not known.
  private(set) var values: [Float]
  /// Whether the last known day has a count at the slot.
  private(set) var hasLast: [Bool]

  init(slots: Int) {
    self.slots = slots
    profile = ProfileRow(slots: slots)
    values = [Float](repeating: 0, count: slots * Self.width)
    hasLast = [Bool](repeating: false, count: slots)
  }

  /// Reads a lot's days up to `cut`.
  mutating func fill(
    _ grid: SlotGrid, day: Int, cut: Int, exceptions: DayExceptions, today: OpenDay?,
    city: CityPattern
  ) {
    profile.fill(grid, day: day, cut: cut, exceptions: exceptions, today: today, city: city)
    let width = Self.width
    for slot in 0..<slots {
      let at = slot * width
      let base = profile.base[slot]
      let isKnown = base == base
      values[at] = isKnown ? profile.last[slot] - base : 0
      values[at + 1] = isKnown ? profile.slow[slot] - base : 0
      values[at + 2] = isKnown ? profile.fast[slot] - base : 0
      values[at + 7] = isKnown ? base * (1 - base) : 0
      for column in 3..<width - 1 { values[at + column] = 0 }
      hasLast[slot] = false
    }
    var weekMean: Float = 0
    var lastMean: Float = 0
    for other in cut - 6...cut {
      if let today, other == today.day {
        add(today.residuals, 0, isLast: other == cut)
        if today.mean == today.mean {
          weekMean += today.mean / 7
          if other == cut { lastMean = today.mean }
        }
      } else if let row = grid.row(other) {
        add(grid.residuals, row * slots, isLast: other == cut)
        let mean = grid.means[row]
        if mean == mean {
          weekMean += mean / 7
          if other == cut { lastMean = mean }
        }
      }
    }
    // A Monday says less of a Sunday than of a Tuesday.
    let isSame = (exceptions.kind(day) >= 5) == (exceptions.kind(cut) >= 5)
    for slot in 0..<slots {
      values[slot * width + 5] = weekMean
      values[slot * width + 6] = isSame ? lastMean : 0
    }
  }

  private mutating func add(_ residuals: [Float], _ start: Int, isLast: Bool) {
    for slot in 0..<slots {
      let x = residuals[start + slot]
      guard x == x else { continue }
      values[slot * Self.width + 4] += x / 7
      if isLast {
        values[slot * Self.width + 3] = x
        hasLast[slot] = true
      }
    }
  }

  /// The profile of a slot, corrected; not a number where there is none.
  func level(_ slot: Int, _ coefficients: [Float]) -> Float {
    var level = profile.base[slot]
    for column in 0..<Self.width {
      level += values[slot * Self.width + column] * coefficients[column]
    }
    return level == level ? min(1, max(0, level)) : .nan
  }

  func row(_ slot: Int) -> [Float] {
    Array(values[slot * Self.width..<(slot + 1) * Self.width])
  }
}

/// What is known of a lot some slots before a time of the same day, from how far its counts were
/// off the forecast of that day's morning.
struct ShortFeatures {
  static let width = 5
  /// How far the last count was off.
  var last: Float
  /// How much further than one slot before.
  var change: Float
  /// `last` times the level forecast: a full lot cannot run over.
  var atLevel: Float
  /// How the day before was off: at the slot less at the slot of the last count.
  var dayBefore: Float
  /// The same of the mean of a week.
  var week: Float

  var row: [Float] { [last, change, atLevel, dayBefore, week] }

  func dot(_ c: [Float]) -> Float {
    last * c[0] + change * c[1] + atLevel * c[2] + dayBefore * c[3] + week * c[4]
  }
}
