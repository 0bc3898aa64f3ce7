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

  /// Forecasts of past mornings for the day that began; arrays are rows × slots.
  private struct Mornings {
    /// Rows of the lot's grid.
    var rows: [Int] = []
    var levels: [Float] = []
    /// Days of the kind that the profile had.
    var weeks: [UInt8] = []
    /// Residuals of the day before, and the mean of those of the week before; 0 where not known.
    var dayBefore: [Float] = []
    var week: [Float] = []
  }

  let engine: ForecastEngine
  let day: Int
  private var long: [Int: Lead] = [:]
  private var short: [Int: Lead] = [:]
  /// By lot; of lots that are not in the sample only those that its own errors are taken from.
  private var mornings: [Int: Mornings] = [:]
  private var features: LongFeatures
  /// The city of the last four weeks.
  private(set) var city: CityPattern
  /// Counts of the city for lots without any, by kind of day and slot, once asked for.
  var cityShapes: [Int: ErrorShape] = [:]
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
    var x = engine.marks[lot] &+ UInt64(bitPattern: Int64(day &* 1009 &+ slot))
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

  /// How much wider errors are than those of a lead where the last count of the slot is older.
  ///
  /// Their square goes on growing as it did from the first day to the lead, but by 1 % a day at
  /// least.
  func stretch(_ key: Int, days: Int) -> Float {
    guard days > key else { return 1 }
    let (near, far) = (long(1).lead.errors.meanScale, long[key]!.errors.meanScale)
    let growth = (1 - near * near / (far * far)) / Float(max(1, key - 1))
    return (1 + max(0.01, growth) * Float(days - key)).squareRoot()
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
    return fitted(rows, errors, actual)
  }

  /// Coefficients of rows, and what is still wrong with them; the levels of `errors` are those that
  /// the rows correct.
  private func fitted(
    _ rows: RegressionRows, _ errors: [PastError], _ actual: [Float]
  ) -> Lead {
    let coefficients = RobustRegression.fit(rows)
    var errors = errors
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
    if key == 1 {
      // The mornings' forecasts are of this lead.
      let mornings = mornings(lot)
      for (index, row) in mornings.rows.enumerated() {
        let age = day - grid.days[row]
        guard isRecent(age) else { continue }
        let share = Self.weight(age)
        for slot in 0..<engine.slots {
          let value = grid.values[row * engine.slots + slot]
          let level = mornings.levels[index * engine.slots + slot]
          guard value == value, level == level else { continue }
          let scale = lead.errors.scale(
            slot: slot, level: level, weeks: mornings.weeks[index * engine.slots + slot])
          sum += share * abs(value - level) / scale
          weight += share
        }
      }
      let factor = ErrorModel.lotFactor(sum: sum, weight: weight)
      long[key]!.lotFactors[lot] = factor
      return factor
    }
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
    power(0.5, Double(age) / ForecastConstants.errorHalfLifeDays)
  }

  /// The rows that a lot's own errors are taken from: every third day of six weeks, which
  /// are of all weekdays.
  private func recentRows(_ lot: Int) -> [Int] {
    engine.rows(lot, day - 42..<day).filter { isRecent(day - engine.grids[lot].days[$0]) }
  }

  private func isRecent(_ age: Int) -> Bool { age <= 42 && age % 3 == 1 }

  // MARK: Slots ahead

  private func mornings(_ lot: Int) -> Mornings {
    if let known = mornings[lot] { return known }
    let coefficients = long(1).lead.coefficients
    let grid = engine.grids[lot]
    let slots = engine.slots
    var made = Mornings()
    made.rows =
      isSampled(lot)
      ? Array(engine.rows(lot, day - ForecastConstants.fittedDays..<day)) : recentRows(lot)
    for row in made.rows {
      let past = grid.days[row]
      features.fill(
        grid, day: past, cut: past - 1, exceptions: engine.exceptions, today: nil, city: city)
      for slot in 0..<slots { made.levels.append(features.level(slot, coefficients)) }
      made.weeks += features.profile.weeks
      var week = [Float](repeating: 0, count: slots)
      var dayBefore = week
      for other in past - 7..<past {
        guard let other = grid.row(other) else { continue }
        let start = other * slots
        for slot in 0..<slots { week[slot] += number(grid.residuals[start + slot]) / 7 }
      }
      if let before = grid.row(past - 1) {
        for slot in 0..<slots { dayBefore[slot] = number(grid.residuals[before * slots + slot]) }
      }
      made.week += week
      made.dayBefore += dayBefore
    }
    mornings[lot] = made
    return made
  }

  private func isSampled(_ lot: Int) -> Bool {
    engine.sample.count == engine.grids.count || engine.sampled.contains(lot)
  }

  /// The parameters for a lead of some slots; `nil` where the history has too few such pairs.
  func short(_ lead: Int) -> Lead? {
    if short[lead] == nil { short[lead] = fitShort(lead) }
    return short[lead]!.errors.count >= 300 ? short[lead]! : nil
  }

  /// What was known `lead` slots before each slot of a past day, and what came.
  private func forEachPair(
    _ lot: Int, _ mornings: Mornings, at index: Int, lead: Int,
    _ body: (_ slot: Int, _ level: Float, _ weeks: UInt8, _ value: Float, ShortFeatures) -> Void
  ) {
    let grid = engine.grids[lot]
    let slots = engine.slots
    let from = mornings.rows[index] * slots
    let start = index * slots
    for slot in min(lead, slots)..<slots {
      let value = grid.values[from + slot]
      let level = mornings.levels[start + slot]
      let known = slot - lead
      let last = grid.values[from + known] - mornings.levels[start + known]
      guard value == value, level == level, last == last else { continue }
      var change: Float = 0
      if known > 0 {
        change = number(
          last - (grid.values[from + known - 1] - mornings.levels[start + known - 1]))
      }
      body(
        slot, level, mornings.weeks[start + slot], value,
        ShortFeatures(
          last: last, change: change, atLevel: last * level,
          dayBefore: mornings.dayBefore[start + slot] - mornings.dayBefore[start + known],
          week: mornings.week[start + slot] - mornings.week[start + known]))
    }
  }

  private func fitShort(_ lead: Int) -> Lead {
    var rows = RegressionRows(width: ShortFeatures.width)
    var errors: [PastError] = []
    var actual: [Float] = []
    for lot in engine.sample {
      let mornings = mornings(lot)
      for (index, row) in mornings.rows.enumerated() {
        let past = engine.grids[lot].days[row]
        forEachPair(lot, mornings, at: index, lead: lead) {
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
    return fitted(rows, errors, actual)
  }

  /// How much larger a lot's errors are than others' at a lead of slots.
  func shortFactor(_ lead: Int, lot: Int) -> Float {
    if let factor = short[lead]!.lotFactors[lot] { return factor }
    let fitted = short[lead]!
    let mornings = mornings(lot)
    var (sum, weight): (Float, Float) = (0, 0)
    for (index, row) in mornings.rows.enumerated() {
      let age = day - engine.grids[lot].days[row]
      guard isRecent(age) else { continue }
      let share = Self.weight(age)
      forEachPair(lot, mornings, at: index, lead: lead) {
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
