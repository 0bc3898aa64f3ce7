import Foundation
import Testing

extension EndToEndTests {
  /// Written from the abstract test suites of OGC 17-069r4 (Features 1) and 20-057 (Tiles 1); the
  /// tests of tiles are in `TileConformanceTests`.
  @Suite("The server meets the standards that it declares")
  struct ConformanceTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func served(_ body: (Served) async throws -> Void) async throws {
      try await serving(try await Cities.small(in: folder), in: folder, [], body)
    }

    private static let features = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"
    private static let tiles = "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/"

    /// Each class with the test that proves it.
    static let proven: [String: String] = [
      features + "core": "landing, conformance, collections, items, parameters, item",
      features + "geojson": "geoJSON",
      features + "html": "html",
      features + "oas30": "RealClientTests.openAPI, apiDefinition",
      "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs": "ReferenceSystemTests",
      tiles + "core": "TileConformanceTests.tiles",
      tiles + "tileset": "TileConformanceTests.tileset",
      tiles + "tilesets-list": "TileConformanceTests.tilesetsList",
      tiles + "dataset-tilesets": "TileConformanceTests.dataset",
      tiles + "geodata-tilesets": "TileConformanceTests.geodata",
      tiles + "mvt": "TileConformanceTests.tiles, RealClientTests.tiles",
    ]

    @Test("Declared are exactly the classes that are tested here (Features 1, A.2.4)")
    func conformance() async throws {
      try await served { served in
        let declared = try served.json("/conformance").conformsTo.list.compactMap(\.text)
        #expect(declared.count == Set(declared).count)
        #expect(Set(declared) == Set(Self.proven.keys))
      }
    }

    @Test("The landing page leads to everything (Features 1, A.2.2)")
    func landing() async throws {
      try await served { served in
        let page = try served.json("/")
        for rel in ["self", "service-desc", "service-doc", "conformance", "data"] {
          let href = try #require(page.link(rel), "\(rel)")
          let type = try #require(page.links(rel)[0].type.text)
          let answer = try served.follow(href)
          #expect(answer.status == 200, "\(rel)")
          #expect(answer.headers["content-type"] == type, "\(rel)")
        }
      }
    }

    @Test("The API definition comes as OpenAPI 3.0 and to read (Features 1, A.2.3 and A.6)")
    func apiDefinition() async throws {
      try await served { served in
        let api = try served.get("/api")
        #expect(api.headers["content-type"] == "application/vnd.oai.openapi+json;version=3.0")
        #expect(try api.json.openapi.text?.hasPrefix("3.0.") == true)
        #expect(try served.get("/api?f=html").text.contains("/collections"))
      }
    }

    @Test(
      "Collections are listed with what a client needs, and each alone says the same (A.2.5, A.2.6)"
    )
    func collections() async throws {
      try await served { served in
        let list = try served.json("/collections")
        #expect(list.link("self") != nil && !list.links("alternate").isEmpty)
        #expect(list["links"].list.allSatisfy { !$0.rel.isNull && !$0.type.isNull })
        #expect(list.collections.list.map(\.id.text) == ["building", "road"])
        for collection in list.collections.list {
          let id = try #require(collection.id.text)
          #expect(collection.itemType.text == "feature")
          #expect(collection.title.text?.isEmpty == false)
          #expect(collection.crs[0].text == "http://www.opengis.net/def/crs/OGC/1.3/CRS84")
          let box = collection.extent.spatial.bbox[0].list.compactMap(\.number)
          #expect(box.count == 4 && box[0] <= box[2] && box[1] <= box[3])
          #expect(collection.extent.spatial.crs.text?.hasSuffix("CRS84") == true)

          let items = collection.links("items")
          #expect(items.map(\.type.text) == ["application/geo+json", "text/html; charset=utf-8"])
          #expect(collection["links"].list.allSatisfy { !$0.rel.isNull && !$0.type.isNull })
          for link in collection["links"].list {
            let answer = try served.follow(try #require(link.href.text))
            #expect(answer.status == 200 && answer.headers["content-type"] == link.type.text)
          }
          #expect(try served.json("/collections/\(id)") == collection)
        }
      }
    }

    @Test("A page of items counts, is stamped and linked as it must be (A.2.7)")
    func items() async throws {
      try await served { served in
        let answer = try served.get("/collections/building/items?limit=3")
        #expect(answer.headers["content-type"] == "application/geo+json")
        let page = try answer.json
        #expect(page.type.text == "FeatureCollection")
        #expect(page.numberMatched.integer == 4 && page.numberReturned.integer == 3)
        #expect(page.features.list.count == 3)
        let stamp = try #require(page.timeStamp.text)
        let time = try Date(stamp, strategy: .iso8601)
        #expect(abs(time.timeIntervalSinceNow) < 60)
        for rel in ["self", "alternate", "next", "collection"] {
          let link = try #require(page.links(rel).first, "\(rel)")
          let linked = try served.follow(try #require(link.href.text))
          #expect(linked.status == 200 && linked.headers["content-type"] == link.type.text)
        }
        let same = try served.follow(try #require(page.link("self"))).json
        #expect(same.features == page.features)
        let next = try served.follow(try #require(page.link("next"))).json
        #expect(next.features.list.map(\.id.text) == ["court"])
        #expect(next.numberMatched.integer == 4 && next.links("next").isEmpty)
      }
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

    @Test(
      "One feature is what the list said of it, with links to itself and its collection (A.2.8)")
    func item() async throws {
      try await served { served in
        let page = try served.json("/collections/building/items?limit=10")
        for feature in page.features.list where feature.id.text != "a b/ü%" {
          let id = try #require(feature.id.text)
          let answer = try served.get("/collections/building/items/\(id)")
          #expect(answer.headers["content-type"] == "application/geo+json")
          let item = try answer.json
          #expect(item.link("self") != nil && item.link("collection") != nil)
          #expect(!item.links("alternate").isEmpty)
          #expect(item.geometry == feature.geometry && item.properties == feature.properties)
          #expect(try served.follow(try #require(item.link("collection"))).json.id == "building")
        }
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

    @Test("Every page comes as HTML 5 with the content in it and links on (A.4)")
    func html() async throws {
      try await served { served in
        let pages = [
          "/": "/collections", "/collections": "/collections/building",
          "/collections/building": "/collections/building/items",
          "/collections/building/items": "/collections/building/items/hall",
          "/collections/building/items/hall": "金桥大道117号", "/conformance": "ogcapi-features-1",
        ]
        for (target, content) in pages {
          let page = try served.get(target, ["Accept": "text/html"])
          #expect(page.mediaType == "text/html" && page.text.lowercased().contains("</html>"))
          #expect(page.text.contains(content), "\(target)")
        }
      }
    }
  }
}

extension JSON: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .string(value) }
}
