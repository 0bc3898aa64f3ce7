import ArgumentParser
import CommandSupport
import Foundation
import SUMOFiles
import SignalProcesses
import Signals
import SimpleFeatures
import TraCI

/// `yutu signals control`: adaptive control of a street that speaks TraCI.
struct SignalsControl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "control",
    abstract: "Adaptive (detector-based) signal control of a SUMO simulation over TraCI.",
    discussion: """
      Start SUMO with the detectors of `yutu signals detectors` and --remote-port, then this \
      command: it steps the simulation and decides once per simulated second. Each signal runs the \
      plan as programme "\(StreetControl.programID)"; control only changes stages within it, so \
      the plan continues from the current stage when this command ends, is stopped or loses the \
      connection. (SUMO itself ends with its last client; a controller on the street does not.)

      A client that switches a signal to another programme keeps it until it switches back to \
      "\(StreetControl.programID)". The same holds for a time table (WAUT) loaded by SUMO: give a \
      plan that has one to --plan, not to SUMO.

      A plan that breaks a safety rule is not used; stage changes that are not in the plan get the \
      yellow and intergreen times of the rules. Lane-area detectors are the only traffic data \
      read; --log records every command.

      Example: sumo -n town.net.xml -r town.rou.xml -a detectors.add.xml --remote-port 8813 &
               yutu signals control --net town.net.xml --traci 127.0.0.1:8813 --log commands.log
      """)

  @Option(help: "The network: SUMO's net.xml.")
  var net: String
  @Option(help: "The address of SUMO's TraCI server: HOST:PORT.")
  var traci: String
  @Option(help: "The plan that runs without control, a SUMO additional file or JSON.")
  var plan: String?
  @OptionGroup var safety: SafetyOptions
  @Option(
    parsing: .unconditional,
    help: "Start of control, simulation seconds or a time such as 07:00; default: at once.",
    transform: DayTime.seconds)
  var begin: Double?
  @Option(
    parsing: .unconditional, help: "End of control; default: the end of the simulation.",
    transform: DayTime.seconds)
  var end: Double?
  @Option(help: "Write each command sent to this file.")
  var log: String?
  @Option(
    parsing: .unconditional,
    help: "Timeout for the connection to SUMO and for each reply, in seconds.")
  var patience: Double = 60
  @Flag(help: "Print a summary as JSON on standard output.")
  var json = false

  func validate() throws {
    if let begin, let end, end <= begin {
      throw ValidationError("--end \(end) is not after --begin \(begin)")
    }
    guard patience > 0, patience <= 86_400 else {
      throw ValidationError("--patience \(patience) is not between 0 and 86400 seconds")
    }
  }

  func run() async throws {
    try OutputPaths.check([log], against: [net, plan, safety.limits])
    try OutputPaths.tryPaths([log])
    let address = try TraCIAddress(traci)
    let network = try SUMONetwork(contentsOf: net)
    let checker = try safety.checker(of: network)
    let programs = try programs(of: network, checker)
    let control = AdaptiveControl(network, plan: programs, checker: checker)
    guard !control.signals.isEmpty else {
      throw PlainError(
        message: "\(net) has no signal to control",
        hint: control.leftAlone.first?.message ?? "The network has no signals.")
    }
    for error in control.leftAlone { Terminal.say("note: \(error.message)") }
    if control.unsafeChanges > 0 {
      Terminal.say("note: \(control.unsafeChanges) changes between stages are ruled out as unsafe")
    }
    let street = StreetControl(
      control, at: address, patienceSeconds: patience, log: log, beginSeconds: begin,
      endSeconds: end
    ) { Terminal.say($0.message) }
    let report = try await Interruption.stopping {
      try street.run()
    } describing: { error in
      (error as? StreetControl.Stopped)?.message
    }
    if json { print(report.json.text) } else { Terminal.say(report.message) }
  }

  /// The programme of each signal that is to go on without control.
  private func programs(of network: SUMONetwork, _ checker: SafetyChecker) throws -> [SignalProgram]
  {
    let own = SUMOPlan(programs: network.programs)
    let read = try plan.map { PlanFile.completed(try PlanFile.read($0, for: network), of: network) }
    if let read {
      let findings = checker.findings(of: read)
      guard !findings.contains(where: { $0.severity == .unsafe }) else {
        PlanFile.lines(findings, all: false).forEach(Terminal.say)
        throw PlainError(
          message: "\(plan ?? "the plan") breaks safety rules",
          hint: "See `yutu signals check`; nothing was sent to the signals.")
      }
    }
    return (read ?? own).programs(at: begin ?? 0)
  }
}
