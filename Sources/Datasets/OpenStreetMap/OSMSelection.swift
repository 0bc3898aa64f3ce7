import Catalog
import OpenStreetMap

/// Which objects of OpenStreetMap a layer takes, and which of their tags.
struct OSMSelection: Sendable {
  let rule: OpenStreetMapRule
  /// Whether the layer takes nodes.
  let takesNodes: Bool
  /// Whether it takes closed ways and relations as areas.
  let takesAreas: Bool
  /// Whether ways that are no areas count; those of other layers than lines only to be told.
  let takesLines: Bool
  /// Keys of which each selection needs one.
  let selecting: [String]
  /// Keys that select or fill.
  let keys: [String]
  /// Keys, perhaps with a value, that make a closed way an area.
  private let areaTags: Set<String>

  /// Keys that make a closed way an area, as GDAL's reader has them.
  private static let areaKeys: Set<String> = [
    "aeroway", "amenity", "boundary", "building", "craft", "geological", "historic", "landuse",
    "leisure", "military", "natural", "office", "place", "shop", "sport", "tourism",
    "highway=platform", "public_transport=platform",
  ]

  init(_ layer: LayerDefinition, _ rule: OpenStreetMapRule) {
    self.rule = rule
    let areShapes = layer.geometry == .polygon || rule.areas == .point
    takesNodes = layer.geometry == .point
    takesAreas = areShapes || rule.areas == .line
    // What should be an area and is not closed is told, not passed over.
    takesLines = areShapes || layer.geometry == .line
    selecting = Set(rule.selections.flatMap(\.tags.keys)).sorted()
    let names = layer.fields.flatMap { [$0.name] + $0.aliases } + layer.identifiers
    keys = rule.keys.union(names).subtracting(rule.ignored)
      .subtracting(["osm_id", "osm_way_id"]).sorted()
    areaTags = areShapes ? Self.areaKeys.union(selecting) : []
  }

  /// Whether the tags of a closed way make it an area.
  func isArea(_ tags: OSMTags) -> Bool {
    if let area = tags.value(ofKey: "area"), area == "yes" || area == "no" { return area == "yes" }
    return tags.contains { key, value in
      areaTags.contains(key) || areaTags.contains("\(key)=\(value)")
    }
  }
}

/// An object that belongs into the layer: the tags that the layer reads.
struct OSMChoice: Sendable {
  let selection: OpenStreetMapRule.Selection
  let tags: [String: String]
}

/// The selection within one block, where keys are numbers.
struct OSMBlockSelection {
  private let selection: OSMSelection
  /// The numbers of the selecting keys that the block has.
  private let selecting: [Int32]
  private var keys: [Int32: String] = [:]

  init(_ selection: OSMSelection, in block: OSMBlock) {
    self.selection = selection
    selecting = selection.selecting.compactMap { block.keyIndex($0) }
    guard !selecting.isEmpty else { return }
    for key in selection.keys {
      if let index = block.keyIndex(key) { keys[index] = key }
    }
  }

  /// Whether no object of the block can belong into the layer.
  var isEmpty: Bool { selecting.isEmpty }

  /// The tags of an object that belongs into the layer; `nil` for another.
  func choice(_ tags: OSMTags) -> OSMChoice? {
    guard mayBelong(tags) else { return nil }
    var values: [String: String] = [:]
    for index in 0..<tags.count {
      // The first of a key that is given twice.
      guard let key = keys[tags.keyIndex(index)], values[key] == nil else { continue }
      values[key] = tags.value(index)
    }
    // Keys that select and are not to fill are asked for all the same.
    let chosen = selection.rule.selection { values[$0] ?? tags.value(ofKey: $0) }
    return chosen.map { OSMChoice(selection: $0, tags: values) }
  }

  @inline(__always)
  private func mayBelong(_ tags: OSMTags) -> Bool {
    for index in 0..<tags.count where selecting.contains(tags.keyIndex(index)) { return true }
    return false
  }
}
