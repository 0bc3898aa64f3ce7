import FeatureStore
import SimpleFeatures
import TestSupport
import Testing

@Suite("A predicate on features, as SQL and as a judgement of one feature")
struct FeaturePredicateTests {
  /// Makes predicates of every case, nested, on the layer of ``HistoryModel``.
  struct Maker {
    var random: SeededGenerator

    mutating func predicate(depth: Int = 3) -> FeaturePredicate {
      switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
      case 0: .equals(Property("floors", .integer(Int64.random(in: 0...3, using: &random))))
      case 1: .equals(Property("name", Bool.random(using: &random) ? .text("甲") : .null))
      case 2: .intersects(QueryArea(box()))
      case 3: .intersects(diamond())
      case 4: .all(terms(depth))
      default: .any(terms(depth))
      }
    }

    private mutating func terms(_ depth: Int) -> [FeaturePredicate] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(depth: depth - 1) }
    }

    /// Sometimes a line or a point, and sometimes around everything.
    private mutating func box() -> Envelope {
      let (x, y) = place()
      let sizes = [0, 0.005, 0.3, 3]
      let width = sizes.randomElement(using: &random) ?? 0
      return Envelope(
        minX: x, minY: y, maxX: x + width,
        maxY: y + (sizes.randomElement(using: &random) ?? 0))
    }

    /// A square on its corner, in which a smaller square lies.
    private mutating func diamond() -> QueryArea {
      let (x, y) = place()
      let reach = Double.random(in: 0.01...1, using: &random)
      let inner = reach / 2
      return QueryArea(
        .polygon([[x - reach, y, x, y - reach, x + reach, y, x, y + reach, x - reach, y]]),
        bounds: Envelope(minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach),
        inside: Envelope(minX: x - inner, minY: y - inner, maxX: x + inner, maxY: y + inner))
    }

    private mutating func place() -> (Double, Double) {
      (Double.random(in: 113...115, using: &random), Double.random(in: 29...31, using: &random))
    }
  }

  /// The ids of all pages, and whether each page counted them rightly.
  private func found(
    _ predicate: FeaturePredicate, _ store: SpatiaLiteStore, _ view: MapVersion, limit: Int
  ) async throws -> (ids: [String], counts: Set<Int>) {
    try await store.read(view) { snapshot in
      let layer = try snapshot.layer("plot")
      var query = FeatureQuery(predicate, limit: limit)
      var (ids, counts): ([String], Set<Int>) = ([], [])
      while true {
        let page = try snapshot.features(query, in: layer)
        ids += page.features.map(\.id)
        counts.insert(page.matchedCount)
        guard let next = page.nextAfterRow else { return (ids, counts) }
        query.afterRow = next
      }
    }
  }

  /// The ids of the features that the predicate is true of, judged one by one.
  private func judged(
    _ predicate: FeaturePredicate, _ store: SpatiaLiteStore, _ view: MapVersion
  ) async throws -> [String] {
    try await store.read(view) { snapshot in
      let layer = try snapshot.layer("plot")
      var ids: [String] = []
      try snapshot.forEachFeature(of: layer) { row in
        let feature = try row.feature()
        if try predicate.matches(feature, of: layer.definition) { ids.append(feature.id) }
      }
      return ids
    }
  }

  @Test(
    "Both select the same features: of the city as it is, as it was, and under a scenario",
    arguments: [1, 2, 3, 4] as [UInt64])
  func agree(seed: UInt64) async throws {
    let model = try HistoryModel(TestCity(), seed: seed, commits: 10)
    let ids = model.state(10).keys.sorted()
    let edits =
      ids.prefix(6).map { "layer: plot, id: \($0), set: {floors: 3}" }
      + ids.suffix(3).map { "layer: plot, id: \($0), remove: true" }
    let views: [MapVersion] = [
      .latest, MapVersion(.commit(4)), MapVersion(.commit(9)),
      MapVersion(scenario: try ScenarioTests.scenario(edits)),
    ]
    var maker = Maker(random: SeededGenerator(seed: seed))
    var sizes: Set<Int> = []
    for _ in 0..<60 {
      let predicate = maker.predicate()
      for view in views {
        let expected = try await judged(predicate, model.test.store, view)
        for limit in [7, 1000] {
          let found = try await found(predicate, model.test.store, view, limit: limit)
          #expect(found.ids == expected && found.counts == [expected.count], "\(predicate)")
        }
        sizes.insert(expected.count)
      }
    }
    // Neither all nor nothing each time.
    #expect(sizes.count > 10)
  }

  @Test("Texts are the same by their bytes: letters that only look alike are two values")
  func exactTexts() async throws {
    let test = try TestCity()
    let texts = ["caf\u{E9}", "cafe\u{301}"]
    let layer = try TestLayer.make("plot", "point", fields: ["name: text"])
    try test.write(
      texts.enumerated().map { point("\($0)", 114, 30, [.text($1)]) }, to: layer)
    let scenario = try ScenarioTests.scenario([
      "layer: plot, id: \"2\", add: {name: \"\(texts[1])\"}, geometry: \"POINT(114 30)\""
    ])
    for (index, text) in texts.enumerated() {
      let predicate = FeaturePredicate.equals(Property("name", .text(text)))
      for (view, ids) in [
        (MapVersion.latest, ["\(index)"]),
        (MapVersion(scenario: scenario), index == 0 ? ["0"] : ["1", "2"]),
      ] {
        #expect(try await found(predicate, test.store, view, limit: 10).ids == ids)
        #expect(try await judged(predicate, test.store, view) == ids)
      }
    }
  }
}
