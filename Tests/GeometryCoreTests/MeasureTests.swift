import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import GeometryCore

@Suite("Lengths, areas and buffers in metres")
struct MeasureTests {
  /// The distance from the equator along a meridian of the CGCS2000 ellipsoid, by Simpson's rule.
  private func meridianArc(_ from: Double, _ to: Double) -> Double {
    let (a, f) = (6_378_137.0, 1 / 298.257_222_101)
    let e2 = f * (2 - f)
    let n = 2000
    let h = (to - from) / Double(n) * .pi / 180
    let m = { (i: Int) -> Double in
      let s = sin(from * .pi / 180 + Double(i) * h)
      return a * (1 - e2) / pow(1 - e2 * s * s, 1.5)
    }
    var sum = m(0) + m(n)
    for i in 1..<n { sum += m(i) * (i.isMultiple(of: 2) ? 2 : 4) }
    return sum * h / 3
  }

  @Test("A meridian and the equator are as long as their closed forms")
  func closedForms() throws {
    let meridian = Geometry.lineString([114, 20, 114, 50])
    #expect(abs(try meridian.geodesicLengthMetres() - meridianArc(20, 50)) < 1e-4)
    let equator = Geometry.lineString([100, 0, 101, 0])
    #expect(abs(try equator.geodesicLengthMetres() - 6_378_137 * .pi / 180) < 1e-6)
    let far = Ellipsoid.cgcs2000.distanceMetres(
      fromLongitude: 114, latitude: 20, toLongitude: 114, latitude: 50)
    #expect(abs(far - meridianArc(20, 50)) < 1e-4)
  }

  @Test("The area between two parallels is the closed form's")
  func zone() throws {
    // A belt of many short edges follows the parallels closely.
    var ring: [Double] = []
    for i in 0...1000 { ring += [114 + Double(i) / 1000, 30] }
    for i in 0...1000 { ring += [115 - Double(i) / 1000, 31] }
    ring += ring[0..<2]
    let (a, f) = (6_378_137.0, 1 / 298.257_222_101)
    let e = (f * (2 - f)).squareRoot()
    let q = { (degrees: Double) -> Double in
      let s = sin(degrees * .pi / 180)
      return s / (1 - e * e * s * s) + atanh(e * s) / e
    }
    let expected = a * a * (1 - e * e) / 2 * (q(31) - q(30)) * .pi / 180
    let area = try Geometry.polygon([ring]).geodesicAreaSquareMetres()
    #expect(abs(area / expected - 1) < 1e-9)
    let hole = Geometry.polygon([ring, square(114.4, 30.4, 0.1).ordinates])
    let rest = try square(114.4, 30.4, 0.1).geodesicAreaSquareMetres()
    #expect(abs(try hole.geodesicAreaSquareMetres() + rest - area) < 1)
    #expect(try Geometry.point(x: 114, y: 30).geodesicAreaSquareMetres() == 0)
    #expect(try Geometry(kind: .polygon).geodesicAreaSquareMetres() == 0)
    let both = Geometry(kind: .collection, members: [hole, .lineString([114, 30, 115, 30])])
    #expect(try both.geodesicAreaSquareMetres() == hole.geodesicAreaSquareMetres())
  }

  @Test("Every vertex of a 500 m buffer in Hubei lies 500 m away, to half a metre in the thousand")
  func buffer() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<50 {
      let (x, y) = (random.number(108.4...116.1), random.number(29...33.3))
      let ring = try Geometry.point(x: x, y: y).buffered(byMetres: 500)
      #expect(ring.kind == .polygon && ring.validity().isValid)
      for i in stride(from: 0, to: ring.ordinates.count, by: 2) {
        let metres = Ellipsoid.cgcs2000.distanceMetres(
          fromLongitude: x, latitude: y, toLongitude: ring.ordinates[i],
          latitude: ring.ordinates[i + 1])
        #expect(abs(metres - 500) < 0.25)
      }
    }
  }

  @Test("A street's buffer in degrees is that of its Gauss-Krüger plane")
  func street() throws {
    let street = Geometry.lineString([114.30, 30.59, 114.31, 30.60, 114.32, 30.59])
    let there = try transform(.cgcs2000, 4547)
    let plane = try there.transform(street.densified(step: 0.0002))
    let expected = try plane.buffered(byMetres: 20, in: crs(4547), end: .flat)
    let buffered = try there.transform(street.buffered(byMetres: 20, end: .flat))
    #expect(try buffered.symmetricDifference(expected).planarArea < 2)
    // Two flat-ended legs and the corner between them.
    #expect(abs(expected.planarArea / (plane.planarLength * 40) - 1) < 0.01)
    let lot = try there.transform(
      Geometry.rectangle(
        Envelope(minX: 114.3, minY: 30.59, maxX: 114.301, maxY: 30.591)
      ).buffered(byMetres: -10))
    #expect(lot.planarArea > 5000 && lot.planarArea < 8000)
  }

  @Test("A long edge's buffer is as wide in its middle as at its ends")
  func longEdge() throws {
    // Along a parallel for 300 km, where a straight line on the plane is 3 km off in the middle.
    let line = Geometry.lineString([112.5, 30.6, 115.5, 30.6])
    let belt = try line.buffered(byMetres: 1000, end: .flat)
    for step in 0...30 {
      let x = 112.5 + 3 * Double(step) / 30
      let edges = try belt.intersection(.lineString([x, 30, x, 31.2]))
      guard step > 0, step < 30 else { continue }
      #expect(abs((try edges.geodesicLengthMetres()) - 2000) < 2)
      #expect(abs(edges.envelope.minY + edges.envelope.maxY - 61.2) < 1e-6)
    }
  }

  @Test("What shrinks to nothing, and what is empty, gives an empty polygon")
  func empty() throws {
    let lot = Geometry.rectangle(Envelope(minX: 114.3, minY: 30.59, maxX: 114.301, maxY: 30.591))
    #expect(try lot.buffered(byMetres: -200) == Geometry(kind: .polygon))
    #expect(try Geometry(kind: .lineString).buffered(byMetres: 10) == Geometry(kind: .polygon))
    #expect(try lot.buffered(byMetres: 0).kind == .polygon)
  }

  @Test("Buffers that cannot be right are refused, each with its code")
  func refused() throws {
    let point = Geometry.point(x: 114.3, y: 30.6)
    let bad: [(GeometryError.Code, () throws -> Void)] = [
      (.badArgument, { _ = try point.buffered(byMetres: -1) }),
      (.badArgument, { _ = try point.buffered(byMetres: .nan) }),
      (.badArgument, { _ = try point.buffered(byMetres: 100_001) }),
      (.badArgument, { _ = try point.buffered(byMetres: 1, segmentsPerQuarter: 0) }),
      (.notFinite, { _ = try Geometry.point(x: .nan, y: 0).buffered(byMetres: 1) }),
      (.outsideArea, { _ = try Geometry.point(x: 114, y: 90).buffered(byMetres: 1) }),
      (.outsideArea, { _ = try Geometry.point(x: 0, y: 51).buffered(byMetres: 1) }),
      (.tooWide, { _ = try Geometry.lineString([110.9, 30, 117.1, 30]).buffered(byMetres: 1) }),
      (
        .tooWide,
        { _ = try Geometry.lineString([111.1, 30, 116.9, 30]).buffered(byMetres: 99_000) }
      ),
      (.swappedAxes, { _ = try Geometry.point(x: 30.6, y: 114.3).buffered(byMetres: 1) }),
    ]
    for (code, operation) in bad {
      let error = #expect(throws: GeometryError.self) { try operation() }
      #expect(error?.code == code)
    }
    #expect(
      try Geometry.lineString([111.1, 30, 116.9, 30]).buffered(byMetres: 10).vertexCount > 1000)
  }

  @Test("Each longitude has the zone whose meridian is nearest")
  func zones() throws {
    for (longitude, code) in [
      (73.5, 4534), (75.0, 4534), (76.49, 4534), (76.5, 4535), (114.3, 4547), (115.04, 4547),
      (115.5, 4548), (136.49, 4554),
    ] {
      let zone = try CoordinateReferenceSystem.gaussKrugerZone(forLongitude: longitude)
      #expect(zone.identifier == "EPSG:\(code)")
    }
    for bad in [73.49, 136.5, -114, Double.nan] {
      #expect(throws: GeometryError.self) {
        try CoordinateReferenceSystem.gaussKrugerZone(forLongitude: bad)
      }
    }
  }
}
