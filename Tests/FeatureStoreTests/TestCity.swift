import Catalog
import CityFile
import FeatureStore
import GRDB
import SimpleFeatures
import TestSupport
import Testing

/// A city in a folder of its own, with short ways to write and read it.
final class TestCity {
  struct Item: Equatable {
    var id: String
    var geometry: Geometry
    var values: [PropertyValue] = []
  }

  let folder: TemporaryFolder
  let city: City
  let store: SpatiaLiteStore
  var path: String { city.path }

  init() throws {
    folder = try TemporaryFolder()
    city = try City.openOrCreate(folder.file("test.city"))
    store = SpatiaLiteStore(city)
  }

  deinit { try? city.close() }

  static let draft = CommitDraft(author: "planner", message: "test", source: "test.geojson")

  /// Writes the items in one commit and answers what became of each.
  @discardableResult
  func write(_ items: [Item], to layer: LayerDefinition) throws -> (Commit?, [String]) {
    var outcomes: [String] = []
    let commit = try store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      for item in items {
        let values =
          item.values.isEmpty
          ? Array(repeating: PropertyValue.null, count: layer.fields.count) : item.values
        switch try writer.write(id: item.id, geometry: item.geometry, values: values) {
        case .added:
          counts.added += 1
          outcomes.append("added")
        case .changed:
          counts.changed += 1
          outcomes.append("changed")
        case .unchanged:
          counts.unchanged += 1
          outcomes.append("unchanged")
        case .duplicate:
          counts.rejected += 1
          outcomes.append("duplicate")
        }
      }
      return counts
    }
    return (commit, outcomes)
  }

  /// All features in the order of their rows.
  func items(_ layer: String, from mapVersion: MapVersion = .latest) throws -> [Item] {
    var items: [Item] = []
    try store.readNow(mapVersion) { snapshot in
      try snapshot.forEachFeature(of: try snapshot.layer(layer)) { row in
        let feature = try row.feature()
        items.append(Item(id: feature.id, geometry: feature.geometry, values: feature.values))
      }
    }
    return items
  }

  func integer(_ sql: String) throws -> Int? {
    try city.read { try Int.fetchOne($0, sql: sql) }
  }

  /// Whether SpatiaLite finds the R-tree of a table in step with its rows, and SQLite finds it and
  /// the index of weights sound.
  func indexIsSound(_ table: String) throws -> Bool {
    // As the writer, since the check makes tables of its own for a moment.
    try city.write {
      try Int.fetchOne($0, sql: "SELECT CheckSpatialIndex('\(table)', 'geom')") == 1
        && String.fetchOne($0, sql: "SELECT rtreecheck('idx_\(table)_geom')") == "ok"
        && String.fetchOne($0, sql: "SELECT rtreecheck('yutu_weights_\(table)')") == "ok"
        && Int.fetchOne(
          $0,
          sql: """
            SELECT count(*) FROM (SELECT pkid FROM idx_\(table)_geom EXCEPT
              SELECT fid FROM yutu_weights_\(table)
              UNION ALL SELECT fid FROM yutu_weights_\(table) EXCEPT
              SELECT pkid FROM idx_\(table)_geom)
            """) == 0
    }
  }

  /// What a search answers.
  func search(
    _ text: String, near place: SearchPlace? = nil, limit: Int = 10, from view: MapVersion = .latest
  ) throws -> SearchAnswer {
    let query = try #require(SearchQuery(text, limit: limit, near: place))
    return try store.readNow(view) { try $0.search(query) }
  }

  func texts(_ sql: String) throws -> [String] {
    try city.read { try String.fetchAll($0, sql: sql) }
  }
}

extension SpatiaLiteStore {
  func layers(from mapVersion: MapVersion = .latest) async throws -> [StoredLayer] {
    try await read(mapVersion) { try $0.layers() }
  }

  func layer(_ id: String, from mapVersion: MapVersion = .latest) async throws -> StoredLayer {
    try await read(mapVersion) { try $0.layer(id) }
  }

  func feature(_ id: String, in layer: StoredLayer) async throws -> StoredFeature? {
    try await read(.latest) { try $0.feature(id, in: layer) }
  }

  func features(_ query: FeatureQuery, in layer: StoredLayer) async throws -> FeaturePage {
    try await read(.latest) { try $0.features(query, in: layer) }
  }
}

func point(_ id: String, _ x: Double, _ y: Double, _ values: [PropertyValue] = []) -> TestCity.Item
{
  TestCity.Item(id: id, geometry: .point(x: x, y: y), values: values)
}

func rectangle(
  _ id: String, _ x: Double, _ y: Double, _ width: Double = 0.001, _ height: Double = 0.001,
  _ values: [PropertyValue] = []
) -> TestCity.Item {
  let box = Envelope(minX: x, minY: y, maxX: x + width, maxY: y + height)
  return TestCity.Item(id: id, geometry: .rectangle(box), values: values)
}

extension SpatiaLiteStore {
  /// The ids of the plots that a query finds, page by page.
  func plots(_ view: MapVersion, _ query: FeatureQuery) async throws -> [String] {
    var query = query
    var ids: [String] = []
    var counts: Set<Int> = []
    while true {
      let current = query
      let page = try await read(view) { try $0.features(current, in: $0.layer("plot")) }
      #expect(page.features.count <= query.limit)
      ids += page.features.map(\.id)
      counts.insert(page.matchedCount)
      guard let next = page.nextAfterRow else { break }
      #expect(next > query.afterRow)
      query.afterRow = next
    }
    #expect(counts == [ids.count] && Set(ids).count == ids.count)
    return ids.sorted()
  }

  /// The ids of the plots that a scan of a box gives.
  func plots(_ view: MapVersion, meeting box: Envelope) async throws -> Set<String> {
    try await read(view) { snapshot in
      var ids: Set<String> = []
      try snapshot.forEachFeature(of: snapshot.layer("plot"), meeting: box) { ids.insert($0.id) }
      return ids
    }
  }
}
