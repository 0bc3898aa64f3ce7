import Catalog
import CityFile
import FeatureStore
import Foundation
import Ingest
import OneMap

/// A city in a folder of its own, filled through the importer like any other.
final class TestCity {
  let map: CityMap
  private let store: SpatiaLiteStore
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = SpatiaLiteStore(try City.openOrCreate(folder.appending(path: "test.city").path))
    map = CityMap(store, scenarios: ScenarioFolder(""))
  }

  deinit {
    try? store.city.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The shipped layer files.
  private static let layers = LayerCatalog.check(
    folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Layers").path
  ).layers

  /// Imports GeoJSON lines into a layer, as one commit.
  @discardableResult
  func add(_ lines: [String], to layer: String) throws -> ImportReport {
    guard let definition = Self.layers.first(where: { $0.id == layer }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let file = folder.appending(path: "\(UUID().uuidString).geojsonl")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    return try Importer(Importer.Request(file: file.path, layer: definition)).run { self.store }
  }

  /// Imports an ESRI ASCII grid in EPSG:4547 into a raster layer, as one commit.
  func addRaster(_ text: String, to layer: String) throws {
    guard let definition = Self.layers.first(where: { $0.id == layer }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let file = folder.appending(path: "\(UUID().uuidString).asc")
    try Data(text.utf8).write(to: file)
    let request = Importer.Request(file: file.path, layer: definition, crs: "EPSG:4547")
    _ = try RasterImporter(request).run { self.store }
  }

  /// The bytes of an image, band after band, as GDAL reads them.
  func decoded(_ png: [UInt8]) throws -> [UInt8] {
    let file = folder.appending(path: "\(UUID().uuidString).png")
    try Data(png).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "gdal_translate", "-q", "-of", "ENVI", "-co", "INTERLEAVE=BSQ", file.path,
      file.path + ".bin",
    ]
    try process.run()
    process.waitUntilExit()
    return try Array(Data(contentsOf: URL(filePath: file.path + ".bin")))
  }

  /// A building on a square of so many degrees, its lower left corner given.
  static func building(
    _ id: String, _ west: Double, _ south: Double, size: Double = 0.0005, floors: Int = 3
  ) -> String {
    let (east, north) = (west + size, south + size)
    return """
      {"type":"Feature","id":"\(id)","properties":{"name":"楼\(id)","floors":\(floors),\
      "height":9.5},"geometry":{"type":"Polygon","coordinates":[[[\(west),\(south)],\
      [\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]}}
      """
  }

  static func road(_ id: String, from: (Double, Double), to: (Double, Double)) -> String {
    """
    {"type":"Feature","id":"\(id)","properties":{"class":"primary","bridge":true},"geometry":\
    {"type":"LineString","coordinates":[[\(from.0),\(from.1)],[\(to.0),\(to.1)]]}}
    """
  }
}
