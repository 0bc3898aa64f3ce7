import SimpleFeatures
import TestSupport
import Testing

@testable import GeometryCore

@Suite("Prepared sets and rectangle tests against slower ways")
struct PreparedSetTests {
  private func mixture(seed: UInt64, count: Int) throws -> [Geometry] {
    var random = SeededGenerator(seed: seed)
    return try (0..<count).map { i in
      let (x, y) = (random.number(0...10), random.number(0...10))
      switch i % 5 {
      case 0: return .point(x: x.rounded(), y: y.rounded())
      case 1: return .lineString([x, y, random.number(0...10), random.number(0...10)])
      case 2: return square(x.rounded(), y.rounded(), 1)
      case 3:
        let ring = random.ring(of: 6).map { $0 * 3 + 3 }
        return try Geometry.polygon([ring]).repaired().geometry
      default: return Geometry(kind: .polygon)
      }
    }
  }

  @Test("A prepared set answers as trying every pair does")
  func bruteForce() throws {
    let members = try mixture(seed: 7, count: 200)
    let queries = try mixture(seed: 8, count: 100)
    let set = try PreparedSet(members)
    var hits = 0
    for query in queries {
      let expected = try members.indices.filter { try members[$0].intersects(query) }
      #expect(try set.intersecting(query) == expected)
      hits += expected.count
    }
    #expect(hits > 500)
    #expect(set.count == 200)
  }

  @Test("A point on a shared border belongs to both districts, one outside to none")
  func borders() throws {
    let set = try PreparedSet([square(0, 0, 1), square(1, 0, 1), Geometry(kind: .polygon)])
    #expect(set.containing(x: 1, y: 0.5) == [0, 1])
    #expect(set.containing(x: 0.5, y: 0.5) == [0])
    #expect(set.containing(x: 5, y: 5).isEmpty)
    #expect(set.containing(x: .nan, y: 0).isEmpty)
    #expect(try PreparedSet([]).containing(x: 0, y: 0).isEmpty)
  }

  @Test("The exact rectangle test agrees with GEOS, touching corners and edges included")
  func rectangles() throws {
    var random = SeededGenerator(seed: 9)
    var (hits, surrounded) = (0, 0)
    for geometry in try mixture(seed: 10, count: 500) {
      for round in 0..<20 {
        var (x, y, side) = (
          random.number(0...9), random.number(0...9), random.number(0.01...3)
        )
        // Whole numbers make boxes that only touch.
        if round.isMultiple(of: 2) { (x, y, side) = (x.rounded(), y.rounded(), 1) }
        let box = Envelope(minX: x, minY: y, maxX: x + side, maxY: y + side)
        let expected = try geometry.intersects(.rectangle(box))
        #expect(geometry.intersects(box) == expected, "\(geometry) and \(box)")
        if expected { hits += 1 }
        if expected, geometry.envelope.contains(box) { surrounded += 1 }
      }
    }
    #expect(hits > 500 && surrounded > 50)
    #expect(!square(0, 0, 1).intersects(.empty))
    let court = Geometry.polygon([square(0, 0, 9).ordinates, square(1, 1, 7).ordinates])
    #expect(!court.intersects(Envelope(minX: 3, minY: 3, maxX: 4, maxY: 4)))
  }

  @Test("A kept district answers at least 20 times as fast as one built for each question")
  func speed() throws {
    var random = SeededGenerator(seed: 11)
    let ring = circle(vertices: 1000)
    let points = (0..<2000).map { _ in (random.number(-1...1), random.number(-1...1)) }
    let set = try PreparedSet([ring])
    let start = processorSeconds()
    let kept = points.count { !set.containing(x: $0.0, y: $0.1).isEmpty }
    let middle = processorSeconds()
    let rebuilt = try points.count { try ring.intersects(.point(x: $0.0, y: $0.1)) }
    let end = processorSeconds()
    #expect(kept == rebuilt && kept > 1000)
    #expect((end - middle) / (middle - start) > 20)
  }

  @Test("Eight tasks on one pool and one set get the answers that one task gets")
  func concurrency() async throws {
    let members = try mixture(seed: 12, count: 100)
    let set = try PreparedSet(members)
    let way = try transform(.cgcs2000, 4547)
    let work = { @Sendable (task: Int) throws -> [Int] in
      var random = SeededGenerator(seed: UInt64(task % 2))
      var answers: [Int] = []
      for _ in 0..<300 {
        let ring = random.ring(of: 6)
        let repair = try Geometry.polygon([ring]).repaired()
        answers.append(repair.geometry.vertexCount)
        answers += try set.intersecting(repair.geometry)
        answers.append(Int(try way.transform(x: 114 + ring[0], y: 30 + ring[1]).x))
      }
      return answers
    }
    let expected = [try work(0), try work(1)]
    try await withThrowingTaskGroup(of: (Int, [Int]).self) { group in
      for task in 0..<8 { group.addTask { (task, try work(task)) } }
      for try await (task, answers) in group { #expect(answers == expected[task % 2]) }
    }
  }

  @Test("A pool whose sessions are all taken by the caller itself still answers")
  func nested() throws {
    let pool = GEOSPool(count: 1)
    let depth = try pool.withSession { (_) throws(GeometryError) in
      try pool.withSession { (_) throws(GeometryError) in
        try pool.withSession { (_) throws(GeometryError) in 3 }
      }
    }
    #expect(depth == 3)
  }
}
