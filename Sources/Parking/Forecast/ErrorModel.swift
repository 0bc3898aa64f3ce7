/// One error of a forecast of the past.
struct PastError {
  var lot: Int
  var slot: Int
  /// What was forecast.
  var level: Float
  /// What came less what was forecast.
  var error: Float
  /// Days of the same kind that the profile had.
  var weeks: UInt8
  var weight: Float
  /// Days between it and the fit.
  var age: Int
}

/// How far forecasts of one lead were off: by slot, by level, by weeks of history and by lot, and
/// the shape that is common to all.
///
/// An error is scale × z, where the scale is the mean absolute error of its slot, times factors of
/// its level, of the weeks known and of its lot, each shrunk toward 1; z is drawn from the errors
/// of all lots so scaled.
struct ErrorModel: Sendable {
  private(set) var slotScales: [Float]
  /// The mean absolute error of all.
  private(set) var meanScale: Float = 0.15
  private var levelFactors = [Float](repeating: 1, count: 10)
  private var weekFactors = [Float](repeating: 1, count: 5)
  /// By quarters of the level forecast: a full lot has more to lose than to gain.
  private var shapes: [ErrorShape]
  /// Rows it was made from.
  let count: Int

  /// How much of the distance from median to mean of the distribution a mean goes.
  private(set) var skew: Float = 1

  /// - Parameter slots: Slots of a day.
  init(_ errors: [PastError], slots: Int) {
    self.init(all: errors, slots: slots)
    let latest = errors.reduce(Int.max) { min($0, $1.age) }
    let early = errors.filter { $0.age >= latest + 14 }
    guard early.count >= 200, errors.count - early.count >= 200 else { return }
    let before = ErrorModel(all: early, slots: slots)
    // Least squares: what came less the median, on the mean less the median.
    var (cross, square): (Float, Float) = (0, 0)
    for error in errors where error.age < latest + 14 {
      let distribution = OccupancyDistribution(
        location: error.level, scale: before.scale(error), shape: before.shape(level: error.level))
      let median = Float(distribution.quantile(0.5))
      let step = Float(distribution.mean) - median
      cross += error.weight * step * (error.level + error.error - median)
      square += error.weight * step * step
    }
    skew = square > 0 ? min(1, max(0, cross / square)) : 1
  }

  private init(all errors: [PastError], slots: Int) {
    count = errors.count
    shapes = [ErrorShape](repeating: .wide, count: 4)
    // Where nothing is known, the scale is one that forecasts of lots are rarely worse than.
    slotScales = [Float](repeating: meanScale, count: slots)
    guard count >= 50 else { return }
    var sums = [Float](repeating: 0, count: slots)
    var weights = [Float](repeating: 0, count: slots)
    for error in errors {
      sums[error.slot] += error.weight * abs(error.error)
      weights[error.slot] += error.weight
    }
    let all = max(sums.reduce(0, +) / weights.reduce(0, +), 1e-4)
    meanScale = all
    for slot in 0..<slots {
      var (sum, weight) = (all * 50, Float(50))
      for near in [slot - 1, slot, slot, slot + 1] where (0..<slots).contains(near) {
        sum += sums[near]
        weight += weights[near]
      }
      slotScales[slot] = sum / weight
    }
    levelFactors = factors(errors, levelFactors.count, stiffness: 100) { Self.level($0.level) }
    weekFactors = factors(errors, weekFactors.count, stiffness: 100) { Self.week($0.weeks) }
    var lots: [Int: (sum: Float, weight: Float)] = [:]
    for error in errors {
      let ratio = abs(error.error) / scale(error)
      lots[error.lot, default: (0, 0)].sum += error.weight * ratio
      lots[error.lot, default: (0, 0)].weight += error.weight
    }
    let scaled = errors.map { error in
      let lot = lots[error.lot]!
      let factor = Self.lotFactor(sum: lot.sum, weight: lot.weight)
      return (value: error.error / (scale(error) * factor), weight: error.weight)
    }
    let common = ErrorShape(scaled)
    shapes = (0..<4).map { quarter in
      let some = errors.indices.filter { Self.quarter(errors[$0].level) == quarter }
      return some.count < 500 ? common : ErrorShape(some.map { scaled[$0] })
    }
  }

  /// The shape of errors of forecasts of a level.
  func shape(level: Float) -> ErrorShape { shapes[Self.quarter(level)] }

  private static func quarter(_ level: Float) -> Int { max(0, min(3, Int(level * 4))) }

  private func factors(
    _ errors: [PastError], _ bins: Int, stiffness: Float, bin: (PastError) -> Int
  ) -> [Float] {
    var sums = [Float](repeating: stiffness, count: bins)
    var weights = sums
    for error in errors {
      sums[bin(error)] += error.weight * abs(error.error) / scale(error)
      weights[bin(error)] += error.weight
    }
    return zip(sums, weights).map { max($0 / $1, 0.05) }
  }

  private static func level(_ level: Float) -> Int { max(0, min(9, Int(level * 10))) }
  private static func week(_ weeks: UInt8) -> Int {
    weeks <= 2 ? Int(weeks) : weeks < 5 ? 3 : 4
  }

  /// The factor of a lot from its own errors by their scales.
  static func lotFactor(sum: Float, weight: Float) -> Float {
    max((sum + 30) / (weight + 30), 0.05)
  }

  /// The scale of an error before its lot's factor.
  func scale(_ error: PastError) -> Float {
    scale(slot: error.slot, level: error.level, weeks: error.weeks)
  }

  func scale(slot: Int, level: Float, weeks: UInt8) -> Float {
    slotScales[slot] * levelFactors[Self.level(level)] * weekFactors[Self.week(weeks)]
  }
}

/// The common shape of errors: numbers in order, each as likely as another.
final class ErrorShape: Sendable {
  /// Ascending.
  let quantiles: [Float]
  static let size = 100

  /// The shape of weighted numbers.
  init(_ numbers: [(value: Float, weight: Float)]) {
    let sorted = numbers.sorted { $0.value < $1.value }
    let total = sorted.reduce(0) { $0 + Double($1.weight) }
    var quantiles: [Float] = []
    var sum = 0.0
    for (value, weight) in sorted {
      sum += Double(weight)
      while quantiles.count < Self.size,
        sum >= total * (Double(quantiles.count) + 0.5) / Double(Self.size)
      {
        quantiles.append(value)
      }
    }
    while quantiles.count < Self.size { quantiles.append(sorted.last?.value ?? 0) }
    self.quantiles = quantiles
  }

  private init(quantiles: [Float]) { self.quantiles = quantiles }

  /// Even between −2 and 2: of mean absolute value 1, where no errors are known.
  static let wide = ErrorShape(
    quantiles: (0..<size).map { Float(4 * (Double($0) + 0.5) / Double(size) - 2) })
  /// Any share of the capacity as likely as another, where nothing is known of a lot.
  static let anywhere = ErrorShape(
    quantiles: (0..<size).map { Float((Double($0) + 0.5) / Double(size)) })
  /// No error.
  static let none = ErrorShape(quantiles: [Float](repeating: 0, count: size))
}
