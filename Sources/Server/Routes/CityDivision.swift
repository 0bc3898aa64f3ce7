import Catalog
import FeatureStore
import OneMap
import SimpleFeatures

/// The smallest administrative division that holds all of a city: what the city is called, and
/// where it ends.
struct CityDivision {
  let name: String
  let geometry: Geometry

  private static let role = LayerRole("administrative-division")
  /// The most divisions of one place that are looked at: levels of administration are few.
  private static let limit = 64
  /// The share of the city's extent that its division has on both sides at least: divisions and
  /// data seldom end at the same places.
  private static let leastShare = 0.8

  private static func isDivision(_ layer: StoredLayer, _ map: CityMap) -> Bool {
    map.drawn(layer.definition).role == role
  }

  /// Longitude and latitude of a city's features.
  ///
  /// Boundaries do not count, which may be those of the whole province, nor what a job or run gave.
  static func extent(of layers: [StoredLayer], on map: CityMap) -> Envelope? {
    layers.filter { layer in
      !layer.isResult && map.runs.timeAxis(of: layer.id) == nil && !isDivision(layer, map)
    }.extent
  }

  /// The division of a city, named by the label of its layer.
  ///
  /// - Returns: `nil` where no division holds the city.
  init?(of map: CityMap, layers: [StoredLayer]) async throws {
    guard let extent = Self.extent(of: layers, on: map) else { return nil }
    let middle = Envelope(
      minX: (extent.minX + extent.maxX) / 2, minY: (extent.minY + extent.maxY) / 2,
      maxX: (extent.minX + extent.maxX) / 2, maxY: (extent.minY + extent.maxY) / 2)
    var found: (area: Double, depth: Int, name: String, geometry: Geometry)?
    for layer in layers where Self.isDivision(layer, map) {
      let definition = map.drawn(layer.definition)
      guard let label = definition.style.label else { continue }
      let (_, page) = try await map.features(of: layer.id) { _ in
        FeatureQuery(.boxes([middle]), limit: Self.limit)
      }
      for feature in page.features {
        guard case .text(let name)? = feature.value(of: label, in: definition) else { continue }
        let box = feature.geometry.envelope
        guard box.covers(extent, share: Self.leastShare) else { continue }
        // Of divisions that are cut to the same area, the smallest is the one whose code ends with
        // the fewest zeros (GB/T 2260).
        let digits = feature.id.utf8.count - feature.id.utf8.reversed().prefix { $0 == 0x30 }.count
        let own = (box.width * box.height, digits)
        if let found, (found.area, -found.depth) <= (own.0, -own.1) { continue }
        found = (own.0, own.1, name, feature.geometry)
      }
    }
    guard let found else { return nil }
    (name, geometry) = (found.name, found.geometry)
  }
}

extension StoredFeature {
  fileprivate func value(of field: String, in layer: LayerDefinition) -> PropertyValue? {
    layer.fields.firstIndex { $0.name == field }.map { values[$0] }
  }
}

extension Envelope {
  fileprivate var width: Double { maxX - minX }
  fileprivate var height: Double { maxY - minY }

  /// Whether the box has at least a share of the width and of the height of another.
  fileprivate func covers(_ other: Envelope, share: Double) -> Bool {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    return width >= other.width * share && height >= other.height * share
  }
}
