import Foundation
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Transforming coordinates")
struct TransformTests {
  private static let wuhan = (x: 114.305556, y: 30.592778)
  private static let huangshi = (x: 115.04, y: 30.2)

  /// PROJ 9.1.1 and 9.5.1 agree on these to the millimetre.
  @Test(
    "Wuhan and Huangshi have the published eastings and northings",
    arguments: [
      (wuhan, 4547, 529_305.238, 3_385_867.029), (wuhan, 4526, 38_529_305.238, 3_385_867.029),
      (huangshi, 4526, 38_600_146.645, 3_342_741.451),
      (huangshi, 4527, 39_311_248.932, 3_343_908.593),
    ])
  func references(
    place: (x: Double, y: Double), code: Int, easting: Double, northing: Double
  ) throws {
    let (x, y) = try transform(.cgcs2000, code).transform(x: place.x, y: place.y)
    #expect(abs(x - easting) < 0.0006 && abs(y - northing) < 0.0006)
  }

  @Test("Web Mercator follows its closed form")
  func webMercator() throws {
    let (x, y) = try transform(.crs84, 3857).transform(x: Self.wuhan.x, y: Self.wuhan.y)
    let radius = 6_378_137.0
    let phi = Self.wuhan.y * .pi / 180
    #expect(abs(x - radius * Self.wuhan.x * .pi / 180) < 1e-6)
    #expect(abs(y - radius * log(tan(.pi / 4 + phi / 2))) < 1e-6)
  }

  @Test("On the central meridian the easting is the false easting")
  func centralMeridian() throws {
    for (code, meridian, easting) in [
      (4547, 114.0, 500_000.0), (4526, 114, 38_500_000), (4534, 75, 500_000),
      (4513, 75, 25_500_000), (4554, 135, 500_000), (4533, 135, 45_500_000),
      (4491, 75, 13_500_000), (4502, 75, 500_000), (4512, 135, 500_000),
    ] {
      let (x, _) = try transform(.cgcs2000, code).transform(x: meridian, y: 35)
      #expect(abs(x - easting) < 1e-6, "EPSG:\(code)")
    }
  }

  @Test("There and back through any CGCS2000 zone moves a point by less than 0.1 mm")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 1)
    for code in [4534, 4547, 4554, 4513, 4526, 4533, 4491, 4501, 4502, 4512, 3857] {
      let target = try crs(code)
      let there = try CoordinateTransform(from: .cgcs2000, to: target)
      let back = try CoordinateTransform(from: target, to: .cgcs2000)
      let area = target.areaOfUse
      for _ in 0..<200 {
        let x = random.number(max(area.minX, 70)...min(area.maxX, 140))
        let y = random.number(max(area.minY, 16)...min(area.maxY, 54))
        let out = try there.transform(x: x, y: y)
        let again = try back.transform(x: out.x, y: out.y)
        #expect(abs(again.x - x) < 1e-9 && abs(again.y - y) < 0.9e-9, "EPSG:\(code)")
      }
    }
  }

  @Test("A line's z and m survive and every member of a collection is moved")
  func bulk() throws {
    let line = Geometry(
      kind: .lineString, layout: .xyzm, ordinates: [114, 30, 5, 1, 114.1, 30.1, 6, 2],
      pathEnds: [2])
    let all = Geometry(kind: .collection, members: [line, .point(x: 114.2, y: 30.2)])
    let way = try transform(.crs84, 4547)
    let moved = try way.transform(all)
    let (x, y) = try way.transform(x: 114.1, y: 30.1)
    #expect(moved.members[0].ordinates[4..<8] == [x, y, 6, 2])
    #expect(moved.members[0].ordinates[2..<4] == [5, 1])
    #expect(moved.members[1].ordinates[0] > 519_000)
    #expect(moved.members[0].pathEnds == [2] && moved.members[0].layout == .xyzm)
  }

  @Test("Zone to zone equals the way by longitude and latitude")
  func zoneToZone() throws {
    let (x, y) = try CoordinateTransform(from: crs(4526), to: crs(4527))
      .transform(x: 38_600_146.645, y: 3_342_741.451)
    #expect(abs(x - 39_311_248.932) < 0.002 && abs(y - 3_343_908.593) < 0.002)
  }

  @Test("WGS 84, CRS84 and CGCS2000 are one within a stated metre")
  func identity() throws {
    let systems: [CoordinateReferenceSystem] = [.wgs84, .crs84, .cgcs2000]
    for a in systems {
      for b in systems {
        let way = try CoordinateTransform(from: a, to: b)
        #expect(way.isIdentity)
        #expect(way.accuracyMetres == ((a == .cgcs2000) == (b == .cgcs2000) ? 0 : 1))
        let line = Geometry.lineString([114, 30, -180, 90])
        #expect(try way.transform(line) == line)
      }
    }
    let way = try transform(.crs84, 4547)
    #expect(!way.isIdentity && way.accuracyMetres == 1)
    #expect(way.operation.contains("±1 m") && way.operation.contains("CM 114E"))
    #expect(try CoordinateTransform(from: .crs84, to: .webMercator).accuracyMetres == 0)
  }

  @Test("The box of a transformed rectangle holds every transformed point of it")
  func envelope() throws {
    let box = Envelope(minX: 112.6, minY: 29, maxX: 115.4, maxY: 31)
    let way = try transform(.cgcs2000, 4547)
    let out = try way.transform(box).expanded(by: 1)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let (x, y) = try way.transform(x: random.number(112.6...115.4), y: random.number(29...31))
      #expect(out.minX <= x && x <= out.maxX && out.minY <= y && y <= out.maxY)
    }
    // The southern side bends: its lowest point is in the middle, not at a corner.
    let corner = try way.transform(x: 112.6, y: 29).y
    #expect(try way.transform(box).minY < corner - 700)
  }
}
