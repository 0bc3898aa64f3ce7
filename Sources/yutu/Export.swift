import ArgumentParser
import CityFile
import FeatureStore
import Foundation
import Ingest

/// `yutu export`: a layer into a file.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Export a layer as GeoJSON, GeoJSON lines, GeoTIFF or ASCII grid, by the file's ending.",
    discussion: """
      A raster layer is written in its own CRS and cells, its values bit for bit.

      Example: yutu export --city wuhan.city --layer building buildings.geojson
      Example: yutu export --city wuhan.city --layer terrain --bbox 114.3,30.4,114.5,30.6 dem.tif
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The layer's id.")
  var layer: String
  @OptionGroup var view: ViewOptions
  @Flag(help: "Print the result as JSON on standard output.")
  var json = false
  @Option(help: "Only this part of a raster: west,south,east,north in degrees of CGCS2000.")
  var bbox: String?
  @Argument(
    help: """
      The file to write: .geojson, .geojsonl, for rasters .tif or .asc; - is standard output, as \
      lines.
      """)
  var file: String

  func run() throws {
    if RasterExporter.takes(file) { return try exportRaster() }
    guard bbox == nil else { throw ValidationError("--bbox is for rasters") }
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
