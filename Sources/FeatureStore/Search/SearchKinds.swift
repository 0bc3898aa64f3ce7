package import Catalog
import SimpleFeatures

/// A kind of feature by a value of a field: of schools those whose kind is 幼儿园.
package struct SearchKind: Sendable {
  package var layer: StoredLayer
  package var field: Field
  package var code: Field.Code
}

/// What the values of coded fields are called, in all layers, and the pinyin of it.
struct SearchKinds: Sendable {
  private struct Place: Sendable {
    var layer: String
    var field: Int
    var code: Int
  }

  private var places: [String: [Place]] = [:]
  /// Of a name with characters of several readings so many spellings are kept.
  private static let spellingLimit = 8

  init(_ layers: [LayerDefinition], readings: PinyinReadings = .shared) {
    let codes = layers.lazy.flatMap(\.fields).flatMap(\.codes)
    readings.learn(
      Set(codes.flatMap(\.names).flatMap(\.unicodeScalars).filter(SearchText.isIdeograph)))
    for layer in layers {
      for (field, definition) in layer.fields.enumerated() {
        for (index, code) in definition.codes.enumerated() {
          let place = Place(layer: layer.id, field: field, code: index)
          let names = Set(code.names.map { SearchText.normalise($0) })
          for name in names.union(names.flatMap { Self.pinyin(of: $0, readings) }) {
            places[name, default: []].append(place)
          }
        }
      }
    }
  }

  /// The kinds that are called `name`; those of layers with few features, which say more, first.
  func kinds(named name: String, in layers: [StoredLayer]) -> [SearchKind] {
    places[name, default: []].compactMap { place in
      guard let layer = layers.first(where: { $0.id == place.layer }), layer.featureCount > 0
      else { return nil }
      let field = layer.definition.fields[place.field]
      return SearchKind(layer: layer, field: field, code: field.codes[place.code])
    }.sorted {
      ($0.layer.featureCount, $0.layer.id) < ($1.layer.featureCount, $1.layer.id)
    }
  }

  private static func pinyin(of name: String, _ readings: PinyinReadings) -> [String] {
    var spellings = [""]
    for character in name.unicodeScalars {
      let own = readings.readings(of: character).map { String(decoding: $0, as: UTF8.self) }
      guard !own.isEmpty else { return [] }
      spellings = Array(spellings.flatMap { start in own.map { start + $0 } }.prefix(spellingLimit))
    }
    return spellings
  }
}
