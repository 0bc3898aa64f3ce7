import ArgumentParser
import CommandSupport
import Foundation
import SUMOFiles
import SignalProcesses
import Signals
import SimpleFeatures

/// `yutu signals check`: whether a plan is safe.
struct SignalsCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a timing plan against the safety rules.",
    discussion: """
      Checks conflicting greens, yellow times, intergreens, minimum greens of vehicles and \
      pedestrians, maximum red, cycle times and programme switches. Exits 1 if a rule is broken. \
      Values that the network's own programme undercuts equally are reported and allowed. A \
      finding covers all links at which a stage breaks a rule. Stages count from 1.
      """)

  @OptionGroup var streets: StreetOptions
  @Option(help: "The plan, a SUMO additional file or JSON; default: the network's own.")
  var plan: String?
  @OptionGroup var safety: SafetyOptions
  @Option(help: "Write the proof that the plan is safe to this JSON file.")
  var proof: String?
  @Option(help: "Write the plan, if it is safe, to this SUMO additional file.")
  var out: String?
  @Option(help: "Draw the stages of each signal, if the plan is safe, to this SVG file.")
  var diagram: String?
  @Flag(help: "Also list findings that the network's own programme has.")
  var all = false
  @Flag(help: "Print the findings as JSON on standard output.")
  var json = false

  func run() async throws {
    try OutputPaths.check(
      [proof, out, diagram], against: [streets.net, streets.city, plan, safety.limits])
    try OutputPaths.tryPaths([proof, out, diagram])
    let network = try await streets.network(safety)
    let checker = try safety.checker(of: network)
    let read = try plan.map { try PlanFile.read($0, for: network) }
    let checkedPlan = read ?? SUMOPlan(programs: network.programs)
    guard !checkedPlan.programs.isEmpty || !checkedPlan.tables.isEmpty else {
      throw PlainError(
        message: "\(plan ?? streets.name) holds no signal programmes",
        hint: plan == nil ? "The network has no signals." : "Give a plan with <tlLogic> elements.")
    }
    let findings = checker.findings(of: checkedPlan)
    let groups = FindingGroup.groups(of: findings)
    let unsafe = groups.count { $0.worst.severity == .unsafe }
    let leftOut = PlanFile.leftOut(checkedPlan, of: network)
    if json {
      print(
        JSONValue.object([
          ("safe", .boolean(unsafe == 0)), ("unsafe", .integer(unsafe)),
          ("as_in_network", .integer(groups.count - unsafe)),
          ("keep_network_programme", .integer(leftOut)),
          ("findings", .array(groups.map(\.json))),
        ]).text)
    } else {
      PlanFile.lines(findings, all: all, lister: "--all").forEach(Terminal.say)
      let rest =
        leftOut == 0
        ? ""
        : "; \(leftOut.of("signal")) not in the plan \(leftOut == 1 ? "keeps" : "keep") the "
          + "network's own programme"
      let programs = checkedPlan.programs.count.of("programme") + rest
      Terminal.answer(
        unsafe == 0 ? "safe: \(programs)" : "unsafe: \(unsafe.of("finding")) in \(programs)")
    }
    guard unsafe == 0 else { throw ExitCode(1) }
    let checked = try checker.checked(checkedPlan)
    if let proof { try Terminal.write(checked.proof.json.indentedText + "\n", to: proof) }
    if let out { try Terminal.write(try checked.additionalFile(for: network), to: out) }
    if let diagram { try Terminal.write(checked.ringDiagram, to: diagram) }
  }
}
