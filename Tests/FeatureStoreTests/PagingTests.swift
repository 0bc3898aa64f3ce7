import FeatureStore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Selecting features page by page")
struct PagingTests {
  /// Features and boxes on a grid, so that many touch exactly, and some between its lines.
  struct Scene {
    var random: SeededGenerator
    var items: [TestCity.Item] = []

    init(seed: UInt64, isPoints: Bool) {
      random = SeededGenerator(seed: seed)
      for index in 0..<300 {
        let values: [PropertyValue] = [
          Bool.random(using: &random) ? .null : .text(index % 3 == 0 ? "商业" : "居住"),
          .integer(Int64(index % 4)), index % 5 == 0 ? .null : .boolean(index % 2 == 0),
        ]
        let (x, y) = (coordinate(113.9), coordinate(30.4))
        let box = Envelope(
          minX: x, minY: y, maxX: max(coordinate(113.9), x + 0.01),
          maxY: max(coordinate(30.4), y + 0.01))
        items.append(
          TestCity.Item(
            id: "\(index)", geometry: isPoints ? .point(x: x, y: y) : .rectangle(box),
            values: values))
      }
    }

    mutating func coordinate(_ origin: Double) -> Double {
      Bool.random(using: &random)
        ? origin + Double(Int.random(in: 0...20, using: &random)) / 100
        : Double.random(in: origin...origin + 0.2, using: &random)
    }

    mutating func box() -> Envelope {
      var box = Envelope.empty
      box.extend(x: coordinate(113.9), y: coordinate(30.4))
      if Int.random(in: 0..<6, using: &random) > 0 {
        box.extend(x: coordinate(113.9), y: coordinate(30.4))
      }
      return box
    }

    mutating func query() -> (FeatureQuery, expected: [String]) {
      let boxes = (0..<Int.random(in: 0...2, using: &random)).map { _ in box() }
      let filters = [
        Property("use", .text("商业")), Property("use", .null), Property("class", .integer(2)),
        Property("listed", .boolean(true)), Property("use", .text("无")),
      ]
      let equals = filters.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let query = FeatureQuery(
        equals.reduce(.boxes(boxes)) { $0.and(.equals($1)) })
      return (query, expected(boxes, equals))
    }

    /// The ids that a query must select, tried one by one.
    private func expected(_ boxes: [Envelope], _ equals: [Property]) -> [String] {
      items.filter { item in
        let isInside = boxes.isEmpty || boxes.contains { $0.intersects(item.geometry.envelope) }
        return isInside
          && equals.allSatisfy { filter in
            let index = ["use", "class", "listed"].firstIndex(of: filter.name) ?? 0
            return item.values[index] == filter.value
          }
      }.map(\.id)
    }
  }

  @Test(
    "Whatever the boxes, filters and page size, all pages together are what a look at each gives",
    arguments: 0..<6)
  func pages(seed: UInt64) async throws {
    let test = try TestCity()
    var scene = Scene(seed: seed, isPoints: seed % 2 == 0)
    let layer = try TestLayer.make(
      "place", seed % 2 == 0 ? "point" : "polygon",
      fields: ["use: text", "class: integer", "listed: boolean"])
    try test.write(scene.items, to: layer)
    let stored = try await test.store.layer("place")
    for _ in 0..<60 {
      let (asked, expected) = scene.query()
      var query = asked
      query.limit = [1, 2, 7, 50, 299, 300, 301, 10_000].randomElement(using: &scene.random) ?? 10
      if query.limit < 7 && expected.count > 60 { query.limit = 40 }
      let enoughBytes = [query.enoughBytes, 400].randomElement(using: &scene.random) ?? 0
      query.enoughBytes = enoughBytes
      var found: [String] = []
      while true {
        let page = try await test.store.features(query, in: stored)
        #expect(page.matchedCount == expected.count, "\(query)")
        #expect(page.features.count <= query.limit)
        found += page.features.map(\.id)
        guard let next = page.nextAfterRow else { break }
        // A next page is promised only where there is one.
        let bytes = page.features.reduce(0) { $0 + 8 * $1.geometry.ordinates.count }
        #expect(page.features.count == query.limit || bytes >= enoughBytes)
        #expect(found.count < expected.count)
        query.afterRow = next
      }
      #expect(found == expected, "\(query)")
    }
  }

  @Test("Two boxes, as a bbox over the antimeridian makes them, count no feature twice")
  func twoBoxes() async throws {
    let test = try TestCity()
    let items = [
      rectangle("both", -180, 0, 360, 1), rectangle("west", -180, 5), rectangle("mid", 0, 5),
    ]
    try test.write(items, to: TestLayer.make("sea", "polygon", fields: ["note: text"]))
    let east = Envelope(minX: 179, minY: -10, maxX: 180, maxY: 10)
    let west = Envelope(minX: -180, minY: -10, maxX: -179, maxY: 10)
    let layer = try await test.store.layer("sea")
    for limit in [1, 10] {
      let page = try await test.store.features(
        FeatureQuery(.boxes([east, west]), limit: limit), in: layer)
      #expect(page.matchedCount == 2)
      #expect(page.features.map(\.id) == Array(["both", "west"].prefix(limit)))
    }
  }

  @Test("A shape whose box meets the asked one, but which itself does not, is left out")
  func exactShape() async throws {
    let test = try TestCity()
    let corner = TestCity.Item(id: "L", geometry: .lineString([0, 0, 10, 0, 10, 10]))
    try test.write([corner], to: TestLayer.make("road", "line", fields: ["note: text"]))
    let layer = try await test.store.layer("road")
    let boxes: [(Envelope, Int)] = [
      (Envelope(minX: 1, minY: 1, maxX: 2, maxY: 2), 0),
      (Envelope(minX: 1, minY: -1, maxX: 2, maxY: 2), 1),
      (Envelope(minX: 1, minY: 0, maxX: 2, maxY: 0), 1),
      (Envelope(minX: 5, minY: 0, maxX: 5, maxY: 0), 1),
      (Envelope(minX: 5, minY: 5, maxX: 5, maxY: 5), 0),
      (Envelope(minX: 10, minY: 10, maxX: 12, maxY: 12), 1),
    ]
    for (box, count) in boxes {
      let page = try await test.store.features(FeatureQuery(.boxes([box])), in: layer)
      #expect(page.matchedCount == count && page.features.count == count, "\(box)")
    }
  }

  @Test(
    "A scan gives every feature whose box meets the asked one, and none far away", arguments: 0..<4)
  func scan(seed: UInt64) async throws {
    let test = try TestCity()
    var scene = Scene(seed: seed, isPoints: false)
    try test.write(
      scene.items,
      to: TestLayer.make(
        "place", "polygon", fields: ["use: text", "class: integer", "listed: boolean"]))
    let layer = try await test.store.layer("place")
    for _ in 0..<20 {
      let box = scene.box()
      let found = try await test.store.read(.latest) { snapshot in
        var ids: Set<String> = []
        try snapshot.forEachFeature(of: layer, meeting: box) { row in ids.insert(row.id) }
        return ids
      }
      let sure = scene.items.filter { $0.geometry.envelope.intersects(box) }.map(\.id)
      let near = scene.items.filter { $0.geometry.envelope.intersects(box.expanded(by: 1e-4)) }
      #expect(found.isSuperset(of: sure))
      #expect(found.isSubset(of: near.map(\.id)))
    }
  }
}
