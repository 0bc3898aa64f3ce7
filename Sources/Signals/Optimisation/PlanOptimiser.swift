import Foundation
import Simulation
public import SUMOFiles

/// Searches the plan with the least delay: greens, offsets and the order of stages, on the queue
/// simulation.
public struct PlanOptimiser {
  /// What the search may do.
  public struct Options: Sendable {
    /// How many simulations it may run.
    public var evaluations = 3000
    /// The least green in seconds.
    public var leastGreen_s = 5
    /// The longest cycle in seconds.
    public var longestCycle_s = 150
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
    public var delay_s: Double
    /// The delay of the network's own plan, in seconds.
    public var ownDelay_s: Double
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
  private let draws: [UInt64] = [11, 12, 13, 14]

  /// A search on a model.
  public init(_ model: TrafficModel, options: Options = Options()) {
    self.model = model
    self.options = options
    var byName: [String: SignalProgram] = [:]
    var names: [String] = []
    for program in model.ownPlan.programs where byName.updateValue(program, forKey: program.signal) == nil {
      names.append(program.signal)
    }
    var templates: [SignalTemplate] = []
    var others: [SignalProgram] = []
    for name in names {
      if let template = SignalTemplate(byName[name]!) {
        templates.append(template)
      } else {
        others.append(byName[name]!)
      }
    }
    self.templates = templates
    self.others = others
    random = RandomSource(seed: options.seed).source(named: "plan-search")
  }

  /// The best plan that the search finds.
  public mutating func best(progress: (Int, Double) -> Void = { _, _ in }) -> Result {
    let own = TimingDraft(
      signals: templates.map { $0.ownTiming(leastGreen_s: options.leastGreen_s) })
    var best = Scored(own, delays(own))
    let ownDelay_s = best.mean
    guard !templates.isEmpty else {
      return Result(
        plan: plan(own), delay_s: ownDelay_s, ownDelay_s: ownDelay_s, evaluations: spent)
    }
    // First the cycle, for all signals at once.
    for factor in [0.6, 0.75, 0.9, 1.15, 1.4] { tryOut(scaled(own, by: factor), &best) }
    var reach = 1.0
    var failures = 0
    while spent < options.evaluations {
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
    return Result(
      plan: plan(best.draft), delay_s: best.mean, ownDelay_s: ownDelay_s, evaluations: spent)
  }

  private struct Scored {
    var draft: TimingDraft
    var delays_s: [Double]
    var mean: Double

    init(_ draft: TimingDraft, _ delays_s: [Double]) {
      self.draft = draft
      self.delays_s = delays_s
      mean = delays_s.reduce(0, +) / Double(delays_s.count)
    }
  }

  private mutating func delays(_ draft: TimingDraft) -> [Double] {
    let plan = plan(draft)
    spent += draws.count
    return draws.map { model.delay_s(of: plan, seed: $0) }
  }

  /// Takes a draft in place of the best if it is better over all draws; poor ones are dropped early.
  private mutating func tryOut(_ draft: TimingDraft, _ best: inout Scored) {
    guard draft != best.draft, isAllowed(draft) else { return }
    let plan = plan(draft)
    var delays: [Double] = []
    var lead = 0.0
    for (place, draw) in draws.enumerated() {
      let delay = model.delay_s(of: plan, seed: draw)
      spent += 1
      delays.append(delay)
      lead += best.delays_s[place] - delay
      // Two draws differ by less than this share as a rule.
      if lead < -0.01 * best.mean * Double(place + 1) { return }
    }
    if lead > 0 { best = Scored(draft, delays) }
  }

  private func isAllowed(_ draft: TimingDraft) -> Bool {
    zip(draft.signals, templates).allSatisfy { timing, template in
      timing.greens_s.allSatisfy { $0 >= options.leastGreen_s }
        && template.cycle_s(timing) <= options.longestCycle_s
    }
  }

  private func scaled(_ draft: TimingDraft, by factor: Double) -> TimingDraft {
    var draft = draft
    for signal in draft.signals.indices {
      for block in draft.signals[signal].greens_s.indices {
        let green = Double(draft.signals[signal].greens_s[block]) * factor
        draft.signals[signal].greens_s[block] = max(Int(green.rounded()), options.leastGreen_s)
      }
    }
    return draft
  }

  /// A draft with something changed at random; `reach` scales how much.
  private mutating func changed(_ draft: TimingDraft, reach: Double) -> TimingDraft {
    var draft = draft
    let signal = Int.random(in: 0..<templates.count, using: &random)
    let blocks = templates[signal].blocks.count
    func seconds(_ most: Double) -> Int {
      let most = max(1, Int((most * reach).rounded()))
      let amount = Int.random(in: 1...most, using: &random)
      return Bool.random(using: &random) ? amount : -amount
    }
    let isAlone = templates.count == 1
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<6:
      // All cycles.
      draft = scaled(draft, by: Double.random(in: 0.85...1.18, using: &random))
    case 6..<16:
      // One signal's cycle.
      let factor = Double.random(in: 0.8...1.25, using: &random)
      for block in 0..<blocks {
        let green = Double(draft.signals[signal].greens_s[block]) * factor
        draft.signals[signal].greens_s[block] = max(Int(green.rounded()), options.leastGreen_s)
      }
    case 16..<46:
      // Green from one stage to another.
      let from = Int.random(in: 0..<blocks, using: &random)
      let to = Int.random(in: 0..<blocks, using: &random)
      let amount = min(
        abs(seconds(8)), draft.signals[signal].greens_s[from] - options.leastGreen_s)
      draft.signals[signal].greens_s[from] -= amount
      draft.signals[signal].greens_s[to] += amount
    case 46..<66:
      // One stage longer or shorter.
      let block = Int.random(in: 0..<blocks, using: &random)
      draft.signals[signal].greens_s[block] = max(
        draft.signals[signal].greens_s[block] + seconds(8), options.leastGreen_s)
    case 66..<92 where !isAlone:
      draft.signals[signal].offset_s += seconds(25)
    case 92..<96 where !isAlone:
      // All signals on one cycle: that of the one drawn.
      let cycle = templates[signal].cycle_s(draft.signals[signal])
      for other in templates.indices { stretch(&draft, other, to: cycle) }
    default:
      let orders = templates[signal].orders
      draft.signals[signal].order = orders[Int.random(in: 0..<orders.count, using: &random)]
    }
    let cycle = max(templates[signal].cycle_s(draft.signals[signal]), 1)
    draft.signals[signal].offset_s = (draft.signals[signal].offset_s % cycle + cycle) % cycle
    return draft
  }

  /// Gives a signal a cycle by stretching its greens.
  private func stretch(_ draft: inout TimingDraft, _ signal: Int, to cycle_s: Int) {
    let template = templates[signal]
    let lost = Int(template.lost_s.rounded())
    let greens = draft.signals[signal].greens_s
    let sum = greens.reduce(0, +)
    let room = cycle_s - lost
    guard room >= greens.count * options.leastGreen_s, sum > 0 else { return }
    var stretched = greens.map { max(options.leastGreen_s, $0 * room / sum) }
    var rest = room - stretched.reduce(0, +)
    while rest != 0 {
      let longest = stretched.indices.max { stretched[$0] < stretched[$1] }!
      guard rest > 0 || stretched[longest] > options.leastGreen_s else { break }
      stretched[longest] += rest > 0 ? 1 : -1
      rest += rest > 0 ? -1 : 1
    }
    draft.signals[signal].greens_s = stretched
  }

  private func plan(_ draft: TimingDraft) -> SUMOPlan {
    SUMOPlan(
      programs: others
        + zip(templates, draft.signals).map { template, timing in
          template.program(timing, id: "yutu")
        })
  }
}
