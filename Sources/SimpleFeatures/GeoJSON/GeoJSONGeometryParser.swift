extension JSONCursor {
  /// Reads a GeoJSON geometry (RFC 7946 §3.1) or `null`.
  mutating func readGeometry(depth: Int = 0) throws(FormatError) -> Geometry? {
    skipWhitespace()
    if current == UInt8(ascii: "n") {
      try readWord("null")
      return nil
    }
    guard depth < 16 else { throw fault(.unsupported, "geometry collections nest too deep") }
    let start = position
    guard current == UInt8(ascii: "{") else {
      throw geometryFault("a geometry is not an object", at: start)
    }
    var type: String?
    var coordinates: CoordinateArray?
    var members: [Geometry] = []
    try readObject { (key, cursor) throws(FormatError) in
      switch key {
      case "type":
        cursor.skipWhitespace()
        guard cursor.current == UInt8(ascii: "\"") else {
          throw cursor.fault(.notGeoJSON, "the \"type\" of a geometry is not a string")
        }
        type = try cursor.readString()
      case "coordinates": coordinates = try CoordinateArray(from: &cursor)
      case "geometries": members = try cursor.readGeometries(depth: depth + 1)
      default: try cursor.skipValue()
      }
    }
    guard let type else { throw geometryFault("a geometry has no \"type\"", at: start) }
    if type == "GeometryCollection" { return Geometry(kind: .collection, members: members) }
    guard let kind = Geometry.Kind(geoJSONName: type) else {
      throw geometryFault(
        FormatError.quoted(type) + " is not a geometry type of GeoJSON", at: start)
    }
    guard var coordinates else {
      throw geometryFault("a \(type) has no \"coordinates\"", at: start)
    }
    if closesRings, kind.isPolygonal, coordinates.depth == kind.coordinateDepth {
      closedRingCount += coordinates.closeRings()
    }
    return try coordinates.geometry(kind: kind, name: type, offset: start)
  }

  private mutating func readGeometries(depth: Int) throws(FormatError) -> [Geometry] {
    var members: [Geometry] = []
    skipWhitespace()
    guard current == UInt8(ascii: "[") else {
      throw geometryFault("\"geometries\" is not an array", at: position)
    }
    position += 1
    if take(UInt8(ascii: "]")) { return members }
    repeat {
      if let member = try readGeometry(depth: depth) { members.append(member) }
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return members
  }

  private func geometryFault(_ message: String, at offset: Int) -> FormatError {
    FormatError(.notGeoJSON, message, offset: offset)
  }
}

/// The `coordinates` member: nested arrays of any of the four depths, read into flat buffers.
private struct CoordinateArray {
  var ordinates: [Double] = []
  var pathEnds: [Int] = []
  var partEnds: [Int] = []
  /// 1 a position, 2 a list of positions, 3 a list of lists, 4 one more; 0 an empty array.
  var depth = 0
  /// Numbers per position; 0 before the first.
  var stride = 0

  init(from cursor: inout JSONCursor) throws(FormatError) {
    cursor.skipWhitespace()
    guard cursor.current == UInt8(ascii: "[") else {
      throw cursor.fault(.notGeoJSON, "\"coordinates\" is not an array")
    }
    ordinates.reserveCapacity(16)
    depth = try readArray(&cursor, level: 1)
    if depth == 1 || depth == 2 { pathEnds = [vertexCount] }
    if depth == 3 { partEnds = [pathEnds.count] }
  }

  private var vertexCount: Int { stride == 0 ? 0 : ordinates.count / stride }

  /// Reads an array and answers its depth.
  private mutating func readArray(_ cursor: inout JSONCursor, level: Int) throws(FormatError) -> Int
  {
    guard level <= 4 else {
      throw cursor.fault(.notGeoJSON, "coordinates nest deeper than a multi-polygon's")
    }
    try cursor.expect(UInt8(ascii: "["))
    cursor.skipWhitespace()
    if cursor.take(UInt8(ascii: "]")) { return 0 }
    guard cursor.current == UInt8(ascii: "[") else {
      try readPosition(&cursor)
      return 1
    }
    var childDepth = -1
    repeat {
      cursor.skipWhitespace()
      guard cursor.current == UInt8(ascii: "[") else {
        throw cursor.fault(.notGeoJSON, "coordinates nest unevenly")
      }
      let depth = try readArray(&cursor, level: level + 1)
      guard depth > 0 else { throw cursor.fault(.badCoordinate, "coordinates hold an empty array") }
      guard childDepth == -1 || childDepth == depth else {
        throw cursor.fault(.notGeoJSON, "coordinates nest unevenly")
      }
      childDepth = depth
      if depth == 2 { pathEnds.append(vertexCount) }
      if depth == 3 { partEnds.append(pathEnds.count) }
    } while cursor.take(UInt8(ascii: ","))
    try cursor.expect(UInt8(ascii: "]"))
    return childDepth + 1
  }

  private mutating func readPosition(_ cursor: inout JSONCursor) throws(FormatError) {
    let start = cursor.position
    var count = 0
    repeat {
      cursor.skipWhitespace()
      let value = try cursor.readDouble()
      count += 1
      if count <= 3 { ordinates.append(value) }
    } while cursor.take(UInt8(ascii: ","))
    try cursor.expect(UInt8(ascii: "]"))
    let kept = min(count, 3)
    guard kept >= 2 else {
      throw FormatError(.badCoordinate, "a position has fewer than two numbers", offset: start)
    }
    guard stride == 0 || stride == kept else {
      throw FormatError(
        .badCoordinate, "positions with and without a height are mixed", offset: start)
    }
    stride = kept
  }

  /// Ends each ring where it begins, and answers how many did not.
  mutating func closeRings() -> Int {
    var (closed, ends) = ([Double](), [Int]())
    var (start, count) = (0, 0)
    for end in pathEnds {
      let ring = ordinates[start * stride..<end * stride]
      closed += ring
      if ring.count > 2 * stride, ring.prefix(stride) != ring.suffix(stride) {
        closed += ring.prefix(stride)
        count += 1
      }
      ends.append(closed.count / stride)
      start = end
    }
    if count > 0 { (ordinates, pathEnds) = (closed, ends) }
    return count
  }

  /// The geometry of `kind`, once depth, closure and point counts fit it.
  func geometry(kind: Geometry.Kind, name: String, offset: Int) throws(FormatError) -> Geometry {
    let layout: Geometry.Layout = stride == 3 ? .xyz : .xy
    guard depth != 0 else { return Geometry(kind: kind) }
    guard depth == kind.coordinateDepth else {
      throw FormatError(
        .notGeoJSON,
        "the coordinates of a \(name) nest \(kind.coordinateDepth) deep, here \(depth)",
        offset: offset)
    }
    let geometry = Geometry(
      kind: kind, layout: layout, ordinates: ordinates, pathEnds: pathEnds,
      partEnds: kind.isPolygonal ? partEnds : [])
    if let fault = geometry.pathFault {
      throw FormatError(fault.code, fault.message, hint: fault.hint, offset: offset)
    }
    return geometry
  }
}

extension Geometry.Kind {
  /// The kind that GeoJSON calls `name`.
  public init?(geoJSONName name: String) {
    guard let kind = Geometry.Kind.allCases.first(where: { $0.geoJSONName == name }) else {
      return nil
    }
    self = kind
  }

  /// What GeoJSON calls the kind.
  public var geoJSONName: String {
    switch self {
    case .point: "Point"
    case .lineString: "LineString"
    case .polygon: "Polygon"
    case .multiPoint: "MultiPoint"
    case .multiLineString: "MultiLineString"
    case .multiPolygon: "MultiPolygon"
    case .collection: "GeometryCollection"
    }
  }

  /// Whether it is made of polygons.
  @inlinable public var isPolygonal: Bool { self == .polygon || self == .multiPolygon }
  /// Whether it is made of lines.
  @inlinable public var isLinear: Bool { self == .lineString || self == .multiLineString }
  /// Whether it is made of points.
  @inlinable public var isPuntal: Bool { self == .point || self == .multiPoint }

  /// How deep GeoJSON nests the coordinates.
  var coordinateDepth: Int {
    switch self {
    case .point: 1
    case .lineString, .multiPoint: 2
    case .polygon, .multiLineString: 3
    case .multiPolygon: 4
    case .collection: 0
    }
  }
}
