import ArgumentParser
import CityFile
import FeatureStore
import Foundation
import Ingest

/// `yutu export`: a layer into a file.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export a layer as GeoJSON, or as GeoJSON lines by the file's ending.",
    discussion: "Example: yutu export --city wuhan.city --layer building buildings.geojson")

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The layer's id.")
  var layer: String
  @OptionGroup var view: ViewOptions
  @Flag(help: "Print the result as JSON on standard output.")
  var json = false
  @Argument(help: "The file to write: .geojson, .geojsonl; - is standard output, as lines.")
  var file: String

  func run() throws {
    let exporter = try Exporter(layer: layer, path: file)
    let viewpoint = try view.viewpoint()
    let open = try City.open(city)
    defer { try? open.close() }
    let count = try exporter.run(from: SpatiaLiteStore(open), seenFrom: viewpoint) {
      Terminal.progress("\($0) features")
    }
    if json && file != "-" {
      print("{\"layer\":\"\(layer)\",\"features\":\(count)}")
    } else {
      Terminal.say(
        "\(layer): \(count) features written to \(file == "-" ? "standard output" : file)")
    }
  }
}
