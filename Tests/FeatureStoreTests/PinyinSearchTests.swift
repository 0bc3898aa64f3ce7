import Catalog
import FeatureStore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Search by pinyin, kinds and streets")
struct PinyinSearchTests {
  let test: TestCity

  init() throws { test = try TestCity() }

  private func ids(_ text: String, from view: MapVersion = .latest) throws -> [String] {
    try test.search(text, from: view).hits.map(\.feature.id)
  }

  @Test(
    "Whole syllables, initials, both, part of the last one, and characters among them",
    arguments: [
      ("hetangjie", ["a"]), ("htj", ["a"]), ("hetj", ["a"]), ("hetangj", ["a"]),
      ("和tang", ["a"]), ("he tang jie", ["a"]), ("HeTangJie", ["a"]), ("hetangjie12", ["b"]),
      ("hetangjie13", []), ("tangjie", ["a"]), ("wuhandaxue", ["c"]), ("whdx", ["c"]),
      ("changjiang", ["d"]), ("cjdq", ["d"]), ("zhangjiang", ["d"]), ("lvyuan", ["e"]),
      ("lüyuan", ["e"]), ("lu\u{308}yuan", ["e"]),
      ("luyuan", ["e"]), ("xian", ["g", "f"]), ("xiananmen", ["f"]), ("chongqing", ["h"]),
      ("hospital", ["i"]), ("qzqz", []), ("qiao", ["d"]), ("chang qiao", ["d"]),
    ])
  func spellings(text: String, expected: [String]) throws {
    let layer = try TestLayer.make("place", "point", fields: ["name: text", "address: text"])
    let places = [
      ("a", "和塘街", ""), ("b", "园丁楼", "和塘街12号"), ("c", "武汉大学", ""), ("d", "长江大桥", ""),
      ("e", "绿苑", ""), ("f", "西安安门", ""), ("g", "先农坛", ""), ("h", "重庆路口", ""),
      ("i", "Hospital", ""),
    ]
    try test.write(
      places.map { point($0.0, 114, 30, [.text($0.1), .text($0.2)]) }, to: layer)
    let found = try ids(text)
    // Where the street's name is all that was typed, the address on it is found too, later.
    #expect(Array(found.prefix(expected.count)) == expected, "\(text) finds \(found)")
    #expect(expected.isEmpty ? found.isEmpty : found.count <= expected.count + 1)
  }

  @Test("Pinyin finds what scanning all names finds, at every commit")
  func againstScanning() throws {
    // Each character has one reading.
    let readings: [(Character, String)] = [
      ("武", "wu"), ("汉", "han"), ("光", "guang"), ("谷", "gu"), ("东", "dong"), ("湖", "hu"),
      ("新", "xin"), ("村", "cun"), ("桥", "qiao"), ("山", "shan"), ("园", "yuan"),
    ]
    var generator = SeededGenerator(seed: 11)
    let layer = try TestLayer.make("place", "point", fields: ["name: text"])
    var states: [[String: [(Character, String)]]] = []
    for _ in 0..<3 {
      var state = states.last ?? [:]
      for _ in 0..<150 {
        let length = Int.random(in: 2...6, using: &generator)
        state["p\(Int.random(in: 0..<250, using: &generator))"] = (0..<length).map { _ in
          readings.randomElement(using: &generator)!
        }
      }
      states.append(state)
      try test.write(
        state.sorted { $0.key < $1.key }.map { id, name in
          point(id, 114, 30, [.text(String(name.map(\.0)))])
        }, to: layer)
    }
    for _ in 0..<200 {
      let commit = Int.random(in: 1...3, using: &generator)
      let length = Int.random(in: 2...3, using: &generator)
      let typed = (0..<length).map { _ in readings.randomElement(using: &generator)! }
      let view = MapVersion(.commit(commit))
      let query = try #require(SearchQuery(typed.map(\.1).joined(), limit: 400))
      let found = try test.store.readNow(view) { try $0.search(query).hits.map(\.feature.id) }
      let literal = String(typed.map(\.0))
      let expected = states[commit - 1].filter { String($0.value.map(\.0)).contains(literal) }
      #expect(Set(expected.keys).isSubset(of: found), "\(query.text) at \(commit)")
      for id in found {
        let name = states[commit - 1][id]!.map(\.1).joined()
        #expect(name.contains(query.text.prefix(3)), "\(query.text) finds \(name)")
      }
    }
  }

  @Test("A new name is found by its pinyin at once, and in a scenario")
  func changes() throws {
    let layer = try TestLayer.make("place", "point", fields: ["name: text"])
    try test.write([point("a", 114, 30, [.text("光谷")])], to: layer)
    #expect(try ids("guanggu") == ["a"])
    #expect(try ids("qingling").isEmpty)
    try test.write([point("b", 114, 30, [.text("青菱")])], to: layer)
    #expect(try ids("qingling") == ["b"])
    #expect(try ids("qingling", from: MapVersion(.commit(1))).isEmpty)
    let view = MapVersion(
      scenario: try ScenarioTests.scenario([
        "layer: place, id: c, add: {name: 岳家嘴}, geometry: POINT (1 1)"
      ]))
    #expect(try ids("yuejiazui", from: view) == ["c"])
  }

  @Test("Pieces of a street are one hit, those of another street of that name another")
  func streets() throws {
    let layer = try TestLayer.make("road", "line", fields: ["name: text"])
    func piece(_ id: String, _ name: String, _ x: Double) -> TestCity.Item {
      TestCity.Item(
        id: id, geometry: .lineString([x, 30, x + 0.001, 30]), values: [.text(name)])
    }
    try test.write(
      [
        piece("a1", "解放路", 114), piece("a2", "解放路", 114.001), piece("a3", "解放路", 114.003),
        piece("b1", "解放路", 114.2), piece("c", "解放路支路", 114.001),
      ], to: layer)
    let found = try test.search("解放路", near: SearchPlace(longitude: 114.0031, latitude: 30))
    #expect(found.hits.map(\.feature.id) == ["a3", "b1", "c"])
    #expect(Set(found.hits[0].otherParts.map(\.id)) == ["a1", "a2"])
    #expect(found.hits[0].geometry.pathEnds.count == 3)
    #expect(found.hits[1].otherParts.isEmpty && found.matchedCount == 5)
    #expect(try test.search("jiefanglu", limit: 1).hits.first?.otherParts.count == 2)
    let view = MapVersion(
      scenario: try ScenarioTests.scenario(["layer: road, id: a3, remove: true"]))
    let left = try test.search("解放路", from: view).hits
    #expect(left.map { $0.otherParts.count } == [1, 0, 0])
  }

  @Test("The address or code in which the text stands is told, a title is not")
  func matches() throws {
    let layer = try TestLayer.make("place", "point", fields: ["name: text", "address: text"])
    try test.write([point("a", 114, 30, [.text("福园小区2栋"), .text("和塘街12号")])], to: layer)
    for text in ["和塘街12号", "和塘街", "hetangjie", "塘街12"] {
      let match = try #require(try test.search(text).hits.first?.match, "\(text)")
      #expect(match.field.name == "address" && match.text == "和塘街12号")
    }
    #expect(try test.search("福园小区").hits.first.map { $0.match == nil } == true)
  }

  @Test("The part of a text that fits the pinyin is told")
  func pinyinParts() throws {
    let layer = try TestLayer.make("place", "point", fields: ["name: text", "address: text"])
    try test.write([point("a", 114, 30, [.text("新和塘街小区A"), .text("光谷大道12号")])], to: layer)
    let expected = [
      ("hetangjie", "和塘街"), ("htj", "和塘街"), ("xiaoqua", "小区a"), ("guanggud", "光谷大"),
      ("dadao12", "大道12"), ("和塘", nil),
    ]
    for (text, part) in expected {
      #expect(try test.search(text).hits.first.map(\.pinyinPart) == part, "\(text)")
    }
  }

  @Test("The name of a value finds the nearest features that have it, where no layer is called so")
  func kinds() throws {
    let text = TestLayer.yaml("school", "point", fields: ["name: text", "kind: text"])
      .replacing(
        "name: kind, type: text",
        with: "name: kind, type: text, codes: [{value: k, zh: 幼儿园, en: Kindergarten}]")
    let layer = try #require(LayerCatalog.parse(yaml: text, file: "school.yml").layer, "\(text)")
    try test.write(
      [
        point("far", 114.2, 30, [.text("大风车"), .text("k")]),
        point("near", 114.1, 30, [.text("小天使"), .text("k")]),
        point("other", 114, 30, [.text("幼儿园路小学"), .null]),
      ], to: layer)
    let place = SearchPlace(longitude: 114, latitude: 30)
    for text in ["幼儿园", "youeryuan", "kindergarten"] {
      let found = try test.search(text, near: place)
      #expect(Array(found.hits.map(\.feature.id).prefix(2)) == ["near", "far"], "\(text)")
      #expect(found.kinds.map(\.code.value) == ["k"])
    }
  }

  @Test(
    "Odd texts are answered without an error",
    arguments: [
      "\"", "\"\" OR a", "a*b", "NEAR(ab)", "%%__", "مرحبا بالعالم", "👍👍", "a\u{0}b", "''--",
      String(repeating: "wuhan", count: 50), String(repeating: "武汉", count: 500), "((", "ab AND",
    ])
  func oddTexts(text: String) throws {
    let layer = try TestLayer.make("place", "point", fields: ["name: text"])
    try test.write([point("a", 114, 30, [.text("武汉")])], to: layer)
    guard let query = SearchQuery(text) else { return }
    _ = try test.store.readNow(.latest) { try $0.search(query) }
  }
}
