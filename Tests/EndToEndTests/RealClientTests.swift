import Testing

extension ClientEndToEndTests {
  @Suite(
    "Programs that others wrote read the city and find what the source files hold",
    .needsRealData, .needsPythonClients, .needsGDAL)
  struct RealClientTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Where Guanggu's features come from, as the clients take it.
    static let guanggu = [
      ("building", "buildings"), ("road", "roads"), ("water", "water"),
    ].map { "\($0)=guanggu:\(Place.data)/osm/wuhan_guanggu_\($1)_osm.geojson" }

    @Test("ogr2ogr reads every Guanggu feature from the server and from the city file")
    func guangguByGDAL() async throws {
      let city = try await Cities.guanggu(in: folder)
      try await runClient("city_file", [city] + Self.guanggu, in: folder)
      try await serving(city, in: folder) { served in
        try await runClient("oapif", [served.base] + Self.guanggu, in: folder)
      }
    }

    @Test("ogr2ogr reads all 4,701 streets of central Shanghai back, from the server and the file")
    func shanghaiByGDAL() async throws {
      let city = try await Cities.shanghai(in: folder)
      let streets = ["road=shanghai:" + (try await Cities.shanghaiStreets(in: folder))]
      try await runClient("city_file", [city] + streets, in: folder)
      try await serving(city, in: folder) { served in
        #expect(try served.json("/collections/road").featureCount.integer == 4701)
        try await runClient("oapif", [served.base] + streets, in: folder)
      }
    }

    @Test("OWSLib finds the layers, pages, narrows by box and by value, and fetches one feature")
    func owslib() async throws {
      try await serving(try await Cities.guanggu(in: folder), in: folder) { served in
        try await runClient("owslib_client", [served.base] + Self.guanggu, in: folder)
      }
    }

    @Test("Pages, boxes and filters give each Guanggu feature once, as computed from the files")
    func guangguPages() async throws {
      try await serving(try await Cities.guanggu(in: folder), in: folder) { served in
        try await runClient("paging", [served.base] + Self.guanggu, in: folder)
      }
    }

    @Test("Pages, boxes and filters give each street of Shanghai once")
    func shanghaiPages() async throws {
      let streets = ["road=shanghai:" + (try await Cities.shanghaiStreets(in: folder))]
      try await serving(try await Cities.shanghai(in: folder), in: folder) { served in
        try await runClient("paging", [served.base] + streets, in: folder)
      }
    }

    @Test("mapbox-vector-tile finds in tiles the features of the items, in place and valid")
    func tiles() async throws {
      try await serving(try await Cities.guanggu(in: folder), in: folder) { served in
        try await runClient("vector_tiles", [served.base] + Self.guanggu, in: folder)
      }
    }

    @Test("GDAL's MVT driver reads the same tiles")
    func tilesByGDAL() async throws {
      try await serving(try await Cities.guanggu(in: folder), in: folder) { served in
        try await runClient("gdal_tiles", [served.base] + Self.guanggu, in: folder)
      }
    }

    @Test("The OpenAPI document is valid, and names the paths that the server has")
    func openAPI() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        try await runClient("openapi", [served.base], in: folder)
      }
    }

    @Test("Glyphs have the measures of the font, and distances to its outlines")
    func glyphs() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        try await runClient("glyphs", [served.base], in: folder)
      }
    }
  }
}
