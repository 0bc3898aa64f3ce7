package import Signals
package import TraCI

/// Messages while a street is controlled.
package enum ControlEvent: Sendable {
  /// What is waited for.
  case waiting(String)
  /// Who has a signal now.
  case signal(String, SignalTakeover.Event, SignalReading, at: Double)
  /// A signal is left to its plan, as a detector failed.
  case brokenDetector(String, signal: String, at: Double)
  /// Detectors that have detected no vehicle so far.
  case silentDetectors([String], afterSeconds: Double)

  /// A line for people.
  package var message: String {
    switch self {
    case .waiting(let words): "note: \(words)"
    case .signal(let id, let event, let shown, let seconds):
      "note: signal \"\(id)\" " + Self.words(event, shown, at: seconds)
    case .brokenDetector(let detector, let signal, let seconds):
      "warning: detector \"\(detector)\" seems faulty at \(seconds) s: vehicles come from its "
        + "lane that it does not see; signal \"\(signal)\" is left to its plan"
    case .silentDetectors(let detectors, let seconds):
      "note: these detectors have detected no vehicle in \(seconds) s: "
        + detectors.joined(separator: ", ")
    }
  }

  private static func words(
    _ event: SignalTakeover.Event, _ shown: SignalReading, at seconds: Double
  ) -> String {
    switch event {
    case .lost:
      "was switched to programme \"\(shown.program)\" at \(seconds) s; it is left to that until it "
        + "is given \"\(StreetControl.programID)\" again"
    case .returned: "was given back at \(seconds) s"
    case .strayed:
      "shows \"\(shown.state)\" at \(seconds) s, which control has not asked for; it is taken over "
        + "anew from its next stage"
    }
  }
}
