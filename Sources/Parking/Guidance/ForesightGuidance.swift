import Foundation

/// Drivers are sent so that all together, and those who are expected later, pay least.
///
/// Prices of spaces come from a transportation problem of the drivers under way and of those who
/// came later on past days; a driver takes the lot where drive, walk, fee and price are least. Each
/// round brings all drivers under way together by ``GuidanceRound``.
public struct ForesightGuidance: GuidancePolicy {
  /// What may be chosen.
  public struct Options: Sendable {
    /// How often prices are found anew, s.
    public var pricingSeconds = 20.0
    /// How many of the latest prices are averaged.
    public var memory = 20
    /// How many past days stand for what is to come; 0 for no foresight.
    public var days = 20
    /// Past days in one problem.
    public var together = 1
    /// Whether a driver may be left without a space though there is one, for the good of all.
    public var mayRefuse = true
    /// How much dearer than having no space a lot must be for that, s.
    public var marginSeconds = 500.0
    /// How many drivers may wait at each lot for somebody to leave.
    public var queue = 1
    /// From which share of the time on.
    public var queueFrom = 1.25
    /// What it must save to send a driver elsewhere, s.
    public var switchingSeconds = 15.0
    /// Share of the uninformed cars' coming that is expected to find a space.
    public var admitted = 1.0

    /// What measurements speak for.
    public init() {}
  }

  private let options: Options
  /// Drivers of past days in the order of their times, and how many days they are.
  private let past: [GuidanceInstance.Driver]
  private let days: Int
  private var recent: [[Double]] = []
  private var pricedSeconds = -Double.infinity
  private var pricesSeconds: [Double] = []
  private var turn = 0

  /// Guidance that knows the drivers of past days.
  public init(past: [[GuidanceInstance.Driver]], options: Options = Options()) {
    days = min(past.count, options.days)
    self.past = past.prefix(options.days).flatMap { $0 }.sorted { $0.timeSeconds < $1.timeSeconds }
    self.options = options
  }

  /// The lot with the least of drive, walk, fee and price among those with room to spare.
  public mutating func lot(for driver: Int, _ view: GuidanceView) -> Int? {
    price(view)
    let drive = view.driveSeconds(driver)
    let person = view.states[driver].driver
    var coming = [Int](repeating: 0, count: view.lots.count)
    for other in view.underWay where other != driver {
      if let lot = view.states[other].lot { coming[lot] += 1 }
    }
    var best: (cost: Double, lot: Int)?
    for (j, lot) in view.lots.enumerated() where view.free[j] - coming[j] > 0 {
      let cost = drive[j] + GuidanceInstance.parkedCostSeconds(person, lot) + pricesSeconds[j]
      if options.mayRefuse, cost > view.unservedSeconds + options.marginSeconds { continue }
      if cost < best?.cost ?? .infinity { best = (cost, j) }
    }
    return best?.lot
  }

  /// All drivers under way anew.
  public mutating func round(_ view: GuidanceView) -> [(driver: Int, lot: Int?)] {
    guard !view.underWay.isEmpty else { return [] }
    price(view)
    var round = GuidanceRound(room: view.free.map { max(0, $0) }, pricesSeconds: pricesSeconds)
    if view.timeSeconds > options.queueFrom * view.durationSeconds {
      round.queue = [Int](repeating: options.queue, count: view.lots.count)
    }
    round.switchingSeconds = options.switchingSeconds
    round.unservedSeconds = view.unservedSeconds + (options.mayRefuse ? options.marginSeconds : 0)
    round.mayRefuse = options.mayRefuse
    let drivers = view.underWay.map { number in
      let state = view.states[number]
      let drive = view.driveSeconds(number)
      return GuidedDriver(
        costsSeconds: view.lots.indices.map {
          drive[$0] + GuidanceInstance.parkedCostSeconds(state.driver, view.lots[$0])
        }, lot: state.lot,
        promisedSeconds: state.promisedSeconds.map {
          $0 - (view.timeSeconds - state.driver.timeSeconds)
        })
    }
    guard let lots = try? round.lots(for: drivers) else { return [] }
    return zip(view.underWay, lots).map { (driver: $0, lot: $1) }
  }

  /// Finds prices anew where they are old.
  private mutating func price(_ view: GuidanceView) {
    guard view.timeSeconds >= pricedSeconds + options.pricingSeconds else { return }
    pricedSeconds = view.timeSeconds
    let m = view.lots.count
    guard !past.isEmpty, view.timeSeconds < view.durationSeconds else {
      pricesSeconds = [Double](repeating: 0, count: m)
      return
    }
    // As many as come on one day, evenly from all; others the next time.
    let together = min(options.together, days)
    turn += together
    let leftSeconds = max(0, view.durationSeconds + 300 - view.timeSeconds)
    var costs: [Double] = []
    var weights: [Int] = []
    for number in view.underWay {
      let drive = view.driveSeconds(number)
      let person = view.states[number].driver
      costs += (0..<m).map { drive[$0] + GuidanceInstance.parkedCostSeconds(person, view.lots[$0]) }
      weights.append(together)
    }
    for (index, driver) in past.enumerated()
    where driver.timeSeconds > view.timeSeconds && (index + turn) % days < together {
      costs += view.lots.map { GuidanceInstance.costSeconds(driver, $0) }
      weights.append(1)
    }
    let room = view.lots.indices.map { j in
      let lot = view.lots[j]
      let now = Double(lot.capacity - view.free[j] - view.guided[j])
      let stay = exp(-lot.departuresPerSecond * leftSeconds)
      let rest = options.admitted * lot.arrivalsPerSecond / lot.departuresPerSecond
      let later = now * stay + rest * (1 - stay)
      let expected = Double(lot.capacity - view.guided[j]) - later
      return max(0, Int((expected * Double(together)).rounded()))
    }
    let solved = try? LotAssignment(
      costsSeconds: costs, room: room,
      unservedSeconds: [Double](repeating: view.unservedSeconds, count: weights.count),
      weights: weights)
    if let solved { recent.append(solved.pricesSeconds) }
    if recent.count > options.memory { recent.removeFirst() }
    pricesSeconds = (0..<m).map { j in
      recent.reduce(0) { $0 + $1[j] } / Double(max(1, recent.count))
    }
    // Where all are scarce all are dear; who must not be refused heeds the differences alone.
    let least = pricesSeconds.min() ?? 0
    if !options.mayRefuse { for j in 0..<m { pricesSeconds[j] -= least } }
  }
}
