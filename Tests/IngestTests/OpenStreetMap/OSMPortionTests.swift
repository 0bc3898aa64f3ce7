import Foundation
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@testable import Datasets

@Suite("Large files of OpenStreetMap come in portions")
struct OSMPortionTests {
  private func records(
    _ file: String, _ layer: String, _ portion: OSMSource.Portion
  ) throws -> [String] {
    let source = try OSMSource(
      TestData.path("osm/\(file)"), for: TestData.layer(layer), portion: portion)
    var records: [String] = []
    var last = 0
    while let record = try source.next() {
      #expect(record.number == records.count + 1)
      let extent = source.extent
      #expect(extent.done <= extent.total ?? 0)
      last = max(last, extent.done)
      switch record.feature {
      case .success(let feature): records.append("\(feature)")
      case .failure(let error): records.append("\(record.id ?? "?"): \(error.message)")
      }
    }
    #expect(source.extent.done == source.extent.total)
    return records
  }

  @Test(
    "The records are the same whatever the memory of one portion",
    .enabled(if: TestData.isExpected, "there is no folder of test data"),
    arguments: [
      ("Helsinki.osm.pbf", "building"), ("Helsinki.osm.pbf", "address"),
      ("andorra.osm.pbf", "water"), ("shanghai_center.osm", "road"),
    ])
  func portions(file: String, layer: String) throws {
    let whole = try records(file, layer, .init())
    #expect(whole.count > 100)
    for portion in [OSMSource.Portion(nodes: 900, members: 7), .init(nodes: 5000, members: 100)] {
      #expect(try records(file, layer, portion) == whole)
    }
    // Nodes, then ways, then relations, each in the order of the file.
    let kinds = whole.map { $0.contains("node/") ? 0 : $0.contains("way/") ? 1 : 2 }
    #expect(kinds == kinds.sorted())
  }

  @Test("Rings that are cut into ways, shuffled and turned enclose what they did before")
  func rings() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      // Boxes within boxes beside each other, of which every second level is a hole.
      var ways: [RingAssembly.Way] = []
      var area = 0.0
      for column in 0..<Int.random(in: 1...4, using: &random) {
        let levels = Int.random(in: 1...5, using: &random)
        for level in 0..<levels {
          let (west, side) = (Int32(column * 1000 + level * 50), Int32(900 - level * 100))
          area += (level % 2 == 0 ? 1 : -1) * Double(side) * Double(side) * 1e-14
          ways += pieces(ring(west, side, &random), &random)
        }
      }
      ways.shuffle(using: &random)
      let assembly = RingAssembly(ways)
      #expect(assembly.looseEnds.isEmpty)
      let shape = try #require(assembly.polygons(isCut: false))
      #expect(abs(shape.planarArea - area) < 1e-9 * area)
      #expect(try shape.repaired().fault == nil)
      // Without one of the ways a ring stays open.
      let open = ways.filter { $0.places.first != $0.places.last }
      guard let lost = open.randomElement(using: &random) else { continue }
      ways.removeAll { $0.places == lost.places }
      #expect(!RingAssembly(ways).looseEnds.isEmpty)
    }
  }

  /// A box with places along its sides.
  private func ring(
    _ west: Int32, _ side: Int32, _ random: inout SeededGenerator
  ) -> [NodePlaces.Place] {
    let steps = Int32.random(in: 1...4, using: &random)
    let south = (900 - side) / 2
    var places: [NodePlaces.Place] = []
    for corner in 0..<4 {
      for step in 0..<steps {
        let way = side * step / steps
        let (x, y) = [(way, 0), (side, way), (side - way, side), (0, side - way)][corner]
        places.append(.init(longitude: west + x, latitude: south + y))
      }
    }
    return places + [places[0]]
  }

  /// The ring as ways from place to place, some turned.
  private func pieces(
    _ ring: [NodePlaces.Place], _ random: inout SeededGenerator
  ) -> [RingAssembly.Way] {
    var cuts = Set(
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Int.random(in: 1..<ring.count - 1, using: &random)
      })
    cuts.formUnion([0, ring.count - 1])
    let ends = cuts.sorted()
    return zip(ends, ends.dropFirst()).map { start, end in
      let places = Array(ring[start...end])
      return .init(places: Bool.random(using: &random) ? places : places.reversed())
    }
  }
}
