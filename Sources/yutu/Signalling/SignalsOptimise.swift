import ArgumentParser
import CommandSupport
import Foundation
import SUMOFiles
import SignalProcesses
import Signals
import SimpleFeatures

/// `yutu signals optimise`: the plan with the least delay.
struct SignalsOptimise: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimise",
    abstract: "Optimise the signal timing plan of a network for minimum delay.",
    discussion: """
      Optimises green times, offsets and stage order; stage states and yellow times stay as in the \
      network. Delay is the mean time loss per vehicle, departure delay included; vehicles that \
      never depart or arrive count too. The plan is checked before it is written.
      """)

  @OptionGroup var traffic: TrafficOptions
  @OptionGroup var safety: SafetyOptions
  @Option(help: "Write the plan to this SUMO additional file; default: standard output.")
  var out: String?
  @Option(help: "Write the plan as JSON to this file.")
  var jsonPlan: String?
  @Option(help: "Write the plan as a CSV table of cycles to this file.")
  var table: String?
  @Option(help: "Draw the stages of each signal to this SVG file.")
  var diagram: String?
  @Option(help: "Draw the time-space diagram to this SVG file.")
  var timeSpace: String?
  @Option(help: "Signals of the diagram in order, separated by commas; default: the busiest.")
  var corridor: String?
  @Option(parsing: .unconditional, help: "Number of simulation runs of the search.")
  var evaluations = PlanOptimiser.Options().evaluations
  @Option(
    parsing: .unconditional,
    help: """
      How many programmes a signal may run one after the other, by a time table; by default one \
      for twenty minutes.
      """)
  var periods: Int?
  @Option(help: "Random seed.")
  var seed: UInt64 = 1
  @Flag(help: "Print the results as JSON on standard output.")
  var json = false

  func validate() throws {
    guard (1...1_000_000).contains(evaluations) else {
      throw ValidationError("--evaluations \(evaluations) is not between 1 and 1000000")
    }
    if let periods, !(1...96).contains(periods) {
      throw ValidationError("--periods \(periods) is not between 1 and 96")
    }
    guard !json || out != nil else {
      throw ValidationError("--json prints on standard output: give the plan a file, --out FILE")
    }
    guard corridor == nil || timeSpace != nil else {
      throw ValidationError("--corridor is for --time-space FILE")
    }
  }

  func run() async throws {
    try OutputPaths.check([out, jsonPlan, table, diagram, timeSpace], against: traffic.files)
    try OutputPaths.tryPaths([out, jsonPlan, table, diagram, timeSpace])
    let startSeconds = ProcessClock.cpuSeconds
    let (network, model) = try await traffic.model(safety)
    let checker = try safety.checker(of: network)
    guard !network.programs.isEmpty else {
      throw PlainError(
        message: "\(traffic.streets.name) has no signals",
        hint: "Give a network with <tlLogic> elements.")
    }
    // A drawing that cannot be made is known before the search.
    if timeSpace != nil { _ = try line(on: network) }
    Terminal.say(
      model.vehicleCount.of("vehicle") + ", "
        + Set(network.programs.map(\.signal)).count.of("signal")
        + ", \(model.beginSeconds) s to \(model.endSeconds) s")
    var options = PlanOptimiser.Options()
    options.evaluations = evaluations
    options.seed = seed
    options.periods =
      periods ?? min(max(Int((model.endSeconds - model.beginSeconds) / 1200), 1), 24)
    // A network whose cycles are longer keeps its own length at most.
    let longestSeconds = network.programs.map(\.cycleSeconds).max() ?? 0
    options.longestCycleSeconds = max(
      options.longestCycleSeconds, Int(min(longestSeconds, 86_400).rounded(.up)))
    options.isSafe = { plan in !checker.findings(of: plan).contains { $0.severity == .unsafe } }
    options.leastGreensSeconds = { checker.leastGreensSeconds(of: $0) }
    var optimiser = PlanOptimiser(model, options: options)
    let result = optimiser.best { spent, delaySeconds in
      Terminal.progress(
        "\(spent) of \(evaluations) simulations: \(Self.text(delaySeconds)) s a vehicle")
    }
    let (plan, kept) = try Self.safe(result.plan, network, checker)
    let checked = try checker.checked(plan)
    let text = try checked.additionalFile(for: network)
    try out.map { try Terminal.write(text, to: $0) } ?? print(text, terminator: "")
    if let jsonPlan {
      try Terminal.write(PlanJSON.json(checked).indentedText + "\n", to: jsonPlan)
    }
    if let table { try Terminal.write(checked.cycleTable, to: table) }
    if let diagram { try Terminal.write(checked.ringDiagram, to: diagram) }
    if let timeSpace { try drawTimeSpace(checked, network, model, to: timeSpace) }
    // The search compares plans on several days; what is told is what `evaluate` says.
    let delaySeconds = model.delaySeconds(of: PlanFile.completed(checked.plan, of: network))
    tell(
      (delaySeconds, model.delaySeconds(of: model.ownPlan)), result.evaluations, checked,
      kept: kept,
      cpuSeconds: ProcessClock.cpuSeconds - startSeconds)
  }

  /// The plan with the network's own programmes, or none, for the signals whose new one is unsafe,
  /// and these signals.
  private static func safe(
    _ plan: SUMOPlan, _ network: SUMONetwork, _ checker: SafetyChecker
  ) throws -> (plan: SUMOPlan, kept: [String]) {
    let unsafe = checker.findings(of: plan).filter { $0.severity == .unsafe }
    guard !unsafe.isEmpty else { return (plan, []) }
    var safe = plan
    let signals = Set(unsafe.map(\.signal))
    safe.programs.removeAll { signals.contains($0.signal) }
    safe.tables.removeAll { signals.contains($0.signal) }
    for signal in signals.sorted() {
      let own = network.programs.filter { $0.signal == signal }
      let diagnostics = own.flatMap { checker.findings(of: $0) }.filter { $0.severity == .unsafe }
      let first = unsafe.first { $0.signal == signal }?.message ?? ""
      if let fault = diagnostics.first {
        Terminal.say("warning: \(fault.message); it is left out of the plan")
      } else {
        Terminal.say("warning: \(first); it keeps the network's own programme")
        safe.programs += own
      }
    }
    guard !safe.programs.isEmpty else {
      throw PlainError(
        message: "no signal can be timed safely: \(unsafe[0].message)",
        hint: "yutu signals check --net FILE lists all faults; mend the network's "
          + "programmes.")
    }
    return (safe, signals.sorted())
  }

  private func drawTimeSpace(
    _ checked: CheckedPlan, _ network: SUMONetwork, _ model: TrafficModel, to path: String
  ) throws {
    let measures = model.measures(of: PlanFile.completed(checked.plan, of: network))
    // Where nobody drives from one signal straight to another, the streets alone decide.
    let line = try (try? line(on: network, measures)) ?? line(on: network)
    let drawing = TimeSpaceDiagram(
      checked, along: line, on: network, beginSeconds: model.beginSeconds)
    try Terminal.write(drawing.svg, to: path)
  }

  /// The corridor that is drawn.
  private func line(
    on network: SUMONetwork, _ measures: TrafficMeasures? = nil
  ) throws -> Corridor {
    guard let corridor else { return try Corridor(busiestOn: network, measures) }
    let signals = corridor.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return try Corridor(signals, on: network)
  }

  private func tell(
    _ delaySeconds: (new: Double, own: Double), _ evaluations: Int, _ checked: CheckedPlan,
    kept: [String], cpuSeconds: Double
  ) {
    if json {
      print(
        JSONValue.object([
          ("delay_s", .real(delaySeconds.new)), ("own_delay_s", .real(delaySeconds.own)),
          ("evaluations", .integer(evaluations)),
          ("signals", .integer(Set(checked.plan.programs.map(\.signal)).count)),
          ("keep_own", .array(kept.map { .string($0) })),
          ("as_in_network", .integer(checked.findings.count)), ("cpu_s", .real(cpuSeconds)),
        ]).text)
      return
    }
    Terminal.say(
      "delay \(Self.text(delaySeconds.new)) s a vehicle, \(Self.text(delaySeconds.own)) s with the "
        + "network's own programmes; \(evaluations) simulations, \(Self.text(cpuSeconds)) s CPU")
    PlanFile.lines(checked.findings, all: false).forEach(Terminal.say)
  }

  private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
