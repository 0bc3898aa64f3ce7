import Foundation
internal import Simulation

/// How an afternoon went for one driver.
public struct GuidanceOutcome: Sendable, Equatable {
  /// The lot; `nil` without a space.
  public var lot: Int?
  /// Drive, detours, waiting, walk and fee, s; the price of having none without a space.
  public var costSeconds: Double
  /// How many lots were found full.
  public var refused: Int
  /// How often the driver was sent to another lot on the way.
  public var rerouted: Int
  /// What the first offer promised, s.
  public var promisedSeconds: Double?
}

/// What came of an afternoon.
public struct GuidanceResult: Sendable, Equatable {
  /// Each driver's end.
  public var outcomes: [GuidanceOutcome]
  /// Spaces that uninformed cars left to guided ones at the end, by lot: since when each has been
  /// free of them, s, ascending; 0 for those that were from the start.
  ///
  /// The k-th guided car of a lot cannot have parked before the k-th of these times.
  public var freeSinceSeconds: [[Double]]
  /// Guided cars in each lot at the end.
  public var guided: [Int]
  /// The most cars that each lot held.
  public var fullest: [Int]
  /// Uninformed cars that found no lot.
  public var turnedAway: Int

  /// What guided drivers paid, s.
  public var costSeconds: Double { outcomes.reduce(0) { $0 + $1.costSeconds } }
  /// Drivers without a space.
  public var unserved: Int { outcomes.count { $0.lot == nil } }
}

/// Plays an afternoon with a way of guiding drivers, event by event.
///
/// What happens by chance (uninformed cars, slowness of drives) follows from the instance's seed
/// alone and is the same for every policy until the policy itself changes it.
public struct GuidanceSimulation {
  /// How often drivers under way may be sent elsewhere, s.
  public static let roundSeconds = 20.0

  private enum Event {
    case asks(Int)
    case arrives(Int, leg: Int)
    case comes(lot: Int)
    case tries(lot: Int, staySeconds: Double, tried: [Int])
    case leaves(lot: Int)
    case retries(Int, leg: Int)
    case round
  }

  private let instance: GuidanceInstance
  private var view: GuidanceView
  private var queue = EventQueue<Event>()
  private var leg: [Int]
  private var outcomes: [GuidanceOutcome]
  private var isDone: [Bool]
  private var random: [RandomSource]
  private var uninformed: [Int]
  private var fullest: [Int]
  private var turnedAway = 0
  private var freeSinceSeconds: [[Double]]
  private var left: Int
  private let nearest: [[(lot: Int, driveSeconds: Double)]]

  /// Plays `instance` to its end.
  public static func play(
    _ instance: GuidanceInstance, _ policy: inout some GuidancePolicy
  ) -> GuidanceResult {
    var run = GuidanceSimulation(instance)
    run.play(&policy)
    return GuidanceResult(
      outcomes: run.outcomes,
      freeSinceSeconds: zip(run.freeSinceSeconds, run.view.guided).map { times, cars in
        Array(times.prefix(max(cars, times.count { $0 <= instance.endSeconds })))
      },
      guided: run.view.guided, fullest: run.fullest, turnedAway: run.turnedAway)
  }

  private init(_ instance: GuidanceInstance) {
    self.instance = instance
    let count = instance.drivers.count
    view = GuidanceView(
      timeSeconds: 0, lots: instance.lots, free: instance.lots.map { $0.capacity - $0.occupied },
      guided: instance.lots.map { _ in 0 },
      states: instance.drivers.map {
        var driver = $0
        driver.slowness = 1
        return .init(
          driver: driver, xMetres: $0.xMetres, yMetres: $0.yMetres, sinceSeconds: $0.timeSeconds)
      },
      durationSeconds: instance.durationSeconds, unservedSeconds: instance.unservedSeconds)
    leg = [Int](repeating: 0, count: count)
    outcomes = instance.drivers.map { _ in
      GuidanceOutcome(lot: nil, costSeconds: instance.unservedSeconds, refused: 0, rerouted: 0)
    }
    isDone = [Bool](repeating: false, count: count)
    left = count
    freeSinceSeconds = view.free.map { [Double](repeating: 0, count: $0) }
    nearest = instance.lots.indices.map { j in
      instance.lots.indices.filter { $0 != j }.map { k in
        let (a, b) = (instance.lots[j], instance.lots[k])
        return (
          k,
          hypot(a.xMetres - b.xMetres, a.yMetres - b.yMetres)
            / GuidanceInstance.drivingMetresPerSecond
        )
      }.sorted { $0.1 < $1.1 }
    }
    uninformed = instance.lots.map(\.occupied)
    fullest = uninformed
    let source = RandomSource(seed: instance.seed)
    random = instance.lots.indices.map { source.source(named: "uninformed \($0)") }
    for (index, driver) in instance.drivers.enumerated() {
      queue.push(driver.timeSeconds, .asks(index))
    }
    for j in instance.lots.indices {
      for _ in 0..<uninformed[j] { leaveLater(j, 0) }
      comeLater(j, 0)
    }
    queue.push(Self.roundSeconds, .round)
  }

  private mutating func comeLater(_ j: Int, _ now: Double) {
    let rate = instance.lots[j].arrivalsPerSecond
    guard rate > 0 else { return }
    queue.push(now + GuidanceInstance.exponential(&random[j]) / rate, .comes(lot: j))
  }

  private mutating func leaveLater(_ j: Int, _ now: Double) {
    let stay = GuidanceInstance.exponential(&random[j]) / instance.lots[j].departuresPerSecond
    queue.push(now + stay, .leaves(lot: j))
  }

  /// An uninformed car parks, or drives on to the nearest lot that it has not tried.
  private mutating func tryLot(_ j: Int, staySeconds: Double, tried: [Int]) {
    guard view.free[j] == 0 else {
      uninformed[j] += 1
      freeSinceSeconds[j].removeLast()
      take(j)
      queue.push(view.timeSeconds + staySeconds, .leaves(lot: j))
      return
    }
    let tried = tried + [j]
    let next = nearest[j].first { !tried.contains($0.lot) }
    guard let next, tried.count < GuidanceInstance.tries else {
      turnedAway += 1
      return
    }
    queue.push(
      view.timeSeconds + next.driveSeconds,
      .tries(lot: next.lot, staySeconds: staySeconds, tried: tried))
  }

  private mutating func play(_ policy: inout some GuidancePolicy) {
    while let (now, event) = queue.pop() {
      // Whoever is still on the way when patience ends parks or gives up.
      if now > instance.endSeconds, left == 0 { break }
      view.timeSeconds = now
      switch event {
      case .asks(let driver):
        view.underWay.append(driver)
        ask(driver, &policy)
      case .arrives(let driver, let number):
        if !isDone[driver], leg[driver] == number { arrive(driver, &policy) }
      case .comes(let j):
        // Stays are drawn whatever happens, so that streams stay in step.
        let stay = GuidanceInstance.exponential(&random[j]) / instance.lots[j].departuresPerSecond
        tryLot(j, staySeconds: stay, tried: [])
        comeLater(j, now)
      case .tries(let j, let stay, let tried):
        tryLot(j, staySeconds: stay, tried: tried)
      case .leaves(let j):
        uninformed[j] -= 1
        freeSinceSeconds[j].append(now)
        view.free[j] += 1
      case .retries(let driver, let number):
        if !isDone[driver], leg[driver] == number { ask(driver, &policy) }
      case .round:
        for (driver, lot) in policy.round(view) { send(driver, to: lot, isRound: true) }
        queue.push(now + Self.roundSeconds, .round)
      }
    }
  }

  private mutating func take(_ j: Int) {
    view.free[j] -= 1
    fullest[j] = max(fullest[j], instance.lots[j].capacity - view.free[j])
  }

  private mutating func ask(_ driver: Int, _ policy: inout some GuidancePolicy) {
    if view.timeSeconds - instance.drivers[driver].timeSeconds >= instance.patienceSeconds {
      finish(driver)
      return
    }
    send(driver, to: policy.lot(for: driver, view), isRound: false)
  }

  /// Sends a driver to a lot from where the driver is, or lets the driver wait.
  private mutating func send(_ driver: Int, to lot: Int?, isRound: Bool) {
    guard !isDone[driver] else { return }
    let state = view.states[driver]
    if isRound, lot == state.lot { return }
    let (x, y) = truePlace(driver)
    view.states[driver].xMetres = x
    view.states[driver].yMetres = y
    view.states[driver].sinceSeconds = view.timeSeconds
    view.states[driver].lot = lot
    leg[driver] += 1
    if isRound, state.lot != nil { outcomes[driver].rerouted += 1 }
    guard let lot else {
      queue.push(view.timeSeconds + Self.roundSeconds, .retries(driver, leg: leg[driver]))
      return
    }
    let person = instance.drivers[driver]
    let drive =
      hypot(instance.lots[lot].xMetres - x, instance.lots[lot].yMetres - y)
      / GuidanceInstance.drivingMetresPerSecond
    if view.states[driver].promisedSeconds == nil {
      let promise =
        view.timeSeconds - person.timeSeconds + drive
        + GuidanceInstance.parkedCostSeconds(person, instance.lots[lot])
      view.states[driver].promisedSeconds = promise
      outcomes[driver].promisedSeconds = promise
    }
    queue.push(view.timeSeconds + drive * person.slowness, .arrives(driver, leg: leg[driver]))
  }

  private func truePlace(_ driver: Int) -> (Double, Double) {
    let state = view.states[driver]
    guard let lot = state.lot else { return (state.xMetres, state.yMetres) }
    let (dx, dy) = (
      instance.lots[lot].xMetres - state.xMetres, instance.lots[lot].yMetres - state.yMetres
    )
    let length = hypot(dx, dy)
    let speed = GuidanceInstance.drivingMetresPerSecond / instance.drivers[driver].slowness
    let share = length > 0 ? min(1, (view.timeSeconds - state.sinceSeconds) * speed / length) : 1
    return (state.xMetres + share * dx, state.yMetres + share * dy)
  }

  private mutating func arrive(_ driver: Int, _ policy: inout some GuidancePolicy) {
    let j = view.states[driver].lot!
    let lot = instance.lots[j]
    guard view.free[j] > 0 else {
      outcomes[driver].refused += 1
      view.states[driver].full[j] = view.timeSeconds
      view.states[driver].xMetres = lot.xMetres
      view.states[driver].yMetres = lot.yMetres
      view.states[driver].sinceSeconds = view.timeSeconds
      view.states[driver].lot = nil
      ask(driver, &policy)
      return
    }
    take(j)
    view.guided[j] += 1
    outcomes[driver].lot = j
    outcomes[driver].costSeconds =
      view.timeSeconds - instance.drivers[driver].timeSeconds
      + GuidanceInstance.parkedCostSeconds(instance.drivers[driver], lot)
    finish(driver)
  }

  private mutating func finish(_ driver: Int) {
    isDone[driver] = true
    left -= 1
    view.underWay.removeAll { $0 == driver }
  }
}
