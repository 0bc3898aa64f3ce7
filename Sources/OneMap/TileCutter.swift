import Catalog
import FeatureStore
import SimpleFeatures
import VectorTiles

/// Cuts one layer's features to one tile.
struct TileCutter {
  private(set) var layer: VectorTileLayer
  /// The weights of the features that were drawn, where they count.
  private(set) var weights: [Double] = []
  /// Features of a smaller weight (``Prominence``) are left out.
  let leastWeight: Double

  private let thinning: TileThinning?
  private let isOfPoints: Bool
  private let idKey: Int
  private let fieldKeys: [Int]
  /// Of polygons that are labelled: the key of ``LayerDefinition/labelElsewhere``.
  private let labelKey: Int?
  /// The field that tells what kind of thing a mark of a pixel stands for.
  private let kindField: Int?
  private var tags: [(key: Int, value: PropertyValue)] = []

  /// - Parameter index: The place of the layer in `limits`.
  init(_ stored: StoredLayer, tile: TileCoordinate, limits: TileLimits, index: Int) {
    let (rule, style) = (stored.definition.tiles, stored.definition.style)
    thinning = stored.thinning(in: tile)
    leastWeight = max(thinning?.leastWeight ?? 0, limits.leastWeights[index])
    isOfPoints = stored.definition.geometry == .point
    let usual = tile.mercatorZoom < rule.maximumZoom ? rule.simplification : 0
    var layer = VectorTileLayer(
      name: stored.id, tile: tile, buffer: rule.buffer,
      simplification: limits.coarseness > 1 ? max(usual, 1) * limits.coarseness : usual,
      minimumArea: thinning == nil ? 0 : 4)
    idKey = layer.key("id")
    fieldKeys = stored.definition.fields.map { layer.key($0.name) }
    labelKey =
      stored.definition.isLabelledOnce ? layer.key(LayerDefinition.labelElsewhere) : nil
    kindField = style.categories.flatMap { categories in
      stored.definition.fields.firstIndex { $0.name == categories.field }
    }
    self.layer = layer
  }

  mutating func add(_ row: borrowing FeatureRow) throws {
    let geometry = try row.geometry()
    let id = row.id
    tags.removeAll(keepingCapacity: true)
    if thinning != nil || leastWeight > 0 {
      let prominence = Prominence(of: geometry, id: id)
      guard prominence.weight >= leastWeight else { return }
      weights.append(prominence.weight)
      if let thinning, !isOfPoints, !prominence.isWhole(atZoom: thinning.zoom) {
        if let kindField { tags.append((fieldKeys[kindField], row.value(kindField))) }
        return layer.add(speckOf: geometry, tags: tags)
      }
    } else {
      // Counted in case the tile becomes too large.
      weights.append(0)
    }
    tags.append((idKey, .text(id)))
    for (index, key) in fieldKeys.enumerated() { tags.append((key, row.value(index))) }
    if let labelKey, !geometry.isLabelled(in: layer.tile) {
      tags.append((labelKey, .boolean(true)))
    }
    layer.add(id: UInt64(exactly: row.row), geometry: geometry, tags: tags)
  }
}
