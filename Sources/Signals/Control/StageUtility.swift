/// What each stage is worth now: the most vehicles a second that it can let go, changing included.
///
/// For a stage `b` and a green of `T` seconds, `w(b) = max_T Σ a·f·min(n, s·t) / (T + c)` over the
/// lanes: `n` vehicles seen before the stop line, `a` their weight by waiting, `f` the share of the
/// lane's links that are green with room behind them, `s` the saturation flow, `c` the seconds that
/// the change takes and `t` the green the lane gets: `T` less the start-up loss, or `T + c` for a
/// lane that stays green over the change. Links that the first vehicle has refused do not count. It
/// is max-pressure's sum of queue by flow, divided by the time that it costs, so that switching
/// pays for itself: a platoon holds its stage until its rest is worth less than another queue with
/// its yellow.
struct StageUtility: Sendable {
  let signal: StagedSignal
  let parameters: ControlParameters

  /// A lane as it is now.
  struct Lane: Equatable {
    /// Vehicles before the stop line.
    var vehicles: Double
    /// How much each counts.
    var weight: Double
    /// By link of the lane: which greens the first vehicle lets pass, as it wants another link.
    var refusals: [Refusal]
  }

  /// What the first vehicle of a lane does not take.
  enum Refusal: Int {
    case none, yielding, any
  }

  /// The worth of each stage, in weighted vehicles a second.
  ///
  /// - Parameters:
  ///   - current: The stage that is shown.
  ///   - lanes: The lanes of the signal in its order.
  ///   - isFull: Whether the way behind a link is full, by lane and link.
  func worths(current: Int, lanes: [Lane], isFull: [[Bool]]) -> [Double] {
    signal.stages.indices.map { stage in
      stage == current || signal.changes[current][stage] != nil
        ? worth(of: stage, current: current, lanes: lanes, isFull: isFull) : 0
    }
  }

  private func worth(of stage: Int, current: Int, lanes: [Lane], isFull: [[Bool]]) -> Double {
    let changeSeconds = signal.changes[current][stage]?.durationSeconds ?? 0
    let old = signal.stages[current].letters
    let new = signal.stages[stage].letters
    var green: [(vehicles: Double, value: Double, head_s: Double)] = []
    for (place, lane) in lanes.enumerated() where lane.vehicles > 0 {
      let share = openShare(place, lane, new, isFull[place])
      guard share > 0 else { continue }
      let isOpen = openShare(place, lane, old, isFull[place]) > 0
      green.append(
        (
          lane.vehicles, lane.weight * share,
          isOpen ? changeSeconds : -parameters.startUpLossSeconds
        ))
    }
    guard !green.isEmpty else { return 0 }
    var best = 0.0
    let isRunning = stage == current
    var greenSeconds = isRunning ? 1 : signal.stages[stage].minimumSeconds
    while greenSeconds <= max(parameters.horizonSeconds, signal.stages[stage].minimumSeconds) {
      var sum = 0.0
      for lane in green {
        let capacity =
          parameters.saturationFlowVehiclesPerSecond * max(0, greenSeconds + lane.head_s)
        sum += lane.value * min(lane.vehicles, capacity)
      }
      best = max(best, sum / (greenSeconds + changeSeconds))
      greenSeconds += isRunning ? 2 : 3
    }
    return best
  }

  /// The share of a lane's links that are green and lead somewhere; a yielding green counts for
  /// less.
  private func openShare(
    _ place: Int, _ lane: Lane, _ letters: [UInt8], _ isFull: [Bool]
  ) -> Double {
    let links = signal.lanes[place].links
    var open = 0.0
    var wanted = 0
    for (place, link) in links.enumerated() {
      let refusal = lane.refusals[place]
      if refusal != .any { wanted += 1 }
      guard !isFull[place] else { continue }
      switch letters[link.letter] {
      case UInt8(ascii: "G") where refusal != .any: open += 1
      case UInt8(ascii: "g") where refusal == .none: open += parameters.permissiveShare
      default: break
      }
    }
    return open / Double(max(1, wanted))
  }
}
