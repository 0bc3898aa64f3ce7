import Catalog
import FeatureStore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Search over names, addresses and codes")
struct SearchTests {
  let test: TestCity

  init() throws { test = try TestCity() }

  private func find(
    _ text: String, from view: MapVersion = .latest, layers: Set<String>? = nil, limit: Int = 1000
  ) throws -> [String] {
    guard let query = SearchQuery(text, layers: layers, limit: limit) else { return ["too short"] }
    return try test.store.readNow(view) { try $0.search(query).hits.map(\.feature.id) }
  }

  private static func name(_ generator: inout SeededGenerator) -> String {
    let characters = Array("武汉光谷大道东湖路新村一二三里桥")
    let length = Int.random(in: 2...7, using: &generator)
    return String((0..<length).map { _ in characters.randomElement(using: &generator)! })
  }

  @Test("Any two characters or more are found wherever they stand, at every commit, and no others")
  func againstScanning() throws {
    var generator = SeededGenerator(seed: 21)
    let layer = try TestLayer.make("place", "point", fields: ["name: text", "address: text"])
    var states: [[String: (String, String)]] = []
    for _ in 0..<4 {
      var state = states.last ?? [:]
      for _ in 0..<250 {
        let id = "p\(Int.random(in: 0..<400, using: &generator))"
        state[id] = (Self.name(&generator), Self.name(&generator))
      }
      for id in state.keys.sorted().prefix(20) { state[id] = nil }
      states.append(state)
      _ = try test.store.commit(TestCity.draft, to: layer) { writer in
        var counts = CommitCounts()
        counts.added = 1
        for (id, texts) in state.sorted(by: { $0.key < $1.key }) {
          let values: [PropertyValue] = [.text(texts.0), .text(texts.1)]
          _ = try writer.write(id: id, geometry: .point(x: 114, y: 30), values: values)
        }
        _ = try writer.removeUntouched()
        return counts
      }
    }
    for _ in 0..<300 {
      let whole = Self.name(&generator)
      let text = String(whole.prefix(Int.random(in: 2...3, using: &generator)))
      let commit = Int.random(in: 1...4, using: &generator)
      let found = try find(text, from: MapVersion(.commit(commit)), limit: 400)
      let expected = states[commit - 1].filter {
        $0.value.0.contains(text) || $0.value.1.contains(text)
      }
      #expect(Set(found) == Set(expected.keys), "\(text) at \(commit)")
      #expect(found.count == expected.count)
      // Equal, then beginning, then holding, then in the address; the shorter the nearer.
      let ranks = found.map { id in
        let (name, address) = states[commit - 1][id]!
        let nearness =
          name == text || address == text
          ? 0 : name.hasPrefix(text) ? 1 : name.contains(text) ? 2 : 3
        return nearness * 100 + name.count
      }
      #expect(ranks == ranks.sorted())
    }
  }

  @Test(
    "Letters, digits and full-width forms are found as people type them",
    arguments: [
      ("光谷大道", ["a", "b"]), ("大道77", ["a"]), ("大道7", ["a", "b"]), ("77号", ["a"]),
      ("7号", ["b"]), ("B5栋", ["a"]), ("b5", ["a"]), ("Ｂ５栋", ["a"]), ("金融港 光谷", ["a"]),
      ("光谷 b5栋", ["a"]), ("wuhan", ["c"]), ("Wuhan Univ", ["c"]), ("univ wuhan", []),
      ("wuh", ["c"]), ("ersity", []), ("武汉大学", ["c"]), ("汉大", ["c"]), ("汉学", []),
      ("ÉCOLE", ["d"]), ("école", ["d"]), ("'\"*()", ["too short"]), ("\"号", ["too short"]),
      ("光", ["too short"]), ("", ["too short"]), ("  ", ["too short"]), ("光 ", ["too short"]),
      ("港b", ["a"]), ("gate a1", ["e"]), ("a1", ["e"]), ("OR 光谷", []), ("NEAR(光谷", []),
      ("光谷*", ["a", "b"]),
    ])
  func forms(text: String, expected: [String]) throws {
    let layer = try TestLayer.make("place", "point", fields: ["name: text"])
    let names = [
      ("a", "光谷大道77号金融港Ｂ5栋"), ("b", "光谷大道7号"), ("c", "武汉大学 Wuhan University"),
      ("d", "École 法语学校"), ("e", "gate A1"), ("f", "a 1"),
    ]
    try test.write(names.map { point($0.0, 1, 1, [.text($0.1)]) }, to: layer)
    #expect(Set(try find(text)) == Set(expected))
  }

  @Test("Hits come from all layers or those that are named, with the layer and a title")
  func layers() throws {
    let road = try TestLayer.make("road", "point", fields: ["name: text"])
    let lot = try TestLayer.make("lot", "point", fields: ["address: text"])
    try test.write([point("r", 1, 1, [.text("东湖路")])], to: road)
    try test.write([point("l", 1, 1, [.text("东湖路3号")])], to: lot)
    #expect(try find("东湖") == ["r", "l"])
    #expect(try find("东湖", layers: ["lot"]) == ["l"])
    #expect(try find("东湖", layers: ["none"]).isEmpty)
    let titles = try test.store.readNow(.latest) {
      try $0.search(SearchQuery("东湖")!).hits.map { "\($0.layer.id) \($0.title)" }
    }
    #expect(titles == ["road 东湖路", "lot 东湖路3号"])
  }

  @Test("A scenario's features are found by their new names, and not by the old")
  func scenario() throws {
    let layer = try TestLayer.make("place", "point", fields: ["name: text"])
    try test.write(
      [point("a", 1, 1, [.text("东湖路")]), point("b", 1, 1, [.text("东湖村")])], to: layer)
    let view = MapVersion(
      scenario: try ScenarioTests.scenario([
        "layer: place, id: a, set: {name: 西湖路}", "layer: place, id: b, remove: true",
        "layer: place, id: c, add: {name: 东湖新城}, geometry: POINT (1 1)",
      ]))
    #expect(try find("东湖", from: view) == ["c"] && find("西湖", from: view) == ["a"])
    #expect(try find("东湖") == ["b", "a"] || find("东湖") == ["a", "b"])
  }

  @Test("When the layer's file makes other fields searchable, all its features follow")
  func otherFields() throws {
    try test.write(
      [point("a", 1, 1, [.text("东湖路")])],
      to: TestLayer.make("place", "point", fields: ["note: text"]))
    #expect(try find("东湖").isEmpty)
    let named = try TestLayer.make("place", "point", fields: ["note: text", "name: text"])
    try test.write([point("b", 1, 1, [.null, .text("东湖村")])], to: named)
    #expect(try find("东湖") == ["b"])
    let text = TestLayer.yaml("place", "point", fields: ["note: text", "name: text"])
      .replacing("colour: \"#112233\"", with: "colour: \"#112233\", label: note")
    let labelled = try #require(LayerCatalog.parse(yaml: text, file: "place.yml").layer)
    try test.write([point("b", 1, 1, [.null, .text("东湖村")])], to: labelled)
    #expect(Set(try find("东湖")) == ["a", "b"])
  }
}
