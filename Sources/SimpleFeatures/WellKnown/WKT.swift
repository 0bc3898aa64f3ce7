/// Well-known text (OGC 06-103r4 §7): `POLYGON ((0 0, 1 0, 1 1, 0 0))`, with `Z`, `M`, `ZM`,
/// `EMPTY`.
public enum WKT {
  /// The text of `geometry`, each number the shortest that reads back equal.
  public static func encode(_ geometry: Geometry) -> String {
    var text = name(of: geometry.kind) + tag(of: geometry.layout)
    guard !geometry.ordinates.isEmpty || !geometry.members.isEmpty else { return text + " EMPTY" }
    text += " "
    switch geometry.kind {
    case .point, .lineString: text += path(geometry, 0..<geometry.vertexCount)
    case .multiPoint:
      text += list(0..<geometry.vertexCount) { path(geometry, $0..<$0 + 1) }
    case .polygon, .multiLineString: text += paths(geometry, geometry.pathEnds.indices)
    case .multiPolygon:
      text += list(geometry.partEnds.indices) { paths(geometry, geometry.pathRange(ofPart: $0)) }
    case .collection: text += list(geometry.members.indices) { encode(geometry.members[$0]) }
    }
    return text
  }

  /// The geometry of `text`, which must hold exactly one; a leading `SRID=n;` is skipped.
  public static func decode(_ text: String) throws(FormatError) -> Geometry {
    var parser = WKTParser(text)
    return try parser.parse()
  }

  static func name(of kind: Geometry.Kind) -> String {
    kind == .collection ? "GEOMETRYCOLLECTION" : kind.geoJSONName.uppercased()
  }

  private static func tag(of layout: Geometry.Layout) -> String {
    switch layout {
    case .xy: ""
    case .xyz: " Z"
    case .xym: " M"
    case .xyzm: " ZM"
    }
  }

  private static func list(_ range: Range<Int>, _ item: (Int) -> String) -> String {
    "(" + range.map(item).joined(separator: ", ") + ")"
  }

  private static func paths(_ geometry: Geometry, _ range: Range<Int>) -> String {
    list(range) { path(geometry, geometry.vertexRange(ofPath: $0)) }
  }

  private static func path(_ geometry: Geometry, _ range: Range<Int>) -> String {
    list(range) { vertex in
      let start = vertex * geometry.stride
      return geometry.ordinates[start..<start + geometry.stride]
        .map { $0.isShortWhole ? String(Int64($0)) : $0.description }
        .joined(separator: " ")
    }
  }
}
