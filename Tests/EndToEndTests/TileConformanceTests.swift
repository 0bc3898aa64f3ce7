import Foundation
import Testing

extension EndToEndTests {
  /// Written from the abstract test suite of OGC 20-057 and the tables of OGC 17-083r4.
  @Suite("Tiles and tilesets are as OGC API Tiles asks")
  struct TileConformanceTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func served(_ body: (Served) async throws -> Void) async throws {
      try await serving(try await Cities.small(in: folder), in: folder, [], body)
    }

    private static let tilesets = "http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector"
    private static let tilingScheme = "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme"
    private static let roots = ["", "/collections/building", "/collections/road"]

    @Test("The city leads to the tilesets of all its layers (dataset tilesets)")
    func dataset() async throws {
      try await served { served in
        let list = try served.follow(try #require(try served.json("/").link(Self.tilesets)))
        let href = try #require(try list.json.tilesets[0].link("self"))
        let layers = try served.follow(href).json.layers.list
        #expect(layers.map(\.id.text) == ["building", "road"])
      }
    }

    @Test("Each layer leads to its own tilesets (geospatial data tilesets)")
    func geodata() async throws {
      try await served { served in
        for collection in try served.json("/collections").collections.list {
          let list = try served.follow(try #require(collection.link(Self.tilesets)))
          let href = try #require(try list.json.tilesets[0].link("self"))
          let layers = try served.follow(href).json.layers.list
          #expect(layers.map(\.id) == [collection.id])
        }
      }
    }

    @Test("A list of tilesets gives each with its kind, CRS, tile matrix set and link")
    func tilesetsList() async throws {
      try await served { served in
        for root in Self.roots {
          let list = try served.json(root + "/tiles").tilesets.list
          #expect(
            list.map(\.crs.text)
              == [3857, 4490].map { "http://www.opengis.net/def/crs/EPSG/0/\($0)" })
          #expect(list[0].tileMatrixSetURI.text?.hasSuffix("/WebMercatorQuad") == true)
          #expect(list.map(\.tileMatrixSetId) == ["WebMercatorQuad", "CGCS2000Quad"])
          for tileset in list {
            #expect(tileset.dataType == "vector")
            #expect(tileset.title.text?.isEmpty == false)
            #expect(tileset.link("self") != nil)
          }
        }
      }
    }

    @Test("A tileset says how its tiles are cut, what is in them and how to ask for one")
    func tileset() async throws {
      try await served { served in
        for root in Self.roots {
          let tileset = try served.json(root + "/tiles/WebMercatorQuad")
          #expect(tileset.dataType == "vector")
          #expect(tileset.crs == "http://www.opengis.net/def/crs/EPSG/0/3857")
          #expect(
            tileset.tileMatrixSetURI
              == "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad")
          let scheme = try served.follow(try #require(tileset.link(Self.tilingScheme))).json
          #expect(scheme.id == "WebMercatorQuad")
          let item = try #require(tileset.links("item").first)
          #expect(item.templated == .boolean(true))
          #expect(item.type == "application/vnd.mapbox-vector-tile")
          let href = try #require(item.href.text)
          for variable in ["{tileMatrix}", "{tileRow}", "{tileCol}"] {
            #expect(href.contains(variable))
          }
          for layer in tileset.layers.list {
            #expect(layer.dataType == "vector" && layer.geometryDimension.integer != nil)
            #expect(layer.propertiesSchema.properties.name.type == "string")
            let extent = try served.json("/collections/\(layer.id.text ?? "")").extent
            if tileset.layers.list.count == 1 {
              let box = tileset.boundingBox
              #expect(box.lowerLeft.list + box.upperRight.list == extent.spatial.bbox[0].list)
            }
          }
        }
      }
    }

    @Test("Tiles within the limits come by the template; those outside are empty or not there")
    func tiles() async throws {
      try await served { served in
        for root in Self.roots {
          let tileset = try served.json(root + "/tiles/WebMercatorQuad")
          let template = try #require(tileset.link("item"))
          func tile(_ matrix: String, _ row: Int, _ column: Int) throws -> Answer {
            try served.follow(
              template.replacing("{tileMatrix}", with: matrix)
                .replacing("{tileRow}", with: "\(row)").replacing("{tileCol}", with: "\(column)"))
          }
          var found = 0
          for limits in tileset.tileMatrixSetLimits.list {
            let level = try #require(limits.tileMatrix.text)
            let rows = try #require(limits.minTileRow.integer)...(limits.maxTileRow.integer ?? 0)
            let columns = try #require(limits.minTileCol.integer)...(limits.maxTileCol.integer ?? 0)
            for row in rows {
              for column in columns {
                let answer = try tile(level, row, column)
                #expect(answer.status == 200 || answer.status == 204)
                guard answer.status == 200 else { continue }
                found += 1
                #expect(answer.mediaType == "application/vnd.mapbox-vector-tile")
                #expect(answer.body.first == 0x1A, "a tile starts with a layer")
              }
            }
            let size = try #require(Int(level).map { 1 << $0 })
            #expect(try tile(level, rows.upperBound + 2, columns.lowerBound).status == 204)
            #expect(try tile(level, size, 0).status == 404)
            #expect(try tile(level, 0, size).status == 404)
          }
          #expect(found >= tileset.tileMatrixSetLimits.list.count - 1, "\(root)")
        }
      }
    }

    @Test("The tile matrix set is WebMercatorQuad, number for number (OGC 17-083r4, table D.1)")
    func tileMatrixSet() async throws {
      try await served { served in
        let listed = try served.json("/tileMatrixSets").tileMatrixSets[0]
        let set = try served.follow(try #require(listed.link("self"))).json
        #expect(set.id == "WebMercatorQuad" && listed.uri == set.uri)
        #expect(set.crs == "http://www.opengis.net/def/crs/EPSG/0/3857")
        #expect(set.orderedAxes.list.count == 2)
        #expect(set.tileMatrices.list.count == 25)
        for (level, matrix) in set.tileMatrices.list.enumerated() {
          let size = Double(1 << level)
          func isNear(_ value: JSON, _ wanted: Double) -> Bool {
            value.number.map { abs($0 - wanted) <= abs(wanted) * 1e-9 } ?? false
          }
          #expect(matrix.id == .string("\(level)"))
          #expect(isNear(matrix.scaleDenominator, 559_082_264.028717 / size))
          #expect(isNear(matrix.cellSize, 156_543.033928041 / size))
          #expect(isNear(matrix.pointOfOrigin[0], -20_037_508.3427892))
          #expect(isNear(matrix.pointOfOrigin[1], 20_037_508.3427892))
          #expect(matrix.tileWidth.integer == 256 && matrix.tileHeight.integer == 256)
          #expect(matrix.matrixWidth.integer == 1 << level)
          #expect(matrix.matrixHeight.integer == 1 << level)
        }
      }
    }

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
        #expect(try served.get("/tiles/CGCS2000Quad?f=tilejson").status == 400)
      }
    }

    @Test("TileJSON tells a map library the address, levels, bounds and fields of the layers")
    func tileJSON() async throws {
      try await served { served in
        let document = try served.json("/tiles/WebMercatorQuad?f=tilejson&collections=road")
        #expect(document.tilejson == "3.0.0" && document.scheme == "xyz")
        #expect(document.minzoom.integer == 10 && document.maxzoom.integer == 16)
        #expect(document.bounds == .array([114.298, 30.599, 114.318, 30.599].map(JSON.number)))
        #expect(document.vector_layers.list.map(\.id) == ["road"])
        #expect(document.vector_layers[0].fields.lanes == "Number")
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
