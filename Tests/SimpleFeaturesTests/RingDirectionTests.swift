import SimpleFeatures
import Testing

@Suite("GeoJSON's rings go the way that RFC 7946 has it")
struct RingDirectionTests {
  private static let square = [0.0, 0, 4, 0, 4, 4, 0, 4, 0, 0]
  private static let hole = [1.0, 1, 2, 1, 2, 2, 1, 2, 1, 1]

  private static func reversed(_ ring: [Double], _ stride: Int = 2) -> [Double] {
    Swift.stride(from: ring.count - stride, through: 0, by: -stride).flatMap {
      ring[$0..<$0 + stride]
    }
  }

  @Test("Shells are written counter-clockwise and holes clockwise, whichever way they are stored")
  func turned() throws {
    let expected = Geometry.polygon([Self.square, Self.reversed(Self.hole)])
    for shell in [Self.square, Self.reversed(Self.square)] {
      for hole in [Self.hole, Self.reversed(Self.hole)] {
        let stored = Geometry.polygon([shell, hole])
        #expect(written(stored) == expected)
        let both = Geometry(
          kind: .multiPolygon, ordinates: stored.ordinates + stored.ordinates,
          pathEnds: [5, 10, 15, 20], partEnds: [2, 4])
        let twice = expected.ordinates + expected.ordinates
        #expect(written(both)?.ordinates == twice)
        let nested = Geometry(kind: .collection, members: [stored, both])
        #expect(written(nested)?.members.first == expected)
        #expect(written(nested)?.members.last == written(both))
      }
    }
    let line = Geometry.lineString(Self.reversed(Self.square))
    #expect(written(line) == line)
  }

  @Test("Heights stay with their places, and rings far from zero are turned too")
  func heights() {
    let ring: [Double] = [
      38_530_000, 3_378_000, 7, 38_530_000, 3_378_000.001, 8, 38_530_000.001, 3_378_000, 9,
      38_530_000, 3_378_000, 7,
    ]
    let stored = Geometry(
      kind: .polygon, layout: .xyz, ordinates: ring, pathEnds: [4], partEnds: [1])
    #expect(written(stored)?.ordinates == Self.reversed(ring, 3))
  }

  @Test("Rings without an area stay as they are")
  func flat() {
    let spike = Geometry.polygon([[0, 0, 1, 1, 2, 2, 0, 0]])
    #expect(written(spike) == spike)
    let huge = Geometry.polygon([[-1e300, 1e300, 1e300, -1e300, 1e300, 1e300, -1e300, 1e300]])
    #expect(written(huge)?.undirected == huge.undirected)
  }

  @Test("All shells of random polygons go round counter-clockwise", arguments: 0..<10)
  func random(seed: UInt64) throws {
    var make = RandomGeometry(seed: seed)
    for _ in 0..<50 {
      let geometry = try #require(written(make.geometry(.multiPolygon)))
      for part in geometry.partEnds.indices {
        for path in geometry.pathRange(ofPart: part) {
          let turning = winding(geometry, path)
          let isShell = path == geometry.pathRange(ofPart: part).lowerBound
          #expect(isShell ? turning >= 0 : turning <= 0)
        }
      }
    }
  }

  private func written(_ geometry: Geometry) -> Geometry? {
    Reading(JSONText.line(Feature(id: "a", geometry: geometry))).features.first?.geometry
  }

  /// The ring's area by trapezoids over the x axis, about its first vertex.
  private func winding(_ geometry: Geometry, _ path: Int) -> Double {
    let range = geometry.vertexRange(ofPath: path)
    let place = { (i: Int) in
      (
        x: geometry.ordinates[2 * i] - geometry.ordinates[2 * range.lowerBound],
        y: geometry.ordinates[2 * i + 1] - geometry.ordinates[2 * range.lowerBound + 1]
      )
    }
    var (sum, size) = (0.0, 0.0)
    for i in range.dropLast() {
      let (a, b) = (place(i), place(i + 1))
      let term = (a.x - b.x) * (a.y + b.y) / 2
      sum += term
      size += abs(term)
    }
    // What rounding alone can leave is no direction.
    return abs(sum) <= 1e-12 * size ? 0 : sum
  }
}

extension Feature {
  /// The feature with ``Geometry/undirected``.
  var undirected: Feature {
    Feature(id: id, geometry: geometry?.undirected, properties: properties)
  }
}
