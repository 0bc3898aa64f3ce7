import CityFile
import Datasets
import FeatureStore
import Foundation
import GRDB
import GeometryCore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite(
  "Wuhan Guanggu from OpenStreetMap",
  .enabled(if: TestData.isExpected, "no test data: set YUTU_TEST_DATA to its folder"))
struct RealFileTests {
  /// A feature of the file as Foundation reads it.
  struct Source {
    var id: String
    var geometry: Geometry
  }

  /// The polygons and points of a file, through another JSON parser than ours.
  private func read(_ name: String) throws -> (polygons: [Source], others: Int) {
    let data = try Data(contentsOf: URL(filePath: TestData.path(name)))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let features = try #require(object["features"] as? [[String: Any]])
    var polygons: [Source] = []
    for feature in features {
      let geometry = try #require(feature["geometry"] as? [String: Any])
      let parts: [[[[Double]]]]
      switch geometry["type"] as? String {
      case "Polygon": parts = [try #require(geometry["coordinates"] as? [[[Double]]])]
      case "MultiPolygon": parts = try #require(geometry["coordinates"] as? [[[[Double]]]])
      default: continue
      }
      let properties = try #require(feature["properties"] as? [String: Any])
      let id = try #require((feature["id"] ?? properties["id"]) as? NSNumber)
      var shape = Geometry(kind: .multiPolygon)
      for part in parts {
        for ring in part {
          shape.ordinates += ring.flatMap { $0 }
          shape.pathEnds.append(shape.ordinates.count / 2)
        }
        shape.partEnds.append(shape.pathEnds.count)
      }
      polygons.append(Source(id: id.stringValue, geometry: shape.demotedFromMulti))
    }
    return (polygons, features.count - polygons.count)
  }

  @Test("355 buildings are read: the 90 points are rejected, pieces of one id become one building")
  func counts() throws {
    let test = try TestImport()
    let file = "osm/wuhan_guanggu_buildings_osm.geojson"
    let source = try read(file)
    let ids = Set(source.polygons.map(\.id))
    let report = try test.file(TestData.path(file), into: TestData.layer("building"))
    #expect(report.read == 355 && source.others == 90 && source.polygons.count == 265)
    #expect(report.rejected == 90 && report.count("geometry-type") == 90)
    #expect(report.added == ids.count && report.united == 265 - ids.count && report.addsUp)
    let features = try test.features("building")
    #expect(Set(features.keys) == ids)
    let again = try test.file(TestData.path(file), into: TestData.layer("building"))
    #expect(again.commit == nil && again.unchanged == ids.count && again.addsUp)
    #expect(try test.features("building") == features)
  }

  @Test("Where a building has one piece, every coordinate is that of the file")
  func coordinates() throws {
    let test = try TestImport()
    let file = "osm/wuhan_guanggu_buildings_osm.geojson"
    let source = try read(file)
    try test.file(TestData.path(file), into: TestData.layer("building"))
    let features = try test.features("building")
    var compared = 0
    for (id, pieces) in Dictionary(grouping: source.polygons, by: \.id) where pieces.count == 1 {
      let stored = try #require(features[id]).geometry
      let piece = pieces[0].geometry
      guard try piece.repaired().fault == nil else { continue }
      #expect(stored == piece, "\(id)")
      compared += 1
    }
    #expect(compared > 200)
  }

  @Test("A united building covers what its pieces cover, overlaps once")
  func areas() throws {
    let test = try TestImport()
    let file = "osm/wuhan_guanggu_buildings_osm.geojson"
    let source = try read(file)
    try test.file(TestData.path(file), into: TestData.layer("building"))
    let features = try test.features("building")
    var compared = 0
    for (id, pieces) in Dictionary(grouping: source.polygons, by: \.id) where pieces.count > 1 {
      let stored = try #require(features[id]).geometry.planarArea
      let shapes = try pieces.map { try $0.geometry.repaired().geometry }
      // |A ∪ B| = |A| + |B| − |A ∩ B|; no id of the file has more than two pieces.
      try #require(shapes.count == 2)
      let overlap = try overlapArea(shapes[0], shapes[1], in: test.city)
      let expected = shapes[0].planarArea + shapes[1].planarArea - overlap
      #expect(abs(stored - expected) <= 1e-9 * expected, "\(id)")
      compared += 1
    }
    #expect(compared == 28)
  }

  /// The area of the intersection as SpatiaLite finds it.
  private func overlapArea(_ a: Geometry, _ b: Geometry, in city: City) throws -> Double {
    let blobs = [a, b].map { Data(SpatiaLiteBlob.encode($0)) }
    return try city.read {
      try Double.fetchOne(
        $0, sql: "SELECT coalesce(ST_Area(ST_Intersection(?, ?)), 0)",
        arguments: StatementArguments(blobs)) ?? .nan
    }
  }

  @Test(
    "Roads and water come in whole too",
    arguments: [
      ("road", "osm/wuhan_guanggu_roads_osm.geojson"),
      ("water", "osm/wuhan_guanggu_water_osm.geojson"),
    ])
  func others(layer: String, file: String) throws {
    let test = try TestImport()
    let report = try test.file(TestData.path(file), into: TestData.layer(layer))
    #expect(report.addsUp && report.added > 0)
    #expect(try test.features(layer).count == report.added)
    #expect(
      report.rejected
        == report.countsByRule.filter { $0.severity == .rejected }
        .reduce(0) { $0 + $1.count })
    #expect(try test.file(TestData.path(file), into: TestData.layer(layer)).commit == nil)
  }
}
