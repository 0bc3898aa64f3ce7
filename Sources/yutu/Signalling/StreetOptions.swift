import ArgumentParser
import CityFile
import CityStreets
import CommandSupport
import Foundation
import OneMap
import SUMOFiles
import SignalProcesses
import Signals
import SimpleFeatures

/// Which network a command works on: one of SUMO, or that of a city's roads and signals.
struct StreetOptions: ParsableArguments {
  @Option(help: "The network: SUMO's net.xml.")
  var net: String?
  @Option(help: "A city file: its layers of roads, traffic lights and detectors are used.")
  var city: String?
  @Option(help: "Only the city's streets in this bounding box, degrees: west,south,east,north.")
  var area: String?
  @Option(help: "Write the city's network to this folder as plain XML for SUMO's netconvert.")
  var outNetwork: String?

  func validate() throws {
    guard (net == nil) != (city == nil) else {
      throw ValidationError("name the network: one of --net FILE and --city CITY")
    }
    guard city != nil || (area == nil && outNetwork == nil) else {
      throw ValidationError("--area and --out-network are for --city CITY")
    }
    _ = try box()
  }

  /// The file of the network, for messages.
  var name: String { net ?? city ?? "" }

  private func box() throws -> Envelope? {
    guard let area else { return nil }
    let numbers = area.split(separator: ",", omittingEmptySubsequences: false).compactMap {
      Double($0)
    }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2],
      numbers[1] < numbers[3], numbers[0] >= -180, numbers[2] <= 180, numbers[1] >= -90,
      numbers[3] <= 90
    else { throw ValidationError("--area \(area) is not west,south,east,north in degrees") }
    return Envelope(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
  }

  /// The roads and signals of the city; `nil` where the network is SUMO's.
  func signalCity(_ safety: SafetyOptions) async throws -> SignalCity? {
    guard let city else { return nil }
    let open = try City.open(city)
    defer { try? open.close() }
    let read = try SignalCity(
      try await CityMap(open).snapshot(), of: city, area: try box(),
      rules: SafetyRules(try SignalFiles.limits(safety.limits)))
    for remark in read.streets.report.remarks { Terminal.say("note: \(remark)") }
    return read
  }

  /// The network alone.
  func network(_ safety: SafetyOptions) async throws -> SUMONetwork {
    guard let city = try await signalCity(safety) else { return try SUMONetwork(contentsOf: net!) }
    try write(city.streets, demand: nil)
    return city.streets.network
  }

  /// Writes the city's network for SUMO where that is asked for.
  func write(_ streets: CityStreets, demand: SUMODemand?) throws {
    guard let outNetwork else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: outNetwork, withIntermediateDirectories: true)
    } catch {
      throw PlainError(
        message: "the folder \(outNetwork) cannot be made",
        hint: "Is there a file of that name? Name another folder.")
    }
    let base = outNetwork + "/streets"
    for file in PlainNetwork(streets).files {
      try Terminal.write(file.text, to: base + file.ending)
    }
    if let demand { try Terminal.write(PlainNetwork.routes(demand), to: base + ".rou.xml") }
    Terminal.say(
      "for SUMO: netconvert -n \(base).nod.xml -e \(base).edg.xml -x \(base).con.xml "
        + "-i \(base).tll.xml -o \(base).net.xml")
  }
}
