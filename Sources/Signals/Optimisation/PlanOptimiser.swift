import Foundation
public import SUMOFiles
import Simulation

/// Searches the plan with the least delay: greens, offsets and the order of stages, on the queue
/// simulation.
public struct PlanOptimiser {
  /// What the search may do.
  public struct Options: Sendable {
    /// How many simulations it may run.
    public var evaluations = 1800
    /// The least whole seconds of each stage of a programme, changes included.
    public var leastGreensSeconds: @Sendable (SignalProgram) -> [Int] = { program in
      program.stages.map { _ in 5 }
    }
    /// The longest cycle in seconds.
    public var longestCycleSeconds = 150
    /// How many programmes a signal may have over the time, for a time table.
    public var periods = 1
    /// Whether a plan may be used; asked only of those that would be the best so far.
    public var isSafe: @Sendable (SUMOPlan) -> Bool = { _ in true }
    /// On how many draws of drivers plans are compared.
    public var draws = 2
    /// On how many other draws of the demand they are compared.
    public var otherDays = 1
    /// The share by which the demand of other draws is higher.
    public var growth = 0.05
    /// Seconds of delay that a second of standing before a full road counts for.
    public var blockedWeight = 2.0
    /// What its choices begin from.
    public var seed: UInt64 = 1

    /// The usual options.
    public init() {}
  }

  /// What came out.
  public struct Result: Sendable {
    /// The best plan found.
    public var plan: SUMOPlan
    /// Its mean delay on the simulation, in seconds.
    public var delaySeconds: Double
    /// The delay of the network's own plan, in seconds.
    public var ownDelaySeconds: Double
    /// Simulations run.
    public var evaluations: Int
  }

  private let model: TrafficModel
  private let options: Options
  private let templates: [SignalTemplate]
  /// The programmes of signals that leave nothing to time.
  private let others: [SignalProgram]
  private var random: RandomSource
  private var spent = 0
  /// The draws of drivers on which plans are compared, the same for all.
  private let draws: [(model: TrafficModel, seed: UInt64)]

  /// A search on a model.
  public init(_ model: TrafficModel, options: Options = Options()) {
    self.model = model
    self.options = options
    // The demand as it is, and draws of it that differ as other days do.
    draws = (0..<UInt64(options.draws + options.otherDays)).map { draw in
      draw < options.draws
        ? (model, 11 + draw)
        : (model.redrawn(seed: 50 + draw, growth: options.growth, spreadSeconds: 60), 11 + draw)
    }
    var byName: [String: SignalProgram] = [:]
    var names: [String] = []
    for program in model.ownPlan.programs
    where byName.updateValue(program, forKey: program.signal) == nil {
      names.append(program.signal)
    }
    var templates: [SignalTemplate] = []
    var others: [SignalProgram] = []
    for name in names {
      let program = byName[name]!
      if let template = SignalTemplate(
        program, leastGreensSeconds: options.leastGreensSeconds(program))
      {
        templates.append(template)
      } else {
        others.append(program)
      }
    }
    self.templates = templates
    self.others = others
    random = RandomSource(seed: options.seed).source(named: "plan-search")
  }

  /// The best plan that the search finds.
  ///
  /// Starts of several cycles are tried a little, the better half more, until one is left. That one
  /// is searched on, at last with a programme for each period of the time table.
  public mutating func best(progress: (Int, Double) -> Void = { _, _ in }) -> Result {
    let own = TimingDraft(
      signals: templates.map(\.ownTiming))
    let first = Scored(own, costsSeconds(own))
    var best = first
    if !templates.isEmpty {
      best = race(from: [first] + starts(own).map { Scored($0, costsSeconds($0)) }, progress)
      let share = options.periods > 1 ? 0.6 : 1
      search(until: Int(Double(options.evaluations) * share), &best, progress)
      if options.periods > 1 {
        for signal in best.draft.signals.indices {
          best.draft.signals[signal].periods = [[Int]](
            repeating: best.draft.signals[signal].periods[0], count: options.periods)
        }
        search(until: options.evaluations, &best, progress)
      }
    }
    return Result(
      plan: plan(best.draft), delaySeconds: best.mean, ownDelaySeconds: first.mean,
      evaluations: spent)
  }

  /// Drafts to begin from: the network's own at other cycles, and Webster's.
  private func starts(_ own: TimingDraft) -> [TimingDraft] {
    let measures = model.measures(of: plan(own), seed: draws[0].seed)
    let flows = (0..<model.network.lanes.count).map { lane in
      (0..<measures.intervals).reduce(0.0) {
        $0 + Double(measures.flows[lane * measures.intervals + $1])
      } / (model.endSeconds - model.beginSeconds)
    }
    let websters = templates.map { template in
      let links = template.program.stages[0].state.utf8.count
      var lanes = [Int?](repeating: nil, count: links)
      for connection in model.network.connections
      where connection.signal == template.program.signal {
        if let link = connection.linkIndex, link < links { lanes[link] = connection.from }
      }
      return WebsterStart(template, flows: flows, lanes: lanes)
    }
    func webster(_ cycleSeconds: (WebsterStart) -> Double) -> TimingDraft {
      var draft = own
      for (signal, start) in websters.enumerated() {
        draft.signals[signal].periods = [
          start.greensSeconds(cycleSeconds: cycleSeconds(start), of: templates[signal])
        ]
      }
      return draft
    }
    let mostSeconds = Double(options.longestCycleSeconds)
    // The busiest signal's cycle for all, and shorter ones; one of them with a green wave.
    let commonSeconds =
      websters.map { $0.cycleSeconds(leastSeconds: 30, mostSeconds: mostSeconds) }.max() ?? 60
    let wavedSeconds = max(commonSeconds * 0.8, 30).rounded()
    let all =
      [0.5, 0.7].map { scaled(own, by: $0) }
      + [0.6, 0.8, 1].map { share in webster { _ in max(commonSeconds * share, 30) } }
      + [coordinated(webster { _ in wavedSeconds }, cycleSeconds: Int(wavedSeconds))]
      + [webster { $0.cycleSeconds(leastSeconds: 30, mostSeconds: mostSeconds) }]
    return all.map(repaired).filter(isAllowed)
  }

  /// A draft with the network's own timing where its programme would not be safe.
  private func repaired(_ draft: TimingDraft) -> TimingDraft {
    var draft = draft
    for (signal, template) in templates.enumerated() {
      let program = template.program(
        draft.signals[signal], period: 0, id: "yutu",
        offsetSeconds: draft.signals[signal].offsetSeconds)
      guard !options.isSafe(SUMOPlan(programs: [program])) else { continue }
      let offsetSeconds = draft.signals[signal].offsetSeconds
      draft.signals[signal] = template.ownTiming
      draft.signals[signal].offsetSeconds = offsetSeconds
    }
    return draft
  }

  /// A draft with all cycles stretched to one and offsets of a green wave.
  private func coordinated(_ draft: TimingDraft, cycleSeconds: Int) -> TimingDraft {
    var draft = draft
    // Where a signal's least greens need a longer cycle, that is the one for all.
    let cycleSeconds = zip(draft.signals, templates).reduce(cycleSeconds) { mostSeconds, pair in
      max(mostSeconds, pair.1.cycleSeconds(pair.1.blocks.map(\.leastSeconds)))
    }
    for signal in draft.signals.indices {
      draft.signals[signal].periods[0] = stretched(
        draft.signals[signal].periods[0], templates[signal], to: cycleSeconds)
    }
    let greens = zip(draft.signals, templates).map { $1.greens($0, period: 0) }
    guard greens.allSatisfy({ $0.allSatisfy { $0.count == cycleSeconds } }) else { return draft }
    let offsetsSeconds = GreenWave(model, templates).offsetsSeconds(
      from: draft.signals.map(\.offsetSeconds), greens: greens, cycleSeconds: cycleSeconds)
    for signal in draft.signals.indices {
      draft.signals[signal].offsetSeconds = offsetsSeconds[signal]
    }
    return draft
  }

  /// Searches from several drafts, drops the worse half and goes on with the others.
  private mutating func race(
    from drafts: [Scored], _ progress: (Int, Double) -> Void
  ) -> Scored {
    var field = drafts
    var turn = max(options.evaluations / 80, 4 * draws.count)
    while field.count > 1 {
      for place in field.indices {
        search(until: min(spent + turn, options.evaluations), &field[place], { _, _ in })
      }
      field.sort { $0.mean < $1.mean }
      progress(spent, field[0].mean)
      field.removeLast(field.count / 2)
      turn *= 2
    }
    return field[0]
  }

  /// Changes the best draft until as many simulations were run.
  private mutating func search(
    until limit: Int, _ best: inout Scored, _ progress: (Int, Double) -> Void
  ) {
    var reach = 1.0
    var failures = 0
    // Where hardly any change is allowed, the search ends without its simulations.
    var changes = 0
    while spent < limit, changes < 20 * limit {
      changes += 1
      let before = best.mean
      tryOut(changed(best.draft, reach: reach), &best)
      if best.mean < before {
        failures = 0
        progress(spent, best.mean)
      } else {
        failures += 1
        // Smaller steps when nothing is found, and now and then large ones again.
        reach = failures % 60 < 20 ? 1 : failures % 60 < 40 ? 0.5 : 0.25
      }
    }
  }

  private struct Scored {
    var draft: TimingDraft
    /// By draw, what it costs until the end of each quarter of the time.
    var costsSeconds: [[Double]]
    var mean: Double

    init(_ draft: TimingDraft, _ costsSeconds: [[Double]]) {
      self.draft = draft
      self.costsSeconds = costsSeconds
      mean = costsSeconds.reduce(0) { $0 + $1.last! } / Double(costsSeconds.count)
    }
  }

  private mutating func costsSeconds(_ draft: TimingDraft) -> [[Double]] {
    let plan = plan(draft)
    spent += draws.count
    return draws.map { costsSeconds(of: plan, on: $0) { _, _ in true } }
  }

  private func costsSeconds(
    of plan: SUMOPlan, on draw: (model: TrafficModel, seed: UInt64),
    while isWorth: (Int, Double) -> Bool
  ) -> [Double] {
    draw.model.costsSeconds(
      of: plan, seed: draw.seed, blockedWeight: options.blockedWeight, while: isWorth)
  }

  /// Takes a draft in place of the best if it is better over all draws; poor ones are dropped
  /// early.
  private mutating func tryOut(_ draft: TimingDraft, _ best: inout Scored) {
    guard draft != best.draft, isAllowed(draft) else { return }
    let plan = plan(draft)
    var costsSeconds: [[Double]] = []
    var leadSeconds = 0.0
    for (place, draw) in draws.enumerated() {
      // Two draws differ by less than a hundredth as a rule; what comes later in a draw seldom
      // makes up for what was lost before.
      let leastSeconds = -0.01 * best.mean * Double(place)
      let bestsSeconds = best.costsSeconds[place]
      spent += 1
      let foundSeconds = self.costsSeconds(of: plan, on: draw) { quarter, costSeconds in
        leadSeconds + bestsSeconds[quarter] - costSeconds > leastSeconds - 0.002 * best.mean
      }
      guard foundSeconds.count == bestsSeconds.count else { return }
      costsSeconds.append(foundSeconds)
      leadSeconds += bestsSeconds.last! - foundSeconds.last!
      if leadSeconds < leastSeconds - 0.01 * best.mean { return }
    }
    if leadSeconds > 0, options.isSafe(plan) { best = Scored(draft, costsSeconds) }
  }

  private func isAllowed(_ draft: TimingDraft) -> Bool {
    zip(draft.signals, templates).allSatisfy { timing, template in
      timing.periods.allSatisfy { greensSeconds in
        zip(greensSeconds, template.blocks).allSatisfy { $0 >= $1.leastSeconds }
          && template.cycleSeconds(greensSeconds) <= options.longestCycleSeconds
      }
    }
  }

  private func scaled(_ draft: TimingDraft, by factor: Double) -> TimingDraft {
    var draft = draft
    for signal in draft.signals.indices {
      for period in draft.signals[signal].periods.indices {
        draft.signals[signal].periods[period] = scaled(
          draft.signals[signal].periods[period], of: templates[signal], by: factor)
      }
    }
    return draft
  }

  private func scaled(
    _ greensSeconds: [Int], of template: SignalTemplate, by factor: Double
  ) -> [Int] {
    zip(greensSeconds, template.blocks).map {
      max(Int((Double($0) * factor).rounded()), $1.leastSeconds)
    }
  }

  /// A draft with something changed at random; `reach` scales how much.
  private mutating func changed(_ draft: TimingDraft, reach: Double) -> TimingDraft {
    var draft = draft
    let signal = Int.random(in: 0..<templates.count, using: &random)
    let template = templates[signal]
    var timing = draft.signals[signal]
    let isAlone = templates.count == 1
    // A change of greens is for one period, or for that and all later ones.
    let first = Int.random(in: 0..<timing.periods.count, using: &random)
    let isLasting = Bool.random(using: &random)
    let last = isLasting ? timing.periods.count - 1 : first
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<6:
      // All cycles.
      return scaled(draft, by: Double.random(in: 0.85...1.18, using: &random))
    case 6..<16:
      // One signal's cycle.
      let factor = Double.random(in: 0.8...1.25, using: &random)
      for period in first...last {
        timing.periods[period] = scaled(timing.periods[period], of: template, by: factor)
      }
    case 16..<46:
      // Green from one stage to another.
      let from = Int.random(in: 0..<template.blocks.count, using: &random)
      let to = Int.random(in: 0..<template.blocks.count, using: &random)
      let amount = abs(seconds(8, reach))
      for period in first...last {
        let leastSeconds = template.blocks[from].leastSeconds
        let moved = min(amount, timing.periods[period][from] - leastSeconds)
        timing.periods[period][from] -= moved
        timing.periods[period][to] += moved
      }
    case 46..<66:
      // One stage longer or shorter.
      let block = Int.random(in: 0..<template.blocks.count, using: &random)
      let amount = seconds(8, reach)
      for period in first...last {
        timing.periods[period][block] = max(
          timing.periods[period][block] + amount, template.blocks[block].leastSeconds)
      }
    case 66..<92 where !isAlone:
      timing.offsetSeconds += seconds(25, reach)
    case 92..<96 where !isAlone:
      // All signals on one cycle: that of the one drawn.
      for other in templates.indices {
        for period in first...last {
          draft.signals[other].periods[period] = stretched(
            draft.signals[other].periods[period], templates[other],
            to: template.cycleSeconds(timing.periods[period]))
        }
      }
      return draft
    default:
      let orders = template.orders
      if orders.count > 1 {
        timing.order = orders[Int.random(in: 0..<orders.count, using: &random)]
      } else {
        timing.offsetSeconds += seconds(25, reach)
      }
    }
    let cycle = max(template.cycleSeconds(timing.periods[0]), 1)
    timing.offsetSeconds = (timing.offsetSeconds % cycle + cycle) % cycle
    draft.signals[signal] = timing
    return draft
  }

  private mutating func seconds(_ most: Double, _ reach: Double) -> Int {
    let most = max(1, Int((most * reach).rounded()))
    let amount = Int.random(in: 1...most, using: &random)
    return Bool.random(using: &random) ? amount : -amount
  }

  /// Greens stretched to a cycle.
  private func stretched(_ greensSeconds: [Int], _ template: SignalTemplate, to cycleSeconds: Int)
    -> [Int]
  {
    let sum = greensSeconds.reduce(0, +)
    let room = cycleSeconds - Int(template.lostSeconds.rounded())
    let leastSeconds = template.blocks.map(\.leastSeconds)
    guard room >= leastSeconds.reduce(0, +), sum > 0 else { return greensSeconds }
    var stretched = zip(greensSeconds, leastSeconds).map { max($1, $0 * room / sum) }
    var rest = room - stretched.reduce(0, +)
    while rest != 0 {
      // The longest of those that can still give.
      let others = stretched.indices.filter { rest > 0 || stretched[$0] > leastSeconds[$0] }
      guard let longest = others.max(by: { stretched[$0] < stretched[$1] }) else { break }
      stretched[longest] += rest > 0 ? 1 : -1
      rest += rest > 0 ? -1 : 1
    }
    return stretched
  }

  private func plan(_ draft: TimingDraft) -> SUMOPlan {
    var plan = SUMOPlan(programs: others)
    let periodSeconds = Int((model.endSeconds - model.beginSeconds) / Double(options.periods))
    for (template, timing) in zip(templates, draft.signals) {
      let (programs, table) = template.programs(
        timing, beginSeconds: Int(model.beginSeconds), periodSeconds: periodSeconds)
      plan.programs += programs
      if let table { plan.tables.append(table) }
    }
    return plan
  }
}
