import ArgumentParser
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
