import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("GCJ-02 and BD-09")
struct MapShiftTests {
  @Test(
    "There and back leads to 1e-9 degrees of the start, all over China",
    arguments: [
      CoordinateReferenceSystem.gcj02, .bd09,
    ])
  func roundTrip(shifted: CoordinateReferenceSystem) throws {
    let there = try CoordinateTransform(from: .wgs84, to: shifted)
    let back = try CoordinateTransform(from: shifted, to: .wgs84)
    var random = SeededGenerator(seed: 51)
    var (worst, least) = (0.0, 1.0)
    for _ in 0..<20_000 {
      let (x, y) = (random.number(73...135), random.number(3...54))
      let moved = try there.transform(x: x, y: y)
      let again = try back.transform(x: moved.x, y: moved.y)
      worst = max(worst, abs(again.x - x), abs(again.y - y))
      least = min(least, abs(moved.x - x) + abs(moved.y - y))
    }
    #expect(worst <= 1e-9)
    #expect(least > 1e-4, "everything in China is shifted")
  }

  @Test("A line is shifted vertex by vertex, with its heights as they were")
  func line() throws {
    let line = Geometry(
      kind: .lineString, layout: .xyz,
      ordinates: [114.305556, 30.592778, 20, 114.31, 30.6, 21], pathEnds: [2])
    let way = try CoordinateTransform(from: .cgcs2000, to: .gcj02)
    let moved = try way.transform(line)
    let second = try way.transform(x: 114.31, y: 30.6)
    #expect(Array(moved.ordinates[3...]) == [second.x, second.y, 21])
    #expect(abs(moved.ordinates[0] - 114.311000964) < 1e-9 && moved.ordinates[2] == 20)
    #expect(try CoordinateTransform(from: .gcj02, to: .gcj02).transform(moved) == moved)
    #expect(try CoordinateTransform(from: .gcj02, to: .gcj02).operation == "none")
  }

  @Test("Outside the algorithm's box GCJ-02 changes nothing, and the report says so")
  func abroad() throws {
    let way = try CoordinateTransform(from: .gcj02, to: .wgs84)
    for (x, y) in [(24.94, 60.17), (72.0, 30), (140, 35), (114, 56), (114, 0.5), (-75, -30)] {
      #expect(try way.transform(x: x, y: y) == (x, y))
    }
    #expect(way.operation.contains("outside 72.004") && way.accuracyMetres == 0)
    #expect(try CoordinateTransform(from: .gcj02, to: .cgcs2000).accuracyMetres == 1)
    #expect(!way.isIdentity)
  }

  @Test("On the edge of the box a place is found, refused, or unchanged, but never wrong")
  func edge() throws {
    let there = try CoordinateTransform(from: .wgs84, to: .gcj02)
    let back = try CoordinateTransform(from: .gcj02, to: .wgs84)
    var random = SeededGenerator(seed: 52)
    var refused = 0
    for round in 0..<8000 {
      let x =
        round.isMultiple(of: 2) ? random.number(71.98...72.03) : random.number(137.80...137.86)
      let y = random.number(1...55)
      do {
        let origin = try back.transform(x: x, y: y)
        let again = try there.transform(x: origin.x, y: origin.y)
        #expect(abs(again.x - x) < 1e-9 && abs(again.y - y) < 1e-9)
      } catch {
        #expect(error.code == .outsideArea)
        refused += 1
      }
    }
    #expect(refused > 0 && refused < 4000)
  }

  @Test(
    "Aliases are the same system",
    arguments: [
      ("gcj02", "GCJ-02"), (" GCJ-02\n", "GCJ-02"), ("火星坐标", "GCJ-02"), ("Mars", "GCJ-02"),
      ("bd09ll", "BD-09"), ("百度坐标", "BD-09"), ("BD-09", "BD-09"),
    ])
  func aliases(text: String, name: String) throws {
    let crs = try CoordinateReferenceSystem(text)
    #expect(crs.identifier == name && crs.uri == name && !crs.hasNorthFirst)
  }
}
