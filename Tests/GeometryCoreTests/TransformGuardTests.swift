import Foundation
import GeometryCore
import SimpleFeatures
import Testing

@Suite("Coordinates that cannot be meant are refused")
struct TransformGuardTests {
  private func refusal(
    _ from: CoordinateReferenceSystem, _ to: CoordinateReferenceSystem, _ x: Double, _ y: Double
  ) -> GeometryError? {
    #expect(throws: GeometryError.self) {
      try CoordinateTransform(from: from, to: to).transform(x: x, y: y)
    }
  }

  @Test("Latitude before longitude is refused and the hint says to exchange them")
  func swapped() throws {
    for target in [.wgs84, try crs(4547), .webMercator] {
      let error = refusal(.cgcs2000, target, 30.592778, 114.305556)
      #expect(error?.code == .swappedAxes)
      #expect(error?.hint?.contains("longitude first") == true)
    }
    // Kashgar (75.99, 39.47): both numbers pass for a latitude, the place does not.
    #expect(refusal(.cgcs2000, try crs(4534), 39.47, 75.99)?.code == .swappedAxes)
  }

  @Test("Northing before easting is refused")
  func swappedMetres() throws {
    let error = refusal(try crs(4547), .cgcs2000, 3_385_867, 529_305)
    #expect(error?.code == .swappedAxes)
  }

  @Test(
    "An easting of another zone is refused and the hint names the right system",
    arguments: [
      (4547, 38_500_000.0, "EPSG:4526"), (4526, 39_311_248, "EPSG:4527"),
      (4526, 529_305, "EPSG:4547"), (4547, 20_500_000, "EPSG:4498"),
      (4498, 529_305, "EPSG:4509"),
    ])
  func zones(code: Int, easting: Double, right: String) throws {
    let error = refusal(try crs(code), .cgcs2000, easting, 3_385_867)
    #expect(error?.code == .zoneMismatch)
    #expect(error?.hint?.contains(right) == true)
  }

  @Test("The system that a zone hint names accepts the easting")
  func hintsAreRight() throws {
    for zone in Array(13...23) + Array(25...45) {
      let error = refusal(try crs(4547), .cgcs2000, Double(zone) * 1e6 + 500_000, 3_385_867)
      let name = try #require(error?.hint?.split(separator: " ").last.map(String.init))
      let way = try CoordinateTransform(
        from: CoordinateReferenceSystem(name), to: .cgcs2000)
      let (x, _) = try way.transform(x: Double(zone) * 1e6 + 500_000, y: 3_385_867)
      #expect(abs(x - Double(zone < 24 ? zone * 6 - 3 : zone * 3)) < 1e-9)
    }
  }

  @Test("Eastings with a zone number are refused as Web Mercator")
  func webMercatorEdge() throws {
    #expect(refusal(.webMercator, .crs84, 38_500_000, 3_385_867)?.code == .outsideArea)
  }

  @Test("Degrees under the name of a metre system and metres as degrees are refused")
  func units() throws {
    let degrees = refusal(try crs(4547), .cgcs2000, 114.3, 30.6)
    #expect(degrees?.code == .outsideArea && degrees?.hint?.contains("EPSG:4490") == true)
    let metres = refusal(.cgcs2000, .crs84, 529_305, 3_385_867)
    #expect(metres?.code == .outsideArea && metres?.hint?.contains("metres") == true)
  }

  @Test(
    "A datum without a published transformation is refused, as base or target, with a way out",
    arguments: [4610, 4214, 2436, 2334])
  func ballpark(code: Int) throws {
    let old = try crs(code)
    for target in [.cgcs2000, try crs(4547)] {
      for (from, to) in [(old, target), (target, old)] {
        let error = #expect(throws: GeometryError.self) {
          // Beijing 1954 has transformations for some basins; for Wuhan there is none.
          _ = try CoordinateTransform(from: from, to: to).transform(Self.wuhan(in: from))
        }
        #expect(error?.code == .noTransformation, "\(from) to \(to)")
        #expect(error?.hint?.isEmpty == false)
      }
    }
  }

  /// Wuhan, near enough, in any of the systems of the test above.
  private static func wuhan(in crs: CoordinateReferenceSystem) -> Geometry {
    if crs.isGeographic { return .point(x: 114.3, y: 30.6) }
    switch crs.code {
    case "2334": return .point(x: 20_000_000 - 240_000, y: 3_400_000)
    case "2436": return .point(x: 225_000, y: 3_400_000)
    default: return .point(x: 529_000, y: 3_385_000)
    }
  }

  @Test("A published transformation is used inside its area and refused outside")
  func published() throws {
    // Hong Kong 1980: EPSG gives 1 m for Hong Kong only.
    let way = try CoordinateTransform(from: .cgcs2000, to: crs(4611))
    #expect(!way.isIdentity && way.accuracyMetres == 2)
    let (x, y) = try way.transform(x: 114.17, y: 22.3)
    let shift = hypot((x - 114.17) * 103_000, (y - 22.3) * 110_700)
    #expect(shift > 200 && shift < 400)
    #expect(refusal(.cgcs2000, try crs(4611), 114.3, 30.6)?.code == .noTransformation)
  }

  @Test("NaN, infinity, half a vertex and the pole are errors, an empty geometry is not")
  func garbage() throws {
    let way = try transform(.cgcs2000, 4547)
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(throws: GeometryError.self) { try way.transform(x: bad, y: 30) }
      #expect(throws: GeometryError.self) { try way.transform(x: 114, y: bad) }
    }
    #expect(throws: GeometryError.self) {
      try way.transform(Geometry(kind: .point, ordinates: [114], pathEnds: [1]))
    }
    #expect(throws: GeometryError.self) { try transform(.wgs84, 3857).transform(x: 0, y: 90) }
    #expect(try way.transform(Geometry(kind: .polygon)) == Geometry(kind: .polygon))
    #expect(try way.transform(Envelope.empty).isEmpty)
  }
}
