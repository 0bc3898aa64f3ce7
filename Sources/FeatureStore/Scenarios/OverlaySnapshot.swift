import Catalog
import SimpleFeatures
import VectorTiles

/// A snapshot with a scenario laid over it: what the edits name is theirs, all else the city's.
struct OverlaySnapshot: FeatureSnapshot {
  private let base: any FeatureSnapshot
  private let scenario: Scenario
  private let cache: OverlayCache

  /// - Throws: ``CatalogError`` for an edit on a layer that the city does not have.
  init(_ base: any FeatureSnapshot, _ scenario: Scenario, _ cache: OverlayCache) throws {
    self.base = base
    self.cache = cache
    let layers = try base.layers().map(\.definition)
    let scenario = scenario.on(layers)
    self.scenario = scenario
    let known = Set(layers.map(\.id))
    let diagnostics = scenario.edits.filter { !known.contains($0.layer) }.map { edit in
      scenario.fault(
        edit.position, "the city has no layer `\(edit.layer)`",
        hint: choices(for: edit.layer, among: known.sorted()))
    }
    guard diagnostics.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
  }

  func layers() throws -> [StoredLayer] { try base.layers().map { try applied(to: $0) } }

  func layer(_ id: String) throws -> StoredLayer { try applied(to: try base.layer(id)) }

  func feature(_ id: String, in layer: StoredLayer) throws -> StoredFeature? {
    let (bare, overlay) = try parts(of: layer)
    if let change = overlay[id] { return change.after }
    return try base.feature(id, in: bare)
  }

  func features(_ query: FeatureQuery, in layer: StoredLayer) throws -> FeaturePage {
    let (bare, overlay) = try parts(of: layer)
    guard !overlay.isEmpty else { return try base.features(query, in: bare) }
    let selects = { try query.predicate.matches($0, of: layer.definition) }
    let own = try overlay.features.filter(selects)
    let hidden = try overlay.hidden.filter(selects)

    // Pages of the city until enough of it is untouched by the scenario.
    var untouched: [StoredFeature] = []
    var (matchedCount, bytes) = (0, 0)
    var next: Int64? = query.afterRow
    while let after = next, untouched.count <= query.limit, bytes < query.enoughBytes {
      var part = query
      part.afterRow = after
      let page = try base.features(part, in: bare)
      untouched += page.features.filter { overlay[$0.id] == nil }
      bytes += page.features.reduce(0) { $0 + $1.geometryBytes }
      matchedCount = page.matchedCount
      next = page.nextAfterRow
    }
    let end = next ?? .max
    let merged = (untouched + own.filter { $0.row > query.afterRow && $0.row <= end })
      .sorted { $0.row < $1.row }
    let features = Array(merged.prefix(query.limit))
    let isLast = next == nil && merged.count <= query.limit
    return FeaturePage(
      features: features, nextAfterRow: isLast ? nil : features.last?.row ?? query.afterRow,
      matchedCount: matchedCount - hidden.count + own.count)
  }

  func search(_ query: SearchQuery) throws -> SearchAnswer {
    var wider = query
    wider.limit += scenario.edits.count
    var answer = try base.search(wider)
    answer.layers = try answer.layers.map { try applied(to: $0) }
    answer.hits = try answer.hits.compactMap { hit -> SearchHit? in
      let edits = try overlay(on: hit.layer)
      var left = hit.without { edits[$0.id] != nil }
      left?.layer = try applied(to: hit.layer)
      return left
    }
    let edited = Set(scenario.edits.map(\.layer)).filter { query.layers?.contains($0) ?? true }
    for id in edited {
      let layer = try layer(id)
      let overlay = try parts(of: layer).overlay
      let byTitle = query.fit(asLayer: layer)
      answer.matchedCount -= overlay.hidden.count {
        SearchRank(query, layer, byTitle: byTitle, $0) != nil
      }
      for feature in overlay.features {
        guard let rank = SearchRank(query, layer, byTitle: byTitle, feature) else { continue }
        answer.matchedCount += 1
        let hit = SearchHit(layer: layer, feature: feature, rank: rank)
        let street = answer.hits.firstIndex { (one: SearchHit) in hit.isPart(of: one) }
        if let street, answer.hits[street].join([feature]).isEmpty { continue }
        answer.hits.append(hit)
      }
    }
    answer.hits = Array(answer.hits.sorted { $0.rank < $1.rank }.prefix(query.limit))
    // What a scenario hides may not have been counted.
    answer.matchedCount = max(answer.matchedCount, answer.hits.count)
    return answer
  }

  func forEachFeature(
    of layer: StoredLayer, _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    let (bare, overlay) = try parts(of: layer)
    var own = overlay.features[...]
    try base.forEachFeature(of: bare) { row in
      while let first = own.first, first.row <= row.row {
        try body(FeatureRow(own.removeFirst()))
      }
      if overlay[row.id] == nil { try body(row) }
    }
    for feature in own { try body(FeatureRow(feature)) }
  }

  func forEachFeature(
    of layer: StoredLayer, meeting box: Envelope, weighing weight: Double,
    _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    let (bare, overlay) = try parts(of: layer)
    try base.forEachFeature(of: bare, meeting: box, weighing: weight) { row in
      if overlay[row.id] == nil { try body(row) }
    }
    for feature in overlay.features where feature.geometry.envelope.intersects(box) {
      try body(FeatureRow(feature))
    }
  }

  /// The edits of a scenario may be anywhere, so they concern all tiles of their layers.
  func states(of layers: [StoredLayer], in tile: TileCoordinate) throws -> [String] {
    let bare = try layers.map { try base.layer($0.id) }
    let states = try base.states(of: bare, in: tile)
    return try layers.indices.map { index in
      try overlay(on: bare[index]).isEmpty ? states[index] : layers[index].lastCommitToken
    }
  }

  func lastCommit() throws -> Int { try base.lastCommit() }

  private func applied(to layer: StoredLayer) throws -> StoredLayer {
    try overlay(on: layer).applied(to: layer, scenario)
  }

  /// The layer without the scenario, and the scenario's part of it.
  private func parts(of layer: StoredLayer) throws -> (bare: StoredLayer, overlay: LayerOverlay) {
    let bare = try base.layer(layer.id)
    return (bare, try overlay(on: bare))
  }

  private func overlay(on layer: StoredLayer) throws -> LayerOverlay {
    try cache.overlay(scenario, on: layer) { try base.feature($0, in: layer) }
  }
}
