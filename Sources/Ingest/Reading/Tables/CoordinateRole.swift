import Catalog

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

extension Importer.Request {
  /// The mapping of fields alone, without the columns of coordinates.
  ///
  /// A layer may have a field of such a name: its values are then taken from the same column.
  var fieldMapping: ImportMapping {
    var mapping = mapping
    for role in CoordinateRole.allCases where layer.field(named: role.rawValue) == nil {
      mapping.fields[role.rawValue] = nil
    }
    return mapping
  }

  /// The columns of coordinates that the person names.
  var coordinateColumns: [CoordinateRole: String] {
    CoordinateRole.allCases.reduce(into: [:]) { columns, role in
      columns[role] = mapping.fields[role.rawValue]?.columns.first
    }
  }
}
