import Foundation
import GeometryCore
import SimpleFeatures

/// Degrees of CGCS2000 longitude and latitude as metres east and north, near one latitude.
///
/// By ``MetresPerDegree``: against the geodesic the length is off by less than 1e-6 of itself for
/// steps up to 10 km below 60° latitude; rules ask for metres, longer ones pass.
struct LocalMetres {
  let eastPerDegree: Double
  let northPerDegree: Double

  init(latitude: Double) {
    let scale = MetresPerDegree(latitude: latitude)
    (eastPerDegree, northPerDegree) = (scale.east, scale.north)
  }

  /// The distance between two points in metres.
  func distance(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    let (east, north) = ((x2 - x1) * eastPerDegree, (y2 - y1) * northPerDegree)
    return (east * east + north * north).squareRoot()
  }

  /// The box around a point that holds everything within `metres`.
  func box(x: Double, y: Double, metres: Double) -> Envelope {
    let (east, north) = (metres / eastPerDegree * 1.001, metres / northPerDegree * 1.001)
    return Envelope(minX: x - east, minY: y - north, maxX: x + east, maxY: y + north)
  }

  /// The distance of a point to a geometry in metres; 0 inside polygons.
  func distance(x: Double, y: Double, to geometry: Geometry) -> Double {
    if geometry.encloses(x: x, y: y) { return 0 }
    var nearest = Double.infinity
    let (points, step) = (geometry.ordinates, geometry.stride)
    for path in geometry.pathEnds.indices {
      let range = geometry.vertexRange(ofPath: path)
      for i in range {
        let (bx, by) = (points[i * step], points[i * step + 1])
        if i == range.lowerBound || geometry.kind.isPuntal {
          nearest = min(nearest, distance(x, y, bx, by))
          continue
        }
        let (ax, ay) = (points[(i - 1) * step], points[(i - 1) * step + 1])
        nearest = min(nearest, distance(x, y, toSegment: ax, ay, bx, by))
      }
    }
    return nearest
  }

  private func distance(
    _ x: Double, _ y: Double, toSegment ax: Double, _ ay: Double, _ bx: Double, _ by: Double
  ) -> Double {
    let (px, py) = ((x - ax) * eastPerDegree, (y - ay) * northPerDegree)
    let (dx, dy) = ((bx - ax) * eastPerDegree, (by - ay) * northPerDegree)
    let square = dx * dx + dy * dy
    let t = square > 0 ? max(0, min(1, (px * dx + py * dy) / square)) : 0
    return ((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy)).squareRoot()
  }
}

extension Geometry {
  /// The length of all paths in metres, each step measured at its middle latitude.
  var lengthMetres: Double {
    var total = 0.0
    for path in pathEnds.indices {
      for i in vertexRange(ofPath: path).dropLast() {
        let (a, b) = (i * stride, (i + 1) * stride)
        let metres = LocalMetres(latitude: (ordinates[a + 1] + ordinates[b + 1]) / 2)
        total += metres.distance(
          ordinates[a], ordinates[a + 1], ordinates[b], ordinates[b + 1])
      }
    }
    return total
  }

  /// The area of the polygons in square metres, measured at their middle latitude; holes are taken
  /// off.
  var areaSquareMetres: Double {
    let box = envelope
    let metres = LocalMetres(latitude: (box.minY + box.maxY) / 2)
    var twice = 0.0
    for part in partEnds.indices {
      let paths = pathRange(ofPart: part)
      for path in paths {
        let area = abs(twiceSignedArea(ofPath: path))
        twice += path == paths.lowerBound ? area : -area
      }
    }
    return twice / 2 * metres.eastPerDegree * metres.northPerDegree
  }

  private func twiceSignedArea(ofPath path: Int) -> Double {
    let range = vertexRange(ofPath: path)
    guard let first = range.first else { return 0 }
    let (x0, y0) = (ordinates[first * stride], ordinates[first * stride + 1])
    var twice = 0.0
    for i in range.dropLast() {
      let (a, b) = (i * stride, (i + 1) * stride)
      twice += (ordinates[a] - x0) * (ordinates[b + 1] - y0)
      twice -= (ordinates[b] - x0) * (ordinates[a + 1] - y0)
    }
    return twice
  }
}
