import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Malformed geometries are errors, never crashes")
struct MalformedGeometryTests {
  private static let ring: [Double] = [0, 0, 1, 0, 1, 1, 0, 0]

  static let malformed: [(GeometryError.Code, Geometry)] = [
    (.malformed, Geometry(kind: .point, ordinates: [1], pathEnds: [1])),
    (.malformed, Geometry(kind: .point, ordinates: [1, 2, 3, 4], pathEnds: [2])),
    (.malformed, Geometry(kind: .point, ordinates: [1, 2], pathEnds: [])),
    (.malformed, Geometry(kind: .point, layout: .xyz, ordinates: [1, 2], pathEnds: [1])),
    (.malformed, Geometry(kind: .lineString, ordinates: [0, 0, 1, 1], pathEnds: [3])),
    (.malformed, Geometry(kind: .lineString, ordinates: [0, 0, 1, 1], pathEnds: [-1, 2])),
    (.malformed, Geometry(kind: .lineString, ordinates: ring, pathEnds: [2, 4])),
    (.malformed, Geometry(kind: .multiLineString, ordinates: ring, pathEnds: [4, 2, 4])),
    (.malformed, Geometry(kind: .multiLineString, ordinates: ring, pathEnds: [.max, 4])),
    (.malformed, Geometry(kind: .multiPoint, ordinates: ring, pathEnds: [2, 4])),
    (.malformed, Geometry(kind: .polygon, ordinates: ring, pathEnds: [4])),
    (.malformed, Geometry(kind: .polygon, ordinates: ring, pathEnds: [4], partEnds: [2])),
    (.malformed, Geometry(kind: .polygon, ordinates: ring, pathEnds: [4], partEnds: [0, 1])),
    (.malformed, Geometry(kind: .polygon, ordinates: ring, pathEnds: [4], partEnds: [.min, 1])),
    (.malformed, Geometry(kind: .lineString, ordinates: ring, pathEnds: [4], partEnds: [1])),
    (.malformed, Geometry(kind: .point, members: [.point(x: 0, y: 0)])),
    (.malformed, Geometry(kind: .collection, ordinates: [0, 0], pathEnds: [1])),
    (.notFinite, .point(x: .nan, y: 0)),
    (.notFinite, .lineString([0, 0, 1, .infinity])),
    (.notFinite, .polygon([[.nan, 0, 1, 0, 1, 1, .nan, 0]])),
    (.tooFewPoints, .lineString([0, 0])),
    (.tooFewPoints, .polygon([[0, 0, 1, 1, 0, 0]])),
    (.tooFewPoints, .polygon([[]])),
    (.unclosedRing, .polygon([[0, 0, 1, 0, 1, 1, 0, 1]])),
    (.unclosedRing, .polygon([ring, [0, 0, 1, 0, 1, 1, 0, 1]])),
    (.tooFewPoints, Geometry(kind: .collection, members: [.lineString([0, 0])])),
    (.malformed, nested(100)),
  ]

  private static func nested(_ depth: Int) -> Geometry {
    (0..<depth).reduce(.point(x: 0, y: 0)) { inner, _ in
      Geometry(kind: .collection, members: [inner])
    }
  }

  @Test("Each fault has its code in every operation", arguments: malformed)
  func refused(code: GeometryError.Code, geometry: Geometry) throws {
    #expect(geometry.validity().fault?.rule == code.rawValue)
    let operations: [() throws -> Void] = [
      { try geometry.checkStructure() },
      { _ = try geometry.repaired() },
      { _ = try Geometry.union(of: [square(0, 0, 1), geometry]) },
      { _ = try PreparedSet([geometry]) },
      { _ = try PreparedSet([square(0, 0, 1)]).intersecting(geometry) },
    ]
    for operation in operations {
      let error = #expect(throws: GeometryError.self) { try operation() }
      #expect(error?.code == code)
    }
    #expect(geometry.planarArea == 0)
    _ = geometry.intersects(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
    _ = try? CoordinateTransform(from: .crs84, to: .webMercator).transform(geometry)
  }

  @Test("Random buffers are refused or answered, whatever the numbers")
  func randomBuffers() {
    var random = SeededGenerator(seed: 5)
    var accepted = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...12, using: &random)
      let ends = { (random: inout SeededGenerator) in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          Int.random(in: -1...6, using: &random)
        }
      }
      let geometry = Geometry(
        kind: .allCases.randomElement(using: &random)!,
        layout: Bool.random(using: &random) ? .xy : .xyz,
        ordinates: (0..<count).map { _ in Double(Int.random(in: 0...2, using: &random)) },
        pathEnds: ends(&random), partEnds: ends(&random))
      _ = geometry.intersects(Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
      _ = geometry.planarArea
      if geometry.validity().isValid, !geometry.isEmpty { accepted += 1 }
      if let fixed = try? geometry.repaired() { #expect(fixed.geometry.validity().isValid) }
    }
    #expect(accepted > 0)
  }
}
