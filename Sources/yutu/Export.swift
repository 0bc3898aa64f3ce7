import ArgumentParser
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures

/// `yutu export`: a layer into a file.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export a layer to a file, in the format of the file's extension.",
    discussion: """
      Features: .geojson, .geojsonl (one feature a line), .gpkg (GeoPackage), .shp (Shapefile), \
      .fgb (FlatGeobuf), .csv (with the geometry as WKT). What a format cannot hold is listed and \
      counted. Rasters: .tif or .asc, in their own CRS and cells, bit for bit. Layers of a run \
      that is kept with the city too: run-ID-NAME, with --datetime as the water stood then.

      Example: yutu export --city wuhan.city --layer building buildings.geojson
      Example: yutu export --city wuhan.city --layer road --crs EPSG:4547 --encoding GBK roads.shp
      Example: yutu export --city wuhan.city --layer terrain --bbox 114.3,30.4,114.5,30.6 dem.tif
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The layer's id or title.")
  var layer: String
  @OptionGroup var view: ViewOptions
  @Option(
    help: "The city as it was known at this time, RFC 3339; of a run's layer the simulated time.")
  var datetime: String?
  @Flag(help: "Print the result as JSON on standard output.")
  var json = false
  @Option(help: "Only this part of a raster: west,south,east,north in degrees of CGCS2000.")
  var bbox: String?
  @Option(help: "Transform features to this CRS, such as EPSG:4547; default: CGCS2000.")
  var crs: String?
  @Option(help: "Text encoding of a Shapefile or CSV: UTF-8, or GBK for older programs and Excel.")
  var encoding = "UTF-8"
  @Argument(help: "The file to write; - is standard output, as GeoJSON lines.")
  var file: String

  mutating func run() throws {
    try OutputPaths.check([file], against: [city])
    if RasterExporter.takes(file) {
      guard crs == nil else { throw ValidationError("--crs is for features") }
      return try exportRaster()
    }
    guard bbox == nil else { throw ValidationError("--bbox is for rasters") }
    guard let encoding = OutputEncoding(named: encoding) else {
      throw ValidationError("--encoding \(encoding) is neither UTF-8 nor GBK")
    }
    let mapVersion = try mapVersion()
    let open = try City.open(city)
    defer { try? open.close() }
    let store = SpatiaLiteStore(open)
    let ofRun = try runLayer()
    if ofRun == nil { layer = try store.layerID(of: layer) }
    var request = Exporter.Request(layer: layer, path: file)
    (request.crs, request.encoding) = (crs, encoding)
    let exporter = try Exporter(request)
    func tell(_ count: Int) { Terminal.progress("\(count) features") }
    guard let ofRun else {
      return show(try exporter.run(from: store, seenFrom: mapVersion, progress: tell))
    }
    show(
      try store.readNow(.latest) { try exporter.run(over: ofRun($0), progress: tell) })
  }

  private func show(_ report: ExportReport) {
    for loss in report.losses { Terminal.say("not as in the city: \(loss.line)") }
    if json && file != "-" { return print(report.json.text) }
    let place = file == "-" ? "standard output" : file
    let accuracy = report.accuracyMetres > 0 ? " (\(report.operation))" : ""
    Terminal.say("\(layer): \(report.features.of("feature")) written to \(place)\(accuracy)")
  }
}
