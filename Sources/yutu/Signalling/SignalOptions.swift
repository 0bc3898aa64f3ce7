import ArgumentParser
import Catalog
import Foundation
import SUMOFiles
import Signals

/// Which network a command works on, and who drives there when.
struct TrafficOptions: ParsableArguments {
  @Option(help: "The network: SUMO's net.xml.")
  var net: String
  @Option(help: "Who drives: SUMO's rou.xml; several with commas between them.")
  var routes: String
  @Option(help: "When the simulation begins, seconds; by default with the first departure.")
  var begin: Double?
  @Option(help: "When it ends, seconds; by default after the last departure.")
  var end: Double?

  func validate() throws {
    for (name, time) in [("--begin", begin), ("--end", end)] {
      if let time, !(time >= 0 && time <= 1e9) {
        throw ValidationError("\(name) \(time) is no time in seconds")
      }
    }
    if let begin, let end, end <= begin {
      throw ValidationError("--end \(end) is not after --begin \(begin)")
    }
    guard !routeFiles.isEmpty else { throw ValidationError("--routes names no file") }
  }

  /// The files that the options name.
  var files: [String] { [net] + routeFiles }

  private var routeFiles: [String] {
    routes.split(separator: ",").map(String.init).filter { !$0.isEmpty }
  }

  /// Reads network and routes and makes the model of them.
  func model() throws -> (network: SUMONetwork, model: TrafficModel) {
    let network = try SUMONetwork(contentsOf: net)
    let demand = try SUMODemand(contentsOf: routeFiles)
    guard let first = demand.vehicles.first, let last = demand.vehicles.last else {
      throw CommandFault(
        message: "\(routes): nobody drives",
        hint: "Give routes with <trip>, <vehicle> or <flow> elements.")
    }
    let begin_s = begin ?? first.depart_s.rounded(.down)
    let end_s = end ?? max(last.depart_s.rounded(.down), begin_s) + 1
    return (
      network,
      try TrafficModel(network: network, demand: demand, begin_s: begin_s, end_s: end_s)
    )
  }
}

/// What plans are held against.
struct SafetyOptions: ParsableArguments {
  @Option(help: "The safety limits; by default Models/signals/safety.yml.")
  var limits: String?

  /// The checker of a network's plans.
  func checker(of network: SUMONetwork) throws -> SafetyChecker {
    let limits = try SignalLimits.load(file: limits ?? Home.signals + "/safety.yml")
    return try SafetyChecker(network, SafetyRules(limits))
  }
}

/// Plans in files.
enum PlanFile {
  /// Reads a plan: JSON of this program, or an additional file of SUMO.
  static func read(_ path: String, for network: SUMONetwork) throws -> SUMOPlan {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFault(message: "\(path) cannot be read", hint: "Check the file's name.")
    }
    let first = data.first { !" \n\r\t".utf8.contains($0) }
    guard first == UInt8(ascii: "{") else {
      return try SUMOPlan(contentsOf: path, for: network)
    }
    do throws(SignalError) { return try PlanJSON.plan(Array(data)) } catch {
      throw CommandFault(message: "\(path): \(error.message)", hint: error.hint)
    }
  }

  /// The plan with the network's own programmes for the signals that it leaves out.
  static func completed(_ plan: SUMOPlan, of network: SUMONetwork) -> SUMOPlan {
    let own = Set(plan.programs.map(\.signal))
    let tabled = Set(plan.tables.map(\.signal))
    let ids = Set(plan.programs.map { [$0.signal, $0.id] })
    // A time table may also name programmes of the network.
    let given = network.programs.filter {
      tabled.contains($0.signal) ? !ids.contains([$0.signal, $0.id]) : !own.contains($0.signal)
    }
    return SUMOPlan(programs: given + plan.programs, tables: plan.tables)
  }

  /// Says on the terminal what a plan breaks.
  static func tell(_ findings: [SafetyFinding], all: Bool) {
    let unsafe = findings.filter { $0.severity == .unsafe }
    for finding in unsafe { Terminal.say("unsafe: \(finding.rule.rawValue): \(finding.message)") }
    let known = findings.filter { $0.severity == .asInNetwork }
    if all {
      for finding in known {
        Terminal.say("as in the network: \(finding.rule.rawValue): \(finding.message)")
      }
    } else if !known.isEmpty {
      var counts: [String: Int] = [:]
      for finding in known { counts[finding.rule.rawValue, default: 0] += 1 }
      let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      Terminal.say(
        "note: as in the network's own programme: \(words.joined(separator: ", ")); --all lists them")
    }
  }
}

/// CPU time of the whole process.
enum ProcessClock {
  /// Seconds.
  static var cpu_s: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
