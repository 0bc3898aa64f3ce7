/// Well-known binary (OGC 06-103r4 §8, ISO 13249-3), both byte orders; reads the PostGIS flags too.
public enum WKB {
  /// The little-endian ISO form of `geometry`.
  public static func encode(_ geometry: Geometry) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + geometry.ordinates.count * 8 + geometry.pathEnds.count * 4)
    append(geometry, to: &bytes)
    return bytes
  }

  /// The geometry of `bytes`, which must hold exactly one.
  public static func decode(_ bytes: [UInt8]) throws(FormatError) -> Geometry {
    var reader = ByteReader(bytes)
    let geometry = try read(&reader, depth: 0)
    guard reader.offset == bytes.count else {
      throw reader.fault(.syntax, "bytes follow the end of the geometry")
    }
    if let fault = geometry.pathFault { throw fault }
    return geometry
  }

  // MARK: Writing

  private static func append(_ geometry: Geometry, to bytes: inout [UInt8]) {
    appendHeader(geometry.kind, geometry.layout, to: &bytes)
    switch geometry.kind {
    case .point:
      if geometry.ordinates.isEmpty {
        for _ in 0..<geometry.stride { bytes.appendLittleEndian(Double.nan.bitPattern) }
      } else {
        appendVertices(geometry, 0..<1, to: &bytes)
      }
    case .lineString:
      bytes.appendLittleEndian(UInt32(geometry.vertexCount))
      appendVertices(geometry, 0..<geometry.vertexCount, to: &bytes)
    case .polygon: appendRings(geometry, geometry.pathEnds.indices, to: &bytes)
    case .multiPoint:
      bytes.appendLittleEndian(UInt32(geometry.vertexCount))
      for vertex in 0..<geometry.vertexCount {
        appendHeader(.point, geometry.layout, to: &bytes)
        appendVertices(geometry, vertex..<vertex + 1, to: &bytes)
      }
    case .multiLineString:
      bytes.appendLittleEndian(UInt32(geometry.pathEnds.count))
      for path in geometry.pathEnds.indices {
        let range = geometry.vertexRange(ofPath: path)
        appendHeader(.lineString, geometry.layout, to: &bytes)
        bytes.appendLittleEndian(UInt32(range.count))
        appendVertices(geometry, range, to: &bytes)
      }
    case .multiPolygon:
      bytes.appendLittleEndian(UInt32(geometry.partEnds.count))
      for part in geometry.partEnds.indices {
        appendHeader(.polygon, geometry.layout, to: &bytes)
        appendRings(geometry, geometry.pathRange(ofPart: part), to: &bytes)
      }
    case .collection:
      bytes.appendLittleEndian(UInt32(geometry.members.count))
      for member in geometry.members { append(member, to: &bytes) }
    }
  }

  private static func appendHeader(
    _ kind: Geometry.Kind, _ layout: Geometry.Layout, to bytes: inout [UInt8]
  ) {
    let offset: UInt32 =
      switch layout {
      case .xy: 0
      case .xyz: 1000
      case .xym: 2000
      case .xyzm: 3000
      }
    bytes.append(1)
    bytes.appendLittleEndian(kind.rawValue + offset)
  }

  private static func appendRings(
    _ geometry: Geometry, _ rings: Range<Int>, to bytes: inout [UInt8]
  ) {
    bytes.appendLittleEndian(UInt32(rings.count))
    for ring in rings {
      let range = geometry.vertexRange(ofPath: ring)
      bytes.appendLittleEndian(UInt32(range.count))
      appendVertices(geometry, range, to: &bytes)
    }
  }

  private static func appendVertices(
    _ geometry: Geometry, _ range: Range<Int>, to bytes: inout [UInt8]
  ) {
    for i in range.lowerBound * geometry.stride..<range.upperBound * geometry.stride {
      bytes.appendLittleEndian(geometry.ordinates[i].bitPattern)
    }
  }

  // MARK: Reading

  private struct Header {
    var kind: Geometry.Kind
    var layout: Geometry.Layout
  }

  private static func readHeader(_ reader: inout ByteReader) throws(FormatError) -> Header {
    switch try reader.readByte() {
    case 0: reader.isBigEndian = true
    case 1: reader.isBigEndian = false
    default: throw reader.fault(.syntax, "the byte order mark is neither 0 nor 1")
    }
    var code = try reader.readUInt32()
    // PostGIS puts Z, M and SRID into the high bits.
    let flags = code >> 28
    code &= 0x0FFF_FFFF
    if flags & 2 != 0 { _ = try reader.readUInt32() }
    let isoLayout = code / 1000
    guard isoLayout <= 3, let kind = Geometry.Kind(rawValue: code % 1000) else {
      throw reader.fault(.unsupported, "geometry type \(code) is not one that Yutu handles")
    }
    let hasZ = flags & 8 != 0 || isoLayout & 1 != 0
    let hasM = flags & 4 != 0 || isoLayout & 2 != 0
    return Header(kind: kind, layout: hasZ ? (hasM ? .xyzm : .xyz) : (hasM ? .xym : .xy))
  }

  private static func read(_ reader: inout ByteReader, depth: Int) throws(FormatError) -> Geometry {
    guard depth < 16 else { throw reader.fault(.unsupported, "collections nest too deep") }
    let header = try readHeader(&reader)
    var geometry = Geometry(kind: header.kind, layout: header.layout)
    switch header.kind {
    case .point:
      try readVertices(&reader, count: 1, into: &geometry)
      if geometry.ordinates.allSatisfy(\.isNaN) {
        geometry.ordinates = []
        geometry.pathEnds = []
      }
    case .lineString:
      try readVertices(&reader, count: try reader.readCount(itemBytes: 16), into: &geometry)
    case .polygon: try readRings(&reader, into: &geometry)
    case .multiPoint, .multiLineString, .multiPolygon:
      try readParts(&reader, header: header, into: &geometry)
    case .collection:
      for _ in 0..<(try reader.readCount(itemBytes: 9)) {
        geometry.members.append(try read(&reader, depth: depth + 1))
      }
    }
    return geometry
  }

  private static func readParts(
    _ reader: inout ByteReader, header: Header, into geometry: inout Geometry
  ) throws(FormatError) {
    let count = try reader.readCount(itemBytes: 9)
    for _ in 0..<count {
      let part = try readHeader(&reader)
      guard part.kind.rawValue + 3 == header.kind.rawValue, part.layout == header.layout else {
        throw reader.fault(.syntax, "a part of a multi-geometry has another type")
      }
      switch part.kind {
      case .point: try readVertices(&reader, count: 1, into: &geometry, closesPath: false)
      case .lineString:
        try readVertices(&reader, count: try reader.readCount(itemBytes: 16), into: &geometry)
      default: try readRings(&reader, into: &geometry)
      }
    }
    if header.kind == .multiPoint && count > 0 { geometry.pathEnds = [count] }
  }

  private static func readRings(_ reader: inout ByteReader, into geometry: inout Geometry)
    throws(FormatError)
  {
    let before = geometry.pathEnds.count
    for _ in 0..<(try reader.readCount(itemBytes: 4)) {
      try readVertices(&reader, count: try reader.readCount(itemBytes: 16), into: &geometry)
    }
    if geometry.pathEnds.count > before { geometry.partEnds.append(geometry.pathEnds.count) }
  }

  private static func readVertices(
    _ reader: inout ByteReader, count: Int, into geometry: inout Geometry, closesPath: Bool = true
  ) throws(FormatError) {
    for _ in 0..<count * geometry.stride { geometry.ordinates.append(try reader.readDouble()) }
    if closesPath && count > 0 { geometry.pathEnds.append(geometry.vertexCount) }
  }
}
