/// What control has a signal do.
public enum SignalCommand: Sendable, Equatable {
  /// Show a phase of the installed programme for its own time, then go on as the programme says.
  case show(phase: Int)
  /// Show what is shown for some more seconds from now on.
  case hold(remainingSeconds: Double)
}
