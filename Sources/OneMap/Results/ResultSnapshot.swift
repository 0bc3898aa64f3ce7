import FeatureStore
import SimpleFeatures
import VectorTiles

/// A snapshot of the city with the layers that jobs gave beside its own.
struct ResultSnapshot: FeatureSnapshot {
  private let base: any FeatureSnapshot
  private let results: [ResultLayer]

  init(_ base: any FeatureSnapshot, _ results: [ResultLayer]) {
    self.base = base
    self.results = results
  }

  private func result(_ id: String) -> ResultLayer? { results.first { $0.stored.id == id } }

  func layers() throws -> [StoredLayer] { try base.layers() + results.map(\.stored) }

  func layer(_ id: String) throws -> StoredLayer {
    try result(id)?.stored ?? base.layer(id)
  }

  func feature(_ id: String, in layer: StoredLayer) throws -> StoredFeature? {
    guard let result = result(layer.id) else { return try base.feature(id, in: layer) }
    return result.features.first { $0.id == id }
  }

  func features(_ query: FeatureQuery, in layer: StoredLayer) throws -> FeaturePage {
    guard let result = result(layer.id) else { return try base.features(query, in: layer) }
    let matched = try result.features.filter {
      try query.predicate.matches($0, of: layer.definition)
    }
    let rest = matched.filter { $0.row > query.afterRow }
    let features = Array(rest.prefix(query.limit))
    return FeaturePage(
      features: features,
      nextAfterRow: rest.count <= query.limit ? nil : features.last?.row ?? query.afterRow,
      matchedCount: matched.count)
  }

  /// What the city has: results are not looked through.
  func search(_ query: SearchQuery) throws -> SearchAnswer { try base.search(query) }

  func forEachFeature(
    of layer: StoredLayer, _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    guard let result = result(layer.id) else { return try base.forEachFeature(of: layer, body) }
    for feature in result.features { try body(FeatureRow(feature)) }
  }

  func forEachFeature(
    of layer: StoredLayer, meeting box: Envelope, weighing weight: Double,
    _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    guard let result = result(layer.id) else {
      return try base.forEachFeature(of: layer, meeting: box, weighing: weight, body)
    }
    for feature in result.features where feature.geometry.envelope.intersects(box) {
      try body(FeatureRow(feature))
    }
  }

  /// A result never changes, so its id names its state in every tile.
  func states(of layers: [StoredLayer], in tile: TileCoordinate) throws -> [String] {
    let own = layers.filter { result($0.id) == nil }
    var states = try base.states(of: own, in: tile)[...]
    return layers.map { layer in
      result(layer.id)?.stored.lastCommitToken ?? states.removeFirst()
    }
  }

  func lastCommit() throws -> Int { try base.lastCommit() }
}
