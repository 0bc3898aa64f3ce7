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
}
