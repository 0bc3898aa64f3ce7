/// The parameters of a forecast, fitted on the days before one midnight.
///
/// Each lead's parameters are fitted when they are first asked for; they depend only on the day.
final class ForecastModel {
  /// A correction for one lead: its coefficients and how far off it was.
  struct Lead {
    var coefficients: [Float]
    var errors: ErrorModel
    /// By lot, once asked for.
    var lotFactors: [Int: Float] = [:]
  }

  /// Forecasts of past mornings for the day that began, rows × slots.
  private struct Mornings {
    var firstRow: Int
    var levels: [Float] = []
    /// Days of the kind that the profile had.
    var weeks: [UInt8] = []
  }

  let engine: ForecastEngine
  let day: Int
  private var long: [Int: Lead] = [:]
  private var short: [Int: Lead] = [:]
  /// Forecasts of past mornings for their day, by lot, from `firstRow` on.
  private var mornings: [Int: Mornings] = [:]
  private var features: LongFeatures
  /// The city of the last four weeks.
  private(set) var city: CityPattern
  /// One of so many rows is fitted on.
  private let stride: UInt64

  init(_ engine: ForecastEngine, day: Int) {
    self.engine = engine
    self.day = day
    features = LongFeatures(slots: engine.slots)
    city = CityPattern(slots: engine.slots)
    var total = 0
    for lot in engine.sample {
      let grid = engine.grids[lot]
      for row in engine.rows(lot, day - ForecastConstants.fittedDays..<day) {
        let past = grid.days[row]
        for slot in 0..<engine.slots {
          let value = grid.values[row * engine.slots + slot]
          guard value == value else { continue }
          total += 1
          if past >= day - 28 {
            city.add(value, kind: engine.exceptions.kind(past), slot: slot)
          }
        }
      }
    }
    stride = UInt64(max(1, (total + ForecastConstants.mostRows - 1) / ForecastConstants.mostRows))
  }

  /// Whether a count is among those fitted on: evenly spread and always the same.
  private func isChosen(_ lot: Int, _ day: Int, _ slot: Int) -> Bool {
    guard stride > 1 else { return true }
    var x = UInt64(bitPattern: Int64(lot &* 1_000_003 &+ day &* 1009 &+ slot))
    x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
    return (x ^ (x >> 31)) % stride == 0
  }

  // MARK: Days ahead

  /// The lead, in days since the last count of the same slot, whose parameters serve another.
  private static func longLead(_ days: Int) -> Int {
    days <= 7 ? max(days, 1) : days <= 14 ? 14 : 28
  }

  /// The parameters for a slot whose last count is so many days old.
  func long(_ days: Int) -> (key: Int, lead: Lead) {
    var key = Self.longLead(days)
    while true {
      if long[key] == nil { long[key] = fitLong(key) }
      let lead = long[key]!
      // A history too short for a lead serves with the next shorter one.
      if lead.errors.count >= 50 || key == 1 { return (key, lead) }
      key = key == 28 ? 14 : key == 14 ? 7 : key - 1
    }
  }

  private func fitLong(_ lead: Int) -> Lead {
    var rows = RegressionRows(width: LongFeatures.width)
    var errors: [PastError] = []
    var actual: [Float] = []
    for lot in engine.sample {
      let grid = engine.grids[lot]
      for row in engine.rows(lot, day - ForecastConstants.fittedDays..<day) {
        let past = grid.days[row]
        features.fill(
          grid, day: past, cut: past - lead, exceptions: engine.exceptions, today: nil,
          city: city)
        for slot in 0..<engine.slots {
          let value = grid.values[row * engine.slots + slot]
          let base = features.profile.base[slot]
          guard value == value, base == base, features.hasLast[slot],
            isChosen(lot, past, slot)
          else { continue }
          // What other weekdays say is no profile to correct, but its errors are known.
          let weeks = features.profile.weeks[slot]
          rows.append(
            features.row(slot), wanted: value - base, age: day - past, weight: weeks > 1 ? 1 : 0)
          actual.append(value)
          errors.append(
            PastError(
              lot: lot, slot: slot, level: base, error: 0, weeks: weeks,
              weight: Self.weight(day - past), age: day - past))
        }
      }
    }
    let coefficients = RobustRegression.fit(rows)
    for index in errors.indices {
      errors[index].level =
        min(1, max(0, errors[index].level + rows.value(index, coefficients)))
      errors[index].error = actual[index] - errors[index].level
    }
    return Lead(coefficients: coefficients, errors: ErrorModel(errors, slots: engine.slots))
  }

  /// How much larger a lot's errors are than others' at a lead of days.
  func longFactor(_ key: Int, lot: Int) -> Float {
    if let factor = long[key]!.lotFactors[lot] { return factor }
    let lead = long[key]!
    let grid = engine.grids[lot]
    var (sum, weight): (Float, Float) = (0, 0)
    for row in recentRows(lot) {
      let past = grid.days[row]
      features.fill(
        grid, day: past, cut: past - key, exceptions: engine.exceptions, today: nil,
        city: city)
      let share = Self.weight(day - past)
      for slot in 0..<engine.slots {
        let value = grid.values[row * engine.slots + slot]
        guard value == value, features.hasLast[slot] else { continue }
        let level = features.level(slot, lead.coefficients)
        guard level == level else { continue }
        let scale = lead.errors.scale(
          slot: slot, level: level, weeks: features.profile.weeks[slot])
        sum += share * abs(value - level) / scale
        weight += share
      }
    }
    let factor = ErrorModel.lotFactor(sum: sum, weight: weight)
    long[key]!.lotFactors[lot] = factor
    return factor
  }

  private static func weight(_ age: Int) -> Float {
    power(0.5, Double(age) / ForecastConstants.errorHalfLife_days)
  }

  /// The rows that a lot's own errors are taken from: every other day of six weeks.
  private func recentRows(_ lot: Int) -> [Int] {
    engine.rows(lot, day - 42..<day).filter { (day - engine.grids[lot].days[$0]) % 2 == 1 }
  }

  // MARK: Slots ahead

  private func mornings(_ lot: Int) -> Mornings {
    if let known = mornings[lot] { return known }
    let coefficients = long(1).lead.coefficients
    let grid = engine.grids[lot]
    let rows = engine.rows(lot, day - ForecastConstants.fittedDays..<day)
    var made = Mornings(firstRow: rows.lowerBound)
    for row in rows {
      let past = grid.days[row]
      features.fill(
        grid, day: past, cut: past - 1, exceptions: engine.exceptions, today: nil,
        city: city)
      for slot in 0..<engine.slots { made.levels.append(features.level(slot, coefficients)) }
      made.weeks += features.profile.weeks
    }
    mornings[lot] = made
    return made
  }

  /// The parameters for a lead of some slots; `nil` where the history has too few such pairs.
  func short(_ lead: Int) -> Lead? {
    if short[lead] == nil { short[lead] = fitShort(lead) }
    return short[lead]!.errors.count >= 300 ? short[lead]! : nil
  }

  /// What was known `lead` slots before each slot of a past day, and what came.
  private func forEachPair(
    _ lot: Int, row: Int, lead: Int, _ mornings: Mornings,
    _ body: (_ slot: Int, _ level: Float, _ weeks: UInt8, _ value: Float, ShortFeatures) -> Void
  ) {
    let grid = engine.grids[lot]
    let slots = engine.slots
    let past = grid.days[row]
    let before = grid.row(past - 1)
    let start = (row - mornings.firstRow) * slots
    func off(_ slot: Int) -> Float {
      slot >= 0 ? grid.values[row * slots + slot] - mornings.levels[start + slot] : .nan
    }
    for slot in min(lead, slots)..<slots {
      let value = grid.values[row * slots + slot]
      let level = mornings.levels[start + slot]
      let last = off(slot - lead)
      guard value == value, level == level, last == last else { continue }
      let change = last - off(slot - lead - 1)
      var features = ShortFeatures(
        last: last, change: change == change ? change : 0, atLevel: last * level, dayBefore: 0,
        week: 0)
      if let before {
        features.dayBefore =
          number(grid.residuals[before * slots + slot])
          - number(grid.residuals[before * slots + slot - lead])
      }
      for other in past - 7..<past {
        guard let other = grid.row(other) else { continue }
        features.week +=
          (number(grid.residuals[other * slots + slot])
            - number(grid.residuals[other * slots + slot - lead])) / 7
      }
      body(slot, level, mornings.weeks[start + slot], value, features)
    }
  }

  private func fitShort(_ lead: Int) -> Lead {
    var rows = RegressionRows(width: ShortFeatures.width)
    var errors: [PastError] = []
    var actual: [Float] = []
    for lot in engine.sample {
      let mornings = mornings(lot)
      for row in mornings.firstRow..<mornings.firstRow + mornings.levels.count / engine.slots {
        let past = engine.grids[lot].days[row]
        forEachPair(lot, row: row, lead: lead, mornings) {
          slot, level, weeks, value, features in
          guard isChosen(lot, past, slot) else { return }
          rows.append(
            features.row, wanted: value - level, age: day - past, weight: weeks > 1 ? 1 : 0)
          actual.append(value)
          errors.append(
            PastError(
              lot: lot, slot: slot, level: level, error: 0, weeks: weeks,
              weight: Self.weight(day - past), age: day - past))
        }
      }
    }
    let coefficients = RobustRegression.fit(rows)
    for index in errors.indices {
      errors[index].level =
        min(1, max(0, errors[index].level + rows.value(index, coefficients)))
      errors[index].error = actual[index] - errors[index].level
    }
    return Lead(coefficients: coefficients, errors: ErrorModel(errors, slots: engine.slots))
  }

  /// How much larger a lot's errors are than others' at a lead of slots.
  func shortFactor(_ lead: Int, lot: Int) -> Float {
    if let factor = short[lead]!.lotFactors[lot] { return factor }
    let fitted = short[lead]!
    let mornings = mornings(lot)
    var (sum, weight): (Float, Float) = (0, 0)
    for row in recentRows(lot) where row >= mornings.firstRow {
      let share = Self.weight(day - engine.grids[lot].days[row])
      forEachPair(lot, row: row, lead: lead, mornings) {
        slot, level, weeks, value, features in
        let level = min(1, max(0, level + features.dot(fitted.coefficients)))
        sum +=
          share * abs(value - level) / fitted.errors.scale(slot: slot, level: level, weeks: weeks)
        weight += share
      }
    }
    let factor = ErrorModel.lotFactor(sum: sum, weight: weight)
    short[lead]!.lotFactors[lot] = factor
    return factor
  }
}

/// The number, or 0 where it is none.
func number(_ x: Float) -> Float { x == x ? x : 0 }
