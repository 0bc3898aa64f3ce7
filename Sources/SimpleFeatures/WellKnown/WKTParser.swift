/// Reads one well-known text.
struct WKTParser {
  private let bytes: [UInt8]
  private var offset = 0
  private static let layouts: [String: Geometry.Layout] = ["Z": .xyz, "M": .xym, "ZM": .xyzm]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(FormatError) -> Geometry {
    if word(peeking: true) == "SRID", let semicolon = bytes.firstIndex(of: UInt8(ascii: ";")) {
      offset = semicolon + 1
    }
    let geometry = try readTagged(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw fault("text follows the end of the geometry") }
    return geometry
  }

  private func fault(_ message: String, _ code: FormatError.Code = .syntax) -> FormatError {
    FormatError(offset >= bytes.count ? .truncated : code, message, offset: offset)
  }

  private mutating func skipSpace() {
    while offset < bytes.count, JSONCursor.isWhitespace(bytes[offset]) { offset += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(FormatError) {
    guard take(byte) else { throw fault("expected '\(Character(UnicodeScalar(byte)))'") }
  }

  /// The next run of letters in upper case.
  private mutating func word(peeking: Bool = false) -> String {
    skipSpace()
    let start = offset
    var end = offset
    while end < bytes.count, (0x61...0x7A).contains(bytes[end] | 0x20) { end += 1 }
    if !peeking { offset = end }
    return String(decoding: bytes[start..<end], as: UTF8.self).uppercased()
  }

  private mutating func readTagged(depth: Int) throws(FormatError) -> Geometry {
    guard depth < 16 else { throw fault("collections nest too deep", .unsupported) }
    let start = offset
    var name = word()
    var layout = Geometry.Layout.xy
    for (suffix, value) in WKTParser.layouts
    where kind(named: name) == nil && name.hasSuffix(suffix)
      && kind(named: String(name.dropLast(suffix.count))) != nil
    {
      name.removeLast(suffix.count)
      layout = value
    }
    guard let kind = kind(named: name) else {
      offset = start
      throw fault(FormatError.quoted(name) + " is not a geometry type", .unsupported)
    }
    if layout == .xy, let tagged = WKTParser.layouts[word(peeking: true)] {
      _ = word()
      layout = tagged
    }
    var geometry = Geometry(kind: kind, layout: layout)
    if word(peeking: true) == "EMPTY" {
      _ = word()
      return geometry
    }
    try readBody(into: &geometry, depth: depth)
    if let fault = geometry.pathFault { throw fault }
    return geometry
  }

  private func kind(named name: String) -> Geometry.Kind? {
    Geometry.Kind.allCases.first { WKT.name(of: $0) == name }
  }

  private mutating func readBody(into geometry: inout Geometry, depth: Int) throws(FormatError) {
    switch geometry.kind {
    case .point:
      try expect(UInt8(ascii: "("))
      try readVertex(into: &geometry)
      try expect(UInt8(ascii: ")"))
      geometry.pathEnds = [1]
    case .lineString: try readPath(into: &geometry)
    case .polygon: try readPolygon(into: &geometry)
    case .multiPoint:
      try readList { (parser) throws(FormatError) in
        let isWrapped = parser.take(UInt8(ascii: "("))
        try parser.readVertex(into: &geometry)
        if isWrapped { try parser.expect(UInt8(ascii: ")")) }
      }
      geometry.pathEnds = [geometry.vertexCount]
    case .multiLineString:
      try readList { (parser) throws(FormatError) in try parser.readPath(into: &geometry) }
    case .multiPolygon:
      try readList { (parser) throws(FormatError) in try parser.readPolygon(into: &geometry) }
    case .collection:
      try readList { (parser) throws(FormatError) in
        geometry.members.append(try parser.readTagged(depth: depth + 1))
      }
    }
  }

  private mutating func readList(
    _ item: (inout WKTParser) throws(FormatError) -> Void
  ) throws(FormatError) {
    try expect(UInt8(ascii: "("))
    repeat { try item(&self) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: ")"))
  }

  private mutating func readPolygon(into geometry: inout Geometry) throws(FormatError) {
    try readList { (parser) throws(FormatError) in try parser.readPath(into: &geometry) }
    geometry.partEnds.append(geometry.pathEnds.count)
  }

  private mutating func readPath(into geometry: inout Geometry) throws(FormatError) {
    try readList { (parser) throws(FormatError) in try parser.readVertex(into: &geometry) }
    geometry.pathEnds.append(geometry.vertexCount)
  }

  private mutating func readVertex(into geometry: inout Geometry) throws(FormatError) {
    for _ in 0..<geometry.stride {
      skipSpace()
      let start = offset
      while offset < bytes.count, !JSONCursor.isWhitespace(bytes[offset]),
        bytes[offset] != UInt8(ascii: ","), bytes[offset] != UInt8(ascii: ")")
      {
        offset += 1
      }
      guard let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self)) else {
        offset = start
        throw fault("expected a number", .badCoordinate)
      }
      geometry.ordinates.append(value)
    }
  }
}
