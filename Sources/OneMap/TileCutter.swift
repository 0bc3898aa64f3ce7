import Catalog
import FeatureStore
import SimpleFeatures
import VectorTiles

/// Cuts one layer's features to one tile.
struct TileCutter {
  private var layer: VectorTileLayer
  /// Its lines joined by their names, where the tile has them so too.
  private var joinedLines: JoinedLines?
  /// The weights of the features that were drawn, where they count.
  private(set) var weights: [Double] = []
  /// Features of a smaller weight (``FeatureRank``) are left out.
  let leastWeight: Double

  private let thinning: TileThinning?
  private let isOfPoints: Bool
  private let idKey: Int
  private let fieldKeys: [Int]
  /// Of polygons that are labelled: the key of ``LayerDefinition/labelElsewhere``.
  private let labelKey: Int?
  private let tileBox: Envelope
  /// The field that tells what kind of thing a mark of a pixel stands for.
  private let kindField: Int?
  /// The geometry of the row at hand: kept, so that its buffers serve all rows.
  private var geometry = Geometry(kind: .point)

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
    tileBox = tile.envelope()
    kindField = style.categories.flatMap { categories in
      stored.definition.fields.firstIndex { $0.name == categories.field }
    }
    self.layer = layer
    joinedLines = JoinedLines(stored.definition, tile: tile)
  }

  /// What was cut, as layers of the tile.
  mutating func layers() -> [VectorTileLayer] {
    [layer] + (joinedLines?.drawn().map { [$0] } ?? [])
  }

  mutating func add(_ row: borrowing FeatureRow) throws {
    try row.read(into: &geometry)
    let keys = fieldKeys
    switch share(of: row) {
    case .nothing: return
    case .speck:
      let kind = kindField
      layer.add(speckOf: geometry) { tags in
        if let kind { row.withValue(kind) { tags.append(keys[kind], $0) } }
      }
    case .whole:
      let (idKey, labelKey) = (idKey, labelKey)
      let isLabelled = labelKey == nil || geometry.isLabelled(in: tileBox)
      layer.add(id: UInt64(exactly: row.row), geometry: geometry) { tags in
        row.withID { tags.append(idKey, .text($0)) }
        row.forEachValue { tags.append(keys[$0], $1) }
        if let labelKey, !isLabelled { tags.append(labelKey, .boolean(true)) }
      }
      joinedLines?.add(row, geometry)
    }
  }

  /// How much of a feature the tile shows.
  private enum Share { case nothing, speck, whole }

  private mutating func share(of row: borrowing FeatureRow) -> Share {
    guard thinning != nil || leastWeight > 0 else {
      // Counted in case the tile becomes too large.
      weights.append(0)
      return .whole
    }
    var (weight, isWhole) = (0.0, true)
    row.withID { id in
      let prominence = FeatureRank(of: geometry, id: id)
      weight = prominence.weight
      if let thinning, !isOfPoints { isWhole = prominence.isWhole(atZoom: thinning.zoom) }
    }
    guard weight >= leastWeight else { return .nothing }
    weights.append(weight)
    return isWhole ? .whole : .speck
  }
}
