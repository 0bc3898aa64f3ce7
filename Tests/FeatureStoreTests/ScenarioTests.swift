import Catalog
import FeatureStore
import SimpleFeatures
import Testing

@Suite("A scenario over the city")
struct ScenarioTests {
  static func scenario(_ edits: [String], base: Int? = nil) throws -> Scenario {
    let yaml = """
      id: what-if
      title: {zh: 如果, en: What if}
      \(base.map { "base: \($0)\n" } ?? "")edits:
      \(edits.map { "  - {\($0)}" }.joined(separator: "\n"))
      """
    return try Scenario.parse(yaml: yaml, file: "what-if.yml")
  }

  @Test(
    "Every way of reading sees the city with the edits, as if they had been committed to a copy",
    arguments: [11, 12, 13] as [UInt64])
  func againstCommittedTwin(seed: UInt64) async throws {
    var model = try HistoryModel(TestCity(), seed: seed, commits: 12)
    // The twin gets the same history, and then the edits as a commit.
    var twin = try HistoryModel(TestCity(), seed: seed, commits: 12)
    let ids = model.state(12).keys.sorted()
    let (set, removed) = (ids.prefix(7), ids.suffix(5))
    var edits = set.map { "layer: plot, id: \($0), set: {floors: 2, name: 乙}" }
    edits += removed.map { "layer: plot, id: \($0), remove: true" }
    let added = (0..<6).map { number in
      let box = twin.randomBox()
      return rectangle("new\(number)", box.minX, box.minY, 0.01, 0.01, [.text("新"), .integer(2)])
    }
    edits += added.map {
      "layer: plot, id: \($0.id), add: {name: 新, floors: 2}, "
        + "geometry: \"\(WKT.encode($0.geometry))\""
    }
    let view = MapVersion(scenario: try Self.scenario(edits))

    var (expected, store) = (twin.state(12), twin.test.store)
    for id in set { expected[id]?.values = [.text("乙"), .integer(2)] }
    for id in removed { expected[id] = nil }
    for item in added { expected[item.id] = item }
    let written = set.map { expected[$0]! } + added
    _ = try store.commit(TestCity.draft, to: twin.layer) { writer in
      var counts = CommitCounts()
      for item in written {
        _ = try writer.write(id: item.id, geometry: item.geometry, values: item.values)
      }
      for id in removed { _ = try writer.remove(id: id) }
      (counts.added, counts.changed, counts.removed) = (added.count, set.count, removed.count)
      return counts
    }
    store = model.test.store
    #expect(
      Dictionary(uniqueKeysWithValues: try model.test.items("plot", from: view).map { ($0.id, $0) })
        == expected)
    let layers = try await (store.layer("plot", from: view), twin.test.store.layer("plot"))
    #expect(layers.0.featureCount == layers.1.featureCount)

    for _ in 0..<30 {
      let box = model.randomBox()
      for query in [
        FeatureQuery(.boxes([box]), limit: 2),
        FeatureQuery(
          .boxes([box]).and(.equals(Property("floors", .integer(2)))), limit: 3),
        FeatureQuery(.equals(Property("name", .text("乙"))), limit: 2),
      ] {
        let mine = try await store.plots(view, query)
        let theirs = try await twin.test.store.plots(.latest, query)
        #expect(mine == theirs)
      }
      let scans = try await (
        store.plots(view, meeting: box), twin.test.store.plots(.latest, meeting: box)
      )
      #expect(scans.0.symmetricDifference(scans.1).count <= 1)
    }
    for id in expected.keys.sorted() + Array(removed) {
      let found = try await store.read(view) { try $0.feature(id, in: $0.layer("plot")) }
      #expect(found?.values == expected[id]?.values && found?.geometry == expected[id]?.geometry)
    }
    // And the city itself knows nothing of it.
    #expect(
      Dictionary(uniqueKeysWithValues: try model.test.items("plot").map { ($0.id, $0) })
        == model.state(12))
    let diff = try await store.changes(
      of: "plot", from: .latest, to: view, after: "", limit: 100)
    let isSame = set.filter { model.state(12)[$0] == expected[$0] }.count
    #expect(diff.changes.count == set.count + removed.count + added.count - isSame)
  }

  @Test("A scenario starts from its commit, whatever came after")
  func base() async throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text"])
    try test.write([point("a", 1, 1, [.text("old")]), point("b", 2, 2)], to: layer)
    try test.write([point("a", 1, 1, [.text("new")]), point("c", 3, 3)], to: layer)
    let edits = ["layer: hydrant, id: b, set: {name: x}"]
    let based = MapVersion(scenario: try Self.scenario(edits, base: 1))
    #expect(try test.items("hydrant", from: based).map(\.values) == [[.text("old")], [.text("x")]])
    let now = MapVersion(scenario: try Self.scenario(edits))
    #expect(try test.items("hydrant", from: now).map(\.id) == ["a", "b", "c"])
    let tokens = try await [MapVersion.latest, based, now].asyncMap {
      try await test.store.layer("hydrant", from: $0).lastCommitToken
    }
    #expect(Set(tokens).count == 3)
  }

  @Test(
    "An edit that does not fit is named with its line and column",
    arguments: [
      ("layer: hydrant, id: z, set: {name: x}", "no feature `z`", 4, 5),
      ("layer: hydrant, id: z, remove: true", "no feature `z`", 4, 5),
      ("layer: hydrant, id: a, add: {}, geometry: POINT (1 1)", "has a feature `a` already", 4, 5),
      ("layer: valve, id: a, remove: true", "no layer `valve`", 4, 5),
      ("layer: hydrant, id: a, set: {nmae: x}", "no field `nmae`", 4, 41),
      ("layer: hydrant, id: a, set: {floors: tall}", "floors: \"tall\" is no whole number", 4, 43),
      ("layer: hydrant, id: n, add: {}, geometry: \"LINESTRING (0 0, 1 1)\"", "no point", 4, 5),
      ("layer: hydrant, id: n, add: {}, geometry: POINT (30 114)", "beyond", 4, 5),
      ("layer: hydrant, id: n, add: {}, geometry: POINT (x)", "cannot be read", 4, 48),
      ("layer: hydrant, id: n, add: {name: x}", "needs a `geometry`", 4, 5),
      ("layer: hydrant, id: a", "one of `set`, `add` and `remove`", 4, 5),
      ("layer: hydrant, id: a, set: {name: x}, remove: true", "one of `set`", 4, 5),
      ("layer: hydrant, id: a, remove: false", "does nothing", 4, 37),
      ("layer: hydrant, id: a, set: [name]", "mapping of fields", 4, 34),
      ("layer: hydrant, id: a, sett: {name: x}", "unknown key `sett`", 4, 29),
    ])
  func misfits(edit: String, words: String, line: Int, column: Int) throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text", "floors: integer"])
    try test.write([point("a", 1, 1)], to: layer)
    do {
      let view = MapVersion(scenario: try Self.scenario([edit]))
      _ = try test.items("hydrant", from: view)
      Issue.record("the edit was taken")
    } catch let error as CatalogError {
      let fault = try #require(error.diagnostics.first { $0.message.contains(words) }, "\(error)")
      #expect(
        fault.line == line && fault.column == column && fault.file == "what-if.yml", "\(fault)")
    }
  }

  @Test("Two edits of one feature are refused")
  func twice() throws {
    let edit = "layer: hydrant, id: a, set: {name: x}"
    let error = #expect(throws: CatalogError.self) { try Self.scenario([edit, edit]) }
    #expect(error?.diagnostics.first?.line == 5)
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await body(element)) }
    return result
  }
}
