import CGDAL
import Catalog

/// What GDAL's reader of OpenStreetMap is told to look for: the tags that a layer asks for, and no
/// others.
struct OSMConfiguration {
  /// The tables of GDAL's reader that the layer takes features from.
  let tables: [String]
  /// GDAL's filter for objects that can belong into the layer.
  let filter: String
  /// The configuration file's text.
  let text: String

  /// Keys that make a closed way an area.
  private static let areaKeys = [
    "aeroway", "amenity", "area", "boundary", "building", "craft", "geological", "historic",
    "landuse", "leisure", "military", "natural", "office", "place", "shop", "sport", "tourism",
    "highway=platform", "public_transport=platform",
  ]

  init(_ layer: LayerDefinition, _ rule: OpenStreetMapRule) {
    let takesAreas = layer.geometry == .polygon || rule.areas == .point
    var tables: [String] = layer.geometry == .point ? ["points"] : []
    if takesAreas || rule.areas == .line { tables.append("multipolygons") }
    // What should be an area and is not closed is told, not passed over.
    if takesAreas || layer.geometry == .line { tables.append("lines") }
    self.tables = tables
    let selecting = Set(rule.selections.flatMap(\.tags.keys)).sorted()
    filter = selecting.map { "\"\($0)\" IS NOT NULL" }.joined(separator: " OR ")

    let names = layer.fields.flatMap { [$0.name] + $0.aliases } + layer.identifiers
    let keys = rule.keys.union(names).subtracting(rule.ignored).filter { name in
      name.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic
            || $0.properties.numericType != nil || "_:-".unicodeScalars.contains($0))
      }
    }
    let areas = takesAreas ? Self.areaKeys + selecting : []
    var lines = [
      "closed_ways_are_polygons=\(areas.joined(separator: ","))",
      "attribute_name_laundering=no",
    ]
    for table in ["points", "lines", "multipolygons", "multilinestrings", "other_relations"] {
      lines += [
        "[\(table)]", "osm_id=yes", "attributes=\(keys.sorted().joined(separator: ","))",
        "other_tags=no",
      ]
    }
    text = lines.joined(separator: "\n") + "\n"
  }
}
