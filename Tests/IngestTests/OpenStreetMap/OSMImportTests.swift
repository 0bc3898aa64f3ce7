import Datasets
import FeatureStore
import Foundation
import GeometryCore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Objects of OpenStreetMap become features")
struct OSMImportTests {
  /// A ring of the corners of a box, by column and row.
  private func box(_ west: Int, _ south: Int, _ east: Int, _ north: Int) -> [Int] {
    [
      west * 100 + south, east * 100 + south, east * 100 + north, west * 100 + north,
      west * 100 + south,
    ]
  }

  /// The area of boxes of so many cells of the grid.
  private func cells(_ count: Double) -> Double { count * 1e-6 }

  private func take(
    _ text: String, into layer: String, named name: String = "in.osm"
  ) throws -> (report: ImportReport, features: [String: StoredFeature]) {
    let test = try TestImport()
    let path = try test.folder.write(text.utf8, to: name)
    let report = try test.file(path, into: TestData.layer(layer))
    #expect(report.addsUp)
    return (report, try test.features(layer))
  }

  private func isArea(_ feature: StoredFeature?, _ count: Double) -> Bool {
    guard let feature else { return false }
    return abs(feature.geometry.planarArea - cells(count)) < 1e-12
  }

  @Test("Holes and islands are told by where rings lie, whatever the roles say and the order is")
  func roles() throws {
    var file = OSMText()
    file.way(1, box(0, 0, 9, 9))
    file.way(2, box(1, 1, 5, 5))
    file.way(3, box(2, 2, 3, 3))
    // Two ways make one ring; the second runs against the first.
    file.way(4, [2000, 2900, 2905])
    file.way(5, [2000, 2005, 2905])
    for (id, roles) in [
      (1, ["outer", "inner", "outer"]), (2, ["", "", ""]), (3, ["inner", "outer", "inner"]),
    ] {
      let members = zip(1...3, roles).map { ($0, $1) } + [(4, "outer"), (5, "inner"), (4, "outer")]
      file.relation(id, members, ["type": "multipolygon", "natural": "water"])
    }
    for text in [file.text, file.reversed] {
      let (report, features) = try take(text, into: "water")
      #expect(report.added == 3 && report.repaired == 0)
      for id in 1...3 { #expect(isArea(features["relation/\(id)"], 81 - 16 + 1 + 45), "\(id)") }
    }
  }

  @Test("A relation whose rings do not close is rejected by its id, and the others come in")
  func broken() throws {
    var file = OSMText()
    file.way(1, [0, 900, 909])
    file.way(2, box(20, 20, 22, 22))
    file.relation(7, [(1, "outer"), (2, "outer")], ["type": "multipolygon", "natural": "water"])
    file.relation(8, [(2, "outer")], ["type": "multipolygon", "natural": "water"])
    file.relation(9, [], ["type": "multipolygon", "natural": "water"])
    file.relation(10, [(2, "outer")], ["type": "site", "natural": "water"])
    let (report, features) = try take(file.text, into: "water")
    #expect(Set(features.keys) == ["relation/8"] && report.rejected == 2)
    let broken = try #require(report.problems.first { $0.featureID == "relation/7" })
    #expect(broken.severity == .rejected && broken.message.contains("ends at 114"))
    #expect(report.problems.contains { $0.featureID == "relation/9" && $0.severity == .rejected })
  }

  @Test("Of a relation that the extract cuts comes what closes, and never a hole as an area")
  func cut() throws {
    var file = OSMText()
    file.way(1, box(0, 0, 9, 9))
    file.way(2, box(20, 0, 22, 2))
    file.way(3, [4000, 4100])
    let tags = ["type": "multipolygon", "natural": "water"]
    file.relation(1, [(1, "outer"), (99, "outer"), (2, "inner")], tags)
    file.relation(2, [(99, "outer"), (2, "inner")], tags)
    file.relation(3, [(98, "outer"), (3, "outer")], tags)
    let (report, features) = try take(file.text, into: "water")
    #expect(Set(features.keys) == ["relation/1"] && isArea(features["relation/1"], 81))
    #expect(report.rejected == 2 && report.count("incomplete-relation") == 1)
    let words = report.problems.filter { $0.severity == .rejected }.map(\.message)
    #expect(words.allSatisfy { $0.contains("1 of the 2 ways") }, "\(words)")
  }

  @Test("Closed ways are areas by their tags, and what should be an area and is not closed is told")
  func areas() throws {
    var file = OSMText()
    file.way(1, box(0, 0, 1, 1), ["building": "yes"])
    file.way(2, box(2, 0, 3, 1), ["building": "yes", "area": "no"])
    file.way(3, [400, 500, 501], ["building": "yes"])
    file.way(4, box(6, 0, 7, 1), ["landuse": "grass"])
    file.node(900, ["building": "yes"])
    let (report, features) = try take(file.text, into: "building")
    #expect(Set(features.keys) == ["way/1"] && isArea(features["way/1"], 1))
    #expect(report.read == 3 && report.count("geometry-type") == 2)
  }

  @Test("A layer of lines takes closed ways as lines and areas as their outline")
  func lines() throws {
    var file = OSMText()
    file.way(1, box(0, 0, 1, 1), ["highway": "residential"])
    file.way(2, box(2, 0, 3, 1), ["highway": "pedestrian", "area": "yes"])
    file.way(3, [0, 100, 200], ["highway": "service"])
    file.relation(4, [(2, "outer")], ["type": "multipolygon", "highway": "pedestrian"])
    let (_, features) = try take(file.text, into: "road")
    #expect(Set(features.keys) == ["way/1", "way/2", "way/3"])
    #expect(features.values.allSatisfy { $0.geometry.kind == .lineString })
    #expect(features["way/2"]?.geometry.vertexCount == 5)
  }

  @Test("A layer of points takes nodes as they are and areas as a point inside")
  func points() throws {
    var file = OSMText()
    file.node(505, ["amenity": "fire_station", "name": "A"])
    file.way(1, box(10, 10, 14, 14), ["amenity": "fire_station", "name": "B"])
    file.way(2, box(20, 20, 24, 24))
    file.relation(
      3, [(2, "outer")], ["type": "multipolygon", "amenity": "fire_station", "name": "C"])
    let (_, features) = try take(file.text, into: "fire-station")
    #expect(features["node/505"]?.geometry == .point(x: 114.005, y: 30.005))
    for (id, west) in [("way/1", 114.010), ("relation/3", 114.020)] {
      let place = try #require(features[id]?.geometry.ordinates)
      #expect(place[0] > west && place[0] < west + 0.004, "\(id)")
    }
  }

  @Test("Ways at the border come with the nodes that are there, and those without are told")
  func border() throws {
    var file = OSMText()
    file.way(1, [0, 100, 200, 300], ["highway": "service"])
    file.way(2, [1000, 1100], ["highway": "service"])
    file.way(3, box(20, 0, 22, 2), ["building": "yes"])
    file.way(4, [3000, 3100, 3101, 3000], ["building": "yes"])
    file.way(5, box(40, 0, 42, 2), ["highway": "pedestrian", "area": "yes"])
    for node in [0, 300, 1000, 2000, 3000, 4000] { file.cut(node) }
    let (roads, lines) = try take(file.text, into: "road")
    #expect(lines["way/1"]?.geometry.ordinates.count == 4 && roads.rejected == 1)
    // Three nodes, and no edge where the border cut one off.
    #expect(lines["way/5"]?.geometry.vertexCount == 3)
    #expect(roads.problems.first?.featureID == "way/2")
    #expect(roads.problems.first?.message.contains("of the 2 nodes of the way 1") == true)
    let (buildings, areas) = try take(file.text, into: "building")
    #expect(isArea(areas["way/3"], 2) && buildings.rejected == 1)
  }

  @Test("A damaged file leaves the city as it was and says where it is damaged")
  func damaged() throws {
    var file = OSMText()
    file.way(1, [0, 100], ["highway": "service"])
    let text = file.text.replacing("<nd ref=\"100\"/>", with: "<nd/>")
    let test = try TestImport()
    let path = try test.folder.write(text.utf8, to: "in.osm")
    let error = try #require(throws: ImportError.self) {
      try test.file(path, into: TestData.layer("road"))
    }
    #expect(error.message.contains("line 4: a nd without ref"), "\(error)")
    let changes = try test.folder.write(
      "<?xml version='1.0'?><osmChange/><!--<osm-->".utf8, to: "a.osm")
    #expect(throws: ImportError.self) { try test.file(changes, into: TestData.layer("road")) }
  }
}
