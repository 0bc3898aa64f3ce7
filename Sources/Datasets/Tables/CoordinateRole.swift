/// What a column of a table says of a record's place; the names that `--map` takes.
enum CoordinateRole: String, CaseIterable {
  /// A whole shape as WKT, EWKT or GeoJSON.
  case geometry
  /// Degrees east.
  case longitude
  /// Degrees north.
  case latitude
  /// Metres east, with or without the zone number; what Chinese surveys call Y.
  case easting
  /// Metres north; what Chinese surveys call X.
  case northing

  /// What a Chinese person calls it.
  var title: String {
    switch self {
    case .geometry: "几何"
    case .longitude: "经度"
    case .latitude: "纬度"
    case .easting: "东坐标"
    case .northing: "北坐标"
    }
  }
}
