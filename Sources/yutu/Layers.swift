import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import Messages
import SimpleFeatures

/// `yutu layers`: the layers that there are to import into, or those of a city; the fields of one.
struct Layers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the layers with id, kind and title; with --city those of a city and how full.",
    discussion: """
      Kinds are point, line, polygon, raster and remote (a map of another server).

      Example: yutu layers
      Example: yutu layers hydrant
      Example: yutu layers --city wuhan.city
      """)

  @Argument(help: "Only this layer, by id or title, with its fields and their codes.")
  var layer: String?
  @Option(help: "The city file; without it the layer files are listed.")
  var city: String?
  @Option(help: "The folder of layer files.")
  var layers: String?
  @Flag(help: "Print the layers as JSON on standard output.")
  var json = false

  func run() throws {
    let rows = try city.map(stored)
    guard let layer else {
      let rows =
        try rows ?? LayerFolder(layers ?? ResourcePaths.layers).all().map { LayerText($0) }
      if json { return print(JSONValue.array(rows.map(\.json)).text) }
      let width = rows.map(\.layer.id.count).max() ?? 0
      for row in rows { print(row.line(idWidth: width)) }
      return
    }
    let text = LayerText(
      try rows.map { try $0.map(\.layer).known(layer) }
        ?? LayerFolder(layers ?? ResourcePaths.layers).layer(layer))
    if json { return print(text.jsonWithFields.text) }
    for line in text.lines { print(line) }
  }

  private func stored(_ city: String) throws -> [LayerText] {
    let open = try City.open(city)
    defer { try? open.close() }
    let store = SpatiaLiteStore(open)
    let features = try store.readNow(.latest) { try $0.layers() }
      .map { LayerText($0.definition, count: $0.featureCount) }
    let rasters = try store.readRastersNow(MapVersion(.latest)) { try $0.rasters() }
      .map { LayerText($0.definition) }
    return (features + rasters).sorted { $0.layer.id < $1.layer.id }
  }
}
