import ArgumentParser
import CityStreets
import CommandSupport
import Foundation
import SUMOFiles
import SignalProcesses
import Signals
import SimpleFeatures

/// Which network a command works on, and who drives there when.
struct TrafficOptions: ParsableArguments {
  @OptionGroup var streets: StreetOptions
  @Option(help: "Traffic demand: SUMO's rou.xml; several separated by commas.")
  var routes: String?
  @Option(
    help: """
      Counts of the city's detectors: a CSV of detector,begin_s,vehicles, or \
      detector,time,vehicles with times as 2026-11-23T07:15:00 or 2026/11/23 7:15.
      """)
  var counts: String?
  @Option(
    parsing: .unconditional,
    help: "Interval of the counts in seconds; default: the step between them.")
  var countInterval: Double?
  @Option(help: "Demand of a city without counts: class, for typical flows by road class.")
  var flowsFrom: Assumption?
  @Option(
    parsing: .unconditional, help: "Factor on those flows: above 0, at most 10.")
  var flowFactor: Double?
  @Option(
    parsing: .unconditional,
    help: """
      When the simulation begins: seconds, or a time of its first day as 07:00; by default with \
      the first departure.
      """, transform: DayTime.seconds)
  var begin: Double?
  @Option(
    parsing: .unconditional,
    help: """
      When it ends; by default with the last departure or count, so that those who start late \
      cannot arrive.
      """, transform: DayTime.seconds)
  var end: Double?

  enum Assumption: String, ExpressibleByArgument, CaseIterable { case `class` }

  func validate() throws {
    if let begin, let end, end <= begin {
      throw ValidationError("--end \(end) is not after --begin \(begin)")
    }
    if streets.net != nil {
      guard routes != nil else { throw ValidationError("--net needs --routes FILE") }
      guard counts == nil, flowsFrom == nil else {
        throw ValidationError("--counts and --flows-from are for --city CITY")
      }
      guard !routeFiles.isEmpty else { throw ValidationError("--routes names no file") }
    } else {
      guard routes == nil else { throw ValidationError("--routes is for --net FILE") }
      guard (counts == nil) != (flowsFrom == nil) else {
        throw ValidationError(
          "nobody says who drives in the city: give --counts FILE of its detectors, or "
            + "--flows-from class for usual flows, which no plan should be built on")
      }
    }
    guard counts != nil || countInterval == nil, countInterval.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--count-interval is seconds of an interval, for --counts FILE")
    }
    guard flowsFrom != nil || flowFactor == nil, flowFactor.map({ $0 > 0 && $0 <= 10 }) ?? true
    else { throw ValidationError("--flow-factor is above 0 and at most 10, for --flows-from") }
  }

  /// The files that the options name.
  var files: [String] {
    [streets.net, streets.city, counts].compactMap { $0 } + routeFiles
  }

  private var routeFiles: [String] {
    (routes ?? "").split(separator: ",").map(String.init).filter { !$0.isEmpty }
  }

  /// Reads network and traffic and makes the model of them.
  func model(_ safety: SafetyOptions) async throws -> (network: SUMONetwork, model: TrafficModel) {
    guard let city = try await streets.signalCity(safety) else { return try sumoModel() }
    var made = city.streets
    let traffic: CountedTraffic
    if let counts {
      traffic = try made.traffic(
        counts: try CountFile.read(counts), of: city.detectors, intervalSeconds: countInterval)
    } else {
      let beginSeconds = begin ?? 0
      traffic = try made.traffic(
        assumedByClassFor: (end ?? beginSeconds + 3600) - beginSeconds, beginSeconds: beginSeconds,
        factor: flowFactor ?? 1)
    }
    for remark in traffic.report.remarks { Terminal.say("note: \(remark)") }
    try made.time(for: traffic.laneFlows)
    try streets.write(made, demand: traffic.demand)
    return (
      made.network,
      try TrafficModel(
        network: made.network, demand: traffic.demand, beginSeconds: begin ?? traffic.beginSeconds,
        endSeconds: end ?? traffic.endSeconds)
    )
  }

  private func sumoModel() throws -> (network: SUMONetwork, model: TrafficModel) {
    let network = try SUMONetwork(contentsOf: streets.net!)
    let demand = try SUMODemand(contentsOf: routeFiles)
    guard let first = demand.vehicles.first, let last = demand.vehicles.last else {
      throw PlainError(
        message: "\(routes ?? ""): nobody drives",
        hint: "Give routes with <trip>, <vehicle> or <flow> elements.")
    }
    let beginSeconds = begin ?? first.departSeconds.rounded(.down)
    let endSeconds = end ?? max(last.departSeconds.rounded(.down), beginSeconds) + 1
    return (
      network,
      try TrafficModel(
        network: network, demand: demand, beginSeconds: beginSeconds, endSeconds: endSeconds)
    )
  }
}
