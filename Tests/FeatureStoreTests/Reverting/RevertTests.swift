import Catalog
import CityFile
import FeatureStore
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("Commits are reverted by new commits")
struct RevertTests {
  @Test("What a commit added, changed and removed is as it was before; the past stays")
  func oneCommit() throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text"])
    let before = [point("a", 1, 1, [.text("甲")]), point("b", 2, 2), point("c", 3, 3)]
      .map(named)
    try test.write(before, to: layer)
    _ = try test.store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      _ = try writer.write(id: "a", geometry: .point(x: 9, y: 9), values: [.text("乙")])
      _ = try writer.write(id: "new", geometry: .point(x: 8, y: 8), values: [.null])
      counts.removed = try writer.remove(id: "b") ? 1 : 0
      (counts.added, counts.changed) = (1, 1)
      return counts
    }
    let commits = try test.store.revert(.commit(2), Self.draft)
    #expect(commits.map(\.number) == [3])
    #expect(commits[0].counts.added == 1 && commits[0].counts.changed == 1)
    #expect(commits[0].counts.removed == 1)
    #expect(try state(test, "hydrant") == keyed(before))
    #expect(try state(test, "hydrant", at: 2).keys.sorted() == ["a", "c", "new"])
    let log = try test.store.logNow(limit: 1)[0]
    #expect(log.draft.message == "revert commit 2" && log.draft.author == "planner")
    #expect(try test.indexIsSound("hydrant"))
    // A revert is reverted like any commit.
    try test.store.revert(.commit(3), Self.draft)
    #expect(try state(test, "hydrant") == state(test, "hydrant", at: 2))
  }

  @Test("Features that have changed since are named with their commits, and nothing is done")
  func conflict() throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text"])
    try test.write([point("a", 1, 1), point("b", 2, 2), point("c", 3, 3)].map(named), to: layer)
    try test.write([named(point("a", 4, 4))], to: layer)
    try remove("b", layer, test)
    let fault = #expect(throws: RevertConflict.self) {
      try test.store.revert(.commit(1), Self.draft)
    }
    #expect(
      fault?.examples.map { "\($0.id) \($0.commit)" } == ["a 2"],
      "b is gone already: there is nothing to take back")
    #expect(fault?.commits == [2] && fault?.count == 1)
    #expect(fault?.message.contains("a (commit 2)") == true)
    #expect(fault?.hint?.contains("--to 0 --layer hydrant") == true)
    #expect(try test.store.logNow().count == 3)
    // As the hint says: the later commit first.
    try test.store.revert(.commit(2), Self.draft)
    try test.store.revert(.commit(1), Self.draft)
    #expect(try state(test, "hydrant").isEmpty)
  }

  @Test("A removed feature that came back in another form is not overwritten")
  func cameBack() throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text"])
    try test.write([named(point("a", 1, 1))], to: layer)
    try remove("a", layer, test)
    try test.write([named(point("a", 5, 5))], to: layer)
    let fault = #expect(throws: RevertConflict.self) {
      try test.store.revert(.commit(2), Self.draft)
    }
    #expect(fault?.commits == [3])
  }

  @Test("Random histories: every commit and every state", arguments: 1...4 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    for number in 1...8 {
      let test = try TestCity()
      let model = try HistoryModel(test, seed: seed, commits: 8)
      let (before, after, now) = (model.state(number - 1), model.state(number), model.state(8))
      var expected = now
      var conflicts: Set<String> = []
      for id in Set(before.keys).union(after.keys) where before[id] != after[id] {
        if now[id] == before[id] { continue }
        if now[id] != after[id] { conflicts.insert(id) }
        expected[id] = before[id]
      }
      do {
        try test.store.revert(.commit(number), Self.draft)
        #expect(conflicts.isEmpty)
        #expect(try state(test, "plot") == expected)
      } catch let fault as RevertConflict {
        #expect(Set(fault.examples.map(\.id)) == conflicts && fault.count == conflicts.count)
        #expect(try state(test, "plot") == now)
      }
      try test.store.revert(.toState(number, layers: ["plot"]), Self.draft)
      #expect(try state(test, "plot") == after)
      let last = try test.store.logNow(limit: 1)[0].number
      #expect(try state(test, "plot", at: last) == after && state(test, "plot", at: 8) == now)
      #expect(try test.indexIsSound("plot"))
    }
  }

  @Test("A rehearsal says what it would do and does nothing; a second revert has nothing to do")
  func rehearsal() throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text"])
    try test.write([named(point("a", 1, 1))], to: layer)
    var draft = Self.draft
    draft.isRehearsal = true
    #expect(try test.store.revert(.commit(1), draft).map(\.counts.removed) == [1])
    #expect(try test.store.logNow().count == 1)
    try test.store.revert(.commit(1), Self.draft)
    #expect(try test.store.revert(.commit(1), Self.draft).isEmpty)
    #expect(try test.store.logNow().count == 2)
    #expect(try test.write([named(point("b", 1, 1))], to: layer).0?.number == 3)
  }

  @Test("Several layers go back together, and only then must their relations hold")
  func relations() throws {
    let city = try RuleCity()
    let manholes = try RuleCity.layer("a-manhole", "point", fields: ["code: text"])
    let pipes = try RuleCity.layer(
      "pipe", "line", fields: ["from_node: text"],
      """
      relations:
        - {id: starts-at, title: {zh: 起点, en: Start}, field: from_node, layer: a-manhole,
           required: true}
      """)
    try city.commit(manholes, [point("m1", 114, 30, [.text("A")])])
    try city.commit(pipes, [line("p", [114, 30, 114.001, 30], [.text("m1")])])
    let store = city.city.store
    // The manhole alone leaves a pipe behind that names it.
    let fault = #expect(throws: StoreError.self) { try store.revert(.commit(1), Self.draft) }
    #expect(fault?.code == .brokenRule && fault?.message.contains("pipe/starts-at") == true)
    #expect(try store.logNow().count == 2)
    #expect(
      try store.revert(.toState(0, layers: []), Self.draft).map(\.layer) == ["a-manhole", "pipe"])
    #expect(try state(city.city, "pipe").isEmpty && state(city.city, "a-manhole").isEmpty)
    var draft = Self.draft
    try store.revert(.toState(2, layers: []), draft)
    draft.acceptsBreaches = true
    #expect(try store.revert(.commit(1), draft)[0].rules.broken == ["starts-at: p"])
  }

  @Test("A field that the layer got since stays, and is empty in what comes back")
  func newField() throws {
    let test = try TestCity()
    try test.write(
      [point("a", 1, 1, [.text("甲")]), point("b", 1, 1, [.null])],
      to: TestLayer.make("hydrant", "point", fields: ["name: text"]))
    let wide = try TestLayer.make("hydrant", "point", fields: ["name: text", "height: real"])
    try test.write([point("b", 1, 1, [.null, .real(3)])], to: wide)
    try remove("a", wide, test)
    try test.store.revert(.commit(3), Self.draft)
    #expect(try state(test, "hydrant")["a"]?.values == [.text("甲"), .null])
    #expect(try state(test, "hydrant")["b"]?.values == [.null, .real(3)])
  }

  @Test("Unknown commits and layers are refused with what there is")
  func unknown() throws {
    let test = try TestCity()
    try test.write([point("a", 1, 1)], to: try TestLayer.make("hydrant", "point"))
    #expect(throws: StoreError.self) { try test.store.revert(.commit(7), Self.draft) }
    let fault = #expect(throws: StoreError.self) {
      try test.store.revert(.toState(1, layers: ["hydrent"]), Self.draft)
    }
    #expect(fault?.hint == "did you mean hydrant?")
  }

  static let draft = CommitDraft(author: "planner", message: "", source: "")

  private func named(_ item: TestCity.Item) -> TestCity.Item {
    var item = item
    if item.values.isEmpty { item.values = [.null] }
    return item
  }

  private func keyed(_ items: [TestCity.Item]) -> HistoryModel.State {
    Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
  }

  private func state(
    _ test: TestCity, _ layer: String, at commit: Int? = nil
  ) throws -> HistoryModel.State {
    keyed(try test.items(layer, from: MapVersion(commit.map { .commit($0) } ?? .latest)))
  }

  private func remove(_ id: String, _ layer: LayerDefinition, _ test: TestCity) throws {
    _ = try test.store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      counts.removed = try writer.remove(id: id) ? 1 : 0
      return counts
    }
  }
}
