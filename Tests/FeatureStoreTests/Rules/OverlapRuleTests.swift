import Catalog
import CityFile
import FeatureStore
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("Polygons that overlap are found on commit")
struct OverlapRuleTests {
  private let city: RuleCity

  init() throws { city = try RuleCity() }

  private func layer(_ keys: String = "") throws -> LayerDefinition {
    try RuleCity.layer(
      "cell", "polygon", fields: ["rank: text"],
      """
      rules:
        - {id: apart, check: no-overlap, \(keys)severity: warning, message: {zh: 重叠, en: overlaps}}
      """)
  }

  private func square(
    _ id: String, _ x: Double, _ y: Double, _ size: Double = 0.001, _ rank: String = "a"
  ) -> TestCity.Item {
    TestCity.Item(
      id: id, geometry: rectangle(id, x, y, size, size).geometry, values: [.text(rank)])
  }

  @Test("neighbours pass; a corner, a hole-filler's twin and one inside another do not")
  func kinds() throws {
    let report = try city.commit(
      try layer(),
      [
        square("a", 114, 30), square("east", 114.001, 30), square("north", 114, 30.001),
        square("corner", 115, 30), square("over-corner", 115.0009, 30.0009),
        square("outer", 116, 30), square("inner", 116.0003, 30.0003, 0.0001),
        square("one", 117, 30), square("twin", 117, 30),
      ])
    #expect(report.broken == ["apart: corner over-corner outer inner one twin"])
  }

  @Test("what two may share is in square metres") func tolerance() throws {
    // 0.00001° × 0.001° is 0.9649 m × 110.85 m = 106.95 m² at 30° N.
    let squares = [square("a", 114, 29.9995), square("b", 114.00099, 29.9995)]
    #expect(try city.commit(try layer("square_metres: 107.1, "), squares).broken == [])
    let strict = try RuleCity.layer(
      "other", "polygon", fields: ["rank: text"],
      """
      rules:
        - {id: apart, check: no-overlap, square_metres: 106.8, severity: warning,
           message: {zh: 重叠, en: overlaps}}
      """)
    #expect(try city.commit(strict, squares).broken == ["apart: a b"])
  }

  @Test("ranks that may lie above each other are compared one by one") func among() throws {
    let report = try city.commit(
      try layer("among: rank, "),
      [
        square("city", 114, 30, 0.01, "city"), square("town", 114, 30, 0.005, "town"),
        square("other-town", 114.004, 30, 0.004, "town"),
      ])
    #expect(report.broken == ["apart: town other-town"])
  }

  @Test("a later commit is held against what is there, and only its own are counted")
  func later() throws {
    let layer = try layer()
    #expect(try city.commit(layer, [square("a", 114, 30), square("b", 115, 30)]).broken == [])
    let report = try city.commit(layer, [square("c", 114.0005, 30), square("d", 120, 30)])
    #expect(report.broken == ["apart: c"])
  }

  @Test("a heap of triangles gives the pairs that GEOS gives") func heap() throws {
    var random = SeededGenerator(seed: 11)
    let items = (0..<300).map { i in
      let (x, y) = (
        Double.random(in: 114...114.01, using: &random),
        Double.random(in: 30...30.01, using: &random)
      )
      // On a coarse grid, so that corners and edges often coincide.
      func near(_ c: Double) -> Double {
        ((c + Double.random(in: 0...0.0008, using: &random)) * 5000).rounded() / 5000
      }
      var ring = [near(x), near(y), near(x), near(y), near(x), near(y)]
      ring += ring[0..<2]
      return TestCity.Item(id: "t\(i)", geometry: .polygon([ring]), values: [.text("a")])
    }.filter { !flat($0.geometry.ordinates) }
    let report = try city.commit(try layer("square_metres: 0.5, "), items)
    let pairs = try city.city.city.read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT DISTINCT a.id FROM cell a, cell b WHERE a.fid <> b.fid AND
          ST_Area(ST_Intersection(a.geom, b.geom)) * 96486.28 * 110852.4 > 0.5
          """)
    }
    #expect(pairs.count > 100)
    #expect(report.breaches.map(\.count) == [pairs.count])
  }

  private func flat(_ p: [Double]) -> Bool {
    abs((p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0])) < 1e-12
  }

  @Test("shapes that share vertices or have gaps in the middle are measured, not guessed")
  func sharedVertices() throws {
    // Two parts, with nothing at half height; and a C whose twin shares some of its corners.
    let parts = "MULTIPOLYGON (((0 0, 1 0, 1 0.3, 0 0.3, 0 0)), ((0 0.7, 1 0.7, 1 1, 0 1, 0 0.7)))"
    let open = "POLYGON ((5 0, 6 0, 6 0.2, 5.2 0.2, 5.2 0.8, 6 0.8, 6 1, 5 1, 5 0))"
    let shut = "POLYGON ((5 0, 6 0, 6 0.2, 5.5 0.2, 5.5 0.1, 5 0.1, 5 0))"
    let items = try [("p", parts), ("q", parts), ("c", open), ("d", shut)].map { id, text in
      var shape = try WKT.decode(text)
      for i in stride(from: 0, to: shape.ordinates.count, by: 2) {
        shape.ordinates[i] = 114 + shape.ordinates[i] / 100
        shape.ordinates[i + 1] = 30 + shape.ordinates[i + 1] / 100
      }
      return TestCity.Item(id: id, geometry: shape, values: [.text("a")])
    }
    #expect(try city.commit(try layer(), items).broken == ["apart: p q c d"])
  }
}
