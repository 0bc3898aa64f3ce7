import CityFile
import FeatureStore
import GRDB
import SimpleFeatures
import Testing

@Suite("The history of a layer")
struct HistoryTests {
  @Test(
    "Every way of reading sees at every commit what a plain copy made at that commit holds",
    arguments: [1, 2, 3] as [UInt64])
  func againstCopies(seed: UInt64) async throws {
    var model = try HistoryModel(TestCity(), seed: seed, commits: 25)
    let store = model.test.store
    for commit in 1...25 {
      let view = MapVersion(.commit(commit))
      let expected = model.state(commit)
      let items = try model.test.items("plot", from: view)
      #expect(Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) }) == expected)

      let layer = try await store.layer("plot", from: view)
      #expect(layer.featureCount == expected.count)
      let extent = expected.values.reduce(into: Envelope.empty) {
        $0.formUnion($1.geometry.envelope)
      }
      #expect(layer.extent ?? .empty == extent)

      for _ in 0..<4 {
        let box = model.randomBox()
        let inside = expected.values.filter { $0.geometry.envelope.intersects(box) }.map(\.id)
        #expect(
          try await store.plots(view, FeatureQuery(.boxes([box]), limit: 3)) == inside.sorted())
        let scanned = try await store.plots(view, meeting: box)
        #expect(scanned.isSuperset(of: inside) && scanned.count <= inside.count + 1)
      }
      let tall = expected.values.filter { $0.values[1] == .integer(2) }.map(\.id).sorted()
      let query = FeatureQuery(.equals(Property("floors", .integer(2))), limit: 2)
      #expect(try await store.plots(view, query) == tall)
      for number in 0..<60 {
        let id = "p\(number)"
        let found = try await store.read(view) { try $0.feature(id, in: $0.layer("plot")) }
        #expect(found?.geometry == expected[id]?.geometry && found?.values == expected[id]?.values)
      }
    }
    #expect(try model.test.indexIsSound("plot"))
  }

  @Test(
    "A diff between any two commits, in either direction, is that of the copies", arguments: [4, 5])
  func diffs(seed: UInt64) async throws {
    let model = try HistoryModel(TestCity(), seed: seed, commits: 15)
    for from in 1...15 {
      for to in [1, max(1, from - 1), min(15, from + 1), 15] {
        let (old, new) = (model.state(from), model.state(to))
        var kinds: [String: FeatureChange.Kind] = [:]
        for id in Set(old.keys).union(new.keys) where old[id] != new[id] {
          kinds[id] = old[id] == nil ? .added : new[id] == nil ? .removed : .changed
        }
        var found: [String: FeatureChange.Kind] = [:]
        var after = ""
        while true {
          let page = try await model.test.store.changes(
            of: "plot", from: MapVersion(.commit(from)), to: MapVersion(.commit(to)), after: after,
            limit: 7)
          for change in page.changes {
            #expect(found.updateValue(change.kind, forKey: change.id) == nil)
            let values = change.fields.map(\.after)
            #expect(Set(values).isSubset(of: Set((new[change.id]?.values ?? []) + [.null])))
            #expect(change.hasNewGeometry == (old[change.id]?.geometry != new[change.id]?.geometry))
          }
          guard let next = page.next else { break }
          after = next
        }
        #expect(found == kinds)
      }
    }
  }

  @Test("A layer is empty before its first commit, and a commit that is not there is named")
  func bounds() async throws {
    let test = try TestCity()
    try test.write([point("a", 1, 1)], to: TestLayer.make("hydrant", "point"))
    try test.write([point("b", 1, 1)], to: TestLayer.make("valve", "point"))
    let first = MapVersion(.commit(1))
    #expect(try await test.store.layers(from: first).map(\.id) == ["hydrant"])
    let valve = try await test.store.layer("valve", from: first)
    #expect(valve.featureCount == 0 && valve.extent == nil)
    #expect(try test.items("valve", from: first).isEmpty)
    #expect(try test.items("valve", from: MapVersion(.instant("1990-01-01T00:00:00Z"))).isEmpty)
    #expect(try test.items("valve", from: MapVersion(.instant("2990-01-01T00:00:00Z"))).count == 1)
    #expect(try await test.store.layers(from: MapVersion(.commit(0))).isEmpty)
    #expect(try test.items("hydrant", from: MapVersion(.commit(0))).isEmpty)
    for number in [3, -1, .max] {
      do {
        _ = try await test.store.layers(from: MapVersion(.commit(number)))
        Issue.record("commit \(number) was found")
      } catch let error as StoreError {
        #expect(error.code == .unknownCommit && error.hint?.contains("the last is 2") == true)
      }
    }
  }

  @Test("A feature that is removed and comes back is the same id with a gap in its history")
  func comingBack() throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text"])
    try test.write([point("a", 1, 1), point("b", 2, 2)], to: layer)
    let removal = try test.store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      counts.removed = try writer.remove(id: "b") ? 1 : 0
      #expect(try writer.remove(id: "nothing") == false)
      return counts
    }
    #expect(removal?.counts.removed == 1)
    try test.write([point("b", 3, 3)], to: layer)
    let ids = try (1...3).map { try test.items("hydrant", from: MapVersion(.commit($0))).map(\.id) }
    #expect(ids == [["a", "b"], ["a"], ["a", "b"]])
    #expect(try test.store.logNow().map(\.number) == [3, 2, 1])
    #expect(
      try test.store.logNow(layer: "hydrant", before: 3, limit: 1).map(\.counts.removed) == [1])
  }

  @Test("Fields may be called as the history calls its own things, and ids differ by bytes")
  func names() throws {
    let test = try TestCity()
    let layer = try TestLayer.make(
      "hydrant", "point", fields: ["version: text", "ended: text", "since: text"])
    let (composed, parted) = ("e\u{301}", "\u{e9}")
    try test.write([point(composed, 1, 1), point(parted, 2, 2)], to: layer)
    try test.write([point(composed, 3, 3)], to: layer)
    #expect(try test.items("hydrant", from: MapVersion(.commit(1))).count == 2)
    let scenario = try ScenarioTests.scenario(["layer: hydrant, id: \(parted), remove: true"])
    let left = try test.items("hydrant", from: MapVersion(scenario: scenario))
    #expect(left.map { Array($0.id.utf8) } == [Array(composed.utf8)])
  }

  @Test("A city of the first version opens, and says where its history begins")
  func olderLayout() async throws {
    let test = try TestCity()
    let layer = try TestLayer.make("hydrant", "point")
    try test.write([point("a", 1, 1)], to: layer)
    try test.write([point("a", 2, 2)], to: layer)
    // Back to the layout of version 1.
    try test.city.write {
      try $0.execute(
        sql: """
          CREATE TABLE yutu_layers (
            id TEXT PRIMARY KEY, definition TEXT NOT NULL, feature_count INTEGER NOT NULL,
            last_commit INTEGER NOT NULL REFERENCES yutu_commits (seq),
            min_x REAL, min_y REAL, max_x REAL, max_y REAL
          ) WITHOUT ROWID;
          INSERT INTO yutu_layers
            SELECT layer, text, feature_count, commit_seq, min_x, min_y, max_x, max_y
            FROM yutu_layer_states s JOIN yutu_definitions d ON d.id = s.definition
            WHERE commit_seq = 2;
          DROP TABLE yutu_layer_states; DROP TABLE yutu_definitions;
          DROP TABLE yutu_search; DROP TABLE yutu_search_entries; DROP TABLE yutu_search_layers;
          DROP TABLE yutu_raster_tiles; DROP TABLE yutu_raster_states; DROP TABLE yutu_rasters;
          DROP TABLE yutu_past_hydrant; DROP TABLE yutu_past_hydrant_index;
          DROP TABLE yutu_tile_commits; DROP TABLE yutu_weights_hydrant;
          ALTER TABLE yutu_commits DROP COLUMN removed;
          DELETE FROM grdb_migrations WHERE identifier NOT LIKE '1 %';
          """)
    }
    try test.city.close()

    let city = try City.open(test.path)
    defer { try? city.close() }
    let store = SpatiaLiteStore(city)
    let (count, extent) = try store.readNow(.latest) {
      let layer = try $0.layer("hydrant")
      return (layer.featureCount, layer.extent)
    }
    #expect(count == 1 && extent == Envelope(minX: 2, minY: 2, maxX: 2, maxY: 2))
    do {
      _ = try store.readNow(MapVersion(.commit(1))) { try $0.layer("hydrant") }
      Issue.record("a state was made up")
    } catch let error as StoreError {
      #expect(error.code == .historyNotKept && error.message.contains("commit 2"))
    }
    _ = try store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      counts.removed = try writer.remove(id: "a") ? 1 : 0
      return counts
    }
    let past = try store.readNow(MapVersion(.commit(2))) { try $0.layer("hydrant").featureCount }
    #expect(past == 1)
  }
}
