import SimpleFeatures
import TestSupport
import Testing

@testable import GeometryCore

@Suite("Validity of geometries")
struct ValidityTests {
  private static let bowtie = Geometry.polygon([[0, 0, 2, 2, 2, 0, 0, 2, 0, 0]])

  @Test("A bow tie crosses itself where its diagonals meet")
  func bowtie() {
    let fault = Self.bowtie.validity().fault
    #expect(fault?.rule == "self-intersection")
    #expect(fault?.x == 1 && fault?.y == 1)
  }

  @Test("A hole outside its polygon, nested parts and a repeated ring are named")
  func rules() {
    let outside = Geometry.polygon([
      [0, 0, 1, 0, 1, 1, 0, 1, 0, 0], [5, 5, 6, 5, 6, 6, 5, 6, 5, 5],
    ])
    #expect(outside.validity().fault?.rule == "hole-lies-outside-shell")
    var nested = square(0, 0, 10).promotedToMulti
    nested.ordinates += square(2, 2, 1).ordinates
    nested.pathEnds.append(10)
    nested.partEnds.append(2)
    #expect(nested.validity().fault?.rule == "nested-shells")
  }

  @Test("Points, lines, empty geometries and a polygon with a hole are valid")
  func valid() {
    let hole = Geometry.polygon([
      [0, 0, 9, 0, 9, 9, 0, 9, 0, 0], [1, 1, 1, 2, 2, 2, 2, 1, 1, 1],
    ])
    for geometry in [
      .point(x: 1, y: 2), .lineString([0, 0, 1, 1, 1, 0, 0, 1]), hole,
      Geometry(kind: .collection, members: [hole, .point(x: 0, y: 0)]),
    ] + Geometry.Kind.allCases.map({ Geometry(kind: $0) }) {
      #expect(geometry.validity() == .valid, "\(geometry)")
    }
  }

  @Test("The quick proof for convex rings agrees with GEOS on 20,000 random and degenerate rings")
  func convexAgreesWithGEOS() throws {
    var random = SeededGenerator(seed: 3)
    var proved = 0
    for round in 0..<20_000 {
      var ring = random.ring(of: 3 + round % 5)
      if round.isMultiple(of: 3) {
        // A coarse grid makes flat corners, repeated vertices and backtracking.
        ring = ring.map { ($0 * 4).rounded() }
      }
      let polygon = Geometry.polygon([ring])
      guard polygon.isConvexPolygon else { continue }
      proved += 1
      let answer = try GEOSPool.shared.withSession { (session) throws(GeometryError) in
        try session.validity(of: session.make(polygon))
      }
      #expect(answer == .valid, "\(ring)")
    }
    #expect(proved > 3000)
  }

  @Test("A five-pointed star turns one way all along and is still not convex")
  func star() {
    let star = Geometry.polygon([[0, 3, 2, -3, -3, 1, 3, 1, -2, -3, 0, 3]])
    #expect(!star.isConvexPolygon)
    #expect(star.validity().fault?.rule == "self-intersection")
    #expect(square(0, 0, 1).isConvexPolygon)
    let clockwise = Geometry.polygon([[0, 0, 0, 1, 1, 1, 1, 0, 0, 0]])
    #expect(clockwise.isConvexPolygon)
    #expect(!Geometry.polygon([[0, 0, 1, 0, 2, 0, 2, 2, 0, 0]]).isConvexPolygon)
  }

  @Test("The side of a point that lies off a line by one unit in the last place is right")
  func orientation() {
    // Along y = x, with c moved by one ulp: rounded arithmetic gets many of these wrong.
    for i in 0..<200 {
      for j in 0..<200 {
        let (x, y) = (0.5 + Double(i) * 0x1p-53, 0.5 + Double(j) * 0x1p-53)
        let side = Orientation.sign(12, 12, 24, 24, x, y)
        #expect(side == (y > x ? 1 : y < x ? -1 : 0))
        #expect(Orientation.exactSign(12, 12, 24, 24, x, y) == side)
      }
    }
  }

  @Test("200,000 building rectangles are checked in at most 1 CPU second")
  func speed() {
    var random = SeededGenerator(seed: 4)
    let buildings = (0..<200_000).map { _ in
      square(random.number(114.2...114.5), random.number(30.45...30.75), 0.0003)
    }
    let start = processorSeconds()
    let valid = buildings.count { $0.validity().isValid }
    let seconds = processorSeconds() - start
    #expect(valid == 200_000)
    #expect(seconds < 1)
  }
}
