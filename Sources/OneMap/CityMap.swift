package import FeatureStore
package import SimpleFeatures

/// The one map of a city: what its layers answer as features and as tiles.
package struct CityMap: Sendable {
  package let store: any FeatureStoring

  package init(_ store: any FeatureStoring) {
    self.store = store
  }

  /// The layers that hold data, by id.
  package func layers() async throws -> [StoredLayer] { try await store.layers() }

  /// One layer; throws ``StoreError/Code/unknownLayer``.
  package func layer(_ id: String) async throws -> StoredLayer { try await store.layer(id) }
}

extension [StoredLayer] {
  /// Longitude and latitude of all features of all layers; `nil` where there are none.
  package var extent: Envelope? {
    let all = compactMap(\.extent).reduce(into: Envelope.empty) { $0.formUnion($1) }
    return all.isEmpty ? nil : all
  }
}
