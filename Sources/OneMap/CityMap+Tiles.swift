import Catalog
package import FeatureStore
import SimpleFeatures
package import VectorTiles

/// A vector tile, ready to send.
package struct EncodedTile: Sendable {
  /// MVT 2.1, gzipped; empty where the tile shows nothing.
  package var gzippedBytes: [UInt8]
  package var isEmpty: Bool { gzippedBytes.isEmpty }
}

/// What is known of a tile without building it.
package struct TileState: Sendable {
  /// Number of the city's last commit.
  package var commit: Int
  /// Changes whenever the tile may: a commit renews those tiles of its layer that it concerns.
  package var version: String

  package init(commit: Int, version: String) {
    self.commit = commit
    self.version = version
  }
}

extension CityMap {
  /// No tile is larger than this, gzipped: 500 kB.
  package static let largestTileBytes = 500_000

  /// What is known of a tile without building it.
  ///
  /// - Parameter ids: Its layers; `nil` for all.
  /// - Throws: ``StoreErrorCode/unknownLayer``.
  package func tileState(_ tile: TileCoordinate, of ids: [String]?) async throws -> TileState {
    try await read(ids ?? [], isBrief: true) { snapshot in
      try state(of: tile, Self.layers(ids, in: snapshot), in: snapshot)
    }
  }

  /// The tile with all layers that are shown at its level, as of one commit, and what is known of
  /// it without building it.
  ///
  /// Where it would be larger than ``largestTileBytes`` the features that fill least of the map
  /// are left out.
  ///
  /// - Parameters:
  ///   - ids: Its layers; `nil` for all.
  ///   - isKnown: Whether the tile of a version need not be built.
  /// - Throws: ``StoreErrorCode/unknownLayer``.
  package func tile(
    _ tile: TileCoordinate, of ids: [String]?,
    unless isKnown: @escaping @Sendable (_ version: String) -> Bool = { _ in false }
  ) async throws -> (state: TileState, tile: EncodedTile?) {
    // A tile of a few streets is done before a thread has been changed.
    let isBrief = mapVersion == .latest && tile.mercatorZoom >= 15
    return try await read(ids ?? [], isBrief: isBrief) { snapshot in
      let layers = try Self.layers(ids, in: snapshot)
      let state = try state(of: tile, layers, in: snapshot)
      guard !isKnown(state.version) else { return (state, nil) }
      return (state, try Self.tile(tile, of: layers.map(drawn), in: snapshot))
    }
  }

  /// Number of the city's last commit; 0 before the first.
  package func lastCommit() async throws -> Int {
    try await read(isBrief: true) { try $0.lastCommit() }
  }

  /// To be changed with every change of how tiles are cut and encoded.
  private static let encoding = "4"

  private func state(
    of tile: TileCoordinate, _ layers: [StoredLayer], in snapshot: any FeatureSnapshot
  ) throws -> TileState {
    let shown = layers.filter { $0.isShown(in: tile) }
    var parts = [Self.encoding]
    for (layer, state) in zip(shown, try snapshot.states(of: shown, in: tile)) {
      parts += [layer.id, String(layer.thinning(in: tile)?.base ?? 0), state]
      if let token = styleTokens[layer.id] { parts.append(token) }
    }
    return TileState(
      commit: try snapshot.lastCommit(),
      version: Fingerprint.text(of: parts.joined(separator: " ").utf8))
  }

  /// The tile of layers of a snapshot that is open.
  package static func tile(
    _ tile: TileCoordinate, of layers: [StoredLayer], in snapshot: any FeatureSnapshot,
    gzipLevel: Int = Gzip.defaultLevel
  ) throws -> EncodedTile {
    let shown = layers.filter { $0.isShown(in: tile) && $0.featureCount > 0 }
    guard !shown.isEmpty else { return EncodedTile(gzippedBytes: []) }
    let buffer = shown.map(\.definition.tiles.buffer).max() ?? 0
    let box = tile.envelope(buffer: buffer)

    var limits = TileLimits(layerCount: shown.count)
    while true {
      try Task.checkCancellation()
      var weights: [[Double]] = []
      let cut = try shown.enumerated().flatMap { index, layer in
        var cutter = TileCutter(layer, tile: tile, limits: limits, index: index)
        try snapshot.forEachFeature(of: layer, meeting: box, weighing: cutter.leastWeight) {
          try cutter.add($0)
        }
        weights.append(cutter.weights)
        return cutter.layers()
      }
      let bytes = VectorTile.encode(cut)
      guard !bytes.isEmpty else { return EncodedTile(gzippedBytes: []) }
      let gzipped = Gzip.compress(bytes, level: gzipLevel)
      // As the server sends it, so that a tile shows the same wherever it comes from.
      let isNear = gzipLevel != Gzip.defaultLevel && gzipped.count > largestTileBytes / 2
      let sentBytes = isNear ? Gzip.compress(bytes).count : gzipped.count
      if sentBytes <= largestTileBytes { return EncodedTile(gzippedBytes: gzipped) }
      limits.tighten(by: Double(largestTileBytes) / Double(sentBytes), weights: weights)
    }
  }
}

extension StoredLayer {
  /// Whether tiles of this level show the layer.
  fileprivate func isShown(in tile: TileCoordinate) -> Bool {
    definition.tiles.minimumZoom <= tile.mercatorZoom
  }

  /// How the layer is thinned out in the tile; `nil` at its deepest level and below, where all of
  /// it is shown.
  func thinning(in tile: TileCoordinate) -> TileThinning? {
    let zoom = tile.mercatorZoom
    guard zoom < definition.tiles.maximumZoom else { return nil }
    return TileThinning(zoom: zoom, base: completeZoom)
  }

  /// The level from which on tiles hold all points; 0 for lines and polygons, which are left out
  /// by their size.
  package var completeZoom: Int {
    guard definition.geometry == .point else { return 0 }
    let base = FeatureRank.base(forPoints: featureCount, over: extent ?? .empty)
    return min(base, definition.tiles.maximumZoom)
  }
}

/// Which features of a layer a level shows.
struct TileThinning {
  let zoom: Int
  /// The level from which on all points are shown; 0 for lines and polygons.
  let base: Int

  var leastWeight: Double { FeatureRank.threshold(zoom: zoom, base: base) }
}
