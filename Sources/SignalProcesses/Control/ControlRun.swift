import Signals
import SimpleFeatures
import TraCI

/// One run of control on a street that is connected.
struct ControlRun {
  /// For how long the signals that are in a state of no stage are waited for, in seconds.
  static let longestWaitSeconds = 600.0

  private let client: TraCIClient
  private var control: AdaptiveControl
  private let tell: (ControlEvent) -> Void
  private var hands: SignalTakeover
  private var schedule = ControlSchedule(beginSeconds: 0)
  private var endSeconds: Double?
  private(set) var report: ControlReport
  /// The simulation's time.
  private(set) var seconds: Double

  init(
    _ client: TraCIClient, _ control: AdaptiveControl, _ tell: @escaping (ControlEvent) -> Void
  ) {
    self.client = client
    self.control = control
    self.tell = tell
    seconds = client.timeSeconds
    hands = SignalTakeover([], at: seconds)
    report = ControlReport(
      server: client.server, fromSeconds: seconds, detectors: control.layout.areas.count)
  }

  /// Checks the street, goes on to the time at which control begins, and asks for its readings.
  mutating func begin(at begin: Double?, end: Double?) throws {
    try checkStreet()
    endSeconds = try end ?? client.endSeconds()
    if let endSeconds, endSeconds <= seconds {
      throw PlainError(
        message: "the simulation is at \(seconds) s and control is to end at \(endSeconds) s",
        hint: "Give a later --end.")
    }
    if let begin, begin > seconds {
      while seconds + 1 <= begin { try step() }
    }
    do throws(TraCIError) {
      try client.subscribe(to: control.layout.areas.map(\.id))
      try client.subscribe(toSignals: control.signals.map(\.id))
    } catch {
      guard error.code == .refused else { throw error }
      throw PlainError(
        message: error.message,
        hint: "Start SUMO with --additional-files and the file of `yutu signals detectors`.")
    }
    (report.fromSeconds, report.toSeconds) = (seconds, seconds)
    schedule = ControlSchedule(beginSeconds: seconds)
    hands = SignalTakeover(control.signals.map(\.id), at: seconds)
  }

  /// Controls second by second until the end.
  mutating func execute() throws {
    while endSeconds.map({ seconds < $0 }) ?? true {
      try takeOverWaiting()
      let readings = try step()
      lookAtSignals()
      lookAtDetectors()
      try command(readings)
      report.toSeconds = seconds
      if endSeconds == nil, schedule.isEndCheck(at: seconds),
        try client.expectedVehicles() == 0
      {
        break
      }
    }
    report.silentDetectors = control.silentDetectors
  }

  // MARK: A second

  /// A simulated second, or the rest of one.
  @discardableResult
  private mutating func step() throws -> [DetectorReading] {
    try Task.checkCancellation()
    let next = seconds.rounded(.down) + 1
    let readings = try client.step(to: next)
    seconds = next
    return readings.map {
      DetectorReading(
        vehicles: $0.vehicles, halting: $0.halting, occupancy: $0.occupancy,
        speedMetresPerSecond: $0.speedMetresPerSecond)
    }
  }

  private mutating func takeOverWaiting() throws {
    for signal in hands.waiting where try takeOver(signal) { hands.take(signal) }
    report.signals = hands.taken.count
    guard let signal = hands.overdue(at: seconds, after: Self.longestWaitSeconds) else { return }
    throw PlainError(
      message: "signal \"\(signal)\" shows \"\(try client.state(of: signal))\", which is no "
        + "stage of its plan",
      hint: "Give control the plan that the street runs.")
  }

  /// Finds out who has each signal.
  private mutating func lookAtSignals() {
    for (signal, shown) in client.shown.sorted(by: { $0.key < $1.key }) {
      let event = hands.look(
        signal, isOurs: shown.program == StreetControl.programID, state: shown.state,
        expected: control.expected(of: signal, at: seconds), at: seconds)
      guard let event else { continue }
      control.release(signal)
      tell(.signal(signal, event, shown, at: seconds))
    }
    report.others = hands.others
  }

  /// Leaves the signals of broken detectors to their plan, and names those that see nobody.
  private mutating func lookAtDetectors() {
    for (signal, detector) in control.failedDetectors {
      control.release(signal)
      hands.leave(signal)
      tell(.brokenDetector(detector, signal: signal, at: seconds))
    }
    report.leftToPlan = hands.left
    if schedule.isFirstLook(at: seconds), !control.silentDetectors.isEmpty {
      tell(
        .silentDetectors(control.silentDetectors, afterSeconds: ControlSchedule.firstLookSeconds))
    }
  }

  /// Decides by what detectors read, and sends it.
  private mutating func command(_ readings: [DetectorReading]) throws {
    for (signal, command) in try control.decide(at: seconds, readings) {
      switch command {
      case .show(let phase):
        client.setPhase(phase, of: signal)
        report.changes += 1
      case .hold(let remaining): client.setRemaining(remaining, of: signal)
      }
    }
  }

  // MARK: Checks

  private func checkStreet() throws {
    let step = client.stepLengthSeconds
    guard abs((1 / step).rounded() * step - 1) < 1e-6 else {
      throw PlainError(
        message: "the simulation steps by \(step) s",
        hint: "Use a --step-length that divides one second: signals are decided once a second.")
    }
    let there = Set(try client.signals())
    if let missing = control.signals.first(where: { !there.contains($0.id) }) {
      throw PlainError(
        message: "the street has no signal \"\(missing.id)\"",
        hint: "Give the net.xml that SUMO was started with.")
    }
  }

  /// Gives a signal the plan in the stage that it shows.
  ///
  /// - Returns: Whether it shows a state of the plan, so that it could be taken over.
  private mutating func takeOver(_ id: String) throws -> Bool {
    guard let signal = control.signals.first(where: { $0.id == id }) else { return false }
    let shown = try client.state(of: signal.id)
    guard shown.utf8.count == signal.phases[0].state.utf8.count else {
      throw PlainError(
        message: "signal \"\(signal.id)\" has \(shown.utf8.count) links on the street and "
          + "\(signal.phases[0].state.utf8.count) in the plan",
        hint: "Give the net.xml that SUMO was started with.")
    }
    // A stage, so that nothing of a change under way is cut or shown twice.
    guard let stage = signal.stages.first(where: { $0.state == shown }) else { return false }
    // SUMO runs a programme at once when it is new.
    if client.shown[signal.id]?.program != StreetControl.programID {
      try client.install(
        TraCIProgram(
          id: StreetControl.programID, current: stage.place,
          phases: signal.phases.map {
            TraCIProgram.Phase(durationSeconds: $0.durationSeconds, state: $0.state, next: $0.next)
          }), at: signal.id)
      client.setProgram(StreetControl.programID, of: signal.id)
    }
    client.setPhase(stage.place, of: signal.id)
    control.takeOver(signal.id, phase: stage.place, at: seconds)
    return true
  }
}
