import ArgumentParser
import Catalog
import CityFile
import FeatureStore
import Foundation
import SimpleFeatures

/// `yutu check`: the layer files, and a city.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the layer files and scenarios, and with --city a city file.",
    discussion: "Faults are listed as file:line:column: error: what is wrong; hint: what to do.")

  @Option(help: "A city file to check as well.")
  var city: String?
  @Option(help: "The folder of layer files.")
  var layers: String?
  @Option(help: "The folder of scenarios.")
  var scenarios: String?
  @Flag(help: "Print the faults as JSON on standard output.")
  var json = false

  func run() throws {
    let folder = layers ?? Home.layers
    let (found, layerFaults) = LayerCatalog.check(folder: folder)
    let stories = ScenarioFolder(scenarios ?? Home.scenarios).check()
    let faults = layerFaults + stories.faults
    var cityFaults: [CityFault] = []
    if let city {
      let open = try City.open(city)
      defer { try? open.close() }
      cityFaults = try SpatiaLiteStore(open).check(against: found)
    }
    if json {
      print(CheckReport.json(
          layers: found.count, scenarios: stories.scenarios.count, faults, cityFaults).text)
    } else {
      for fault in faults { print(fault) }
      for fault in cityFaults { print("\(city ?? ""): \(fault)") }
      let total = faults.count + cityFaults.count
      let place = city.map { "\(folder) and \($0)" } ?? folder
      print(
        "\(place): \(found.count) layers and \(stories.scenarios.count) scenarios without fault, "
          + "\(total) fault\(total == 1 ? "" : "s")")
    }
    guard faults.isEmpty && cityFaults.isEmpty else { throw ExitCode(1) }
  }
}
