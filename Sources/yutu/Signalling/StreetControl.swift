import Foundation
import Signals
import SimpleFeatures
import TraCI

/// Control of a street over TraCI, from taking its signals over to leaving them.
struct StreetControl: Sendable {
  /// The name of the programme that signals are given; no plan has one of that name.
  static let programID = "yutu-control"
  /// For how long the signals that are in a state of no stage are waited for, in seconds.
  static let longestWaitSeconds = 600.0
  /// After how many seconds detectors that have seen nobody are named.
  static let firstLookSeconds = 900.0

  var control: AdaptiveControl
  let address: TraCIAddress
  let patienceSeconds: Double
  let log: String?
  let beginSeconds: Double?
  let endSeconds: Double?

  /// What was done.
  struct Done {
    var server: String
    var fromSeconds: Double
    var toSeconds: Double
    var signals: Int
    var detectors: Int
    var changes: Int
    /// The signals that run a programme of somebody else at the end.
    var others: [String] = []
    /// The signals that were left to their plan as a detector was broken.
    var blind: [String] = []
    /// The detectors before stop lines that saw nobody at all.
    var unheard: [String] = []

    var json: JSONValue {
      .object([
        ("server", .string(server)), ("from_s", .real(fromSeconds)), ("to_s", .real(toSeconds)),
        ("signals", .integer(signals)), ("detectors", .integer(detectors)),
        ("changes", .integer(changes)), ("left_to_others", .array(others.map { .string($0) })),
        ("left_to_plan", .array(blind.map { .string($0) })),
        ("saw_nobody", .array(unheard.map { .string($0) })),
      ])
    }

    var words: String {
      "controlled \(signals) signals of \(server) by \(detectors) detectors "
        + "from \(fromSeconds) s to "
        + "\(toSeconds) s: \(changes) changes of stage"
        + (others.isEmpty ? "" : "; left to others: \(others.joined(separator: ", "))")
        + (blind.isEmpty ? "" : "; left to their plan: \(blind.joined(separator: ", "))")
        + (unheard.isEmpty ? "" : "; saw nobody at all: \(unheard.joined(separator: ", "))")
    }
  }

  /// Control has ended early; the signals go on alone.
  struct Left: ExplainedError {
    var words: String
    var message: String { words }
    var hint: String? { nil }
  }

  /// Controls until the end.
  ///
  /// - Throws: ``Left`` when it is cancelled; errors of the connection.
  func run() throws -> Done {
    let client = try TraCIClient(address, patienceSeconds: patienceSeconds, log: log)
    var timeSeconds = client.timeSeconds
    do {
      let done = try run(client, &timeSeconds)
      try client.close()
      return done
    } catch is CancellationError {
      try client.close()
      throw Left(
        words: "stopped at \(timeSeconds) s: the signals go on with their plan from the stage shown"
      )
    } catch let error as TraCIError {
      try client.flushLog()
      guard [.closed, .timeout, .nonsense].contains(error.code) else { throw error }
      throw CommandError(
        message: "control ended at \(timeSeconds) s: \(error.message)",
        hint: "The signals go on with the plan they hold. " + (error.hint ?? ""))
    }
  }

  private func run(_ client: TraCIClient, _ timeSeconds: inout Double) throws -> Done {
    try checkStreet(client)
    let endSeconds = try endSeconds ?? client.endSeconds()
    if let endSeconds, endSeconds <= timeSeconds {
      throw CommandError(
        message: "the simulation is at \(timeSeconds) s and control is to end at \(endSeconds) s",
        hint: "Give a later --end.")
    }
    if let beginSeconds, beginSeconds > timeSeconds {
      while timeSeconds + 1 <= beginSeconds { try step(client, &timeSeconds) }
    }
    do throws(TraCIError) {
      try client.subscribe(to: control.layout.areas.map(\.id))
      try client.subscribe(toSignals: control.signals.map(\.id))
    } catch {
      guard error.code == .refused else { throw error }
      throw CommandError(
        message: error.message,
        hint: "Start SUMO with --additional-files and the file of `yutu signals detectors`.")
    }
    var control = control
    var done = Done(
      server: client.server, fromSeconds: timeSeconds, toSeconds: timeSeconds, signals: 0,
      detectors: control.layout.areas.count, changes: 0)
    var hands = SignalTakeover(control.signals.map(\.id), at: timeSeconds)
    while endSeconds.map({ timeSeconds < $0 }) ?? true {
      for signal in hands.waiting where try takeOver(signal, client, &control, at: timeSeconds) {
        hands.take(signal)
      }
      done.signals = hands.taken.count
      if let signal = hands.overdue(at: timeSeconds, after: Self.longestWaitSeconds) {
        throw CommandError(
          message:
            "signal \"\(signal)\" shows \"\(try client.state(of: signal))\", which is no "
            + "stage of its plan",
          hint: "Give control the plan that the street runs.")
      }
      let readings = try step(client, &timeSeconds)
      for (signal, shown) in client.shown.sorted(by: { $0.key < $1.key }) {
        let event = hands.look(
          signal, isOurs: shown.program == Self.programID, state: shown.state,
          expected: control.expected(of: signal, at: timeSeconds), at: timeSeconds)
        if let event {
          control.release(signal)
          Terminal.say("note: signal \"\(signal)\" " + Self.words(event, shown, at: timeSeconds))
        }
      }
      done.others = hands.others
      for (signal, detector) in control.blind {
        control.release(signal)
        hands.leave(signal)
        Terminal.say(
          "warning: detector \"\(detector)\" seems broken at \(timeSeconds) s: "
            + "vehicles come from its "
            + "lane that it does not see; signal \"\(signal)\" is left to its plan")
      }
      done.blind = hands.left
      if timeSeconds - done.fromSeconds == Self.firstLookSeconds, !control.unheard.isEmpty {
        Terminal.say(
          "note: these detectors have seen nobody in \(Self.firstLookSeconds) s: "
            + control.unheard.joined(separator: ", "))
      }
      for (signal, command) in try control.decide(at: timeSeconds, readings) {
        switch command {
        case .show(let phase):
          client.setPhase(phase, of: signal)
          done.changes += 1
        case .hold(let remainingSeconds): client.setRemaining(remainingSeconds, of: signal)
        }
      }
      done.toSeconds = timeSeconds
      if endSeconds == nil, timeSeconds.truncatingRemainder(dividingBy: 10) == 0,
        try client.expectedVehicles() == 0
      {
        break
      }
    }
    done.unheard = control.unheard
    return done
  }

  private static func words(
    _ event: SignalTakeover.Event, _ shown: SignalReading, at timeSeconds: Double
  ) -> String {
    switch event {
    case .lost:
      "was given the programme \"\(shown.program)\" at \(timeSeconds) s; "
        + "it is left to that until it "
        + "is given \"\(programID)\" again"
    case .returned: "was given back at \(timeSeconds) s"
    case .strayed:
      "shows \"\(shown.state)\" at \(timeSeconds) s, "
        + "which control has not asked for; it is taken over "
        + "anew from its next stage"
    }
  }

  /// A simulated second, or the rest of one.
  @discardableResult
  private func step(_ client: TraCIClient, _ timeSeconds: inout Double) throws -> [DetectorReading]
  {
    try Task.checkCancellation()
    let nextSeconds = timeSeconds.rounded(.down) + 1
    let readings = try client.step(to: nextSeconds)
    timeSeconds = nextSeconds
    return readings.map {
      DetectorReading(
        vehicles: $0.vehicles, halting: $0.halting, occupancy: $0.occupancy,
        speedMetresPerSecond: $0.speedMetresPerSecond)
    }
  }

  private func checkStreet(_ client: TraCIClient) throws {
    let stepSeconds = client.stepLengthSeconds
    guard abs((1 / stepSeconds).rounded() * stepSeconds - 1) < 1e-6 else {
      throw CommandError(
        message: "the simulation steps by \(stepSeconds) s",
        hint: "Use a --step-length that divides one second: signals are decided once a second.")
    }
    let there = Set(try client.signals())
    if let missing = control.signals.first(where: { !there.contains($0.id) }) {
      throw CommandError(
        message: "the street has no signal \"\(missing.id)\"",
        hint: "Give the net.xml that SUMO was started with.")
    }
  }

  /// Gives a signal the plan in the stage that it shows.
  ///
  /// - Returns: Whether it shows a state of the plan, so that it could be taken over.
  private func takeOver(
    _ id: String, _ client: TraCIClient, _ control: inout AdaptiveControl, at timeSeconds: Double
  ) throws -> Bool {
    guard let signal = control.signals.first(where: { $0.id == id }) else { return false }
    let shown = try client.state(of: signal.id)
    guard shown.utf8.count == signal.phases[0].state.utf8.count else {
      throw CommandError(
        message: "signal \"\(signal.id)\" has \(shown.utf8.count) links on the street and "
          + "\(signal.phases[0].state.utf8.count) in the plan",
        hint: "Give the net.xml that SUMO was started with.")
    }
    // A stage, so that nothing of a change under way is cut or shown twice.
    guard let stage = signal.stages.first(where: { $0.state == shown }) else { return false }
    // SUMO runs a programme at once when it is new.
    if client.shown[signal.id]?.program != Self.programID {
      try client.install(
        TraCIProgram(
          id: Self.programID, current: stage.place,
          phases: signal.phases.map {
            TraCIProgram.Phase(durationSeconds: $0.durationSeconds, state: $0.state, next: $0.next)
          }), at: signal.id)
      client.setProgram(Self.programID, of: signal.id)
    }
    client.setPhase(stage.place, of: signal.id)
    control.takeOver(signal.id, phase: stage.place, at: timeSeconds)
    return true
  }
}
