package import Catalog
package import FeatureStore
package import SimpleFeatures
package import Simulation

/// The one map of a city: what its layers answer as features and as tiles.
package struct CityMap: Sendable {
  package let store: any FeatureStoring & RasterStoring
  /// The what-ifs that it can be seen with.
  package let scenarios: ScenarioFolder
  /// The roles of layers, by id, whose files stated none when their data came in.
  let roles: [String: LayerRole]
  /// How layers are drawn by the layer files of today, by id.
  private let styles: [String: LayerStyle]
  /// What of these styles tiles follow, by id.
  let styleTokens: [String: String]
  /// The layers that jobs gave, seen beside those of the city as it is now.
  package let results = ResultLayers()
  /// The runs that are kept with the city, whose results are layers too.
  package let runs: RunStore
  /// From where it is seen.
  package var mapVersion = MapVersion.latest

  /// - Parameters:
  ///   - layers: Layer files of today, whose styles count, and roles for layers that state none.
  ///   - runs: The folder of the runs that are kept with the city.
  ///   - runFeatures: What makes layers of the frames of runs.
  package init(
    _ store: any FeatureStoring & RasterStoring, scenarios: ScenarioFolder,
    layers: [LayerDefinition] = [], runs: String = "", runFeatures: [any RunFeatures] = []
  ) {
    self.store = store
    self.runs = RunStore(runs, features: runFeatures)
    self.scenarios = scenarios
    roles = layers.reduce(into: [:]) { $0[$1.id] = $1.role }
    styles = layers.reduce(into: [:]) { $0[$1.id] = $1.style }
    styleTokens = layers.reduce(into: [:]) { $0[$1.id] = JoinedLines.token(of: $1) }
  }

  /// A layer's definition with the role and the style that today's layer file states.
  ///
  /// A city keeps layer files as they were when data came in, but a style is only how they are
  /// looked at. It counts where the fields that it names are there.
  package func drawn(_ definition: LayerDefinition) -> LayerDefinition {
    var result = definition
    result.role = definition.role ?? roles[definition.id]
    guard let style = styles[definition.id] else { return result }
    let named = [style.label, style.categories?.field, style.labelZooms?.field].compactMap(\.self)
    guard named.allSatisfy({ definition.field(named: $0) != nil }) else { return result }
    result.style = style
    return result
  }

  /// A layer with the role and the style that today's layer file states.
  package func drawn(_ layer: StoredLayer) -> StoredLayer {
    var result = layer
    result.definition = drawn(layer.definition)
    return result
  }

  /// The same map, seen from elsewhere.
  package func view(at mapVersion: MapVersion) -> CityMap {
    var map = self
    map.mapVersion = mapVersion
    return map
  }

  /// Reads what is seen, with the layers that jobs gave and those of `ids` that runs gave.
  ///
  /// A layer of a run is seen at the moment from which the map is seen: in simulated time. Where
  /// no other layers are asked for, the map beside it is that of now.
  func read<Result: Sendable>(
    _ ids: [String] = [], isBrief: Bool = false,
    _ body: @escaping @Sendable (any FeatureSnapshot) throws -> Result
  ) async throws -> Result {
    let own = ids.filter(runs.isFeatureLayer)
    guard own.isEmpty else { return try await read(own, among: ids, body) }
    let shown = mapVersion.revision == .latest ? results.all : []
    guard !shown.isEmpty else { return try await store.read(mapVersion, isBrief: isBrief, body) }
    return try await store.read(mapVersion, isBrief: isBrief) {
      try body(ResultSnapshot($0, shown))
    }
  }

  private func read<Result: Sendable>(
    _ own: [String], among ids: [String],
    _ body: @escaping @Sendable (any FeatureSnapshot) throws -> Result
  ) async throws -> Result {
    let (runs, moment) = (runs, mapVersion.revision.moment)
    // The first look at a run reads all its frames.
    let layers = try await onOwnThread(named: "run") {
      try own.compactMap { try runs.layer($0, at: moment) }
    }
    let version = own.count == ids.count ? .latest : mapVersion
    let shown = layers + (version.revision == .latest ? results.all : [])
    return try await store.read(version) { try body(ResultSnapshot($0, shown)) }
  }

  /// The layers that a commit has made, by id; then those that `jobs` gave.
  package func layers(andOf jobs: [String] = []) async throws -> [StoredLayer] {
    let shown = results.ids(of: Set(jobs))
    return try await read { try $0.layers().filter { !$0.isResult || shown.contains($0.id) } }
  }

  /// One layer; throws ``StoreErrorCode/unknownLayer``.
  package func layer(_ id: String) async throws -> StoredLayer {
    try await read([id]) { try $0.layer(id) }
  }

  /// Those of `ids` that there are, each once; all layers of the city for `nil`.
  package func layers(_ ids: [String]?) async throws -> [StoredLayer] {
    try await read(ids ?? []) { try Self.layers(ids, in: $0) }
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
    try await read([layerID], isBrief: true) { snapshot in
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
    try await read([layerID]) { snapshot in
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
