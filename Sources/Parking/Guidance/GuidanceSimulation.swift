import Foundation
internal import Simulation

/// How an afternoon went for one driver.
public struct GuidanceOutcome: Sendable, Equatable {
  /// The lot; `nil` without a space.
  public var lot: Int?
  /// Drive, detours, waiting, walk and fee, s; the price of having none without a space.
  public var cost_s: Double
  /// How many lots were found full.
  public var refused: Int
  /// How often the driver was sent to another lot on the way.
  public var rerouted: Int
  /// What the first offer promised, s.
  public var promised_s: Double?
}

/// What came of an afternoon.
public struct GuidanceResult: Sendable, Equatable {
  /// Each driver's end.
  public var outcomes: [GuidanceOutcome]
  /// Spaces that uninformed cars left to guided ones at the end, by lot: since when each has been
  /// free of them, s, ascending; 0 for those that were from the start.
  ///
  /// The k-th guided car of a lot cannot have parked before the k-th of these times.
  public var freeSince_s: [[Double]]
  /// Guided cars in each lot at the end.
  public var guided: [Int]
  /// The most cars that each lot held.
  public var fullest: [Int]
  /// Uninformed cars that found no lot.
  public var turnedAway: Int

  /// What guided drivers paid, s.
  public var cost_s: Double { outcomes.reduce(0) { $0 + $1.cost_s } }
  /// Drivers without a space.
  public var unserved: Int { outcomes.count { $0.lot == nil } }
}

/// Plays an afternoon with a way of guiding drivers, event by event.
///
/// What happens by chance (uninformed cars, slowness of drives) follows from the instance's seed
/// alone and is the same for every policy until the policy itself changes it.
public struct GuidanceSimulation {
  /// How often drivers under way may be sent elsewhere, s.
  public static let round_s = 20.0

  private enum Event {
    case asks(Int)
    case arrives(Int, leg: Int)
    case comes(lot: Int)
    case tries(lot: Int, stay_s: Double, tried: [Int])
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
  private var freeSince_s: [[Double]]
  private var left: Int
  private let nearest: [[(lot: Int, drive_s: Double)]]

  /// Plays `instance` to its end.
  public static func play(
    _ instance: GuidanceInstance, _ policy: inout some GuidancePolicy
  ) -> GuidanceResult {
    var run = GuidanceSimulation(instance)
    run.play(&policy)
    return GuidanceResult(
      outcomes: run.outcomes,
      freeSince_s: zip(run.freeSince_s, run.view.guided).map { times, cars in
        Array(times.prefix(max(cars, times.count { $0 <= instance.end_s })))
      },
      guided: run.view.guided, fullest: run.fullest, turnedAway: run.turnedAway)
  }

  private init(_ instance: GuidanceInstance) {
    self.instance = instance
    let count = instance.drivers.count
    view = GuidanceView(
      time_s: 0, lots: instance.lots, free: instance.lots.map { $0.capacity - $0.occupied },
      guided: instance.lots.map { _ in 0 },
      states: instance.drivers.map {
        var driver = $0
        driver.slowness = 1
        return .init(driver: driver, x_m: $0.x_m, y_m: $0.y_m, since_s: $0.time_s)
      },
      duration_s: instance.duration_s, unserved_s: instance.unserved_s)
    leg = [Int](repeating: 0, count: count)
    outcomes = instance.drivers.map { _ in
      GuidanceOutcome(lot: nil, cost_s: instance.unserved_s, refused: 0, rerouted: 0)
    }
    isDone = [Bool](repeating: false, count: count)
    left = count
    freeSince_s = view.free.map { [Double](repeating: 0, count: $0) }
    nearest = instance.lots.indices.map { j in
      instance.lots.indices.filter { $0 != j }.map { k in
        let (a, b) = (instance.lots[j], instance.lots[k])
        return (k, hypot(a.x_m - b.x_m, a.y_m - b.y_m) / GuidanceInstance.driving_ms)
      }.sorted { $0.1 < $1.1 }
    }
    uninformed = instance.lots.map(\.occupied)
    fullest = uninformed
    let source = RandomSource(seed: instance.seed)
    random = instance.lots.indices.map { source.source(named: "uninformed \($0)") }
    for (index, driver) in instance.drivers.enumerated() {
      queue.push(driver.time_s, .asks(index))
    }
    for j in instance.lots.indices {
      for _ in 0..<uninformed[j] { leaveLater(j, 0) }
      comeLater(j, 0)
    }
    queue.push(Self.round_s, .round)
  }

  private mutating func comeLater(_ j: Int, _ now: Double) {
    let rate = instance.lots[j].arrivals_per_s
    guard rate > 0 else { return }
    queue.push(now + GuidanceInstance.exponential(&random[j]) / rate, .comes(lot: j))
  }

  private mutating func leaveLater(_ j: Int, _ now: Double) {
    let stay = GuidanceInstance.exponential(&random[j]) / instance.lots[j].departures_per_s
    queue.push(now + stay, .leaves(lot: j))
  }

  /// An uninformed car parks, or drives on to the nearest lot that it has not tried.
  private mutating func tryLot(_ j: Int, stay_s: Double, tried: [Int]) {
    guard view.free[j] == 0 else {
      uninformed[j] += 1
      freeSince_s[j].removeLast()
      take(j)
      queue.push(view.time_s + stay_s, .leaves(lot: j))
      return
    }
    let tried = tried + [j]
    let next = nearest[j].first { !tried.contains($0.lot) }
    guard let next, tried.count < GuidanceInstance.tries else {
      turnedAway += 1
      return
    }
    queue.push(view.time_s + next.drive_s, .tries(lot: next.lot, stay_s: stay_s, tried: tried))
  }

  private mutating func play(_ policy: inout some GuidancePolicy) {
    while let (now, event) = queue.pop() {
      // Whoever is still on the way when patience ends parks or gives up.
      if now > instance.end_s, left == 0 { break }
      view.time_s = now
      switch event {
      case .asks(let driver):
        view.underWay.append(driver)
        ask(driver, &policy)
      case .arrives(let driver, let number):
        if !isDone[driver], leg[driver] == number { arrive(driver, &policy) }
      case .comes(let j):
        // Stays are drawn whatever happens, so that streams stay in step.
        let stay = GuidanceInstance.exponential(&random[j]) / instance.lots[j].departures_per_s
        tryLot(j, stay_s: stay, tried: [])
        comeLater(j, now)
      case .tries(let j, let stay, let tried):
        tryLot(j, stay_s: stay, tried: tried)
      case .leaves(let j):
        uninformed[j] -= 1
        freeSince_s[j].append(now)
        view.free[j] += 1
      case .retries(let driver, let number):
        if !isDone[driver], leg[driver] == number { ask(driver, &policy) }
      case .round:
        for (driver, lot) in policy.round(view) { send(driver, to: lot, isRound: true) }
        queue.push(now + Self.round_s, .round)
      }
    }
  }

  private mutating func take(_ j: Int) {
    view.free[j] -= 1
    fullest[j] = max(fullest[j], instance.lots[j].capacity - view.free[j])
  }

  private mutating func ask(_ driver: Int, _ policy: inout some GuidancePolicy) {
    if view.time_s - instance.drivers[driver].time_s >= instance.patience_s {
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
    view.states[driver].x_m = x
    view.states[driver].y_m = y
    view.states[driver].since_s = view.time_s
    view.states[driver].lot = lot
    leg[driver] += 1
    if isRound, state.lot != nil { outcomes[driver].rerouted += 1 }
    guard let lot else {
      queue.push(view.time_s + Self.round_s, .retries(driver, leg: leg[driver]))
      return
    }
    let person = instance.drivers[driver]
    let drive =
      hypot(instance.lots[lot].x_m - x, instance.lots[lot].y_m - y) / GuidanceInstance.driving_ms
    if view.states[driver].promised_s == nil {
      let promise =
        view.time_s - person.time_s + drive
        + GuidanceInstance.parkedCost_s(person, instance.lots[lot])
      view.states[driver].promised_s = promise
      outcomes[driver].promised_s = promise
    }
    queue.push(view.time_s + drive * person.slowness, .arrives(driver, leg: leg[driver]))
  }

  private func truePlace(_ driver: Int) -> (Double, Double) {
    let state = view.states[driver]
    guard let lot = state.lot else { return (state.x_m, state.y_m) }
    let (dx, dy) = (instance.lots[lot].x_m - state.x_m, instance.lots[lot].y_m - state.y_m)
    let length = hypot(dx, dy)
    let speed = GuidanceInstance.driving_ms / instance.drivers[driver].slowness
    let share = length > 0 ? min(1, (view.time_s - state.since_s) * speed / length) : 1
    return (state.x_m + share * dx, state.y_m + share * dy)
  }

  private mutating func arrive(_ driver: Int, _ policy: inout some GuidancePolicy) {
    let j = view.states[driver].lot!
    let lot = instance.lots[j]
    guard view.free[j] > 0 else {
      outcomes[driver].refused += 1
      view.states[driver].full[j] = view.time_s
      view.states[driver].x_m = lot.x_m
      view.states[driver].y_m = lot.y_m
      view.states[driver].since_s = view.time_s
      view.states[driver].lot = nil
      ask(driver, &policy)
      return
    }
    take(j)
    view.guided[j] += 1
    outcomes[driver].lot = j
    outcomes[driver].cost_s =
      view.time_s - instance.drivers[driver].time_s
      + GuidanceInstance.parkedCost_s(instance.drivers[driver], lot)
    finish(driver)
  }

  private mutating func finish(_ driver: Int) {
    isDone[driver] = true
    left -= 1
    view.underWay.removeAll { $0 == driver }
  }
}
