import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import Messages
import SimpleFeatures

/// `yutu layers`: the layers that there are to import into, or those of a city.
struct Layers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the layers with id, kind and title; with --city those of a city and how full.",
    discussion: """
      Kinds are point, line, polygon, raster and remote (a map of another server).

      Example: yutu layers
      Example: yutu layers --city wuhan.city
      """)

  @Option(help: "The city file; without it the layer files are listed.")
  var city: String?
  @Option(help: "The folder of layer files.")
  var layers: String?
  @Flag(help: "Print the layers as JSON on standard output.")
  var json = false

  /// A row of the list.
  private struct Row {
    var layer: LayerDefinition
    var count: Int?
  }

  func run() throws {
    let rows =
      try city.map(stored)
      ?? LayerFolder(layers ?? ResourcePaths.layers).all().map { Row(layer: $0) }
    if json { return print(JSONValue.array(rows.map(Self.json)).text) }
    let width = rows.map(\.layer.id.count).max() ?? 0
    for row in rows { print(Self.line(row, width: width)) }
  }

  private func stored(_ city: String) throws -> [Row] {
    let open = try City.open(city)
    defer { try? open.close() }
    let store = SpatiaLiteStore(open)
    let features = try store.readNow(.latest) { try $0.layers() }
      .map { Row(layer: $0.definition, count: $0.featureCount) }
    let rasters = try store.readRastersNow(MapVersion(.latest)) { try $0.rasters() }
      .map { Row(layer: $0.definition) }
    return (features + rasters).sorted { $0.layer.id < $1.layer.id }
  }

  private static func kind(_ layer: LayerDefinition) -> String {
    switch layer.content {
    case .features(let geometry): geometry.rawValue
    case .raster: "raster"
    default: "remote"
    }
  }

  private static func line(_ row: Row, width: Int) -> String {
    let id = row.layer.id.padding(toLength: width, withPad: " ", startingAt: 0)
    let kind = kind(row.layer).padding(toLength: 7, withPad: " ", startingAt: 0)
    let title = Speech.language == .chinese ? row.layer.title.zh : row.layer.title.en
    let count = row.count.map { String($0) } ?? ""
    let padded = String(repeating: " ", count: max(0, 9 - count.count)) + count
    return row.count == nil ? "\(id)  \(kind)  \(title)" : "\(id)  \(kind)  \(padded)  \(title)"
  }

  private static func json(_ row: Row) -> JSONValue {
    [
      "id": .string(row.layer.id), "kind": .string(kind(row.layer)),
      "title": ["zh": .string(row.layer.title.zh), "en": .string(row.layer.title.en)],
      "features": JSONValue(row.count),
    ]
  }
}
