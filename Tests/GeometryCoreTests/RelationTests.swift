import SimpleFeatures
import TestSupport
import Testing

@testable import GeometryCore

@Suite("How geometries lie to each other, and what they make together")
struct RelationTests {
  private let plot = square(0, 0, 10)

  @Test("Plots, roads and points relate as the standard's pictures show")
  func pictures() throws {
    let garden = square(2, 2, 3)
    let neighbour = square(10, 0, 10)
    let overlapping = square(5, 5, 10)
    let road = Geometry.lineString([-5, 5, 15, 5])
    let gate = Geometry.point(x: 10, y: 5)
    #expect(try plot.contains(garden) && plot.covers(garden) && garden.isWithin(plot))
    #expect(try garden.isCovered(by: plot) && !plot.isWithin(garden) && !plot.overlaps(garden))
    #expect(try plot.touches(neighbour) && plot.intersects(neighbour))
    #expect(try !plot.overlaps(neighbour) && !plot.isDisjoint(from: neighbour))
    #expect(try plot.overlaps(overlapping) && !plot.touches(overlapping))
    #expect(try road.crosses(plot) && plot.crosses(road) && !road.isWithin(plot))
    #expect(try !plot.contains(gate) && plot.covers(gate) && plot.touches(gate))
    #expect(try plot.isDisjoint(from: square(20, 20, 1)))
    let turned = Geometry.polygon([[10, 10, 10, 0, 0, 0, 0, 5, 0, 10, 10, 10]])
    #expect(try plot.isTopologicallyEqual(to: turned) && plot != turned)
    #expect(try !plot.isTopologicallyEqual(to: garden))
  }

  @Test("The DE-9IM matrix is the textbook's, and each predicate is its pattern")
  func matrix() throws {
    #expect(try plot.relation(to: square(5, 5, 10)) == "212101212")
    #expect(try plot.relation(to: square(10, 0, 10)) == "FF2F11212")
    var random = SeededGenerator(seed: 21)
    let shapes = (0..<60).map { i -> Geometry in
      let (x, y) = (random.number(0...6).rounded(), random.number(0...6).rounded())
      switch i % 3 {
      case 0: return .point(x: x, y: y)
      case 1: return .lineString([x, y, random.number(0...6).rounded(), y + 2])
      default: return square(x, y, random.number(1...3).rounded())
      }
    }
    var counts = [Int](repeating: 0, count: 6)
    for a in shapes {
      for b in shapes {
        let answers = [
          (try a.isWithin(b), ["T*F**F***"]),
          (try a.covers(b), ["T*****FF*", "*T****FF*", "***T**FF*", "****T*FF*"]),
          (try a.touches(b), ["FT*******", "F**T*****", "F***T****"]),
          (try a.isDisjoint(from: b), ["FF*FF****"]),
          (try a.isTopologicallyEqual(to: b), ["T*F**FFF*"]),
          (try a.contains(b), ["T*****FF*"]),
        ]
        for (i, (answer, patterns)) in answers.enumerated() {
          let fits = try patterns.contains { try a.relates(to: b, pattern: $0) }
          #expect(answer == fits, "\(a) and \(b), predicate \(i)")
          if answer { counts[i] += 1 }
        }
        #expect(try a.intersects(b) != a.isDisjoint(from: b))
      }
    }
    #expect(counts.allSatisfy { $0 >= 60 }, "\(counts)")
  }

  @Test("What is no pattern is refused", arguments: ["", "T*F**F**", "T*F**F***x", "t*f**f***"])
  func pattern(text: String) throws {
    let error = #expect(throws: GeometryError.self) {
      try plot.relates(to: plot, pattern: text)
    }
    #expect(error?.code == .badArgument)
  }

  @Test("Distances are those of Pythagoras; to nothing there is none")
  func distance() throws {
    #expect(try plot.planarDistance(to: .point(x: 13, y: 14)) == 5)
    #expect(try plot.planarDistance(to: square(5, 5, 1)) == 0)
    let error = #expect(throws: GeometryError.self) {
      try plot.planarDistance(to: Geometry(kind: .polygon))
    }
    #expect(error?.code == .empty)
  }

  @Test("Areas of overlays add up, and shared borders dissolve")
  func overlay() throws {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<200 {
      let a = try Geometry.polygon([random.ring(of: 6)]).repaired().geometry
      let b = try Geometry.polygon([random.ring(of: 6)]).repaired().geometry
      let both = try a.intersection(b).planarArea
      let either = try a.union(b).planarArea
      let left = try a.difference(b).planarArea
      let right = try b.difference(a).planarArea
      let one = try a.symmetricDifference(b).planarArea
      #expect(abs(both + either - a.planarArea - b.planarArea) < 1e-12)
      #expect(abs(left + both - a.planarArea) < 1e-12 && abs(left + right - one) < 1e-12)
    }
    let row = try square(0, 0, 1).union(square(1, 0, 1))
    #expect(row.kind == .polygon && row.planarArea == 2)
    #expect(try square(0, 0, 1).intersection(square(5, 5, 1)).isEmpty)
    let touch = try square(0, 0, 1).intersection(square(1, 0, 1))
    #expect(touch.kind == .lineString && touch.planarLength == 1)
  }

  @Test("Hull, centre and label point of a horseshoe")
  func shapes() throws {
    let shoe = Geometry.polygon([[0, 0, 10, 0, 10, 10, 9, 10, 9, 1, 1, 1, 1, 10, 0, 10, 0, 0]])
    #expect(try shoe.convexHull().planarArea == 100)
    let centre = try shoe.centroid()
    let label = try shoe.pointOnSurface()
    #expect(try !shoe.covers(centre) && shoe.contains(label))
    // Three bars: 10 × 1 at y 0.5 and two of 1 × 9 at y 5.5.
    #expect(abs(centre.ordinates[1] - (10 * 0.5 + 18 * 5.5) / 28) < 1e-12)
    for empty in [Geometry(kind: .polygon), Geometry(kind: .collection)] {
      #expect(throws: GeometryError.self) { try empty.centroid() }
      #expect(throws: GeometryError.self) { try empty.pointOnSurface() }
      #expect(try empty.convexHull().isEmpty)
    }
  }

  @Test("A simplified border stays within the tolerance and valid, and keeps its hole")
  func simplified() throws {
    let ring = circle(vertices: 720).ordinates
    let court = Geometry.polygon([ring, ring.map { $0 / 2 }])
    let simple = try court.simplified(tolerance: 0.01)
    #expect(simple.vertexCount < 100 && simple.partEnds == [2] && simple.validity().isValid)
    for i in stride(from: 0, to: simple.ordinates.count, by: 2) {
      #expect(
        try court.planarDistance(to: .point(x: simple.ordinates[i], y: simple.ordinates[i + 1]))
          < 1e-12)
    }
    #expect(abs(simple.planarArea - court.planarArea) < 0.01 * court.planarLength)
    for bad in [-1, Double.nan, .infinity] {
      #expect(throws: GeometryError.self) { try court.simplified(tolerance: bad) }
    }
  }
}
