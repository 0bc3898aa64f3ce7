import Catalog
import FeatureStore
import SimpleFeatures
import VectorTiles

/// The lines of a layer in a tile, joined by their names: streets are kept in pieces from junction
/// to junction, on which from afar there is no room for a name.
///
/// Only lines whose names the tile's zooms show are taken.
struct JoinedLines {
  private struct Name: Hashable {
    var label: PropertyValue
    var kind: PropertyValue
  }

  /// A pixel: letters stand more evenly on lines without small bends.
  private static let simplification = 8.0

  /// Of a longer name only the beginning is drawn.
  private static let mostBytes = 120

  private var layer: VectorTileLayer
  private let label: (field: Int, key: Int)
  private let kind: (field: Int, key: Int)?
  /// Whether names of a value of the kind are shown.
  private let shownKinds: [String: Bool]
  private let showsOthers: Bool
  /// The size of a pixel of a tile, in degrees of latitude.
  private let pixel: Double
  /// By their names, in the order in which these came.
  private var lines: [(name: Name, chains: LineMerger)] = []
  private var places: [Name: Int] = [:]

  /// - Returns: `nil` where the tile shows no names, or has room for them.
  init?(_ definition: LayerDefinition, tile: TileCoordinate) {
    let (style, rule, zoom) = (definition.style, definition.tiles, tile.mercatorZoom)
    guard let id = definition.joinedLines, definition.joinedZooms?.contains(zoom) == true,
      let labelField = definition.fields.firstIndex(where: { $0.name == style.label })
    else { return nil }
    func isShown(_ rank: Int) -> Bool { LayerStyle.firstLabelZoom(ofRank: rank) < Double(zoom + 1) }
    let kinds = (style.categories?.colours ?? []).map { ($0.value, isShown($0.rank ?? style.rank)) }
    shownKinds = Dictionary(kinds) { first, _ in first }
    showsOthers = isShown(style.rank)
    guard showsOthers || shownKinds.values.contains(true) else { return nil }
    var layer = VectorTileLayer(
      name: id, tile: tile, buffer: rule.buffer,
      simplification: max(rule.simplification, Self.simplification))
    label = (labelField, layer.key(definition.fields[labelField].name))
    let kindField = definition.fields.firstIndex { $0.name == style.categories?.field }
    kind = kindField.map { ($0, layer.key(definition.fields[$0].name)) }
    self.layer = layer
    let box = tile.envelope()
    pixel = (box.maxY - box.minY) / 512
  }

  /// What of a layer file decides which lines are joined; `nil` where none are.
  static func token(of definition: LayerDefinition) -> String? {
    guard definition.joinedLines != nil else { return nil }
    let style = definition.style
    let ranks = (style.categories?.colours ?? []).map { "\($0.value) \($0.rank ?? style.rank)" }
    let words = [style.label ?? "", String(style.rank), style.categories?.field ?? ""] + ranks
    return Fingerprint.text(of: words.joined(separator: "\n").utf8)
  }

  mutating func add(_ row: borrowing FeatureRow, _ geometry: Geometry) {
    let kind = kind.map { row.value($0.field) } ?? .null
    guard shownKinds[FieldValue.plainText(kind)] ?? showsOthers else { return }
    let name = Name(label: row.value(label.field), kind: kind)
    guard !FieldValue.plainText(name.label).allSatisfy(\.isWhitespace) else { return }
    if let place = places[name] {
      lines[place].chains.add(geometry)
    } else {
      places[name] = lines.count
      lines.append((name, LineMerger()))
      lines[lines.count - 1].chains.add(geometry)
    }
  }

  /// The layer with the lines of each name as one feature without an id; `nil` where it is empty.
  mutating func drawn() -> VectorTileLayer? {
    for (name, chains) in lines {
      // A Chinese character, three bytes long, needs 12 pixels; a tile is drawn at up to twice its
      // size.
      let leastSize =
        2 * pixel * Double(min(FieldValue.plainText(name.label).utf8.count, Self.mostBytes))
      let tags = [(label.key, name.label)] + (kind.map { [($0.key, name.kind)] } ?? [])
      layer.add(id: nil, geometry: chains.joined(leastSize: leastSize), tags: tags)
    }
    return layer.isEmpty ? nil : layer
  }
}
