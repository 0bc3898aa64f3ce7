import SimpleFeatures

/// Puts rings together to polygons: counter-clockwise ones are outer, each clockwise one is a hole
/// of the smallest outer ring around it.
struct ContourRings {
  private struct Ring {
    var points: [SIMD2<Double>]
    var area: Double
    var box: Envelope
  }

  private var outers: [Ring] = []
  private var holes: [Ring] = []

  /// - Parameter rings: Open (the first point is not repeated); they may touch but not cross.
  init(_ rings: [[SIMD2<Double>]]) {
    for points in rings where points.count > 2 {
      var (area, box) = (0.0, Envelope.empty)
      for (i, point) in points.enumerated() {
        box.extend(x: point.x, y: point.y)
        // About the first point: far from the origin the products would lose their digits.
        let (a, b) = (point - points[0], points[(i + 1) % points.count] - points[0])
        area += (a.x * b.y - b.x * a.y) / 2
      }
      let ring = Ring(points: points, area: area, box: box)
      if area > 0 { outers.append(ring) } else if area < 0 { holes.append(ring) }
    }
  }

  /// All polygons; the order is that of the outer rings.
  var multiPolygon: Geometry {
    var holesOf = [[Ring]](repeating: [], count: outers.count)
    for hole in holes {
      // An edge of a hole shares no stretch with an outer ring, so its middle is inside or not.
      let middle = (hole.points[0] + hole.points[1]) / 2
      let around = outers.indices.filter {
        outers[$0].box.contains(hole.box) && Self.contains(outers[$0].points, middle)
      }
      if let owner = around.min(by: { outers[$0].area < outers[$1].area }) {
        holesOf[owner].append(hole)
      }
    }
    var geometry = Geometry(kind: .multiPolygon)
    for (outer, holes) in zip(outers, holesOf) {
      for ring in [outer] + holes {
        for point in ring.points + [ring.points[0]] { geometry.ordinates += [point.x, point.y] }
        geometry.pathEnds.append(geometry.ordinates.count / 2)
      }
      geometry.partEnds.append(geometry.pathEnds.count)
    }
    return geometry
  }

  /// Whether a point lies inside a ring, by the crossings of the ray to the east.
  private static func contains(_ ring: [SIMD2<Double>], _ point: SIMD2<Double>) -> Bool {
    var isInside = false
    for (i, a) in ring.enumerated() {
      let b = ring[(i + 1) % ring.count]
      guard (a.y > point.y) != (b.y > point.y) else { continue }
      if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
    }
    return isInside
  }
}
