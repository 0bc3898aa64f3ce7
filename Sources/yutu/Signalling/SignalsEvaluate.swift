import ArgumentParser
import CommandSupport
import Foundation
import SUMOFiles
import SignalProcesses
import Signals
import SimpleFeatures

/// `yutu signals evaluate`: what a plan comes to.
struct SignalsEvaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Simulate a plan, or the network's own programmes; report delay and queues.",
    discussion: """
      Delay is the mean time loss per vehicle in seconds, departure delay included; vehicles that \
      never depart or arrive count too. An unsafe plan is also simulated, with a warning.
      """)

  @OptionGroup var traffic: TrafficOptions
  @OptionGroup var safety: SafetyOptions
  @Option(help: "The plan, a SUMO additional file or JSON; default: the network's own.")
  var plan: String?
  @Option(help: "Write the results of each road to this GeoJSON file.")
  var links: String?
  @Option(help: "Congestion levels; default: Models/signals/congestion.yml.")
  var congestion: String?
  @Option(parsing: .unconditional, help: "Averaging interval of queues, in seconds.")
  var interval = 300.0
  @Option(help: "Random seed of the drivers.")
  var seed: UInt64 = 0
  @Flag(help: "List the mean queue of each lane and interval in the JSON.")
  var queues = false
  @Flag(help: "Print the results as JSON on standard output.")
  var json = false

  func validate() throws {
    guard interval >= 1, interval <= 86_400 else {
      throw ValidationError("--interval \(interval) is not between 1 and 86400 seconds")
    }
    guard !queues || json else { throw ValidationError("--queues is for --json") }
  }

  func run() async throws {
    try OutputPaths.check([links], against: traffic.files + [plan, congestion])
    try OutputPaths.tryPaths([links])
    let (network, model) = try await traffic.model(safety)
    var unsafe = 0
    var tried = SUMOPlan(programs: network.programs)
    if let plan {
      let read = try PlanFile.read(plan, for: network)
      let findings = try safety.checker(of: network).findings(of: read)
      unsafe = findings.count { $0.severity == .unsafe }
      PlanFile.lines(findings.filter { $0.severity == .unsafe }, all: true).forEach(Terminal.say)
      // What cannot be shown at all cannot be simulated either.
      let unreadable: Set<SafetyDiagnostic.Rule> = [.unknownSignal, .stateLength, .unknownLetter]
      if let fault = findings.first(where: { unreadable.contains($0.rule) }) {
        throw PlainError(
          message: "\(plan): \(fault.message)", hint: "Is it the plan of another network?")
      }
      tried = PlanFile.completed(read, of: network)
    }
    let startSeconds = ProcessClock.cpuSeconds
    let measures = model.measures(of: tried, seed: seed, intervalSeconds: interval)
    let cpuSeconds = ProcessClock.cpuSeconds - startSeconds
    if let links {
      let scale = try SignalFiles.congestion(congestion)
      let report = try LinkReport(measures, of: network, scale)
      let places = NetworkPlaces(network)
      if places == nil {
        Terminal.say(
          "note: the network says no projection that is known: coordinates stay in its metres")
      }
      try Terminal.write(try report.geoJSON(places.map { $0.place }), to: links)
    }
    if json {
      print(
        Self.json(measures, network, cpuSeconds: cpuSeconds, unsafe: unsafe, queues: queues).text)
    } else {
      tell(measures)
    }
  }

  private func tell(_ measures: TrafficMeasures) {
    func text(_ value: Double) -> String { String(format: "%.1f", value) }
    let underway = measures.vehicles - measures.finished - measures.undeparted
    Terminal.answer(
      "delay \(text(measures.delaySeconds)) s a vehicle, "
        + "\(text(measures.departDelaySeconds)) s of it "
        + "before the start; \(measures.vehicles.of("vehicle")), \(measures.finished) arrived, "
        + "\(underway) still driving at the end (\(text(measures.endSeconds)) s), "
        + "\(measures.undeparted) never started")
    if underway > 0, traffic.end == nil, traffic.streets.net != nil {
      Terminal.say(
        "note: the simulation ends with the last departure, so those who start late cannot "
          + "arrive; a later --end lets them")
    }
  }

  private static func json(
    _ measures: TrafficMeasures, _ network: SUMONetwork, cpuSeconds: Double, unsafe: Int,
    queues: Bool
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("delay_s", .real(measures.delaySeconds)),
      ("depart_delay_s", .real(measures.departDelaySeconds)),
      ("vehicles", .integer(measures.vehicles)), ("finished", .integer(measures.finished)),
      ("undeparted", .integer(measures.undeparted)),
      ("driving_at_end", .integer(measures.vehicles - measures.finished - measures.undeparted)),
      ("begin_s", .real(measures.beginSeconds)), ("end_s", .real(measures.endSeconds)),
      ("cpu_s", .real(cpuSeconds)),
      ("vehicle_seconds", .real(measures.vehicleSeconds)), ("unsafe", .integer(unsafe)),
    ]
    if queues {
      var items: [JSONValue] = []
      for (lane, value) in network.lanes.enumerated() {
        for interval in 0..<measures.intervals {
          items.append(
            .object([
              ("lane", .string(value.id)),
              (
                "interval_begin_s",
                .real(measures.beginSeconds + Double(interval) * measures.intervalSeconds)
              ),
              ("vehicles", .real(Double(measures.queues[lane * measures.intervals + interval]))),
            ]))
        }
      }
      members.append(("queues", .array(items)))
    }
    return .object(members)
  }
}
