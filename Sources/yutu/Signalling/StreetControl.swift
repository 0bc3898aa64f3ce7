import Foundation
import Signals
import SimpleFeatures
import TraCI

/// Control of a street over TraCI, from taking its signals over to leaving them.
struct StreetControl: Sendable {
  /// The name of the programme that signals are given; no plan has one of that name.
  static let programID = "yutu-control"
  /// For how long the signals that are in a state of no stage are waited for, in seconds.
  static let longestWait_s = 600.0
  /// After how many seconds detectors that have seen nobody are named.
  static let firstLook_s = 900.0

  var control: AdaptiveControl
  let address: TraCIAddress
  let patience_s: Double
  let log: String?
  let begin_s: Double?
  let end_s: Double?

  /// What was done.
  struct Done {
    var server: String
    var from_s: Double
    var to_s: Double
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
        ("server", .string(server)), ("from_s", .real(from_s)), ("to_s", .real(to_s)),
        ("signals", .integer(signals)), ("detectors", .integer(detectors)),
        ("changes", .integer(changes)), ("left_to_others", .array(others.map { .string($0) })),
        ("left_to_plan", .array(blind.map { .string($0) })),
        ("saw_nobody", .array(unheard.map { .string($0) })),
      ])
    }

    var words: String {
      "controlled \(signals) signals of \(server) by \(detectors) detectors from \(from_s) s to "
        + "\(to_s) s: \(changes) changes of stage"
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
    let client = try TraCIClient(address, patience_s: patience_s, log: log)
    var time_s = client.time_s
    do {
      let done = try run(client, &time_s)
      try client.close()
      return done
    } catch is CancellationError {
      try client.close()
      throw Left(
        words: "stopped at \(time_s) s: the signals go on with their plan from the stage shown")
    } catch let error as TraCIError {
      try client.flushLog()
      guard [.closed, .timeout, .nonsense].contains(error.code) else { throw error }
      throw CommandFault(
        message: "control ended at \(time_s) s: \(error.message)",
        hint: "The signals go on with the plan they hold. " + (error.hint ?? ""))
    }
  }

  private func run(_ client: TraCIClient, _ time_s: inout Double) throws -> Done {
    try checkStreet(client)
    let end_s = try end_s ?? client.end_s()
    if let end_s, end_s <= time_s {
      throw CommandFault(
        message: "the simulation is at \(time_s) s and control is to end at \(end_s) s",
        hint: "Give a later --end.")
    }
    if let begin_s, begin_s > time_s {
      while time_s + 1 <= begin_s { try step(client, &time_s) }
    }
    do throws(TraCIError) {
      try client.subscribe(to: control.layout.areas.map(\.id))
      try client.subscribe(toSignals: control.signals.map(\.id))
    } catch {
      guard error.code == .refused else { throw error }
      throw CommandFault(
        message: error.message,
        hint: "Start SUMO with --additional-files and the file of `yutu signals detectors`.")
    }
    var control = control
    var done = Done(
      server: client.server, from_s: time_s, to_s: time_s, signals: 0,
      detectors: control.layout.areas.count, changes: 0)
    var hands = SignalHands(control.signals.map(\.id), at: time_s)
    while end_s.map({ time_s < $0 }) ?? true {
      for signal in hands.waiting where try takeOver(signal, client, &control, at: time_s) {
        hands.take(signal)
      }
      done.signals = hands.taken.count
      if let signal = hands.overdue(at: time_s, after: Self.longestWait_s) {
        throw CommandFault(
          message:
            "signal \"\(signal)\" shows \"\(try client.state(of: signal))\", which is no "
            + "stage of its plan",
          hint: "Give control the plan that the street runs.")
      }
      let readings = try step(client, &time_s)
      for (signal, shown) in client.shown.sorted(by: { $0.key < $1.key }) {
        let event = hands.look(
          signal, isOurs: shown.program == Self.programID, state: shown.state,
          expected: control.expected(of: signal, at: time_s), at: time_s)
        if let event {
          control.release(signal)
          Terminal.say("note: signal \"\(signal)\" " + Self.words(event, shown, at: time_s))
        }
      }
      done.others = hands.others
      for (signal, detector) in control.blind {
        control.release(signal)
        hands.leave(signal)
        Terminal.say(
          "warning: detector \"\(detector)\" seems broken at \(time_s) s: vehicles come from its "
            + "lane that it does not see; signal \"\(signal)\" is left to its plan")
      }
      done.blind = hands.left
      if time_s - done.from_s == Self.firstLook_s, !control.unheard.isEmpty {
        Terminal.say(
          "note: these detectors have seen nobody in \(Self.firstLook_s) s: "
            + control.unheard.joined(separator: ", "))
      }
      for (signal, command) in try control.decide(at: time_s, readings) {
        switch command {
        case .show(let phase):
          client.setPhase(phase, of: signal)
          done.changes += 1
        case .hold(let remaining_s): client.setRemaining(remaining_s, of: signal)
        }
      }
      done.to_s = time_s
      if end_s == nil, time_s.truncatingRemainder(dividingBy: 10) == 0,
        try client.expectedVehicles() == 0
      {
        break
      }
    }
    done.unheard = control.unheard
    return done
  }

  private static func words(
    _ event: SignalHands.Event, _ shown: SignalReading, at time_s: Double
  ) -> String {
    switch event {
    case .lost:
      "was given the programme \"\(shown.program)\" at \(time_s) s; it is left to that until it "
        + "is given \"\(programID)\" again"
    case .returned: "was given back at \(time_s) s"
    case .strayed:
      "shows \"\(shown.state)\" at \(time_s) s, which control has not asked for; it is taken over "
        + "anew from its next stage"
    }
  }

  /// A simulated second, or the rest of one.
  @discardableResult
  private func step(_ client: TraCIClient, _ time_s: inout Double) throws -> [DetectorReading] {
    try Task.checkCancellation()
    let next_s = time_s.rounded(.down) + 1
    let readings = try client.step(to: next_s)
    time_s = next_s
    return readings.map {
      DetectorReading(
        vehicles: $0.vehicles, halting: $0.halting, occupancy: $0.occupancy, speed_ms: $0.speed_ms)
    }
  }

  private func checkStreet(_ client: TraCIClient) throws {
    let step_s = client.stepLength_s
    guard abs((1 / step_s).rounded() * step_s - 1) < 1e-6 else {
      throw CommandFault(
        message: "the simulation steps by \(step_s) s",
        hint: "Use a --step-length that divides one second: signals are decided once a second.")
    }
    let there = Set(try client.signals())
    if let missing = control.signals.first(where: { !there.contains($0.id) }) {
      throw CommandFault(
        message: "the street has no signal \"\(missing.id)\"",
        hint: "Give the net.xml that SUMO was started with.")
    }
  }

  /// Gives a signal the plan in the stage that it shows.
  ///
  /// - Returns: Whether it shows a state of the plan, so that it could be taken over.
  private func takeOver(
    _ id: String, _ client: TraCIClient, _ control: inout AdaptiveControl, at time_s: Double
  ) throws -> Bool {
    guard let signal = control.signals.first(where: { $0.id == id }) else { return false }
    let shown = try client.state(of: signal.id)
    guard shown.utf8.count == signal.phases[0].state.utf8.count else {
      throw CommandFault(
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
            TraCIProgram.Phase(duration_s: $0.duration_s, state: $0.state, next: $0.next)
          }), at: signal.id)
      client.setProgram(Self.programID, of: signal.id)
    }
    client.setPhase(stage.place, of: signal.id)
    control.takeOver(signal.id, phase: stage.place, at: time_s)
    return true
  }
}
