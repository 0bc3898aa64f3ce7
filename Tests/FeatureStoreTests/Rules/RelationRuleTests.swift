import Catalog
import FeatureStore
import SimpleFeatures
import Testing

@Suite("Relations between layers are checked on commit")
struct RelationRuleTests {
  private let city: RuleCity
  private let manholes: LayerDefinition
  private let pipes: LayerDefinition

  init() throws {
    city = try RuleCity()
    manholes = try RuleCity.layer("manhole", "point", fields: ["code: text"])
    pipes = try RuleCity.layer(
      "pipe", "line", fields: ["from_node: text", "to_code: text"],
      """
      relations:
        - {id: starts-at, title: {zh: 起点, en: Start}, field: from_node, layer: manhole,
           required: true}
        - {id: ends-at, title: {zh: 终点, en: End}, field: to_code, layer: manhole, target: code}
      """)
  }

  private func pipe(_ id: String, _ from: PropertyValue, _ to: PropertyValue) -> TestCity.Item {
    line(id, [114, 30, 114.001, 30], [from, to])
  }

  @Test("a pipe that names no manhole is found, by id and by another field") func dangling() throws
  {
    try city.commit(manholes, [point("m1", 114, 30, [.text("A")])])
    let report = try city.commit(
      pipes,
      [
        pipe("good", .text("m1"), .text("A")), pipe("lost", .text("m2"), .text("B")),
        pipe("empty", .null, .null), pipe("blank", .text(""), .text("")),
      ])
    #expect(report.broken == ["starts-at: empty blank", "starts-at: lost", "ends-at: lost"])
    #expect(report.breaches.map(\.severity) == [.reject, .reject, .warning])
    #expect(report.breaches.map(\.place) == ["pipe.yml:18:5", "pipe.yml:18:5", "pipe.yml:20:5"])
    #expect(report.notes == [])
    let error = #expect(throws: StoreError.self) { try report.refuse() }
    #expect(error?.code == .brokenRule)
    #expect(error?.message.contains("pipe/starts-at") == true)
    #expect(error?.message.contains("ends-at") == false)
  }

  @Test("while the city has no manholes, that is said once for each relation") func absent() throws
  {
    let items = (0..<50).map { pipe("p\($0)", .text("m\($0)"), .text("A")) }
    let report = try city.commit(pipes, items)
    #expect(report.broken == [])
    #expect(report.notes.count == 2)
    #expect(report.notes[0].hasPrefix("pipe.yml:18:5: pipe/starts-at: the city has no manhole yet"))
    try report.refuse()
  }

  @Test("removing or renaming a manhole finds the pipes that named it") func removing() throws {
    let both = [point("m1", 114, 30, [.text("A")]), point("m2", 114, 30, [.text("B")])]
    try city.commit(manholes, both)
    try city.commit(
      pipes,
      [
        pipe("one", .text("m1"), .text("B")), pipe("two", .text("m2"), .text("A")),
        pipe("free", .text("m1"), .null),
      ])
    let renamed = try city.commit(manholes, [point("m1", 114, 30, [.text("C")])])
    #expect(renamed.broken == ["ends-at: two"])
    #expect(renamed.breaches.map(\.layer) == ["pipe"])
    let moved = try city.commit(manholes, [point("m1", 114.1, 30, [.text("C")])])
    #expect(moved.broken == [])
    let removed = try city.commit(manholes, [], removing: ["m1"])
    #expect(removed.broken == ["starts-at: one free"])
    #expect(removed.breaches.map(\.count) == [2])
    #expect(throws: StoreError.self) { try removed.refuse() }
  }

  @Test("a count is exact where only the first ids are kept") func counting() throws {
    try city.commit(manholes, [point("m1", 114, 30, [.text("A")])])
    let items = (0..<500).map { pipe("p\($0)", .text("x"), .null) }
    let report = try city.commit(pipes, items)
    #expect(report.breaches.map(\.count) == [500])
    #expect(report.breaches[0].examples == (0..<10).map { "p\($0)" })
  }

  @Test("two that name one are found where each may be named once") func oneToOne() throws {
    let covers = try RuleCity.layer(
      "cover", "point", fields: ["hole: text"],
      """
      relations:
        - {id: covers, title: {zh: 盖, en: Covers}, field: hole, layer: manhole,
           cardinality: one-to-one}
      """)
    try city.commit(manholes, [point("m1", 114, 30, [.text("A")])])
    #expect(try city.commit(covers, [point("a", 114, 30, [.text("m1")])]).broken == [])
    let report = try city.commit(
      covers, [point("b", 114, 30, [.text("m1")]), point("c", 114, 30, [.null])])
    #expect(report.broken == ["covers: b"])
  }

  @Test("a layer that names itself is checked against its own rows") func tree() throws {
    let areas = try RuleCity.layer(
      "area", "point", fields: ["code: text", "parent: text"],
      """
      key: {fields: [code]}
      relations:
        - {id: part-of, title: {zh: 上级, en: Parent}, field: parent, layer: area, target: code}
      """)
    let report = try city.commit(
      areas,
      [
        point("p", 114, 30, [.text("42"), .null]),
        point("c", 114, 30, [.text("4201"), .text("42")]),
        point("x", 114, 30, [.text("4203"), .text("43")]),
      ])
    #expect(report.broken == ["part-of: x"])
    #expect(try city.commit(areas, [], removing: ["p"]).broken == ["part-of: c"])
    let twice = try city.commit(areas, [point("d", 114, 30, [.text("4201"), .null])])
    #expect(twice.broken == ["key: d"])
  }

  @Test("a permanent code that two carry is refused, one of another scheme is told") func codes()
    throws
  {
    let valves = try RuleCity.layer(
      "valve", "point", fields: ["code: text"], "key: {code: {field: code}}")
    func valve(_ id: String, _ code: PropertyValue) -> TestCity.Item { point(id, 114, 30, [code]) }
    let first = try city.commit(
      valves,
      [
        valve("a", .text("420117:valve:1")), valve("b", .text("V-2")), valve("c", .null),
        valve("d", .null),
      ])
    #expect(first.broken == ["permanent-code: b"])
    #expect(first.breaches.map(\.severity) == [.warning])
    #expect(first.breaches.map(\.place) == ["valve.yml:16:6"])
    let second = try city.commit(valves, [valve("e", .text("420117:valve:1"))])
    #expect(second.broken == ["permanent-code: e"])
    #expect(second.breaches.map(\.severity) == [.reject])
  }

  @Test("pipes that came before the manholes are held against them when those come")
  func otherOrder() throws {
    try city.commit(
      pipes, [pipe("good", .text("m1"), .text("A")), pipe("lost", .text("m2"), .null)])
    let report = try city.commit(manholes, [point("m1", 114, 30, [.text("A")])])
    #expect(report.broken == ["starts-at: lost"])
    #expect(report.breaches.map(\.severity) == [.warning])
  }

  @Test("a key that is new in the layer's file is held against the features that are there")
  func newKey() throws {
    let plain = try RuleCity.layer("valve", "point", fields: ["name: text"])
    try city.commit(plain, [point("a", 114, 30, [.text("x")]), point("b", 114, 30, [.text("x")])])
    let keyed = try RuleCity.layer(
      "valve", "point", fields: ["name: text"], "key: {fields: [name]}")
    let report = try city.commit(keyed, [point("c", 114, 30, [.text("y")])])
    #expect(report.broken == ["key: a b"])
  }

  @Test("a relation to a field that the city's other layer lacks yet is a note, not an error")
  func absentField() throws {
    try city.commit(
      try RuleCity.layer("manhole", "point", fields: ["name: text"]),
      [point("m1", 114, 30, [.text("A")])])
    let report = try city.commit(pipes, [pipe("good", .text("m1"), .text("A"))])
    #expect(report.broken == [])
    #expect(report.notes.contains { $0.contains("manhole with the field code") })
  }
}
