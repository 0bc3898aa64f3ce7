import ArgumentParser
import Catalog
import CityFile
import FeatureStore
import Foundation
import OneMap
import Server

/// `yutu serve`: the city over HTTP until it is told to stop.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve a city: OGC API features and tiles, and the map page.",
    discussion: """
      Stops on Ctrl-C or SIGTERM once running answers are out. Prints one line with the address \
      when it is ready.

      Example: yutu serve --city wuhan.city
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"
  @Option(help: "The port; 0 takes a free one.")
  var port = 8080
  @Option(help: "The folder of layer files: base maps that it turns on are drawn.")
  var layers: String?
  @Option(help: "The folder of scenarios that requests can name.")
  var scenarios: String?
  @Option(help: "The folder with MapLibre's files; scripts/setup fills it.")
  var assets: String?

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port \(port) is not a port: 0 to 65535")
    }
  }

  func run() async throws {
    let open = try City.open(city)
    let folder = ScenarioFolder(scenarios ?? Home.scenarios)
    let map = CityMap(SpatiaLiteStore(open), scenarios: folder)
    let server = MapServer(map, assets: assets ?? Home.mapAssets, baseMaps: baseMaps())
    if !server.missingAssets.isEmpty {
      Terminal.say(
        "the map page lacks \(server.missingAssets.joined(separator: ", ")): run scripts/setup")
    }
    if !["127.0.0.1", "::1", "localhost"].contains(host) {
      Terminal.say("anyone who reaches \(host) can read the whole city")
    }
    let name = host.contains(":") ? "[\(host)]" : host
    do {
      try await server.run(host: host, port: port) { port in
        // `print` would keep the line back while the output is a pipe.
        FileHandle.standardOutput.write(Data("http://\(name):\(port)/map\n".utf8))
      }
    } catch let error where "\(error)".contains("EADDRINUSE") || "\(error)".contains("errno: 98") {
      try? open.close()
      throw CommandFault(
        message: "port \(port) of \(host) is taken",
        hint: "name another with --port, or --port 0 for any free one")
    }
    try open.close()
  }

  /// The base maps that layer files turn on; says which cannot be drawn.
  private func baseMaps() -> [BaseMap] {
    LayerCatalog.check(folder: layers ?? Home.layers).layers.compactMap { layer in
      do throws(BaseMap.Unusable) {
        return try BaseMap(layer, environment: ProcessInfo.processInfo.environment)
      } catch {
        Terminal.say(error.message)
        return nil
      }
    }
  }
}
