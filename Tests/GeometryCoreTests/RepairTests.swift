import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Repair and union")
struct RepairTests {
  @Test("A repaired bow tie keeps the area of both its lobes")
  func bowtie() throws {
    let repair = try Geometry.polygon([[0, 0, 2, 2, 2, 0, 0, 2, 0, 0]]).repaired()
    #expect(repair.isChanged && repair.fault?.rule == "self-intersection")
    #expect(repair.geometry.kind == .multiPolygon && repair.geometry.partEnds.count == 2)
    #expect(repair.geometry.planarArea == 2)
    #expect(repair.droppedVertices.isEmpty)
  }

  @Test("A valid geometry comes back as it was, z and m included")
  func unchanged() throws {
    let line = Geometry(
      kind: .lineString, layout: .xyzm, ordinates: [0, 0, 1, 1, 5, 5, 2, 2], pathEnds: [2])
    let repair = try line.repaired()
    #expect(repair.geometry == line && !repair.isChanged && repair.droppedVertices.isEmpty)
  }

  @Test("A spike is cut off and its tip is reported")
  func spike() throws {
    let house = Geometry.polygon([[0, 0, 4, 0, 4, 2, 9, 2, 4, 2, 4, 4, 0, 4, 0, 0]])
    let repair = try house.repaired()
    #expect(repair.geometry.kind == .polygon && repair.geometry.planarArea == 16)
    #expect(repair.droppedVertices == [9, 2])
  }

  @Test("Overlapping parts stay covered land, a hole outside becomes a part of its own")
  func overlap() throws {
    var pair = square(0, 0, 2).promotedToMulti
    pair.ordinates += square(1, 0, 2).ordinates
    pair.pathEnds.append(10)
    pair.partEnds.append(2)
    let repair = try pair.repaired()
    #expect(repair.geometry.planarArea == 6 && repair.geometry.kind == .polygon)
    let outside = Geometry.polygon([square(0, 0, 1).ordinates, square(5, 5, 1).ordinates])
    let freed = try outside.repaired()
    #expect(freed.geometry.kind == .multiPolygon && freed.geometry.planarArea == 2)
    #expect(freed.droppedVertices.isEmpty)
  }

  @Test("A polygon without area and a line without length are refused, not emptied")
  func collapsed() {
    for flat in [
      Geometry.polygon([[0, 0, 1, 1, 2, 2, 0, 0]]), .polygon([[1, 1, 1, 1, 1, 1, 1, 1]]),
      .lineString([3, 3, 3, 3]),
    ] {
      let error = #expect(throws: GeometryError.self) { try flat.repaired() }
      #expect(error?.code == .collapsed)
    }
  }

  @Test("A repaired ring covers exactly what the ring winds around")
  func winding() throws {
    var random = SeededGenerator(seed: 6)
    var crossing = 0
    for round in 0..<1000 {
      let ring = random.ring(of: 4 + round % 7)
      let repair = try Geometry.polygon([ring]).repaired()
      #expect(repair.geometry.validity() == .valid)
      if repair.isChanged { crossing += 1 }
      let covered = try PreparedSet([repair.geometry])
      for _ in 0..<20 {
        let (x, y) = (random.number(0...1), random.number(0...1))
        let isCovered = !covered.containing(x: x, y: y).isEmpty
        #expect(isCovered == (windingNumber(of: ring, x: x, y: y) != 0), "\(ring) at \(x), \(y)")
      }
    }
    #expect(crossing > 500)
  }

  @Test("A building cut at a sheet's edge becomes one polygon of the same area")
  func union() throws {
    let whole = Geometry.polygon([[0, 0, 7, 1, 6, 5, 1, 4, 0, 0]])
    let left = Geometry.polygon([[0, 0, 3.5, 0.5, 3.5, 4.5, 1, 4, 0, 0]])
    let right = Geometry.polygon([[3.5, 0.5, 7, 1, 6, 5, 3.5, 4.5, 3.5, 0.5]])
    let joined = try Geometry.union(of: [left, right])
    #expect(joined.kind == .polygon)
    #expect(abs(joined.planarArea - whole.planarArea) < 1e-12)
    #expect(joined.envelope == whole.envelope)
    let apart = try Geometry.union(of: [square(0, 0, 1), square(3, 3, 1)])
    #expect(apart.kind == .multiPolygon && apart.planarArea == 2)
    #expect(try Geometry.union(of: []).isEmpty)
  }

  @Test("The area of a ring far from the origin keeps its last digits, a hole is taken off")
  func area() {
    #expect(square(38_529_305, 3_385_867, 0.5).planarArea == 0.25)
    let court = Geometry.polygon([square(0, 0, 4).ordinates, square(1, 1, 2).ordinates])
    #expect(court.planarArea == 12)
    #expect(Geometry(kind: .collection, members: [court, court]).planarArea == 24)
    #expect(Geometry.lineString([0, 0, 4, 4]).planarArea == 0)
  }
}
