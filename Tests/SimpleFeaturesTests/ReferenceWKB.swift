import SimpleFeatures

/// A second writer of well-known binary in four dialects, plain and slow.
struct ReferenceWKB: CustomStringConvertible {
  var isBigEndian: Bool
  /// PostGIS's flags in the high bits in place of ISO's thousands.
  var usesFlags = false
  var srid: UInt32?

  static let dialects = [
    ReferenceWKB(isBigEndian: false), ReferenceWKB(isBigEndian: true),
    ReferenceWKB(isBigEndian: false, usesFlags: true, srid: 4490),
    ReferenceWKB(isBigEndian: true, usesFlags: true, srid: 4326),
  ]

  var description: String {
    "\(isBigEndian ? "big" : "little")-endian \(usesFlags ? "PostGIS" : "ISO")"
  }

  func encode(_ geometry: Geometry) -> [UInt8] { encode(geometry, srid: srid) }

  private func encode(_ geometry: Geometry, srid: UInt32?) -> [UInt8] {
    let parts: [Geometry]
    var body: [UInt8] = []
    switch geometry.kind {
    case .point: return header(geometry, srid) + numbers(geometry.ordinates)
    case .lineString:
      return header(geometry, srid) + word(UInt32(geometry.vertexCount))
        + numbers(geometry.ordinates)
    case .polygon:
      body = word(UInt32(geometry.pathEnds.count))
      for path in paths(geometry) {
        body += word(UInt32(path.count / geometry.stride)) + numbers(path)
      }
      return header(geometry, srid) + body
    case .multiPoint:
      parts = stride(from: 0, to: geometry.ordinates.count, by: geometry.stride).map {
        part(.point, geometry.layout, [Array(geometry.ordinates[$0..<$0 + geometry.stride])])
      }
    case .multiLineString:
      parts = paths(geometry).map { part(.lineString, geometry.layout, [$0]) }
    case .multiPolygon:
      let all = paths(geometry)
      parts = geometry.partEnds.indices.map {
        part(.polygon, geometry.layout, Array(all[geometry.pathRange(ofPart: $0)]))
      }
    case .collection: parts = geometry.members
    }
    return header(geometry, srid) + word(UInt32(parts.count))
      + parts.flatMap { encode($0, srid: nil) }
  }

  private func paths(_ geometry: Geometry) -> [[Double]] {
    geometry.pathEnds.indices.map {
      let range = geometry.vertexRange(ofPath: $0)
      return Array(
        geometry.ordinates[range.lowerBound * geometry.stride..<range.upperBound * geometry.stride])
    }
  }

  private func part(
    _ kind: Geometry.Kind, _ layout: Geometry.Layout, _ paths: [[Double]]
  ) -> Geometry {
    var part = Geometry(kind: kind, layout: layout)
    for path in paths {
      part.ordinates += path
      part.pathEnds.append(part.vertexCount)
    }
    return part
  }

  private func header(_ geometry: Geometry, _ srid: UInt32?) -> [UInt8] {
    let hasZ = geometry.layout == .xyz || geometry.layout == .xyzm
    let hasM = geometry.layout == .xym || geometry.layout == .xyzm
    var code = geometry.kind.rawValue
    if usesFlags {
      code |= (hasZ ? 0x8000_0000 : 0) | (hasM ? 0x4000_0000 : 0) | (srid == nil ? 0 : 0x2000_0000)
    } else {
      code += (hasZ ? 1000 : 0) + (hasM ? 2000 : 0)
    }
    return [isBigEndian ? 0 : 1] + word(code) + (usesFlags ? srid.map(word) ?? [] : [])
  }

  private func word(_ value: UInt32) -> [UInt8] {
    ordered((0..<4).map { UInt8(value >> ($0 * 8) & 255) })
  }

  private func numbers(_ values: [Double]) -> [UInt8] {
    values.flatMap { value in
      ordered((0..<8).map { UInt8(value.bitPattern >> (UInt64($0) * 8) & 255) })
    }
  }

  private func ordered(_ littleEndian: [UInt8]) -> [UInt8] {
    isBigEndian ? littleEndian.reversed() : littleEndian
  }
}
