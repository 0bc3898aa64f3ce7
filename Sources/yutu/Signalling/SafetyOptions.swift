import ArgumentParser
import SUMOFiles
import SignalProcesses
import Signals

/// What plans are held against.
struct SafetyOptions: ParsableArguments {
  @Option(help: "Safety rules; default: Models/signals/safety.yml.")
  var limits: String?

  /// The checker of a network's plans.
  func checker(of network: SUMONetwork) throws -> SafetyChecker {
    try SafetyChecker(network, SafetyRules(try SignalFiles.limits(limits)))
  }
}
