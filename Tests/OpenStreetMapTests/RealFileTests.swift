import Foundation
import OpenStreetMap
import TestSupport
import Testing

/// What a file holds.
struct Counts: Equatable, Sendable {
  var nodes = 0
  var ways = 0
  var relations = 0
  var highways = 0
  var segments = 0

  init() {}

  init(_ nodes: Int, _ ways: Int, _ relations: Int, _ highways: Int, _ segments: Int) {
    (self.nodes, self.ways, self.relations) = (nodes, ways, relations)
    (self.highways, self.segments) = (highways, segments)
  }

  init(of file: OSMFile, threads: Int) throws {
    var total = Counts()
    try file.read(.all, threads: threads) { block in
      var counts = Counts(block.nodes.count, block.ways.count, block.relations.count, 0, 0)
      guard let highway = block.keyIndex("highway") else { return counts }
      for way in 0..<block.ways.count
      where block.ways.tags(way).valueIndex(ofKeyIndex: highway) != nil {
        counts.highways += 1
        counts.segments += block.ways.refs(way).count - 1
      }
      return counts
    } consume: { counts in
      total.nodes += counts.nodes
      total.ways += counts.ways
      total.relations += counts.relations
      total.highways += counts.highways
      total.segments += counts.segments
    }
    self = total
  }
}

@Suite("Real extracts", .enabled(if: TestData.isExpected, "there is no folder of test data"))
struct RealFileTests {
  @Test(
    "An extract has the nodes, ways, relations and road segments that pyosmium counts",
    arguments: [
      ("reisterstown.osm.pbf", Counts(375_263, 37_292, 198, 7_096, 64_241)),
      ("andorra.osm.pbf", Counts(235_550, 11_871, 262, 4_611, 101_371)),
      ("Helsinki.osm.pbf", Counts(24_260, 5_130, 620, 2_650, 9_324)),
    ])
  func counts(name: String, expected: Counts) throws {
    let file = try OSMFile(path: TestData.map(name))
    for threads in 1...3 {
      #expect(try Counts(of: file, threads: threads) == expected, "\(threads) threads")
    }
  }
}
