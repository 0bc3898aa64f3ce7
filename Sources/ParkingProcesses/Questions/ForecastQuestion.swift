import Catalog
import Parking
import SimpleFeatures
import Simulation

/// What a forecast is asked for: when, known up to when, and which numbers besides the usual ones.
struct ForecastQuestion {
  /// Wall clock, s; each once, in the order in which they were asked for.
  let timesSeconds: [Int64]
  let issuedSeconds: Int64
  /// Whether times were asked for, and not one time: ids then name the time.
  let isSeries: Bool
  /// Shares of the capacity and the names of the probabilities that less is taken.
  let below: [(name: String, share: Double)]
  let quantiles: [(name: String, probability: Double)]

  static let mostTimes = 96
  /// The most lots × times of one answer.
  static let mostForecasts = 50_000

  private static let time = ProcessInput(
    "time", optional: ParkingInputs.time, title: LocalisedText(zh: "时刻", en: "Time"),
    ParkingInputs.time(
      LocalisedText(zh: "预测的时刻；与 times 二选一", en: "time of the forecast; this or times")))
  private static let times = ProcessInput(
    "times",
    optional: ParkingInputs.time.described(
      ParkingInputs.time(LocalisedText(zh: "预测的时刻", en: "time of the forecast"))
    ).list(count: 1...mostTimes),
    title: LocalisedText(zh: "多个时刻", en: "Times"),
    LocalisedText(
      zh: "多个预测时刻，代替 time：每个停车场和时刻一个要素，总数不超过 \(mostForecasts)",
      en: "times of the forecast, in place of time: a feature for each car park and time, "
        + "\(mostForecasts) at most"))
  private static let issued = ProcessInput(
    "issued", optional: ParkingInputs.time, title: LocalisedText(zh: "发布时间", en: "Issued"),
    ParkingInputs.time(
      LocalisedText(
        zh: "预测发布的时刻，之后的计数不用；默认为现在",
        en: "when the forecast is made: later counts are not used (default: now)")))
  private static let below = ProcessInput(
    "below", optional: shares, title: LocalisedText(zh: "占用率", en: "Occupancy levels"),
    LocalisedText(
      zh: "占用率，0 至 1：p_below_0.7 为占用率低于 0.7 的概率",
      en: "shares of the capacity, 0 to 1: p_below_0.7 is the probability that less is taken"))
  private static let quantiles = ProcessInput(
    "quantiles", optional: shares, title: LocalisedText(zh: "分位数", en: "Quantiles"),
    LocalisedText(
      zh: "概率，0 至 1：q_0.25 为以此概率不被超过的占用率",
      en: "probabilities, 0 to 1: q_0.25 is the share of the capacity not exceeded with it"))
  private static let shares = InputType.number(in: 0...1).list(count: 1...20)

  /// What says what is forecast.
  static let inputs = InputSet(time, times, issued, below, quantiles)

  /// - Throws: `ProcessError` `missing-input` without a time, and `invalid-input` for both `time`
  ///   and `times`, what is no time, and times before that of issue.
  init(_ inputs: InputValues, _ clock: ParkingClock) throws {
    let (one, several) = (try inputs[Self.time], try inputs[Self.times])
    isSeries = several != nil
    guard one == nil || !isSeries else {
      throw ProcessError(
        "invalid-input", "both \"time\" and \"times\" are given",
        hint: "time is for one, times for up to \(Self.mostTimes): leave one out", status: 400)
    }
    guard one != nil || isSeries else {
      throw ProcessError(
        "missing-input", "input \"time\" is missing",
        hint: "time: the time of the forecast; or times, a list of up to \(Self.mostTimes)",
        status: 400)
    }
    let issuedSeconds = try clock.timeSeconds(inputs, Self.issued) ?? clock.nowSeconds
    let texts =
      several?.enumerated().map { ($1, "times[\($0)]") } ?? [(one ?? "", "time")]
    var known = Set<Int64>()
    timesSeconds = try texts.compactMap { text, name in
      let timeSeconds = try clock.timeSeconds(text, named: name)
      guard timeSeconds >= issuedSeconds else {
        throw ProcessError(
          "invalid-input",
          "\(name) \(clock.text(timeSeconds)) is before issued, \(clock.text(issuedSeconds))",
          hint: "for a past time, give issued: when the forecast is made", status: 400)
      }
      return known.insert(timeSeconds).inserted ? timeSeconds : nil
    }
    self.issuedSeconds = issuedSeconds
    below = Self.named("p_below_", try inputs[Self.below]).map { ($0, $1) }
    quantiles = Self.named("q_", try inputs[Self.quantiles]).map { ($0, $1) }
  }

  /// Numbers with the names of their properties, each once.
  private static func named(_ prefix: String, _ numbers: [Double]?) -> [(String, Double)] {
    var known = Set<Double>()
    return (numbers ?? []).compactMap { number in
      guard known.insert(number).inserted else { return nil }
      let isWhole = number == number.rounded()
      return (prefix + (isWhole ? String(Int(number)) : JSONValue.real(number).text), number)
    }
  }

  /// Holds the work to what one answer may take.
  ///
  /// - Throws: `ProcessError` `too-many-forecasts`.
  func check(lots: Int) throws {
    guard lots * timesSeconds.count > Self.mostForecasts else { return }
    throw ProcessError(
      "too-many-forecasts",
      "\(lots) lots × \(timesSeconds.count) times are more than the "
        + "\(Self.mostForecasts) of one answer",
      hint: "ask for \(Self.mostForecasts / max(1, lots)) times at once, or name fewer lots",
      status: 422)
  }

  /// What the forecast says of the numbers asked for besides the usual ones.
  func properties(_ distribution: OccupancyDistribution) -> [Property] {
    below.map {
      Property($0.name, ParkingInputs.share(distribution.probability(below: $0.share)))
    }
      + quantiles.map {
        Property($0.name, ParkingInputs.share(distribution.quantile($0.probability)))
      }
  }
}
