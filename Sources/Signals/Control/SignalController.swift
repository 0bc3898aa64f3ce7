import SUMOFiles

/// Decides for one signal, second by second, which stage it shows.
///
/// It mirrors the programme that the signal runs: between two decisions nothing happens but what
/// that programme does. It always commands ahead of the programme's own change, so that without
/// commands the plan goes on from the stage that is shown.
struct SignalController: Sendable {
  let signal: StagedSignal
  private let worth: StageUtility
  private let parameters: ControlParameters
  /// The stage shown, or the one that a change leads to.
  private(set) var stage: Int
  /// When its green began or will begin.
  private var greenSinceSeconds: Double
  /// When the phase shown ends by itself.
  private var phaseEndSeconds: Double
  /// For how long vehicles wait on a lane without a green of their own, in seconds.
  private var waitingSeconds: [Double]
  /// For how long a lane with vehicles has had no green at all.
  private var redSeconds: [Double]
  /// For how long the first vehicle of a lane has stood before the green shown.
  private var refusedSeconds: [Double]
  /// What the first vehicle of a lane does not take, by link.
  private var refusals: [[StageUtility.Refusal]]
  /// For how long a link that no detector sees has been red.
  private var unseenRedSeconds: [Double]
  /// For how long a lane has had no green, whether or not anyone is seen on it.
  private var closedSeconds: [Double]
  private var watch: DetectorWatch

  /// A controller that takes a signal over in the phase that begins now.
  ///
  /// - Parameter phase: A place in the programme.
  init(_ signal: StagedSignal, phase: Int, at timeSeconds: Double, parameters: ControlParameters) {
    self.signal = signal
    self.parameters = parameters
    worth = StageUtility(signal: signal, parameters: parameters)
    waitingSeconds = [Double](repeating: 0, count: signal.lanes.count)
    redSeconds = waitingSeconds
    refusedSeconds = waitingSeconds
    closedSeconds = waitingSeconds
    watch = DetectorWatch(
      signal.exits, lanes: signal.lanes.count, letters: signal.phases[0].state.utf8.count)
    refusals = signal.lanes.map { $0.links.map { _ in .none } }
    unseenRedSeconds = [Double](repeating: 0, count: signal.unseen.count)
    var untilSeconds = timeSeconds
    var place = phase
    // A change under way is finished first.
    while true {
      if let stage = signal.stages.firstIndex(where: { $0.state == signal.phases[place].state }),
        signal.phases[place].durationSeconds >= ProgramCycle.shortestStageSeconds
      {
        self.stage = stage
        break
      }
      untilSeconds += signal.phases[place].durationSeconds
      place = (place + 1) % signal.program.stages.count
    }
    greenSinceSeconds = untilSeconds
    phaseEndSeconds = untilSeconds + signal.phases[place].durationSeconds
  }

  /// The lanes whose detectors are proved broken.
  var brokenLanes: [Int] { watch.broken }

  /// The lanes that have not had a single vehicle.
  var silentLanes: [Int] { watch.silentLanes }

  /// Whether a change is under way.
  func isChanging(at timeSeconds: Double) -> Bool {
    timeSeconds < greenSinceSeconds - 1e-6
  }

  /// What to command now, asked once a second.
  ///
  /// `nil` where the signal goes on as it is.
  mutating func decide(
    at timeSeconds: Double, _ readings: [DetectorReading], _ saturatedSeconds: [Double]
  ) -> SignalCommand? {
    let isChanging = isChanging(at: timeSeconds)
    let lanes = look(readings, saturatedSeconds, isChanging: isChanging)
    guard !isChanging else { return nil }
    guard timeSeconds - greenSinceSeconds >= signal.stages[stage].minimumSeconds - 1e-6 else {
      return hold(at: timeSeconds)
    }
    let blocked = signal.lanes.map { lane in lane.links.map { isFull($0, readings) } }
    let chosen = choose(worth.worths(current: stage, lanes: lanes, isFull: blocked), lanes)
    guard chosen != stage, let change = signal.changes[stage][chosen] else {
      return hold(at: timeSeconds)
    }
    stage = chosen
    greenSinceSeconds = timeSeconds + change.durationSeconds
    var place = change.first
    var endSeconds = timeSeconds
    // Where the change's own phases end and the stage's begins.
    while endSeconds < greenSinceSeconds - 1e-6 {
      endSeconds += signal.phases[place].durationSeconds
      place = signal.phases[place].next ?? place + 1
    }
    phaseEndSeconds = endSeconds + signal.phases[place].durationSeconds
    return .show(phase: change.first)
  }

  private mutating func hold(at timeSeconds: Double) -> SignalCommand? {
    guard phaseEndSeconds - timeSeconds < 3 else { return nil }
    phaseEndSeconds = timeSeconds + parameters.holdSeconds
    return .hold(remainingSeconds: parameters.holdSeconds)
  }

  // MARK: what is seen

  /// The lanes as they are, with clocks of waiting moved on by a second.
  private mutating func look(
    _ readings: [DetectorReading], _ saturatedSeconds: [Double], isChanging: Bool
  ) -> [StageUtility.Lane] {
    let letters = signal.stages[stage].letters
    for (place, link) in signal.unseen.enumerated() {
      let isGreen = !isChanging && isGreen(letters[link.letter])
      unseenRedSeconds[place] = isGreen ? 0 : unseenRedSeconds[place] + 1
    }
    let isSeen = signal.lanes.map { lane in
      lane.detectors.contains { readings[$0.area].vehicles > 0 }
        || lane.head.map { readings[$0].vehicles > 0 } ?? false
    }
    watch.look(isSeen, isGreen: letters.map { !isChanging && isGreen($0) }, readings)
    return signal.lanes.indices.map { place in
      let lane = signal.lanes[place]
      var vehicles = 0.0
      var standing = 0.0
      for detector in lane.detectors {
        let reading = readings[detector.area]
        vehicles +=
          detector.share
          * (Double(reading.vehicles) + parameters.hiddenQueueVehiclesPerSecond
            * saturatedSeconds[detector.area])
        standing += detector.share * Double(reading.halting)
      }
      let shown = isChanging ? [] : lane.links.map { letters[$0.letter] }
      let hasOwnGreen = shown.contains(UInt8(ascii: "G"))
      let hasGreen = hasOwnGreen || shown.contains(UInt8(ascii: "g"))
      closedSeconds[place] = hasGreen ? 0 : closedSeconds[place] + 1
      measureRefusal(place, shown, readings)
      let isStuck = refusals[place].contains { $0 != .none }
      // A reading of nobody may be a slip of a detector: clocks run down, they do not jump to zero.
      waitingSeconds[place] = clock(
        waitingSeconds[place], isServed: hasOwnGreen && !isStuck, isWanted: standing > 0)
      redSeconds[place] = clock(
        redSeconds[place], isServed: hasGreen && !isStuck, isWanted: vehicles > 0)
      return StageUtility.Lane(
        // Who stands behind a first vehicle that wants another link wants who knows what.
        vehicles: isStuck ? min(vehicles, parameters.stuckVehicles) : vehicles,
        weight: 1 + waitingSeconds[place] / parameters.agingTimeSeconds,
        refusals: refusals[place])
    }
  }

  private func clock(_ timeSeconds: Double, isServed: Bool, isWanted: Bool) -> Double {
    isServed ? 0 : isWanted ? timeSeconds + 1 : max(0, timeSeconds - 2)
  }

  /// Learns from a first vehicle that stands before green that it wants another link of its lane.
  ///
  /// Without it, a lane of several movements holds a stage whose green its first vehicle cannot
  /// use.
  private mutating func measureRefusal(
    _ place: Int, _ shown: [UInt8], _ readings: [DetectorReading]
  ) {
    let lane = signal.lanes[place]
    guard let head = lane.head, readings[head].halting > 0 else {
      refusedSeconds[place] = 0
      refusals[place] = lane.links.map { _ in .none }
      return
    }
    let isOpen = zip(shown, lane.links).contains { isGreen($0) && !isFull($1, readings) }
    guard isOpen else {
      refusedSeconds[place] = 0
      return
    }
    refusedSeconds[place] += 1
    // Who may also go through a gap gets the time to find one.
    let yields = shown.contains(UInt8(ascii: "g"))
    guard
      refusedSeconds[place]
        >= (yields ? parameters.yieldingRefusalSeconds : parameters.refusalSeconds)
    else {
      return
    }
    for (link, letter) in shown.enumerated() where !isFull(lane.links[link], readings) {
      if letter == UInt8(ascii: "G") {
        refusals[place][link] = .any
      } else if letter == UInt8(ascii: "g"), refusals[place][link] == .none {
        refusals[place][link] = .yielding
      }
    }
    // Who refuses everything stands for another reason, as a queue beyond the junction.
    if !refusals[place].contains(where: { $0 != .any }) {
      refusals[place] = lane.links.map { _ in .none }
    }
  }

  private func isFull(_ link: StagedSignal.Link, _ readings: [DetectorReading]) -> Bool {
    link.exits.contains { area in
      let reading = readings[area]
      return reading.occupancy > parameters.fullExit
        && reading.speedMetresPerSecond < parameters.queueSpeedMetresPerSecond
    }
  }

  // MARK: the choice

  /// The stage to show: the worthiest, unless a lane or link has been red for too long.
  private func choose(_ worths: [Double], _ lanes: [StageUtility.Lane]) -> Int {
    if let due = due() { return way(to: due, worths) }
    // A stage that cannot be reached at once stands for the programme's next one.
    var worths = worths
    let successor = signal.successors[stage]
    for other in signal.stages.indices where other != stage && signal.changes[stage][other] == nil {
      let beyond = StageUtility(signal: signal, parameters: parameters)
        .worths(
          current: other, lanes: lanes, isFull: signal.lanes.map { $0.links.map { _ in false } })[
          other]
      if beyond > worths[stage] { worths[successor] = max(worths[successor], beyond) }
    }
    var best = stage
    for other in signal.stages.indices
    where other != stage
      && worths[other] > worths[best] * (best == stage ? parameters.hysteresis : 1)
    {
      best = other
    }
    return best
  }

  /// The letters of the links whose red has lasted the longest over its limit.
  private func due() -> [Int]? {
    var worstSeconds = 0.0
    var letters: [Int]?
    for (place, link) in signal.unseen.enumerated() {
      let overSeconds = unseenRedSeconds[place] - link.maximumRedSeconds
      if overSeconds > worstSeconds { (worstSeconds, letters) = (overSeconds, [link.letter]) }
    }
    for (place, lane) in signal.lanes.enumerated() {
      let overSeconds = max(
        redSeconds[place] - parameters.maximumRedSeconds,
        watch.isSilent(place) ? closedSeconds[place] - parameters.probeSeconds : 0)
      if overSeconds > worstSeconds {
        (worstSeconds, letters) = (overSeconds, lane.links.map(\.letter))
      }
    }
    return letters
  }

  /// The stage to go to for links whose turn it is: the worthiest that gives them green, their own
  /// rather than a yielding one, or the programme's next where none can be reached at once.
  private func way(to due: [Int], _ worths: [Double]) -> Int {
    func grade(_ stage: Int) -> Int {
      due.map { letter in
        switch signal.stages[stage].letters[letter] {
        case UInt8(ascii: "G"): 2
        case UInt8(ascii: "g"): 1
        default: 0
        }
      }.max() ?? 0
    }
    let reachable = signal.stages.indices.filter {
      $0 == stage || signal.changes[stage][$0] != nil
    }
    let best = reachable.max { (grade($0), worths[$0]) < (grade($1), worths[$1]) } ?? stage
    return grade(best) > 0 ? best : signal.successors[stage]
  }

  private func isGreen(_ letter: UInt8) -> Bool {
    letter == UInt8(ascii: "G") || letter == UInt8(ascii: "g")
  }
}
