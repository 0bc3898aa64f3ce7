import Catalog
import CityFile
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

/// A city in a folder of its own and short ways to bring files in.
final class TestImport {
  let folder: TemporaryFolder
  let city: City
  let store: SpatiaLiteStore

  init() throws {
    folder = try TemporaryFolder()
    city = try City.openOrCreate(folder.file("test.city"))
    store = SpatiaLiteStore(city)
  }

  deinit { try? city.close() }

  static func layer(
    _ id: String, _ geometry: String, fields: [String], duplicates: String = "reject",
    identifiers: String = "[编号]"
  ) throws -> LayerDefinition {
    let text = LayerText.features(
      id, geometry, fields: fields,
      more: ["identifiers: \(identifiers)", "duplicates: \(duplicates)"])
    let (layer, diagnostics) = LayerCatalog.parse(yaml: text, file: "\(id).yml")
    return try #require(layer, "\(diagnostics.map(\.description))")
  }

  @discardableResult
  func file(
    _ path: String, into layer: LayerDefinition, crs: String? = nil, map: [String: String] = [:],
    acceptsBreaches: Bool = false
  )
    throws -> ImportReport
  {
    var request = Importer.Request(file: path, layer: layer, crs: crs)
    request.acceptsBreaches = acceptsBreaches
    request.mapping.fields = map.mapValues { ImportMapping.Source([$0]) }
    return try Importer(request).run { self.store }
  }

  @discardableResult
  func text(
    _ text: String, into layer: LayerDefinition, crs: String? = nil, map: [String: String] = [:]
  )
    throws -> ImportReport
  {
    let path = try folder.write(text.utf8, to: "in.geojson")
    return try file(path, into: layer, crs: crs, map: map)
  }

  /// All features by id.
  func features(_ layer: String) throws -> [String: StoredFeature] {
    var features: [String: StoredFeature] = [:]
    try store.readNow(.latest) { snapshot in
      try snapshot.forEachFeature(of: try snapshot.layer(layer)) { row in
        let feature = try row.feature()
        features[feature.id] = feature
      }
    }
    return features
  }

  /// The values of a field by id.
  func values(_ layer: String, _ index: Int = 0) throws -> [String: PropertyValue] {
    try features(layer).mapValues { $0.values[index] }
  }
}

/// A point feature as text, with these members in its properties.
func pointText(_ id: String?, _ properties: String = "", x: Double = 114.4, y: Double = 30.5)
  -> String
{
  let member = id.map { "\"id\":\"\($0)\"," } ?? ""
  return """
    {"type":"Feature",\(member)"properties":{\(properties)},\
    "geometry":{"type":"Point","coordinates":[\(x),\(y)]}}
    """
}

/// A feature whose polygon is the box from (x, y) on.
func boxText(
  _ id: String?, _ x: Double, _ y: Double, _ size: Double = 0.01, _ properties: String = ""
)
  -> String
{
  var text = JSONText()
  text.geometry(.rectangle(Envelope(minX: x, minY: y, maxX: x + size, maxY: y + size)))
  let member = id.map { "\"id\":\"\($0)\"," } ?? ""
  let geometry = String(decoding: text.bytes, as: UTF8.self)
  return "{\"type\":\"Feature\",\(member)\"properties\":{\(properties)},\"geometry\":\(geometry)}"
}

func collection(_ features: [String]) -> String {
  "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
}

extension ImportReport {
  /// Every record has exactly one fate.
  var addsUp: Bool { read == added + changed + unchanged + united + rejected }

  func count(_ rule: String) -> Int {
    countsByRule.filter { $0.rule == rule }.reduce(0) { $0 + $1.count }
  }

  /// The report as Foundation reads its JSON.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any])
  }
}

extension TestData {
  static func layer(_ id: String) throws -> LayerDefinition {
    let url = repository.appending(path: "Layers/\(id).yml")
    let text = try String(contentsOf: url, encoding: .utf8)
    return try #require(LayerCatalog.parse(yaml: text, file: "\(id).yml").layer)
  }
}
