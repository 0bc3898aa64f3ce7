import Catalog
import CityFile
import FeatureStore
import Roads
import SimpleFeatures

/// The roads of a city: its layers `road` and `traffic-signal`.
enum CityRoads {
  /// The layers that roads are made of.
  static let layers = ["road", "traffic-signal"]

  /// Reads all roads and traffic lights as of the last commit.
  ///
  /// - Throws: ``CommandError`` for a city without roads.
  static func map(of store: SpatiaLiteStore) async throws -> RoadMap {
    try await store.read(.latest) { snapshot in
      var roads = LayerRoads()
      let known = Set(try snapshot.layers().map(\.definition.id))
      guard known.contains("road") else {
        throw CommandError(
          message: "the city has no roads",
          hint: "import some: yutu import --city CITY --layer road FILE")
      }
      let layer = try snapshot.layer("road")
      let names = layer.definition.fields.map(\.name)
      try snapshot.forEachFeature(of: layer) { row in
        var feature = Feature(id: row.id, geometry: try row.geometry())
        for (index, name) in names.enumerated() {
          feature.properties.append(Property(name, row.value(index)))
        }
        roads.add(feature)
      }
      if known.contains("traffic-signal") {
        try snapshot.forEachFeature(of: try snapshot.layer("traffic-signal")) { row in
          let geometry = try row.geometry()
          if geometry.ordinates.count >= 2 {
            roads.add(signalAt: geometry.ordinates[0], geometry.ordinates[1])
          }
        }
      }
      return roads.finish()
    }
  }

  /// The number of the last commit of any layer that roads are made of.
  static func commit(of store: SpatiaLiteStore) async throws -> Int {
    let known = try await store.read(.latest) { try $0.layers().map(\.definition.id) }
    var last = 0
    for layer in layers where known.contains(layer) {
      let commits = try await store.log(layer: layer, before: .max, limit: 1)
      last = max(last, commits.first?.number ?? 0)
    }
    return last
  }
}
