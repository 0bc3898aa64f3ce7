import Catalog
import FeatureStore
import Foundation
import SimpleFeatures

/// A layer that a job or a run gave: a few features, held in memory.
struct ResultLayer: Sendable {
  var stored: StoredLayer
  /// In the order of their rows, which count from 1.
  var features: [StoredFeature]

  /// The layers of an output: one, or one for each shape where its features have several.
  ///
  /// Features without a geometry are in no layer.
  ///
  /// - Parameters:
  ///   - id: The id of the layer where it is one.
  ///   - title: What people call it; the process and the output unless it is said.
  static func all(
    of features: [Feature], id: String, output: String, title: LocalisedText?,
    process: LocalisedText, commit: Int
  ) -> [ResultLayer] {
    let shapes = GeometryType.allCases.filter { shape in
      features.contains { $0.geometry.flatMap(GeometryType.init) == shape }
    }
    let title =
      title ?? LocalisedText(zh: "\(process.zh) \(output)", en: "\(process.en): \(output)")
    return shapes.map { shape in
      let own = features.filter { $0.geometry.flatMap(GeometryType.init) == shape }
      return ResultLayer(
        own, id: shapes.count == 1 ? id : "\(id)-\(shape.rawValue)", shape: shape, title: title,
        process: process, commit: commit)
    }
  }

  /// A layer of features that are made.
  init(_ stored: StoredLayer, _ features: [StoredFeature]) {
    (self.stored, self.features) = (stored, features)
  }

  private init(
    _ features: [Feature], id: String, shape: GeometryType, title: LocalisedText,
    process: LocalisedText, commit: Int
  ) {
    let fields = Self.fields(of: features)
    var ids: Set<String> = []
    self.features = features.enumerated().compactMap { index, feature in
      guard let geometry = feature.geometry else { return nil }
      let number = String(index + 1)
      let name = feature.id.map { ids.contains($0) ? number : $0 } ?? number
      ids.insert(name)
      return StoredFeature(
        row: Int64(index + 1), id: name, geometry: geometry,
        values: fields.map { Self.value(of: feature, $0.name, as: $0.type) }, commit: commit)
    }
    let extent = self.features.reduce(into: Envelope.empty) {
      $0.formUnion($1.geometry.envelope)
    }
    let now = Date().formatted(.iso8601)
    stored = StoredLayer(
      definition: .ofResult(
        id: id, title: title, geometry: shape, fields: fields, process: process),
      featureCount: self.features.count, lastCommit: commit, lastCommitToken: id,
      lastCommitTime: now, firstCommitTime: now, extent: extent.isEmpty ? nil : extent)
  }

  /// The properties that any feature has, in the order in which they come up.
  private static func fields(of features: [Feature]) -> [(name: String, type: FieldType)] {
    var fields: [(name: String, type: FieldType)] = []
    var places: [String: Int] = [:]
    for property in features.flatMap(\.properties) {
      guard let type = property.value.fieldType else {
        continue
      }
      guard let place = places[property.name] else {
        places[property.name] = fields.count
        fields.append((property.name, type))
        continue
      }
      let known = fields[place].type
      guard known != type else { continue }
      let areNumbers = [known, type].allSatisfy { $0 == .integer || $0 == .real }
      fields[place].type = areNumbers ? .real : .text
    }
    return fields
  }

  private static func value(
    of feature: Feature, _ name: String, as type: FieldType
  ) -> PropertyValue {
    let value = feature[name] ?? .null
    switch (type, value) {
    case (.real, .integer(let number)): return .real(Double(number))
    case (.text, .integer(let number)): return .text(String(number))
    case (.text, .real(let number)): return .text(JSONValue.real(number).text)
    case (.text, .boolean(let flag)): return .text(flag ? "true" : "false")
    case (.text, .json(let text)): return .text(text)
    default: return value
    }
  }
}

extension PropertyValue {
  /// The type of a field that holds the value; `nil` for none.
  ///
  /// Lists and objects are text.
  fileprivate var fieldType: FieldType? {
    switch self {
    case .null: nil
    case .boolean: .boolean
    case .integer: .integer
    case .real: .real
    case .text, .json: .text
    }
  }
}

extension GeometryType {
  /// The type of layer that a geometry belongs into; `nil` for collections.
  fileprivate init?(_ geometry: Geometry) {
    switch geometry.kind {
    case .point, .multiPoint: self = .point
    case .lineString, .multiLineString: self = .line
    case .polygon, .multiPolygon: self = .polygon
    case .collection: return nil
    }
  }
}
