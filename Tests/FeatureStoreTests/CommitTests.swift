import Catalog
import FeatureStore
import SimpleFeatures
import Testing

@Suite("What a commit does to features")
struct CommitTests {
  let test: TestCity

  init() throws { test = try TestCity() }

  @Test("Each feature is added, changed, unchanged or a duplicate, and counted as that")
  func outcomes() async throws {
    let layer = try TestLayer.make("hydrant", "point", fields: ["name: text"])
    let a = point("a", 1, 1, [.text("x")])
    let (first, added) = try test.write([a, point("b", 2, 2), a], to: layer)
    #expect(added == ["added", "added", "duplicate"])
    #expect(first?.number == 1 && first?.counts.added == 2)

    let (second, changed) = try test.write(
      [a, point("b", 2, 3), point("c", 3, 3), point("b", 9, 9), a], to: layer)
    #expect(changed == ["unchanged", "changed", "added", "duplicate", "duplicate"])
    #expect(second?.number == 2)
    #expect([second?.counts.added, second?.counts.changed, second?.counts.unchanged] == [1, 1, 1])

    let stored = try await test.store.layer("hydrant")
    #expect(stored.featureCount == 3 && stored.lastCommit == 2)
    #expect(stored.extent == Envelope(minX: 1, minY: 1, maxX: 3, maxY: 3))
    var commits: [String: Int] = [:]
    for id in ["a", "b", "c"] {
      let feature = try #require(try await test.store.feature(id, in: stored))
      commits[id] = feature.commit
    }
    #expect(commits == ["a": 1, "b": 2, "c": 2])
    #expect(try await test.store.feature("d", in: stored) == nil)
    let counts = "added || ' ' || changed || ' ' || unchanged || ' ' || rejected"
    #expect(
      try test.texts("SELECT \(counts) FROM yutu_commits ORDER BY seq") == ["2 0 0 1", "1 1 1 2"])
  }

  @Test("A feature changes when any one of its values does, null and empty text apart")
  func anyDifference() throws {
    let layer = try TestLayer.make("hydrant", "point")
    let base: [PropertyValue] = [
      .text("x"), .integer(1), .real(1.5), .boolean(true), .text("2026-01-01"),
      .text("2026-01-01T00:00:00Z"),
    ]
    let others: [PropertyValue] = [
      .text(""), .integer(2), .real(1.5000000000000002), .boolean(false), .text("2026-01-02"),
      .null,
    ]
    try test.write([point("a", 1, 1, base)], to: layer)
    #expect(try test.write([point("a", 1, 1, base)], to: layer).1 == ["unchanged"])
    for index in base.indices {
      for value in [others[index], .null] {
        var values = base
        values[index] = value
        #expect(try test.write([point("a", 1, 1, values)], to: layer).1 == ["changed"])
        #expect(try test.write([point("a", 1, 1, values)], to: layer).1 == ["unchanged"])
        try test.write([point("a", 1, 1, base)], to: layer)
      }
    }
    #expect(try test.write([point("a", 1.0000000000000002, 1, base)], to: layer).1 == ["changed"])
  }

  @Test("The same features again make no commit and leave the file as it is")
  func nothingNew() throws {
    let layer = try TestLayer.make("building", "polygon")
    let items = (0..<50).map { rectangle("\($0)", Double($0), 0) }
    try test.write(items, to: layer)
    let before = try test.texts(
      "SELECT time || commit_seq FROM yutu_layer_states JOIN yutu_commits")
    let (commit, outcomes) = try test.write(items.reversed(), to: layer)
    #expect(commit == nil && Set(outcomes) == ["unchanged"])
    #expect(try test.integer("SELECT count(*) FROM yutu_commits") == 1)
    #expect(
      try test.texts("SELECT time || commit_seq FROM yutu_layer_states JOIN yutu_commits") == before
    )
    // Numbers are not used up by commits that were none.
    #expect(try test.write([rectangle("new", 60, 0)], to: layer).0?.number == 2)
  }

  @Test("Pieces united anew to the shape that was there are unchanged")
  func reunited() throws {
    let layer = try TestLayer.make(
      "building", "polygon", fields: ["note: text"], duplicates: "union")
    #expect(try unite(["a": [(0, 2)]], in: layer) == [1, 0, 0])
    let before = try test.texts("SELECT id || commit_seq || hex(geom) FROM building")
    #expect(try unite(["a": [(0, 1), (1, 2)]], in: layer) == nil)
    #expect(try test.texts("SELECT id || commit_seq || hex(geom) FROM building") == before)
    #expect(try unite(["a": [(0, 1), (1, 2)], "b": [(5, 6)]], in: layer) == [1, 0, 1])
    #expect(try test.texts("SELECT id || commit_seq FROM building ORDER BY id") == ["a1", "b2"])
  }

  @Test("A piece that joins a shape which alone is unchanged makes it changed")
  func joined() throws {
    let layer = try TestLayer.make(
      "building", "polygon", fields: ["note: text"], duplicates: "union")
    #expect(try unite(["a": [(0, 1)]], in: layer) == [1, 0, 0])
    #expect(try unite(["a": [(0, 1), (1, 2)]], in: layer) == [0, 1, 0])
    #expect(try test.items("building").map(\.geometry.envelope.maxX) == [2])
    #expect(try unite(["a": [(0, 1), (1, 2), (2, 4)]], in: layer) == [0, 1, 0])
    // Rewritten twice, but in the end as before.
    #expect(try unite(["a": [(0, 1), (0, 2), (0, 4)]], in: layer) == nil)
    #expect(try test.indexIsSound("building"))
  }

  @Test("Layers whose names are words of SQL or of the city's own tables work like others")
  func awkwardNames() throws {
    for id in ["order", "before", "index", "main", "temp"] {
      let layer = try TestLayer.make(id, "point", fields: ["select: text", "from: integer"])
      try test.write([point("a", 1, 2, [.text("x"), .integer(1)])], to: layer)
      try test.write([point("a", 1, 2, [.text("y"), .integer(1)])], to: layer)
      #expect(try test.items(id).map(\.values) == [[.text("y"), .integer(1)]])
    }
  }

  @Test("Commits of two layers count on, and each layer knows its own last one")
  func twoLayers() async throws {
    let (a, b) = (try TestLayer.make("a", "point"), try TestLayer.make("b", "point"))
    try test.write([point("1", 1, 1)], to: b)
    try test.write([point("1", 1, 1)], to: a)
    try test.write([point("2", 1, 1)], to: b)
    #expect(try await test.store.layers().map(\.id) == ["a", "b"])
    #expect(try await test.store.layers().map(\.lastCommit) == [2, 3])
    #expect(try await test.store.layers().map(\.featureCount) == [1, 2])
    do {
      _ = try await test.store.layer("c")
      Issue.record("layer c was found")
    } catch {
      #expect(
        error as? StoreError
          == StoreError(
            .unknownLayer, "the city has no layer \"c\"", hint: "there are: a, b"))
    }
  }

  /// Writes axis-parallel strips of height 1; strips of one id are united by their span.
  private func unite(
    _ strips: KeyValuePairs<String, [(Double, Double)]>, in layer: LayerDefinition
  ) throws -> [Int]? {
    let commit = try test.store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      for (id, spans) in strips {
        for span in spans {
          let box = Envelope(minX: span.0, minY: 0, maxX: span.1, maxY: 1)
          switch try writer.write(id: id, geometry: .rectangle(box), values: [.null]) {
          case .added: counts.added += 1
          case .changed: counts.changed += 1
          case .unchanged: counts.unchanged += 1
          case .duplicate(var feature):
            var whole = feature.geometry.envelope
            whole.formUnion(box)
            feature.geometry = .rectangle(whole)
            try writer.rewrite(feature)
          }
        }
      }
      return counts
    }
    return commit.map { [$0.counts.added, $0.counts.changed, $0.counts.unchanged] }
  }
}
