import Catalog
import SimpleFeatures

/// A lot as it is known when a forecast is issued.
struct LotMoment {
  let lot: Int
  let issuedSeconds: Int64
  /// The place of the last count used; `nil` where there is none.
  private var last: Int?
  private var lastTimeSeconds: Int64 = 0
  private var lastDay = 0
  /// The lot's spaces at its last count.
  private var capacity = 0.0
  /// The share taken at the last count used.
  private var lastShare: Float = 0
  /// Up to when the lot is thought to have no spaces at all, s.
  private let emptyUntilSeconds: Int64
  /// The day of issue so far.
  private var today: OpenDay?
  /// What the morning forecast for the day of the last count.
  private var morning: LongRow?
  /// How far the last count was off that, and how much further than a slot before.
  private var off = Float.nan
  private var change: Float = 0
  private var rows: [Int: LongRow] = [:]
  private var features: LongFeatures

  init(_ model: ForecastModel, _ series: LotSeries, lot: Int, issuedSeconds: Int64) {
    self.lot = lot
    self.issuedSeconds = issuedSeconds
    let engine = model.engine
    features = LongFeatures(slots: engine.slots)
    var known = series.countUp(to: issuedSeconds)
    emptyUntilSeconds = series.emptyUntilSeconds(
      at: issuedSeconds, lastCount: known > 0 ? known - 1 : nil)
    while known > 0, engine.exceptions.isClosed(Self.day(series.timesSeconds[known - 1])) {
      known -= 1
    }
    guard known > 0 else { return }
    var last = known - 1
    let newest = Self.day(series.timesSeconds[last])
    let morning = row(model, day: newest, days: 1, cut: newest - 1)
    last = Self.beforeStandstill(series, last, morning, slotSeconds: engine.slotSeconds)
    self.last = last
    self.morning = morning
    lastTimeSeconds = series.timesSeconds[last]
    lastDay = newest
    capacity = series.capacities[known - 1]
    lastShare = Float(series.fraction(last))
    if lastDay == Self.day(issuedSeconds) {
      today = Self.open(model, series, lot, day: lastDay, upTo: last)
    }
    off = offset(series, last, engine)
    guard off == off else { return }
    // The count about one slot before.
    var before = last
    while before > 0,
      lastTimeSeconds - series.timesSeconds[before] < Int64(engine.slotSeconds) * 3 / 4
    {
      before -= 1
    }
    let gap = lastTimeSeconds - series.timesSeconds[before]
    guard gap > 0, gap <= Int64(engine.slotSeconds) * 7 / 4,
      Self.day(series.timesSeconds[before]) == lastDay
    else { return }
    let step = (off - offset(series, before, engine)) * Float(engine.slotSeconds) / Float(gap)
    change = number(step)
  }

  static func day(_ timeSeconds: Int64) -> Int { Int(LocalClock.day(of: timeSeconds)) }

  /// How far a count of the last day was off what the morning forecast.
  private func offset(_ series: LotSeries, _ index: Int, _ engine: ForecastEngine) -> Float {
    let place = Self.place(series.timesSeconds[index], lastDay, engine.slotSeconds)
    return Float(series.fraction(index)) - between(morning!.levels, place)
  }

  /// The place of a time on the slots of a day.
  private static func place(_ timeSeconds: Int64, _ day: Int, _ slotSeconds: Int) -> Double {
    Double(timeSeconds - Int64(day) * LocalClock.daySeconds) / Double(slotSeconds)
  }

  /// The first of the last counts that are all the same, where the lot usually changes meanwhile;
  /// else the last.
  private static func beforeStandstill(
    _ series: LotSeries, _ last: Int, _ morning: LongRow, slotSeconds: Int
  ) -> Int {
    var first = last
    let day = Self.day(series.timesSeconds[last])
    while first > 0, series.stands(first),
      Self.day(series.timesSeconds[first - 1]) == day
    {
      first -= 1
    }
    guard last - first >= 5, series.timesSeconds[last] - series.timesSeconds[first] >= 3 * 3600
    else {
      return last
    }
    let from = Int(place(series.timesSeconds[first], day, slotSeconds))
    let to = Int(place(series.timesSeconds[last], day, slotSeconds))
    let usual = morning.levels[from...to].filter { $0 == $0 }
    return (usual.max() ?? 0) - (usual.min() ?? 0) > 0.1 ? first : last
  }

  private static func open(
    _ model: ForecastModel, _ series: LotSeries, _ lot: Int, day: Int, upTo last: Int
  ) -> OpenDay {
    let engine = model.engine
    var values = [Float](repeating: .nan, count: engine.slots)
    let first = series.countUp(to: Int64(day) * LocalClock.daySeconds - 1)
    SlotGrid.fill(&values, series, first..<last + 1, day: day, slotSeconds: engine.slotSeconds)
    // A count stands for the slot it is near to, but that slot must not lie ahead.
    for slot in values.indices
    where Int64(day) * LocalClock.daySeconds + Int64(slot * engine.slotSeconds)
      > series.timesSeconds[last]
    {
      values[slot] = .nan
    }
    var profile = ProfileRow(slots: engine.slots)
    profile.fill(
      engine.grids[lot], day: day, cut: day - 7, exceptions: engine.exceptions, today: nil)
    var residuals = profile.residuals(values)
    let mean = mean(residuals)
    // The slot that comes next is as far off the profile as the last.
    let place = place(series.timesSeconds[last], day, engine.slotSeconds)
    let next = Int(place) + 1
    let off = Float(series.fraction(last)) - between(profile.base, place)
    if next < engine.slots, profile.weeks[next] > 0, off == off {
      residuals[next] = off
      values[next] = min(1, max(0, profile.base[next] + off))
    }
    return OpenDay(day: day, values: values, residuals: residuals, mean: mean)
  }

  /// What counts of earlier days say of a day.
  private mutating func row(_ model: ForecastModel, day: Int, days: Int, cut: Int) -> LongRow {
    let (key, lead) = model.long(days)
    let factor = model.longFactor(key, lot: lot) * model.stretch(key, days: days)
    features.fill(
      model.engine.grids[lot], day: day, cut: cut, exceptions: model.engine.exceptions,
      today: today, city: model.city)
    var row = LongRow(errors: lead.errors)
    for slot in 0..<model.engine.slots {
      let level = features.level(slot, lead.coefficients)
      let weeks = features.profile.weeks[slot]
      row.levels.append(level)
      row.weeks.append(weeks)
      row.scales.append(
        level == level
          ? factor * lead.errors.scale(slot: slot, level: level, weeks: weeks) : .nan)
    }
    return row
  }

  // MARK: Forecasts

  mutating func forecast(
    _ history: OccupancyHistory, _ model: ForecastModel, timeSeconds: Int64
  ) throws(ParkingError) -> OccupancyForecast {
    let engine = model.engine
    let day = Self.day(timeSeconds)
    let age = last == nil ? nil : issuedSeconds - lastTimeSeconds
    func made(
      _ location: Float, _ scale: Float, _ shape: ErrorShape, _ basis: OccupancyForecast.Basis,
      skew: Float = 1
    ) -> OccupancyForecast {
      OccupancyForecast(
        distribution: OccupancyDistribution(
          location: location, scale: scale, shape: shape, skew: skew),
        capacity: capacity, basis: basis, ageSeconds: age)
    }
    if engine.exceptions.isClosed(day) || timeSeconds <= emptyUntilSeconds {
      return made(0, 0, .none, .closed)
    }
    let place = Self.place(timeSeconds, day, engine.slotSeconds)
    let slot = min(Int(place), engine.slots - 1)
    guard last != nil else {
      guard let shape = otherLots(model, day: day, slot: slot) else {
        throw ParkingError(
          .noHistory, "no lot has counts on a day before the forecast is issued",
          hint: "give a history that begins some weeks before")
      }
      return made(0, 1, shape, .otherLots)
    }
    let (level, scale, weeks, errors) = longCell(
      model, day: day, slot: slot, share: Float(place - Double(slot)))
    let lead = Double(timeSeconds - lastTimeSeconds) / Double(engine.slotSeconds)
    guard level == level else {
      // Without a profile the last count fades into what there is.
      let far = Float(min(1, lead / ForecastConstants.unfittedFade))
      let near = (1 - far) * lastShare
      if let shape = otherTimes(model, slot: slot) { return made(near, far, shape, .otherTimes) }
      if let shape = otherLots(model, day: day, slot: slot) {
        return made(near, far, shape, .otherLots)
      }
      return made(near, far, .anywhere, .lastCount)
    }
    guard off == off,
      let short = ShortBlend(model, lot: lot, lead: lead)
    else {
      return made(level, scale, errors.shape(level: level), .profile, skew: errors.skew)
    }
    var known = ShortFeatures(
      last: off, change: change, atLevel: off * level, dayBefore: 0, week: 0)
    if day == lastDay { addEarlierDays(engine, place, &known) }
    let moved = min(1, max(0, level + known.dot(short.coefficients)))
    let used = short.errors ?? errors
    let near = min(engine.slots - 1, Int(place.rounded()))
    return made(
      moved, short.scale(slot: near, level: moved, weeks: weeks, long: scale),
      used.shape(level: moved), .counts, skew: used.skew)
  }

  /// How the days before were off the profile, at a place of the day less at the last count.
  private func addEarlierDays(
    _ engine: ForecastEngine, _ place: Double, _ known: inout ShortFeatures
  ) {
    let grid = engine.grids[lot]
    let from = Self.place(lastTimeSeconds, lastDay, engine.slotSeconds)
    func at(_ row: Int, _ place: Double) -> Float {
      let low = min(Int(place), engine.slots - 1)
      let high = min(low + 1, engine.slots - 1)
      let start = row * engine.slots
      let (a, b) = (number(grid.residuals[start + low]), number(grid.residuals[start + high]))
      return a + (b - a) * Float(place - Double(low))
    }
    for other in lastDay - 7..<lastDay {
      guard let row = grid.row(other) else { continue }
      let difference = at(row, place) - at(row, from)
      known.week += difference / 7
      if other == lastDay - 1 { known.dayBefore = difference }
    }
  }

  /// The forecast of a slot from the days before.
  private mutating func longCell(
    _ model: ForecastModel, day: Int, slot: Int, share: Float
  ) -> (level: Float, scale: Float, weeks: UInt8, errors: ErrorModel) {
    var cell = longCell(model, day: day, slot: slot)
    guard share > 0, slot + 1 < model.engine.slots else { return cell }
    let next = longCell(model, day: day, slot: slot + 1)
    if cell.level != cell.level { return next }
    if next.level == next.level {
      cell.level += (next.level - cell.level) * share
      cell.scale += (next.scale - cell.scale) * share
    }
    return cell
  }

  private mutating func longCell(
    _ model: ForecastModel, day: Int, slot: Int
  ) -> (level: Float, scale: Float, weeks: UInt8, errors: ErrorModel) {
    // The last day on which the slot is known.
    var cut = day - 1
    if day > lastDay {
      // Of the day of issue one slot more is told by the last count.
      let reachSeconds = lastTimeSeconds + (today == nil ? 0 : Int64(model.engine.slotSeconds))
      let startSeconds =
        Int64(lastDay) * LocalClock.daySeconds + Int64(slot * model.engine.slotSeconds)
      cut = startSeconds < reachSeconds || startSeconds == lastTimeSeconds ? lastDay : lastDay - 1
    }
    let key = day * 2 + (cut == lastDay ? 1 : 0)
    let made: LongRow
    if day == lastDay {
      made = morning!
    } else if let known = rows[key] {
      made = known
    } else {
      made = row(model, day: day, days: day - cut, cut: cut)
      rows[key] = made
    }
    return (made.levels[slot], made.scales[slot], made.weeks[slot], made.errors)
  }

  /// The lot's own counts near a slot on any day of the last weeks, or all of these.
  private func otherTimes(_ model: ForecastModel, slot: Int) -> ErrorShape? {
    let engine = model.engine
    let grid = engine.grids[lot]
    var near: [(value: Float, weight: Float)] = []
    var all: [(value: Float, weight: Float)] = []
    // A day that stands still is no row; the open day stands for itself.
    for row in engine.rows(lot, lastDay - 28..<min(lastDay + 1, Self.day(issuedSeconds))) {
      for other in 0..<engine.slots {
        let value = grid.values[row * engine.slots + other]
        guard value == value else { continue }
        all.append((value, 1))
        if abs(other - slot) <= 1 { near.append((value, 1)) }
      }
    }
    for (other, value) in (today?.values ?? []).enumerated() where value == value {
      all.append((value, 1))
      if abs(other - slot) <= 1 { near.append((value, 1)) }
    }
    let used = near.count >= 5 ? near : all
    return used.count >= 5 ? ErrorShape(used) : nil
  }

  /// The counts of other lots at a slot of the weekday, or at any slot; `nil` where there are none.
  private func otherLots(_ model: ForecastModel, day: Int, slot: Int) -> ErrorShape? {
    let engine = model.engine
    var near: [(value: Float, weight: Float)] = []
    var all: [(value: Float, weight: Float)] = []
    let kind = engine.exceptions.kind(day)
    let key = kind * engine.slots + slot
    if let known = model.cityShapes[key] { return known }
    for lot in engine.sample {
      let grid = engine.grids[lot]
      for row in engine.rows(lot, model.day - 28..<model.day) {
        let isSame = engine.exceptions.kind(grid.days[row]) == kind
        for other in 0..<engine.slots {
          let value = grid.values[row * engine.slots + other]
          guard value == value else { continue }
          all.append((value, 1))
          if isSame, other == slot { near.append((value, 1)) }
        }
      }
    }
    var used = near.count >= 20 ? near : all
    guard !used.isEmpty else { return nil }
    // A handful of counts does not tell how far others may be.
    if used.count < 20 {
      let weight = Float(20 - used.count) / Float(ErrorShape.size)
      used += ErrorShape.anywhere.quantiles.map { ($0, weight) }
    }
    let shape = ErrorShape(used)
    model.cityShapes[key] = shape
    return shape
  }
}

/// A day's forecast from earlier days, by slot; not a number where there is no profile.
struct LongRow {
  var levels: [Float] = []
  var scales: [Float] = []
  /// Days of the kind that the profile had.
  var weeks: [UInt8] = []
  let errors: ErrorModel
}

/// The value between two slots; that of one where the other is none.
func between(_ row: [Float], _ place: Double) -> Float {
  let low = min(Int(place), row.count - 1)
  let share = Float(place - Double(low))
  let a = row[low]
  guard share > 0, low + 1 < row.count else { return a }
  let b = row[low + 1]
  return a != a ? b : b != b ? a : a + (b - a) * share
}
