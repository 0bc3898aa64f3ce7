internal import Catalog
import Foundation
public import SimpleFeatures

/// Rates of coming and going by weekday and slot, fitted to counts of cars alone.
///
/// The mean profile n̄ gives net inflow: λ = dn̄/dt + μ n̄ (λ reaches lots that are not full). What
/// deviates from the profile fades as cars leave: the regression of a residual on the one before,
/// a step Δ earlier on the same day, is e^(−μΔ). One μ a lot, shrunk to the pooled one by how many
/// pairs it rests on. From counts alone it cannot be told apart from deviations that last for
/// other reasons (weather, a fair), so that μ tends to be too low; λ where the lot was full; and
/// turnover within a step. λ is never below 0: where the profile falls faster than cars leave, μ
/// of that slot is raised instead.
///
/// Counts of closed days are not used; a day that is like another weekday counts among its days.
public struct RateFit: Sendable, Equatable {
  /// The length of a slot, s.
  public let slotSeconds: Int
  /// The lots in the order of the history.
  public let lots: [String]
  /// What μ is of each lot before slots raise it, per second.
  public let departuresPerSecond: [Double]
  /// Pairs of residuals that it rests on.
  public let pairs: [Int]
  /// Rates of all slots of the week of each lot, Monday first; their durations are the slot.
  public let rates: [[LotRates]]
  /// Days that are not what their weekday says.
  public let exceptions: DayExceptions

  /// The weight of the pooled rate, in pairs of residuals.
  static let prior = 200.0

  /// Fits rates to the counts of each lot up to a time.
  ///
  /// Throws `noHistory` if no two counts lie a slot apart, `invalidValue` for a slot that does not
  /// divide the day.
  public init(
    _ history: OccupancyHistory, until timeSeconds: Int64 = .max, slotSeconds: Int = 1800,
    exceptions: DayExceptions = .none
  ) throws(ParkingError) {
    guard slotSeconds > 0, 86_400 % slotSeconds == 0 else {
      throw ParkingError(
        .invalidValue, "slots of \(slotSeconds) s do not divide the day", hint: "as 900 or 1800")
    }
    self.slotSeconds = slotSeconds
    self.exceptions = exceptions
    lots = history.lots
    let profiles = history.series.map {
      Profile($0, until: timeSeconds, slotSeconds: slotSeconds, exceptions: exceptions)
    }
    let all = profiles.reduce((0.0, 0.0, 0)) {
      ($0.0 + $1.product, $0.1 + $1.square, $0.2 + $1.pairs)
    }
    guard all.2 > 0, all.1 > 0 else {
      throw ParkingError(
        .noHistory, "no two counts lie a slot of \(slotSeconds) s apart",
        hint: "fit to counts of some weeks, or to longer slots")
    }
    let step = Double(slotSeconds)
    let pooled = Self.rate(all.0 / all.1, step)
    pairs = profiles.map(\.pairs)
    departuresPerSecond = profiles.map { profile in
      guard profile.square > 0 else { return pooled }
      let own = Self.rate(profile.product / profile.square, step)
      let n = Double(profile.pairs)
      return (n * own + Self.prior * pooled) / (n + Self.prior)
    }
    rates = zip(profiles, departuresPerSecond).map { $0.rates(departuresPerSecond: $1) }
  }

  /// −ln(decay) / Δ, with the decay held where a lot turns over in 6 minutes to 10 days.
  private static func rate(_ decay: Double, _ step: Double) -> Double {
    min(max(-log(min(max(decay, 1e-9), 1)) / step, 1 / 864_000), 1 / 360)
  }

  /// The rates of a lot from a local time on, for some time; cut at slots, each day with the rates
  /// of the weekday that it is taken for.
  public func rates(lot: Int, from timeSeconds: Int64, for lengthSeconds: Int64) -> [LotRates] {
    var found: [LotRates] = []
    var time = timeSeconds
    let end = timeSeconds + max(0, lengthSeconds)
    while time < end || found.isEmpty {
      let day = LocalClock.day(of: time)
      let second = time - day * LocalClock.daySeconds
      let slot = Int(second) / slotSeconds
      let next = day * LocalClock.daySeconds + Int64((slot + 1) * slotSeconds)
      var piece = rates[lot][exceptions.kind(Int(day)) * (86_400 / slotSeconds) + slot]
      piece.durationSeconds = Double(next - time)
      found.append(piece)
      time = next
    }
    return found
  }
}

/// The mean profile of a lot over the week and how fast residuals fade.
private struct Profile {
  var mean: [Double]
  var product = 0.0
  var square = 0.0
  var pairs = 0
  let slotSeconds: Int

  init(_ series: LotSeries, until timeSeconds: Int64, slotSeconds: Int, exceptions: DayExceptions) {
    self.slotSeconds = slotSeconds
    let perDay = 86_400 / slotSeconds
    var sums = [Double](repeating: 0, count: 7 * perDay)
    var counts = [Double](repeating: 0, count: 7 * perDay)
    let last = series.countUp(to: timeSeconds)
    // Counts of closed days have no slot.
    let slots = series.timesSeconds[..<last].map { time -> Int? in
      let day = LocalClock.day(of: time)
      guard !exceptions.isClosed(Int(day)) else { return nil }
      return exceptions.kind(Int(day)) * perDay + Int(time - day * LocalClock.daySeconds)
        / slotSeconds
    }
    for index in 0..<last {
      guard let slot = slots[index] else { continue }
      sums[slot] += series.occupied[index]
      counts[slot] += 1
    }
    mean = zip(sums, counts).map { $1 > 0 ? $0 / $1 : .nan }
    // A slot that was seen once has no residual of its own.
    for index in 0..<max(0, last - 1) {
      let gap = series.timesSeconds[index + 1] - series.timesSeconds[index]
      guard abs(gap - Int64(slotSeconds)) <= Int64(slotSeconds) / 5,
        LocalClock.day(of: series.timesSeconds[index])
          == LocalClock.day(of: series.timesSeconds[index + 1]),
        let slot = slots[index], let next = slots[index + 1], counts[slot] > 1, counts[next] > 1
      else { continue }
      let before = series.occupied[index] - mean[slot]
      let after = series.occupied[index + 1] - mean[next]
      product += before * after
      square += before * before
      pairs += 1
    }
  }

  /// Rates whose mean course is the profile; slots never seen are bridged.
  func rates(departuresPerSecond: Double) -> [LotRates] {
    let step = Double(slotSeconds)
    let full = bridged()
    return full.indices.map { slot in
      let (now, next) = (full[slot], full[(slot + 1) % full.count])
      let slope = (next - now) / step
      let middle = (now + next) / 2
      let wanted = slope + departuresPerSecond * middle
      let leaving =
        wanted >= 0 || middle <= 0 ? departuresPerSecond : max(departuresPerSecond, -slope / middle)
      return LotRates(
        durationSeconds: step, arrivalsPerSecond: max(0, wanted), departuresPerSecond: leaving)
    }
  }

  /// The profile with straight lines across slots never seen; 0 without any.
  private func bridged() -> [Double] {
    let known = mean.indices.filter { !mean[$0].isNaN }
    guard !known.isEmpty else { return mean.map { _ in 0 } }
    var full = mean
    for (index, slot) in known.enumerated() {
      let next = known[(index + 1) % known.count]
      let gap = (next - slot + mean.count - 1) % mean.count + 1
      for offset in 1..<max(1, gap) {
        let share = Double(offset) / Double(gap)
        full[(slot + offset) % mean.count] = mean[slot] * (1 - share) + mean[next] * share
      }
    }
    return full
  }
}
