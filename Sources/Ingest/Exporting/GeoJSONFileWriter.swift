import Catalog
import FeatureStore
import SimpleFeatures

/// Writes GeoJSON, as one collection or as lines: nothing is lost.
final class GeoJSONFileWriter: FeatureFileWriter {
  private let sink: ByteSink
  private let framing: GeoJSONFraming
  private let fields: [Field]
  private var count = 0
  private var text = JSONText(capacity: 1 << 12)

  /// - Parameter crs: Named in the file, as GeoJSON did before RFC 7946; `nil` for the city's own
  ///   longitude and latitude.
  init(_ path: String, _ framing: GeoJSONFraming, _ fields: [Field], crs: String?) throws {
    sink = try ByteSink(path)
    self.framing = framing
    self.fields = fields
    guard let crs, framing == .collection else {
      try sink.write(Array(framing.marks.open.utf8))
      return
    }
    let name = "urn:ogc:def:crs:" + crs.replacing(":", with: "::")
    text.raw("{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":")
    text.string(name)
    text.raw("}},\"features\":[\n")
    try sink.write(text.bytes)
  }

  func write(_ feature: StoredFeature, _ losses: inout LossTally) throws {
    text.removeAll()
    if count > 0 { text.raw(framing.marks.between) }
    text.feature(
      id: feature.id, geometry: feature.geometry,
      properties: zip(fields, feature.values).map { Property($0.name, $1) })
    count += 1
    try sink.write(text.bytes)
  }

  func finish() throws {
    if count > 0 || framing == .collection { try sink.write(Array(framing.marks.close.utf8)) }
    try sink.finish()
  }
}
