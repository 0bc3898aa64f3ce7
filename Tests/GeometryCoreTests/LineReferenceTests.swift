import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Places along a line, affine maps and added vertices")
struct LineReferenceTests {
  /// A river of three reaches, 30 m, 40 m and 50 m, falling from 12 m to 0.
  private let river = Geometry(
    kind: .lineString, layout: .xyz,
    ordinates: [0, 0, 12, 30, 0, 9, 30, 40, 5, 0, 80, 0], pathEnds: [4])

  @Test("A gauge beside the river gets its chainage, offset and place")
  func projected() throws {
    let place = try river.position(nearestTo: 33, 10)
    #expect(place == LinePosition(along: 40, offset: 3, x: 30, y: 10))
    #expect(try river.position(nearestTo: -4, -3).along == 0)
    #expect(try river.position(nearestTo: -40, 200).along == 120)
    // In the bend both reaches are as near: the first counts.
    #expect(try Geometry.lineString([0, 0, 10, 0, 10, 10]).position(nearestTo: 5, 5).along == 5)
  }

  @Test("A station has its place and interpolated height, also counted from the end")
  func stations() throws {
    #expect(try river.point(atDistance: 15).ordinates == [15, 0, 10.5])
    #expect(try river.point(atDistance: 30).ordinates == [30, 0, 9])
    #expect(try river.point(atDistance: 0).ordinates == [0, 0, 12])
    #expect(try river.point(atDistance: 120).ordinates == [0, 80, 0])
    #expect(try river.point(atDistance: -25).ordinates == [15, 60, 2.5])
  }

  @Test("A reach between two stations, downstream, upstream and over bends")
  func substring() throws {
    #expect(try river.substring(from: 10, to: 20).ordinates == [10, 0, 11, 20, 0, 10])
    let reach = try river.substring(from: 15, to: 95)
    #expect(reach.ordinates == [15, 0, 10.5, 30, 0, 9, 30, 40, 5, 15, 60, 2.5])
    #expect(reach.layout == .xyz && reach.pathEnds == [4])
    let back = try river.substring(from: 95, to: 15)
    #expect(back.ordinates == [15, 60, 2.5, 30, 40, 5, 30, 0, 9, 15, 0, 10.5])
    #expect(try river.substring(from: 30, to: 70).ordinates == [30, 0, 9, 30, 40, 5])
    #expect(try river.substring(from: 0, to: 120) == river)
  }

  @Test("Cut anywhere, the pieces have the asked lengths and make the whole")
  func pieces() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<500 {
      let count = Int(random.number(2...9))
      let line = Geometry.lineString((0..<(2 * count)).map { _ in random.number(0...100) })
      let length = line.planarLength
      let cut = random.number(0.01...0.99) * length
      let (a, b) = (try line.substring(from: 0, to: cut), try line.substring(from: cut, to: length))
      #expect(abs(a.planarLength - cut) < 1e-9 && abs(b.planarLength - length + cut) < 1e-9)
      #expect(Array(a.ordinates.suffix(2)) == Array(b.ordinates.prefix(2)))
      let point = try line.point(atDistance: cut)
      #expect(point.ordinates == Array(a.ordinates.suffix(2)))
      let found = try line.position(nearestTo: point.ordinates[0], point.ordinates[1])
      #expect(found.offset < 1e-9)
    }
  }

  @Test("Repeated vertices do no harm")
  func repeated() throws {
    let line = Geometry.lineString([0, 0, 0, 0, 10, 0, 10, 0, 20, 0, 20, 0])
    #expect(try line.point(atDistance: 10).ordinates == [10, 0])
    #expect(try line.position(nearestTo: 15, 1).along == 15)
    #expect(try line.substring(from: 5, to: 15).planarLength == 10)
    #expect(try line.substring(from: 10, to: 20).validity().isValid)
  }

  @Test("Other kinds, lines without length and distances off the line are refused")
  func refused() throws {
    let bad: [(GeometryError.Code, () throws -> Void)] = [
      (.wrongKind, { _ = try square(0, 0, 1).point(atDistance: 0) }),
      (.wrongKind, { _ = try Geometry(kind: .lineString).point(atDistance: 0) }),
      (.wrongKind, { _ = try Geometry.lineString([1, 1, 1, 1]).position(nearestTo: 0, 0) }),
      (.wrongKind, { _ = try river.promotedToMulti.substring(from: 0, to: 1) }),
      (.tooFewPoints, { _ = try Geometry.lineString([1, 1]).position(nearestTo: 0, 0) }),
      (.notFinite, { _ = try Geometry.lineString([1, 1, .nan, 2]).point(atDistance: 0) }),
      (.notFinite, { _ = try river.position(nearestTo: .nan, 0) }),
      (.badArgument, { _ = try river.point(atDistance: 121) }),
      (.badArgument, { _ = try river.point(atDistance: -121) }),
      (.badArgument, { _ = try river.point(atDistance: .nan) }),
      (.badArgument, { _ = try river.substring(from: 10, to: .infinity) }),
      (.badArgument, { _ = try river.substring(from: 10, to: 10) }),
    ]
    for (code, operation) in bad {
      let error = #expect(throws: GeometryError.self) { try operation() }
      #expect(error?.code == code)
    }
  }

  @Test("An affine map and its inverse lead back, z and m untouched, areas by the determinant")
  func affine() throws {
    let map = AffineMap(a: 2, b: 1, c: 500_000, d: -1, e: 3, f: 3_000_000)
    let back = try map.inverted()
    let moved = try river.mapped(by: map)
    #expect(Array(moved.ordinates[3..<6]) == [500_060, 2_999_970, 9])
    let again = try moved.mapped(by: back)
    for (a, b) in zip(again.ordinates, river.ordinates) { #expect(abs(a - b) < 1e-6) }
    #expect(abs(try square(0, 0, 3).mapped(by: map).planarArea - 9 * 7) < 1e-6)
    let all = Geometry(kind: .collection, members: [river, square(0, 0, 1)])
    #expect(try all.mapped(by: .shift(x: 1, y: 2)).members[1] == square(1, 2, 1))
    for bad in [
      AffineMap(a: 1, b: 2, c: 0, d: 2, e: 4, f: 0),
      AffineMap(a: .nan, b: 0, c: 0, d: 0, e: 1, f: 0),
      .shift(x: .infinity, y: 0), AffineMap(a: 1e300, b: 0, c: 0, d: 0, e: 1e-300, f: 0),
    ] {
      #expect(throws: GeometryError.self) {
        try Geometry.lineString([1e10, 0, 1, 1]).mapped(by: bad)
      }
    }
  }

  @Test("A densified border has no long edge, the same shape and its old vertices")
  func densified() throws {
    let dense = try river.densified(step: 7)
    #expect(dense.planarLength == 120 && dense.layout == .xyz)
    for vertex in 1..<dense.vertexCount {
      let (a, b) = (dense.ordinates[(3 * vertex - 3)...], dense.ordinates[(3 * vertex)...])
      let (dx, dy) = (b.first! - a.first!, b.dropFirst().first! - a.dropFirst().first!)
      #expect(dx * dx + dy * dy <= 49.000001)
    }
    for vertex in 0..<4 {
      let old = Array(river.ordinates[(3 * vertex)..<(3 * vertex + 3)])
      #expect(
        (0..<dense.vertexCount).contains { Array(dense.ordinates[(3 * $0)..<(3 * $0 + 3)]) == old })
    }
    let court = Geometry.polygon([square(0, 0, 9).ordinates, square(1, 1, 7).ordinates])
    let border = try court.densified(step: 0.5)
    #expect(border.planarArea == court.planarArea && border.validity().isValid)
    #expect(border.pathEnds == [73, 130] && border.partEnds == [2])
    #expect(try court.densified(step: 1000) == court)
    #expect(try Geometry.point(x: 1, y: 2).densified(step: 1) == .point(x: 1, y: 2))
    for bad in [0, -1, Double.nan, .infinity, 1e-9] {
      #expect(throws: GeometryError.self) { try court.densified(step: bad) }
    }
  }
}
