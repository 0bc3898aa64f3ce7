import ArgumentParser
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
    abstract: "Control signals by what detectors see, over TraCI; SUMO stands for the street.",
    discussion: """
      Start SUMO with the detectors of `yutu signals detectors` and --remote-port, then this \
      command: it steps the simulation and decides once a simulated second. Each signal is given \
      the plan as programme "\(StreetControl.programID)" and is only moved within it, so that the \
      plan goes on from the stage shown when this command ends, is stopped or loses the \
      connection. (SUMO itself ends with its last client; a controller on the street does not.)

      Whoever gives a signal another programme has it from then on, until they give it \
      "\(StreetControl.programID)" again. So does a time table (WAUT) that SUMO was started with: \
      hand a plan that has one to --plan, not to SUMO.

      A plan that breaks a safety rule is not used; changes that it does not make itself get the \
      yellow and the clearance that the rules ask for. Of the traffic, lane-area detectors are \
      read and nothing else: --log is the evidence.

      Example: sumo -n town.net.xml -r town.rou.xml -a detectors.add.xml --remote-port 8813 &
               yutu signals control --net town.net.xml --traci 127.0.0.1:8813 --log commands.log
      """)

  @Option(help: "The network: SUMO's net.xml.")
  var net: String
  @Option(help: "Where SUMO listens: HOST:PORT.")
  var traci: String
  @Option(help: "The plan that goes on without control: an additional file of SUMO or JSON.")
  var plan: String?
  @OptionGroup var safety: SafetyOptions
  @Option(
    parsing: .unconditional,
    help: "When control begins, seconds of the simulation or 07:00; by default at once.",
    transform: DayTime.seconds)
  var begin: Double?
  @Option(
    parsing: .unconditional, help: "When it ends; by default when the simulation does.",
    transform: DayTime.seconds)
  var end: Double?
  @Option(help: "A file to write with each command that is sent.")
  var log: String?
  @Option(
    parsing: .unconditional,
    help: "How many seconds to wait for SUMO to listen, and for each answer.")
  var patience: Double = 60
  @Flag(help: "Print what was done as JSON on standard output.")
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
