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

  /// Members of the input's schema.
  static var members: [(String, JSONValue)] {
    func shares(_ description: String) -> JSONValue {
      [
        "type": "array", "items": ["type": "number", "minimum": 0, "maximum": 1], "minItems": 1,
        "maxItems": 20, "description": .string(description),
      ]
    }
    return [
      ("time", ParkingInputs.time("what it is forecast for; this or times")),
      (
        "times",
        [
          "type": "array", "items": ParkingInputs.time("what it is forecast for"), "minItems": 1,
          "maxItems": .integer(mostTimes),
          "description": .string(
            "what it is forecast for, in place of time: a feature for each lot and time; lots × "
              + "times may be \(mostForecasts)"),
        ]
      ),
      (
        "issued",
        ParkingInputs.time("when it is made: no later count is used; now unless it is said")
      ),
      ("below", shares("shares of the capacity, 0 to 1: p_below_0.7 is how likely less is taken")),
      (
        "quantiles",
        shares("probabilities, 0 to 1: q_0.25 is the share of the capacity not exceeded with it")
      ),
    ]
  }

  /// - Throws: `ProcessError` `missing-input` without a time, and `invalid-input` for both `time`
  ///   and `times`, what is no time, and times before that of issue.
  init(_ inputs: JSONValue, _ clock: ParkingClock) throws {
    isSeries = inputs["times"] != nil
    guard inputs["time"] == nil || !isSeries else {
      throw ProcessError(
        "invalid-input", "both \"time\" and \"times\" are given",
        hint: "time is for one, times for up to \(Self.mostTimes): leave one out", status: 400)
    }
    guard inputs["time"] != nil || isSeries else {
      throw ProcessError(
        "missing-input", "input \"time\" is missing",
        hint: "time: what it is forecast for; or times, a list of up to \(Self.mostTimes)",
        status: 400)
    }
    let issuedSeconds = try clock.timeSeconds(inputs, "issued") ?? clock.nowSeconds
    let texts =
      inputs["times"]?.items?.enumerated().map { ($1.string ?? "", "times[\($0)]") }
      ?? [(inputs["time"]?.string ?? "", "time")]
    var known = Set<Int64>()
    timesSeconds = try texts.compactMap { text, name in
      let timeSeconds = try clock.timeSeconds(text, named: name)
      guard timeSeconds >= issuedSeconds else {
        throw ProcessError(
          "invalid-input",
          "\(name) \(clock.text(timeSeconds)) lies before issued, \(clock.text(issuedSeconds))",
          hint: "for a time gone by say with issued when the forecast is to be made", status: 400)
      }
      return known.insert(timeSeconds).inserted ? timeSeconds : nil
    }
    self.issuedSeconds = issuedSeconds
    below = Self.numbers(inputs, "below", "p_below_").map { ($0, $1) }
    quantiles = Self.numbers(inputs, "quantiles", "q_").map { ($0, $1) }
  }

  /// Numbers with the names of their properties, each once.
  private static func numbers(
    _ inputs: JSONValue, _ input: String, _ prefix: String
  ) -> [(String, Double)] {
    var known = Set<Double>()
    return (inputs[input]?.items?.compactMap(\.number) ?? []).compactMap { number in
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
