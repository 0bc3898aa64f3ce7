import SimpleFeatures

/// Which columns of a table say where its records lie.
enum CoordinateColumns: Equatable {
  /// One column of whole shapes.
  case shape(String)
  case degrees(longitude: String, latitude: String)
  case metres(easting: String, northing: String)

  /// The columns' names.
  var names: [String] {
    switch self {
    case .shape(let column): [column]
    case .degrees(let x, let y), .metres(let x, let y): [x, y]
    }
  }

  // MARK: What the person says

  /// The columns that `--map` names; `nil` where it names none.
  ///
  /// - Throws: ``ImportError`` for half a pair, two pairs, and columns that are not there.
  static func named(
    _ roles: [CoordinateRole: String], in columns: [String]
  ) throws(ImportError) -> CoordinateColumns? {
    guard !roles.isEmpty else { return nil }
    for (role, name) in roles where !columns.contains(name) {
      throw ImportError(
        .unknownColumn, "--map \(role)=\(name) names a column that the file does not have",
        hint: choices(for: name, among: columns))
    }
    if roles.count == 1, let shape = roles[.geometry] { return .shape(shape) }
    if roles.count == 2 {
      if let x = roles[.longitude], let y = roles[.latitude] {
        return .degrees(longitude: x, latitude: y)
      }
      if let x = roles[.easting], let y = roles[.northing] {
        return .metres(easting: x, northing: y)
      }
    }
    throw ImportError(
      .unclearCoordinates,
      "--map names " + roles.keys.map(\.rawValue).sorted().joined(separator: " and ")
        + " for the coordinates",
      hint: "name longitude and latitude, or easting and northing, or geometry alone")
  }
}

/// The names by which columns of coordinates are known.
enum CoordinateNames {
  /// What a column's name says, from the clearest on.
  enum Meaning: CaseIterable {
    case shape
    case longitude
    case latitude
    case easting
    case northing
    /// X or Y: either may be the easting, since Chinese surveys call the northing X.
    case x
    case y
  }

  private static let names: [Meaning: Set<String>] = [
    .shape: ["geometry", "geom", "thegeom", "wkt", "ewkt", "geojson", "shape", "几何", "图形", "空间数据"],
    .longitude: ["lon", "lng", "long", "longitude", "经度", "东经", "经度坐标", "地理经度", "jd"],
    .latitude: ["lat", "latitude", "纬度", "北纬", "纬度坐标", "地理纬度", "wd"],
    .easting: ["easting", "east", "东坐标", "东", "东向坐标"],
    .northing: ["northing", "north", "北坐标", "北", "北向坐标"],
    .x: ["x", "x坐标", "坐标x", "xcoord", "coordx", "pointx", "纵坐标", "纵坐标x", "zbx"],
    .y: ["y", "y坐标", "坐标y", "ycoord", "coordy", "pointy", "横坐标", "横坐标y", "zby"],
  ]

  /// What a name says; `nil` for one that is no coordinate's.
  static func meaning(of column: String) -> Meaning? {
    let plain = plain(column)
    return Meaning.allCases.first { names[$0]?.contains(plain) == true }
  }

  /// The name without case, marks, and units in brackets or after a stroke: `X坐标(m)`, `经度/°`.
  private static func plain(_ column: String) -> String {
    let head = column.prefix { !"(（[/／".contains($0) }
    return head.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The shifted system that a column's name speaks of; `nil` for others.
  static func shiftedSystem(of column: String) -> String? {
    let name = column.lowercased()
    if ["bd09", "bd-09", "bd_", "baidu", "百度"].contains(where: { name.contains($0) }) {
      return "BD-09"
    }
    return ["gcj", "amap", "gaode", "高德", "火星", "腾讯"].contains { name.contains($0) }
      ? "GCJ-02" : nil
  }
}
