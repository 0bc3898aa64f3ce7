import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// Beside what `ConformanceTests` proves: the pyramid by degrees, and TileJSON.
  @Suite("Tiles are cut by degrees too, and told as TileJSON")
  struct TilePyramidTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func served(_ body: (Served) async throws -> Void) async throws {
      try await serving(try await Cities.small(in: folder), in: folder, [], body)
    }

    private static let tilingScheme = "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme"
    private static let roots = ["", "/collections/building", "/collections/road"]

    @Test("CGCS2000Quad has latitude first, two tiles at level 0 and no URI that is not registered")
    func geographicMatrixSet() async throws {
      try await served { served in
        let listed = try served.json("/tileMatrixSets").tileMatrixSets.list
        #expect(listed.map(\.id) == ["WebMercatorQuad", "CGCS2000Quad"])
        let set = try served.follow(try #require(listed[1].link("self"))).json
        #expect(set.id == "CGCS2000Quad" && set.uri == .null && set.wellKnownScaleSet == .null)
        #expect(set.crs == "http://www.opengis.net/def/crs/EPSG/0/4490")
        #expect(set.orderedAxes.list == ["Lat", "Lon"])
        for (level, matrix) in set.tileMatrices.list.enumerated() {
          #expect(matrix.pointOfOrigin.list == [90, -180].map(JSON.number))
          #expect(matrix.cellSize.number == 0.703125 / Double(1 << level))
          #expect(matrix.matrixWidth.integer == 2 << level)
          #expect(matrix.matrixHeight.integer == 1 << level)
        }
      }
    }

    @Test("The same map is cut by degrees, a level earlier, and has no TileJSON")
    func geographicTiles() async throws {
      try await served { served in
        for root in Self.roots {
          let tileset = try served.json(root + "/tiles/CGCS2000Quad")
          let mercator = try served.json(root + "/tiles/WebMercatorQuad")
          #expect(tileset.crs == "http://www.opengis.net/def/crs/EPSG/0/4490")
          #expect(tileset.tileMatrixSetURI == .null && tileset.link("alternate") == nil)
          let levels = tileset.tileMatrixSetLimits.list.compactMap(\.tileMatrix.text)
          #expect(
            levels.compactMap { Int($0).map { "\($0 + 1)" } }
              == mercator.tileMatrixSetLimits.list.compactMap(\.tileMatrix.text))
          let scheme = try served.follow(try #require(tileset.link(Self.tilingScheme))).json
          #expect(scheme.id == "CGCS2000Quad")
          // The town lies around 114.3° E, 30.6° N.
          let limits = try #require(tileset.tileMatrixSetLimits.list.last)
          #expect(limits.tileMatrix == "15")
          let template = try #require(tileset.link("item"))
          var found = 0
          for row in (limits.minTileRow.integer ?? 0)...(limits.maxTileRow.integer ?? 0) {
            #expect((59.38...59.42).contains(180 * Double(row) / 32768))
            for column in (limits.minTileCol.integer ?? 0)...(limits.maxTileCol.integer ?? 0) {
              #expect((294.28...294.33).contains(180 * Double(column) / 32768))
              let answer = try served.follow(
                template.replacing("{tileMatrix}", with: "15")
                  .replacing("{tileRow}", with: "\(row)")
                  .replacing("{tileCol}", with: "\(column)"))
              if answer.status == 200 { found += 1 }
            }
          }
          #expect(found > 0, "\(root)")
        }
        #expect(try served.get("/tiles/CGCS2000Quad/0/0/1").status == 204)
        #expect(try served.get("/tiles/CGCS2000Quad/0/0/2").status == 404)
        #expect(try served.get("/tiles/CGCS2000Quad/0/1/0").status == 404)
        #expect(try served.get("/tiles/CGCS2000Quad?f=tilejson").status == 404)
      }
    }

    @Test("TileJSON tells a map library the address, levels, bounds and fields of the layers")
    func tileJSON() async throws {
      try await served { served in
        let document = try served.json("/tiles/WebMercatorQuad?f=tilejson&collections=road")
        #expect(document.tilejson == "3.0.0" && document.scheme == "xyz")
        #expect(document.minzoom.integer == 10 && document.maxzoom.integer == 16)
        #expect(document.bounds == .array([114.298, 30.599, 114.318, 30.599].map(JSON.number)))
        #expect(document.vector_layers.list.map(\.id) == ["road", "road_name"])
        #expect(document.vector_layers[0].fields.lanes == "Number")
        #expect(document.vector_layers[1].fields["class"] == "String")
        #expect(document.vector_layers[1].fields.lanes.isNull)
        #expect(document.vector_layers[1].maxzoom.integer == 13)
        let address = try #require(document.tiles[0].text)
        let tile = try served.follow(
          address.replacing("{z}", with: "16").replacing("{y}", with: "26912")
            .replacing("{x}", with: "53575"))
        #expect(tile.status == 200)
        let words = String(decoding: tile.body, as: UTF8.self)
        #expect(words.contains("road") && !words.contains("building"))
      }
    }
  }
}
