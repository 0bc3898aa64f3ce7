import SimpleFeatures
import TestSupport

/// Geometries with x and y, of every kind that a city file can hold, from a seed.
struct RandomShape {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func geometry(_ kind: Geometry.Kind) -> Geometry {
    var geometry = Geometry(kind: kind)
    let parts = Int.random(in: 1...4, using: &random)
    switch kind {
    case .point: add(1, to: &geometry)
    case .multiPoint: add(parts, to: &geometry)
    case .lineString: add(parts + 1, to: &geometry)
    case .multiLineString: for _ in 0..<parts { add(parts + 1, to: &geometry) }
    case .polygon: addPolygon(to: &geometry)
    case .multiPolygon: for _ in 0..<parts { addPolygon(to: &geometry) }
    case .collection:
      // SpatiaLite sorts members by kind.
      for kind in [Geometry.Kind.point, .lineString, .polygon] {
        for _ in 0..<parts { geometry.members.append(self.geometry(kind)) }
      }
    }
    return geometry
  }

  private mutating func add(_ count: Int, closed: Bool = false, to geometry: inout Geometry) {
    let start = geometry.ordinates.count
    for _ in 0..<count {
      geometry.ordinates.append(Double.random(in: -180...180, using: &random))
      geometry.ordinates.append(Double.random(in: -90...90, using: &random))
    }
    if closed { geometry.ordinates += geometry.ordinates[start..<start + 2] }
    geometry.pathEnds.append(geometry.vertexCount)
  }

  /// A polygon whose outer ring alone spans its envelope, which is how SpatiaLite measures it.
  private mutating func addPolygon(to geometry: inout Geometry) {
    geometry.ordinates += [-180, -90, 181, -90, 180, 91, -180, -90]
    geometry.pathEnds.append(geometry.vertexCount)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      add(Int.random(in: 3...9, using: &random), closed: true, to: &geometry)
    }
    geometry.partEnds.append(geometry.pathEnds.count)
  }
}
