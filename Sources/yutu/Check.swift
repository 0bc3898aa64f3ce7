import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import FloodProcesses
import Foundation
import MapSymbols
import Parking
import Roads
import SignalProcesses
import SimpleFeatures

/// `yutu check`: the files of `Layers/` and `Models/`, and a city.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Check layer files, scenarios, storms, profiles and tariffs, and with --city a city file.",
    discussion: "Faults are listed as file:line:column: error: what is wrong; hint: what to do.")

  @Option(help: "A city file to check as well.")
  var city: String?
  @Option(help: "The folder of layer files.")
  var layers: String?
  @Option(help: "The folder of scenarios; with --city their edits are tried on the city.")
  var scenarios: String?
  @Option(help: "The folder of design storms.")
  var storms: String?
  @Option(help: "The folder of road profiles.")
  var roads: String?
  @Option(help: "The folder of parking tariffs.")
  var tariffs: String?
  @Flag(
    help: """
      Make indexes, search and counts of the city again from its features and commits, and take \
      over what another program wrote as a commit, which notes what the history lacks; then check \
      again.
      """)
  var repair = false
  @Option(help: "Author of a commit that --repair makes.")
  var author: String = ProcessInfo.processInfo.environment["USER"] ?? "unknown"
  @Flag(help: "Print the faults as JSON on standard output.")
  var json = false

  func validate() throws {
    guard city != nil || !repair else { throw ValidationError("--repair is for --city") }
  }

  func run() throws {
    for folder in [scenarios, storms, roads, tariffs].compactMap({ $0 }) {
      try ResourcePaths.check(folder: folder)
    }
    let folder = try layers ?? ResourcePaths.layers
    let (found, layerFaults) = LayerFolder(folder).check()
    let iconFaults = IconFolder(folder + "/icons").faults(of: found, in: folder)
    var stories = Serve.scenarios(in: try scenarios ?? ResourcePaths.scenarios).check()
    let rain = DesignStorm.check(folder: try storms ?? ResourcePaths.storms)
    let drivers = RoadProfile.check(folder: try roads ?? ResourcePaths.roads)
    let charges = ParkingTariff.check(folder: try tariffs ?? ResourcePaths.tariffs)
    var cityFaults: [CityDiagnostic] = []
    if let city {
      if repair {
        for line in try SpatiaLiteStore.repair(city, author: author) {
          Terminal.say("\(city): \(line)")
        }
      }
      let (open, pageFaults) = try SpatiaLiteStore.openForCheck(city)
      defer { try? open.close() }
      let store = SpatiaLiteStore(open)
      cityFaults = try pageFaults + store.check(against: found)
      if scenarios != nil {
        let (fitting, faults) = try store.fitting(stories.scenarios)
        stories = (fitting, stories.diagnostics + faults)
      }
      // Where the table of commits is gone, that is among the faults.
      if let last = try? store.logNow(limit: 1).first {
        Terminal.say("\(city): commit \(last.number) of \(Speech.time(last.time))")
      }
    }
    let diagnostics =
      layerFaults + iconFaults + stories.diagnostics + rain.diagnostics + drivers.diagnostics
      + charges.diagnostics + SignalFiles.diagnostics(folder: try ResourcePaths.signals)
    if json {
      print(
        CheckReport.json(
          layers: found.count, scenarios: stories.scenarios.count, storms: rain.values.count,
          profiles: drivers.values.count, tariffs: charges.values.count, diagnostics, cityFaults
        ).text)
    } else {
      for fault in diagnostics { Terminal.answer("\(fault)") }
      for fault in cityFaults { Terminal.answer("\(city ?? ""): \(fault)") }
      let total = diagnostics.count + cityFaults.count
      let place = city.map { "\(folder) and \($0)" } ?? folder
      Terminal.answer(
        "\(place): \(found.count.of("layer")), \(stories.scenarios.count.of("scenario")), "
          + "\(rain.values.count.of("storm")), \(drivers.values.count.of("road profile")) and "
          + "\(charges.values.count.of("tariff")) without fault, \(total.of("fault"))"
      )
    }
    guard diagnostics.isEmpty && cityFaults.isEmpty else { throw ExitCode(1) }
  }
}
