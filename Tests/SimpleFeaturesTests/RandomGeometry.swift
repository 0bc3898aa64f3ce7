import SimpleFeatures
import TestSupport

/// Well-formed geometries of every kind from a seed.
struct RandomGeometry {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Ordinates of all sizes, whole ones and ones of seventeen digits among them.
  mutating func ordinate() -> Double {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: Double(Int.random(in: -180...180, using: &random))
    case 1: (Double.random(in: -180...180, using: &random) * 1e7).rounded() / 1e7
    case 2: Double.random(in: -1e-9...1e-9, using: &random)
    case 3: Double.random(in: -1e17...1e17, using: &random)
    default: Double.random(in: -180...180, using: &random)
    }
  }

  mutating func vertices(_ count: Int, _ stride: Int) -> [Double] {
    (0..<count * stride).map { _ in ordinate() }
  }

  mutating func ring(_ stride: Int) -> [Double] {
    let open = vertices(Int.random(in: 3...8, using: &random), stride)
    return open + open.prefix(stride)
  }

  mutating func geometry(
    _ kind: Geometry.Kind, _ layout: Geometry.Layout = .xy, depth: Int = 0
  ) -> Geometry {
    var geometry = Geometry(kind: kind, layout: kind == .collection ? .xy : layout)
    let parts = Int.random(in: 1...4, using: &random)
    switch kind {
    case .point: add(vertices(1, layout.stride), to: &geometry)
    case .multiPoint: add(vertices(parts, layout.stride), to: &geometry)
    case .lineString: add(vertices(parts + 1, layout.stride), to: &geometry)
    case .multiLineString:
      for _ in 0..<parts {
        add(vertices(Int.random(in: 2...5, using: &random), layout.stride), to: &geometry)
      }
    case .polygon: addPolygon(to: &geometry)
    case .multiPolygon: for _ in 0..<parts { addPolygon(to: &geometry) }
    case .collection:
      for _ in 0..<parts {
        let kinds = Geometry.Kind.allCases.filter { depth < 3 || $0 != .collection }
        geometry.members.append(
          self.geometry(kinds.randomElement(using: &random) ?? .point, layout, depth: depth + 1))
      }
    }
    return geometry
  }

  mutating func feature(_ number: Int) -> Feature {
    let kind = Geometry.Kind.allCases.randomElement(using: &random)
    let layout: Geometry.Layout = Bool.random(using: &random) ? .xy : .xyz
    let values: [PropertyValue] = [
      .null, .boolean(true), .boolean(false), .integer(.min), .integer(.max), .integer(0),
      .integer(Int64.random(in: .min ... .max, using: &random)), .real(0.1), .real(-1.5e300),
      .real(Double.random(in: -1...1, using: &random)), .text(""), .text("光谷广场"),
      .text("\"\\\u{1}\n\r\t/\u{7F}\u{2028}🗺️e\u{301}"), .json("[1,{\"a\":\"[}\\\"\"},[]]"),
      .json("{}"),
    ]
    return Feature(
      id: Bool.random(using: &random) ? "号\(number)\"" : nil,
      geometry: kind.map { geometry($0, layout) },
      properties: (0..<Int.random(in: 0...6, using: &random)).map {
        Property("名 \($0)\\", values.randomElement(using: &random) ?? .null)
      })
  }

  private func add(_ path: [Double], to geometry: inout Geometry) {
    geometry.ordinates += path
    geometry.pathEnds.append(geometry.vertexCount)
  }

  private mutating func addPolygon(to geometry: inout Geometry) {
    for _ in 0..<Int.random(in: 1...3, using: &random) { add(ring(geometry.stride), to: &geometry) }
    geometry.partEnds.append(geometry.pathEnds.count)
  }
}
