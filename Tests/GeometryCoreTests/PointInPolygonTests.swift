import Foundation
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Points in polygons of a kept set")
struct PointInPolygonTests {
  /// A ring round (x, y) whose radius is roughened from coarse to fine, as coasts are.
  private func coast(
    _ random: inout SeededGenerator, x: Double, y: Double, radius: Double, vertices: Int
  ) -> Geometry {
    var waves: [(count: Double, size: Double, turn: Double)] = []
    var count = 2.0
    while count < Double(vertices) / 3 {
      waves.append((count.rounded(), 0.3 / count, random.number(0...6.28)))
      count *= 1.5
    }
    var ring: [Double] = []
    for i in 0..<vertices {
      let angle = 2 * Double.pi * Double(i) / Double(vertices)
      let r = waves.reduce(0.8) { $0 + $1.size * sin($1.count * angle + $1.turn) }
      ring += [x + radius * r * cos(angle), y + radius * r * sin(angle)]
    }
    return .polygon([ring + ring[0..<2]])
  }

  @Test("The set's own index agrees with GEOS for holes, parts, borders, corners and flat polygons")
  func agreesWithGEOS() throws {
    var random = SeededGenerator(seed: 61)
    var hits = 0
    for round in 0..<150 {
      // Whole numbers put points on borders, corners and level edges.
      let isCoarse = round.isMultiple(of: 2)
      let number = { (random: inout SeededGenerator) in
        let value = random.number(0...8)
        return isCoarse ? value.rounded() : value
      }
      var ring = (0..<12).map { _ in number(&random) }
      ring += ring[0..<2]
      guard let repaired = try? Geometry.polygon([ring]).repaired().geometry else { continue }
      let court = try square(1, 1, 6).difference(square(2, 2, 2))
      let members =
        [repaired, court, Geometry(kind: .polygon), .point(x: 3, y: 3)]
        + [repaired.promotedToMulti, .lineString([0, 0, 8, 8])]
      let set = try PreparedSet(members)
      for _ in 0..<60 {
        let (x, y) = (number(&random), number(&random))
        let expected = try members.indices.filter {
          try members[$0].intersects(.point(x: x, y: y))
        }
        #expect(set.containing(x: x, y: y) == expected, "(\(x), \(y)) in \(members)")
        hits += expected.count
      }
    }
    #expect(hits > 5000)
  }

  @Test("The index agrees with GEOS on 10,000 districts and on a coast of 20,000 vertices")
  func large() throws {
    var random = SeededGenerator(seed: 62)
    let districts = (0..<10_000).map { i in
      coast(&random, x: Double(i % 100), y: Double(i / 100), radius: 0.8, vertices: 24)
    }
    let set = try PreparedSet(districts)
    let big = try PreparedSet([coast(&random, x: 0, y: 0, radius: 1, vertices: 20_000)])
    for _ in 0..<3000 {
      let (x, y) = (random.number(-1...100), random.number(-1...100))
      let point = Geometry.point(x: x, y: y)
      #expect(try set.containing(x: x, y: y) == set.intersecting(point))
      let (u, v) = (random.number(-1...1), random.number(-1...1))
      #expect(
        try big.containing(x: u, y: v) == big.intersecting(.point(x: u, y: v)))
    }
  }

  @Test("Small districts within a large one are found: boxes of unlike size")
  func nested() throws {
    var random = SeededGenerator(seed: 64)
    let members = (0..<400).map { i in
      coast(
        &random, x: random.number(-5...5), y: random.number(-5...5),
        radius: i < 40 ? 20 : 0.01, vertices: i.isMultiple(of: 2) ? 12 : 200)
    }
    let set = try PreparedSet(members)
    var hits = 0
    for i in 0..<2000 {
      let centre = members[i % 400].envelope
      let (x, y) = (
        centre.minX + centre.width / 2, centre.minY + random.number(0...1) * centre.height
      )
      let expected = try set.intersecting(.point(x: x, y: y))
      #expect(set.containing(x: x, y: y) == expected)
      hits += expected.count
    }
    #expect(hits > 2000)
  }

  @Test("A comb of spires is answered, if only by GEOS")
  func comb() throws {
    var ring: [Double] = [0, -1]
    for i in 0..<2000 { ring += [Double(i), 1000, Double(i) + 0.5, 0] }
    ring += [2000, -1, 0, -1]
    let set = try PreparedSet([.polygon([ring])])
    #expect(set.containing(x: 100.02, y: 900) == [0] && set.containing(x: 100.5, y: 900).isEmpty)
  }

  /// On a quiet machine 0.2 to 0.3 µs; making a point for GEOS alone costs as much.
  @Test("A point is found in 10,000 districts, and in one coast, in less than a microsecond")
  func speed() throws {
    var random = SeededGenerator(seed: 63)
    let districts = (0..<10_000).map { i in
      coast(&random, x: Double(i % 100), y: Double(i / 100), radius: 0.45, vertices: 24)
    }
    for (name, set, extent) in [
      ("10,000 districts", try PreparedSet(districts), 0.0...99.0),
      (
        "a coast of 20,000 vertices",
        try PreparedSet([coast(&random, x: 0, y: 0, radius: 1, vertices: 20_000)]), -1.0...1.0
      ),
    ] {
      let points = (0..<200_000).map { _ in (random.number(extent), random.number(extent)) }
      var (hits, best) = (0, Double.infinity)
      for _ in 0..<3 {
        let start = processorSeconds()
        hits = points.reduce(0) { $0 + set.containing(x: $1.0, y: $1.1).count }
        best = min(best, (processorSeconds() - start) / Double(points.count))
      }
      print("measured: point in \(name): \((best * 1e9).rounded()) ns")
      #expect(hits > points.count / 4)
      #expect(best < 1e-6)
    }
  }
}
