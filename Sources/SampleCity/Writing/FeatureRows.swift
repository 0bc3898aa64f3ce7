import Catalog
import SimpleFeatures

/// Puts the values of features in the order of a layer's fields, as types and codes ask.
struct FeatureRows {
  struct Row {
    var id: String
    var geometry: Geometry
    var values: [PropertyValue]
  }

  private let layer: LayerDefinition
  private let converters: [FieldConverter]
  private let places: [String: Int]
  private let codePlace: Int?
  private var serial = 0

  init(_ layer: LayerDefinition) {
    self.layer = layer
    converters = layer.fields.map { FieldConverter($0) }
    places = Dictionary(
      uniqueKeysWithValues: layer.fields.enumerated().map { ($0.element.name, $0.offset) })
    codePlace = layer.key.code.flatMap { [places] in places[$0.field] }
  }

  /// A feature as the layer stores it, with a permanent code where the layer has such.
  ///
  /// - Throws: ``PlainError`` where the layer's file has no such field or value.
  mutating func row(of feature: Feature, county: String) throws -> Row {
    serial += 1
    guard let id = feature.id, let geometry = feature.geometry else {
      throw PlainError(message: "\(layer.id): a feature without id or shape", hint: nil)
    }
    var values = [PropertyValue](repeating: .null, count: layer.fields.count)
    for property in feature.properties {
      guard let place = places[property.name] else {
        throw PlainError(
          message: "layer \"\(layer.id)\" has no field \"\(property.name)\"",
          hint: "use the folder Layers/ that comes with Yutu")
      }
      do throws(FieldValue.ConversionError) {
        values[place] = try converters[place].converted(property.value)
      } catch {
        throw PlainError(
          message: "\(layer.id) \(id): \(property.name) \(error.message)", hint: error.hint)
      }
    }
    if let codePlace {
      let digits = String(serial)
      let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
      values[codePlace] = .text("\(county):\(layer.id):\(zeros)\(digits)")
    }
    return Row(id: id, geometry: geometry, values: values)
  }
}
