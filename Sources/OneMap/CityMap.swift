package import Catalog
package import FeatureStore
package import SimpleFeatures

/// The one map of a city: what its layers answer as features and as tiles.
package struct CityMap: Sendable {
  package let store: any FeatureStoring & RasterStoring
  /// The what-ifs that it can be seen with.
  package let scenarios: ScenarioFolder
  /// The roles of layers, by id, whose files stated none when their data came in.
  let roles: [String: LayerRole]
  /// The layers that jobs gave, seen beside those of the city as it is now.
  package let results = ResultLayers()
  /// From where it is seen.
  package var mapVersion = MapVersion.latest

  /// - Parameter layers: Layer files of today, whose roles count for layers that state none.
  package init(
    _ store: any FeatureStoring & RasterStoring, scenarios: ScenarioFolder,
    layers: [LayerDefinition] = []
  ) {
    self.store = store
    self.scenarios = scenarios
    roles = layers.reduce(into: [:]) { $0[$1.id] = $1.role }
  }

  /// The same map, seen from elsewhere.
  package func view(at mapVersion: MapVersion) -> CityMap {
    var map = self
    map.mapVersion = mapVersion
    return map
  }

  func read<Result: Sendable>(
    isBrief: Bool = false, _ body: @escaping @Sendable (any FeatureSnapshot) throws -> Result
  ) async throws -> Result {
    let shown = mapVersion.revision == .latest ? results.all : []
    guard !shown.isEmpty else { return try await store.read(mapVersion, isBrief: isBrief, body) }
    return try await store.read(mapVersion, isBrief: isBrief) {
      try body(ResultSnapshot($0, shown))
    }
  }

  /// The layers that a commit has made, by id; then those that `jobs` gave.
  package func layers(andOf jobs: [String] = []) async throws -> [StoredLayer] {
    let shown = results.ids(of: Set(jobs))
    return try await read { try $0.layers().filter { !$0.isResult || shown.contains($0.id) } }
  }

  /// One layer; throws ``StoreErrorCode/unknownLayer``.
  package func layer(_ id: String) async throws -> StoredLayer {
    try await read { try $0.layer(id) }
  }

  /// Those of `ids` that there are, each once; all layers of the city for `nil`.
  package func layers(_ ids: [String]?) async throws -> [StoredLayer] {
    try await read { try Self.layers(ids, in: $0) }
  }

  static func layers(
    _ ids: [String]?, in snapshot: any FeatureSnapshot
  ) throws -> [StoredLayer] {
    guard let ids else { return try snapshot.layers().filter { !$0.isResult } }
    return try ids.enumerated().filter { ids.firstIndex(of: $0.element) == $0.offset }
      .map { try snapshot.layer($0.element) }
  }

  /// A feature and its layer, as of one commit; no feature where the layer has none of that id.
  package func feature(
    _ id: String, of layerID: String
  ) async throws -> (layer: StoredLayer, feature: StoredFeature?) {
    try await read(isBrief: true) { snapshot in
      let layer = try snapshot.layer(layerID)
      return (layer, try snapshot.feature(id, in: layer))
    }
  }

  /// The features whose names, addresses, codes or ids hold what is looked for, the best first, and
  /// the layers whose titles do.
  package func search(_ query: SearchQuery) async throws -> SearchAnswer {
    if let layers = query.layers { _ = try await self.layers(Array(layers)) }
    return try await read { try $0.search(query) }
  }

  /// A page of a layer's features, as of one commit; `query` is made for the layer as it stands.
  package func features(
    of layerID: String, _ query: @escaping @Sendable (StoredLayer) throws -> FeatureQuery
  ) async throws -> (layer: StoredLayer, page: FeaturePage) {
    try await read { snapshot in
      let layer = try snapshot.layer(layerID)
      return (layer, try snapshot.features(try query(layer), in: layer))
    }
  }
}

extension [StoredLayer] {
  /// Longitude and latitude of all features of all layers; `nil` where there are none.
  package var extent: Envelope? {
    let all = compactMap(\.extent).reduce(into: Envelope.empty) { $0.formUnion($1) }
    return all.isEmpty ? nil : all
  }
}
