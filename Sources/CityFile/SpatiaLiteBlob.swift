package import SimpleFeatures

/// SpatiaLite's geometry encoding: SRID and envelope, then the body of well-known binary with other
/// marks between parts (https://www.gaia-gis.it/gaia-sins/BLOB-Geometry.html).
package enum SpatiaLiteBlob {
  /// CGCS2000 longitude and latitude, the only reference system inside a city file.
  package static let cityReferenceSystem: Int32 = 4490

  private static let start: UInt8 = 0x00
  private static let littleEndian: UInt8 = 0x01
  private static let envelopeEnd: UInt8 = 0x7C
  private static let entity: UInt8 = 0x69
  private static let end: UInt8 = 0xFE
  private static let headerBytes = 39

  /// Appends the encoding of a geometry with x and y, which must not be empty, to `bytes`.
  package static func encode(_ geometry: Geometry, into bytes: inout [UInt8]) {
    let envelope = geometry.envelope
    bytes.append(start)
    bytes.append(littleEndian)
    bytes.appendLittleEndian(cityReferenceSystem)
    for value in [envelope.minX, envelope.minY, envelope.maxX, envelope.maxY] {
      bytes.appendLittleEndian(value.bitPattern)
    }
    bytes.append(envelopeEnd)
    bytes.appendLittleEndian(geometry.kind.rawValue)
    appendBody(geometry, to: &bytes)
    bytes.append(end)
  }

  package static func encode(_ geometry: Geometry) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerBytes + 32 + geometry.ordinates.count * 8)
    encode(geometry, into: &bytes)
    return bytes
  }

  private static func appendBody(_ geometry: Geometry, to bytes: inout [UInt8]) {
    switch geometry.kind {
    case .point: appendVertices(geometry, 0..<1, to: &bytes)
    case .lineString: appendPath(geometry, 0..<geometry.vertexCount, to: &bytes)
    case .polygon: appendRings(geometry, geometry.pathEnds.indices, to: &bytes)
    case .multiPoint:
      bytes.appendLittleEndian(Int32(geometry.vertexCount))
      for vertex in 0..<geometry.vertexCount {
        appendEntity(.point, to: &bytes)
        appendVertices(geometry, vertex..<vertex + 1, to: &bytes)
      }
    case .multiLineString:
      bytes.appendLittleEndian(Int32(geometry.pathEnds.count))
      for path in geometry.pathEnds.indices {
        appendEntity(.lineString, to: &bytes)
        appendPath(geometry, geometry.vertexRange(ofPath: path), to: &bytes)
      }
    case .multiPolygon:
      bytes.appendLittleEndian(Int32(geometry.partEnds.count))
      for part in geometry.partEnds.indices {
        appendEntity(.polygon, to: &bytes)
        appendRings(geometry, geometry.pathRange(ofPart: part), to: &bytes)
      }
    case .collection:
      bytes.appendLittleEndian(Int32(geometry.members.count))
      for member in geometry.members {
        appendEntity(member.kind, to: &bytes)
        appendBody(member, to: &bytes)
      }
    }
  }

  private static func appendEntity(_ kind: Geometry.Kind, to bytes: inout [UInt8]) {
    bytes.append(entity)
    bytes.appendLittleEndian(kind.rawValue)
  }

  private static func appendRings(
    _ geometry: Geometry, _ rings: Range<Int>, to bytes: inout [UInt8]
  ) {
    bytes.appendLittleEndian(Int32(rings.count))
    for ring in rings { appendPath(geometry, geometry.vertexRange(ofPath: ring), to: &bytes) }
  }

  private static func appendPath(
    _ geometry: Geometry, _ range: Range<Int>, to bytes: inout [UInt8]
  ) {
    bytes.appendLittleEndian(Int32(range.count))
    appendVertices(geometry, range, to: &bytes)
  }

  private static func appendVertices(
    _ geometry: Geometry, _ range: Range<Int>, to bytes: inout [UInt8]
  ) {
    for value in geometry.ordinates[range.lowerBound * 2..<range.upperBound * 2] {
      bytes.appendLittleEndian(value.bitPattern)
    }
  }

  /// The geometry of a blob; x and y only.
  ///
  /// - Throws: ``FormatError`` where the bytes are not a plain two-dimensional SpatiaLite geometry.
  package static func decode(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> Geometry {
    var geometry = Geometry(kind: .point)
    try unsafe decode(bytes, into: &geometry)
    return geometry
  }

  /// Makes `geometry` that of a blob, in the room that its buffers have; x and y only.
  ///
  /// - Throws: ``FormatError`` as ``decode(_:)``; what `geometry` then is, is not said.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, into geometry: inout Geometry
  ) throws(FormatError) {
    guard bytes.count > headerBytes + 4, unsafe bytes[0] == start, unsafe bytes[1] == littleEndian,
      unsafe bytes[headerBytes - 1] == envelopeEnd
    else { throw FormatError(.syntax, "a stored geometry is not a SpatiaLite blob") }
    var reader = unsafe BlobReader(bytes: bytes, offset: headerBytes)
    guard let kind = Geometry.Kind(rawValue: try reader.readUInt32()) else {
      throw FormatError(.unsupported, "a stored geometry has heights, measures or compression")
    }
    geometry.removeAll(becoming: kind)
    try read(&reader, into: &geometry, depth: 0)
    try reader.expectEnd(with: end)
  }

  private static func read(
    _ reader: inout BlobReader, into geometry: inout Geometry, depth: Int
  ) throws(FormatError) {
    switch geometry.kind {
    case .point:
      try reader.readVertices(1, into: &geometry.ordinates)
      geometry.pathEnds.append(1)
    case .lineString: try readPath(&reader, into: &geometry)
    case .polygon: try readRings(&reader, into: &geometry)
    case .multiPoint, .multiLineString, .multiPolygon:
      let count = try reader.readCount()
      for _ in 0..<count {
        let part = try reader.readEntity()
        guard part.rawValue + 3 == geometry.kind.rawValue else {
          throw FormatError(.syntax, "a part of a stored geometry has another type")
        }
        switch part {
        case .point: try reader.readVertices(1, into: &geometry.ordinates)
        case .lineString: try readPath(&reader, into: &geometry)
        default: try readRings(&reader, into: &geometry)
        }
      }
      if geometry.kind == .multiPoint { geometry.pathEnds.append(count) }
    case .collection:
      guard depth < 16 else { throw FormatError(.unsupported, "collections nest too deep") }
      for _ in 0..<(try reader.readCount()) {
        var member = Geometry(kind: try reader.readEntity())
        try read(&reader, into: &member, depth: depth + 1)
        geometry.members.append(member)
      }
    }
  }

  private static func readRings(
    _ reader: inout BlobReader, into geometry: inout Geometry
  ) throws(FormatError) {
    let count = try reader.readCount()
    for _ in 0..<count { try readPath(&reader, into: &geometry) }
    if count > 0 { geometry.partEnds.append(geometry.pathEnds.count) }
  }

  private static func readPath(
    _ reader: inout BlobReader, into geometry: inout Geometry
  ) throws(FormatError) {
    try reader.readVertices(try reader.readCount(), into: &geometry.ordinates)
    geometry.pathEnds.append(geometry.vertexCount)
  }

  /// A reading position in a blob; every read is checked against its end.
  @safe private struct BlobReader {
    let bytes: UnsafeRawBufferPointer
    var offset: Int

    private func check(_ count: Int) throws(FormatError) {
      guard unsafe count <= bytes.count - offset else {
        throw FormatError(.truncated, "a stored geometry ends too early")
      }
    }

    func expectEnd(with mark: UInt8) throws(FormatError) {
      try check(1)
      guard unsafe offset == bytes.count - 1, unsafe bytes[offset] == mark else {
        throw FormatError(.syntax, "bytes follow the end of a stored geometry")
      }
    }

    mutating func readUInt32() throws(FormatError) -> UInt32 {
      try check(4)
      defer { offset += 4 }
      return unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    mutating func readCount() throws(FormatError) -> Int {
      let count = Int(try readUInt32())
      try check(count * 4)
      return count
    }

    mutating func readEntity() throws(FormatError) -> Geometry.Kind {
      try check(5)
      offset += 1
      guard unsafe bytes[offset - 1] == entity,
        let kind = Geometry.Kind(rawValue: try readUInt32())
      else { throw FormatError(.syntax, "a part of a stored geometry is not marked as one") }
      return kind
    }

    mutating func readVertices(_ count: Int, into ordinates: inout [Double]) throws(FormatError) {
      try check(count * 16)
      ordinates.append(addingCapacity: count * 2) { room in
        for index in 0..<count * 2 { room.append(ordinate(index)) }
      }
      offset += count * 16
    }

    @inline(__always)
    private func ordinate(_ index: Int) -> Double {
      let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset + index * 8, as: UInt64.self)
      return Double(bitPattern: UInt64(littleEndian: bits))
    }
  }
}
