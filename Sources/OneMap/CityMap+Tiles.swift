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

extension CityMap {
  /// What changes whenever the tile may: known without building it.
  ///
  /// A commit to a layer renews all of the layer's tiles.
  package func tileVersion(_ layers: [StoredLayer]) -> String {
    let parts = [Self.encoding] + layers.flatMap { [$0.id, $0.lastCommitToken] }
    return Fingerprint.text(of: parts.joined(separator: " ").utf8)
  }

  /// To be changed with every change of how tiles are cut and encoded.
  private static let encoding = "1"

  /// The tile with all of `layers` that are shown at its level, as of one commit.
  package func tile(_ tile: TileCoordinate, of layers: [StoredLayer]) async throws -> EncodedTile {
    try await read { try Self.tile(tile, of: layers, in: $0) }
  }

  /// Like ``tile(_:of:)``, in a snapshot that is open.
  package static func tile(
    _ tile: TileCoordinate, of layers: [StoredLayer], in snapshot: any FeatureSnapshot,
    gzipLevel: Int = Gzip.defaultLevel
  ) throws -> EncodedTile {
    let shown = layers.filter { $0.definition.tiles.minimumZoom <= tile.mercatorZoom }
    guard !shown.isEmpty else { return EncodedTile(gzippedBytes: []) }
    let buffer = shown.map(\.definition.tiles.buffer).max() ?? 0
    let box = tile.envelope(buffer: buffer)
    let cut = try shown.map { layer in
      var cutter = TileCutter(layer, tile: tile)
      try snapshot.forEachFeature(of: layer, meeting: box) { try cutter.add($0) }
      return cutter.layer
    }
    let bytes = VectorTile.encode(cut)
    return EncodedTile(gzippedBytes: bytes.isEmpty ? [] : Gzip.compress(bytes, level: gzipLevel))
  }
}

/// Cuts one layer's features to one tile.
private struct TileCutter {
  private(set) var layer: VectorTileLayer
  private let idKey: Int
  private let fieldKeys: [Int]
  private var tags: [(key: Int, value: PropertyValue)] = []

  init(_ stored: StoredLayer, tile: TileCoordinate) {
    let rule = stored.definition.tiles
    var layer = VectorTileLayer(
      name: stored.id, tile: tile, buffer: rule.buffer,
      simplification: tile.mercatorZoom < rule.maximumZoom ? rule.simplification : 0)
    idKey = layer.key("id")
    fieldKeys = stored.definition.fields.map { layer.key($0.name) }
    self.layer = layer
  }

  mutating func add(_ row: borrowing FeatureRow) throws {
    tags.removeAll(keepingCapacity: true)
    tags.append((idKey, .text(row.id)))
    for (index, key) in fieldKeys.enumerated() { tags.append((key, row.value(index))) }
    layer.add(id: UInt64(exactly: row.row), geometry: try row.geometry(), tags: tags)
  }
}
