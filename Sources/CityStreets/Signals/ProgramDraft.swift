import SUMOFiles
import Signals

/// A signal's programme as it is made: stages, the clearance between them, and greens.
struct ProgramDraft {
  let signal: String
  let stages: SignalStages
  /// Seconds between yellow and the next stage, after each stage.
  var clearanceSeconds: [Double]
  /// Seconds of green of each stage.
  var greensSeconds: [Double] = []
  /// The cycle that the map says; `nil` where it says none.
  let askedCycleSeconds: Double?
  private let rules: SafetyRules

  init(_ signal: String, _ stages: SignalStages, cycleSeconds: Double?, _ rules: SafetyRules) {
    self.signal = signal
    self.stages = stages
    self.rules = rules
    askedCycleSeconds = cycleSeconds
    clearanceSeconds = Array(repeating: 0, count: stages.stages.count)
    greensSeconds = Array(repeating: max(rules.minimumGreenSeconds, 10), count: stages.stages.count)
  }

  /// The programme, and by place of its stages the stage whose green it is.
  var program: (program: SignalProgram, blocks: [Int?]) {
    var made = SignalProgram(signal: signal, id: "map", offsetSeconds: 0, stages: [])
    var blocks: [Int?] = []
    let count = stages.stages.count
    for stage in 0..<count {
      made.stages.append(
        SignalProgram.Stage(durationSeconds: greensSeconds[stage], state: stages.state(stage)))
      blocks.append(stage)
      let next = (stage + 1) % count
      if let yellow = stages.yellow(from: stage, to: next, rules) {
        made.stages.append(yellow)
        blocks.append(nil)
      }
      if clearanceSeconds[stage] > 0 {
        made.stages.append(
          stages.clearance(from: stage, to: next, seconds: clearanceSeconds[stage]))
        blocks.append(nil)
      }
    }
    return (made, blocks)
  }

  private var lostSeconds: Double { program.program.cycleSeconds - greensSeconds.reduce(0, +) }

  /// Sets Webster's greens: C = (1.5 L + 5) / (1 − Y), g = (C − L) y / Y.
  ///
  /// `flows` are vehicles a second by lane of the network; without them a stage with traffic
  /// straight on counts twice as much as one for turns alone.
  ///
  /// - Returns: Whether the cycle that the map says could be kept.
  mutating func time(flows: [Double]?, lanes: (Int) -> Int) -> Bool {
    let count = Double(stages.stages.count)
    // A green goes to the stage that serves the lane for longest; shared lanes count in each.
    let ratios = stages.stages.map { green -> Double in
      guard let flows else {
        return green.contains { stages.links[$0].direction == "s" } ? 0.2 : 0.1
      }
      return max(green.map { flows[lanes(stages.links[$0].connection)] / 0.5 }.max() ?? 0, 0.02)
    }
    let sum = ratios.reduce(0, +)
    let lost = lostSeconds
    var websterSeconds = (1.5 * (lost + 2 * count) + 5) / (1 - min(sum, 0.9))
    websterSeconds = min(max(websterSeconds, 40), 150, rules.maximumCycleSeconds)
    if let asked = askedCycleSeconds,
      asked >= max(lost + leastGreenSeconds * count, rules.minimumCycleSeconds),
      asked <= min(rules.maximumCycleSeconds, 86_400)
    {
      greensSeconds = greens(ofCycle: asked, ratios, lost)
      if keepsRed(lost) { return true }
    }
    greensSeconds = greens(ofCycle: websterSeconds, ratios, lost)
    // The shorter the cycle, the shorter everybody's red.
    while !keepsRed(lost), greensSeconds.contains(where: { $0 > leastGreenSeconds }) {
      websterSeconds = min(websterSeconds, lost + greensSeconds.reduce(0, +)) - rules.stepSeconds
      greensSeconds = greens(ofCycle: websterSeconds, ratios, lost)
    }
    return askedCycleSeconds == nil
  }

  /// The least green in whole steps of the controller.
  private var leastGreenSeconds: Double {
    (rules.minimumGreenSeconds / rules.stepSeconds).rounded(.up) * rules.stepSeconds
  }

  /// Whether who is green in one stage only waits no longer than is allowed.
  private func keepsRed(_ lostSeconds: Double) -> Bool {
    let cycle = lostSeconds + greensSeconds.reduce(0, +)
    return cycle - (greensSeconds.min() ?? 0) <= rules.maximumRedSeconds
  }

  /// Greens in proportion to ratios, none below the least.
  private func greens(ofCycle asked: Double, _ ratios: [Double], _ lost: Double) -> [Double] {
    let (step, least) = (rules.stepSeconds, leastGreenSeconds)
    let sum = ratios.reduce(0, +)
    let cycle = max((asked / step).rounded() * step, lost + least * Double(ratios.count))
    let room = cycle - lost
    var greens = ratios.map { max(((room * $0 / sum) / step).rounded() * step, least) }
    // What rounding gave or took, the longest green has.
    var rest = room - greens.reduce(0, +)
    while rest.magnitude >= step / 2 {
      let longest = greens.indices.max { greens[$0] < greens[$1] }!
      let change = max(rest, least - greens[longest])
      greens[longest] += change
      rest -= change
      if change == 0 { break }
    }
    return greens
  }
}
