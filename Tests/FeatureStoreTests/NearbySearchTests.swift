import Catalog
import FeatureStore
import Foundation
import SimpleFeatures
import TestSupport
import Testing

@Suite("Search by layer, id and place")
struct NearbySearchTests {
  let test: TestCity

  init() throws { test = try TestCity() }

  private static func layer(_ id: String, _ zh: String, _ en: String) throws -> LayerDefinition {
    let text = TestLayer.yaml(id, "point", fields: ["name: text"])
      .replacing("title: {zh: 图层, en: Layer}", with: "title: {zh: \(zh), en: \(en)}")
    return try #require(LayerCatalog.parse(yaml: text, file: "\(id).yml").layer)
  }

  /// Metres on the sphere: good to half a hundredth of the ellipsoid's.
  private static func metres(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
    let radians = Double.pi / 180
    let (east, north) = ((b.0 - a.0) * radians, (b.1 - a.1) * radians)
    let half = { (angle: Double) in sin(angle / 2) * sin(angle / 2) }
    let inner = half(north) + cos(a.1 * radians) * cos(b.1 * radians) * half(east)
    return 2 * 6_371_008.8 * asin(inner.squareRoot())
  }

  @Test("A layer is found by its title in either language, or by a part of it of two characters")
  func titles() throws {
    let hydrants = try Self.layer("hydrant", "消火栓", "Hydrants")
    let stations = try Self.layer("fire-station", "消防站", "Fire stations")
    try test.write([point("h1", 114, 30), point("h2", 114, 30)], to: hydrants)
    try test.write([point("s1", 114, 30, [.text("积玉桥消防站")])], to: stations)
    let expected = [
      "消火栓": ["hydrant"], "Hydrants": ["hydrant"], "hydrant": ["hydrant"], "火栓": ["hydrant"],
      "fire station": ["fire-station"], "消防": ["fire-station"], "积玉桥": [], "号消火": [],
    ]
    for (text, layers) in expected {
      #expect(try test.search(text).layers.map(\.id) == layers, "\(text)")
    }
    // Without a place no feature is preferred, so only what is called so is a hit.
    #expect(try test.search("消火栓").hits.isEmpty && test.search("消火栓").matchedCount == 0)
    #expect(try test.search("消防站").hits.map(\.feature.id) == ["s1"])
    let place = SearchPlace(longitude: 114, latitude: 30)
    #expect(try test.search("消火栓", near: place).matchedCount == 2)
  }

  @Test("With a place a layer's title finds its nearest features, however many it has")
  func nearest() throws {
    var generator = SeededGenerator(seed: 5)
    let layer = try Self.layer("hydrant", "消火栓", "Hydrants")
    let places = (0..<6000).map { _ in
      (
        Double.random(in: 114...114.5, using: &generator),
        Double.random(in: 30...30.4, using: &generator)
      )
    }
    try test.write(places.enumerated().map { point("h\($0)", $1.0, $1.1) }, to: layer)
    for _ in 0..<40 {
      // Some of them lie outside the city.
      let from = (
        Double.random(in: 113.8...114.7, using: &generator),
        Double.random(in: 29.8...30.6, using: &generator)
      )
      let limit = Int.random(in: 1...40, using: &generator)
      let found = try test.search(
        "消火栓", near: SearchPlace(longitude: from.0, latitude: from.1), limit: limit)
      let distances = places.map { Self.metres(from, $0) }.sorted()
      #expect(found.hits.count == limit && found.matchedCount == 6000 && found.isWhole)
      for (hit, distance) in zip(found.hits, distances) {
        let own = try #require(hit.distance)
        #expect(abs(own - distance) <= distance * 0.01 + 0.1, "\(own) m, not \(distance) m")
      }
    }
  }

  @Test("Of features of the same name the nearest comes first; a better name comes before a nearer")
  func equalNames() throws {
    let layer = try Self.layer("pump", "设施", "Facilities")
    try test.write(
      [
        point("far", 114.2, 30, [.text("泵站")]), point("near", 114.01, 30, [.text("泵站")]),
        point("other", 114, 30, [.text("大泵站")]), point("long", 114.001, 30, [.text("泵站二号")]),
      ], to: layer)
    let place = SearchPlace(longitude: 114, latitude: 30)
    let found = try test.search("泵站", near: place)
    #expect(found.hits.map(\.feature.id) == ["near", "far", "long", "other"])
    #expect(found.hits.last?.distance == 0)
    #expect(try test.search("泵站").hits.allSatisfy { $0.distance == nil })
  }

  @Test("The count is exact, or says that there are more than were looked at")
  func counts() throws {
    let layer = try Self.layer("place", "地点", "Places")
    try test.write(
      (0..<53).map { point("a\($0)", 1, 1, [.text("东湖\($0)号")]) }
        + (0..<300).map { point("b\($0)", 1, 1, [.text("西湖\($0)号")]) }, to: layer)
    let few = try test.search("东湖", limit: 20)
    #expect(few.hits.count == 20 && few.matchedCount == 53 && few.isWhole)
    let many = try test.search("西湖", limit: 20)
    #expect(many.hits.count == 20 && (20..<300).contains(many.matchedCount) && !many.isWhole)
  }

  @Test("A feature is found by its id, at the commits and in the scenarios that have it")
  func ids() throws {
    let layer = try Self.layer("building", "建筑", "Buildings")
    try test.write([point("BNB1-9-1", 1, 1), point("BNB1-9-10", 1, 1)], to: layer)
    try test.write([point("C-7", 1, 1)], to: layer)
    for text in ["BNB1-9-1", "bnb1-9-1"] {
      #expect(try test.search(text).hits.map(\.feature.id) == ["BNB1-9-1"], "\(text)")
    }
    #expect(try test.search("C-7").hits.map(\.title) == ["C-7"])
    #expect(try test.search("C-7", from: MapVersion(.commit(1))).hits.isEmpty)
    let view = MapVersion(
      scenario: try ScenarioTests.scenario([
        "layer: building, id: C-7, remove: true",
        "layer: building, id: NEW-1, add: {name: 塔}, geometry: POINT (1 1)",
      ]))
    #expect(try test.search("C-7", from: view).hits.isEmpty)
    #expect(try test.search("NEW-1", from: view).hits.map(\.feature.id) == ["NEW-1"])
    let place = SearchPlace(longitude: 1, latitude: 1)
    let buildings = try test.search("建筑", near: place, from: view)
    #expect(Set(buildings.hits.map(\.feature.id)) == ["BNB1-9-1", "BNB1-9-10", "NEW-1"])
    #expect(buildings.matchedCount == 3)
  }
}
