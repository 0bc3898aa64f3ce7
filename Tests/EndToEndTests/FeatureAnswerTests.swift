import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// What `ConformanceTests` cannot know of a server: the values that were put in.
  @Suite("Features come back as they were imported, by every parameter")
  struct FeatureAnswerTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func served(_ body: (Served) async throws -> Void) async throws {
      try await serving(try await Cities.small(in: folder), in: folder, [], body)
    }

    @Test("limit, bbox and datetime are taken as the standard says (A.2.7)")
    func parameters() async throws {
      try await served { served in
        func count(_ query: String) throws -> Int? {
          try served.json("/collections/building/items?" + query).numberReturned.integer
        }
        let counts = try [
          "limit=1", "limit=10000", "bbox=114.3,30.6,114.302,30.601",
          "bbox=114.3,30.6,0,114.302,30.601,100", "bbox=0,0,1,1",
        ].map(count)
        #expect(counts == [1, 4, 1, 1, 0])
        // The features are known from their commit on, as the collection's extent says.
        let then = try [
          "2020-05-31T00:00:00Z", "2020-05-31", "../2020-05-31T00:00:00Z",
          "2020-05-01T00:00:00Z/2020-05-31T00:00:00Z", "/2020-05-31T00:00:00Z",
          "2020-05-31T08:00:00%2B08:00",
        ].map { try count("datetime=" + $0) }
        #expect(then == Array(repeating: 0, count: 6))
        let since = try served.json("/collections/building")
          .extent.temporal.interval.list.first?.list.first?.text
        let first = try #require(since)
        let now = try [
          first, "\(first)/..", "2020-05-01/..", "../2999-01-01", "2020-01-01/2999-01-01",
        ].map { try count("datetime=" + $0) }
        #expect(now == Array(repeating: 4, count: 5))
        let byValue = try ["floors=4", "usage=school", "name=%E5%B8%82%E6%B0%91%E4%B9%8B%E5%AE%B6"]
          .map(count)
        #expect(byValue == [2, 1, 1])
      }
    }

    @Test("Features are GeoJSON with the coordinates and attributes that were imported (A.3)")
    func geoJSON() async throws {
      try await served { served in
        let item = try served.json("/collections/building/items/hall")
        let source = try JSON(SmallCity.buildings).features[0]
        #expect(item.type.text == "Feature")
        #expect(item.properties == source.properties)
        #expect(item.geometry == source.geometry)
        let court = try served.json("/collections/building/items/court")
        #expect(court.geometry.type.text == "MultiPolygon")
        #expect(court.geometry.coordinates.list.map(\.list.count) == [2, 1])
      }
    }
  }
}

extension JSON: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .string(value) }
}
