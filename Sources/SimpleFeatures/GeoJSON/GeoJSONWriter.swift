extension JSONText {
  /// Appends a GeoJSON geometry object with every ordinate exact, or `null`.
  ///
  /// Outer rings are written counter-clockwise and holes clockwise (RFC 7946 section 3.1.6),
  /// whichever way they are stored.
  public mutating func geometry(_ geometry: Geometry?) {
    guard let geometry else { return raw("null") }
    raw("{\"type\":\"")
    raw(geometry.kind.geoJSONName)
    if geometry.kind == .collection {
      raw("\",\"geometries\":[")
      for (index, member) in geometry.members.enumerated() {
        if index > 0 { raw(",") }
        self.geometry(member)
      }
      return raw("]}")
    }
    raw("\",\"coordinates\":")
    coordinates(geometry)
    raw("}")
  }

  /// Appends a GeoJSON feature on one line, without a line end.
  public mutating func feature(id: String?, geometry: Geometry?, properties: [Property]) {
    raw("{\"type\":\"Feature\"")
    if let id {
      raw(",\"id\":")
      string(id)
    }
    raw(",\"geometry\":")
    self.geometry(geometry)
    raw(",\"properties\":{")
    for (index, property) in properties.enumerated() {
      if index > 0 { raw(",") }
      string(property.name)
      raw(":")
      value(property.value)
    }
    raw("}}")
  }

  private mutating func coordinates(_ geometry: Geometry) {
    guard !geometry.ordinates.isEmpty else { return raw("[]") }
    switch geometry.kind {
    case .point: position(geometry, 0)
    case .multiPoint, .lineString: path(geometry, 0..<geometry.vertexCount)
    case .multiLineString: lines(geometry)
    case .polygon: rings(geometry, geometry.pathEnds.indices)
    case .multiPolygon:
      raw("[")
      for part in geometry.partEnds.indices {
        if part > 0 { raw(",") }
        rings(geometry, geometry.pathRange(ofPart: part))
      }
      raw("]")
    case .collection: break
    }
  }

  private mutating func lines(_ geometry: Geometry) {
    raw("[")
    for index in geometry.pathEnds.indices {
      if index > 0 { raw(",") }
      path(geometry, geometry.vertexRange(ofPath: index))
    }
    raw("]")
  }

  /// The rings of one polygon, the outer one first, each turned as GeoJSON has it.
  private mutating func rings(_ geometry: Geometry, _ range: Range<Int>) {
    raw("[")
    for index in range {
      if index > range.lowerBound { raw(",") }
      let area = geometry.signedArea(ofPath: index)
      let vertices = geometry.vertexRange(ofPath: index)
      if index == range.lowerBound ? area < 0 : area > 0 {
        path(geometry, vertices.reversed())
      } else {
        path(geometry, vertices)
      }
    }
    raw("]")
  }

  private mutating func path(_ geometry: Geometry, _ vertices: some Sequence<Int>) {
    raw("[")
    var isFirst = true
    for vertex in vertices {
      if !isFirst { raw(",") }
      isFirst = false
      position(geometry, vertex)
    }
    raw("]")
  }

  private mutating func position(_ geometry: Geometry, _ vertex: Int) {
    let start = vertex * geometry.stride
    raw("[")
    number(geometry.ordinates[start])
    raw(",")
    number(geometry.ordinates[start + 1])
    if geometry.layout == .xyz || geometry.layout == .xyzm {
      raw(",")
      number(geometry.ordinates[start + 2])
    }
    raw("]")
  }
}

/// How features follow one another in a GeoJSON file.
public enum GeoJSONFraming: Sendable {
  /// One `FeatureCollection` object (RFC 7946).
  case collection
  /// One feature a line, without separators (GeoJSONSeq as `ogr2ogr` writes it).
  case lines

  /// What comes before the first feature, between two, and after the last.
  public var marks: (open: String, between: String, close: String) {
    switch self {
    case .collection: ("{\"type\":\"FeatureCollection\",\"features\":[\n", ",\n", "\n]}\n")
    case .lines: ("", "\n", "\n")
    }
  }
}
