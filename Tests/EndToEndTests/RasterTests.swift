import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("Rasters from file to map and back")
  struct RasterTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A slope of 200 by 150 cells of 10 m near Wuhan, with a gap in its north-western cell.
    private func slope(raised metres: Double = 0) throws -> String {
      var text = "ncols 200\nnrows 150\nxllcorner 529000\nyllcorner 3384500\ncellsize 10\n"
      text += "NODATA_value -9999\n"
      for row in 0..<150 {
        text +=
          (0..<200).map { column in
            row == 0 && column == 0 ? "-9999" : "\(20 + Double(column) + metres)"
          }.joined(separator: " ") + "\n"
      }
      return try folder.write("dem.asc", text)
    }

    private func city() async throws -> String {
      let city = folder.file("test.city")
      let ended = try await yutu(
        "import", "--city", city, "--layer", "terrain", "--crs", "EPSG:4547", try slope(),
        in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(ended.output.contains("200 x 150 cells in EPSG:4547, 29999 added"))
      return city
    }

    @Test("A terrain model is listed, told by place, drawn in tiles and given back")
    func whole() async throws {
      let city = try await city()
      let out = folder.file("out.tif")
      let ended = try await yutu(
        "export", "--city", city, "--layer", "terrain", out, in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      let info = try await Program.succeed(Place.program("gdalinfo"), ["-stats", out], in: folder)
      #expect(info.contains("STATISTICS_MINIMUM=20"))
      #expect(info.contains("STATISTICS_MAXIMUM=219"))

      try await serving(city, in: folder) { served in
        let all = try served.json("/collections")
        #expect(all["collections"].list.map { $0["id"].text } == ["terrain"])
        let terrain = try served.json("/collections/terrain")
        #expect(terrain["storageCrs"].text == "EPSG:4547" && terrain["unit"].text == "m")
        let tileJSON = try served.json("/collections/terrain/tiles/WebMercatorQuad?f=tilejson")
        #expect(tileJSON["encoding"].text == "mapbox")

        let tile = "/collections/terrain/tiles/WebMercatorQuad/14/6728/13394"
        let answer = try served.get(tile)
        #expect(answer.status == 200 && answer.headers["content-type"] == "image/png")
        #expect(answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let tag = try #require(answer.headers["etag"])
        #expect(try served.get(tile, ["If-None-Match": tag]).status == 304)
        #expect(
          try served.get("/collections/terrain/tiles/WebMercatorQuad/14/0/0").status == 204)

        // By degrees the same place is in the tile of level 13, and the tileset says so.
        let list = try served.json("/collections/terrain/tiles").tilesets.list
        #expect(list.map(\.tileMatrixSetId) == ["WebMercatorQuad", "CGCS2000Quad"])
        let limits = try served.json("/collections/terrain/tiles/CGCS2000Quad")
          .tileMatrixSetLimits.list.first { $0.tileMatrix == "13" }
        let row = try #require(limits?.minTileRow.integer)
        let column = try #require(limits?.minTileCol.integer)
        let byDegrees = try served.get(
          "/collections/terrain/tiles/CGCS2000Quad/13/\(row)/\(column)")
        #expect(byDegrees.status == 200 && byDegrees.headers["content-type"] == "image/png")

        // 1005 m east of the western edge lies the centre of column 100.
        let place = "/collections/terrain/position?coords="
        let value = try served.json(place + "POINT(114.31278%2030.58366)")
        #expect(abs((value["properties"]["value"].number ?? 0) - 119.8) < 1)
        #expect(value["properties"]["unit"].text == "m")
      }
    }

    @Test("A dry run of a raster keeps nothing, says so, and its report is written")
    func rehearsal() async throws {
      let (file, city) = (try slope(), folder.file("test.city"))
      func tried(_ more: String...) async throws -> Ended {
        try await Program(
          Place.command,
          ["import", "--city", city, "--layer", "terrain", "--crs", "EPSG:4547", "--dry-run"] + more
            + [file], in: folder
        ).end()
      }
      let first = try await tried("--report", "r.json")
      #expect(first.code == 0, "\(first.errors)")
      #expect(first.output.contains("terrain: nothing was kept (dry run): 200 x 150 cells"))
      #expect(!folder.names.contains { $0.hasPrefix("test.city") })
      let report = try JSON(folder.read("r.json"))
      #expect(report["dryRun"] == .boolean(true) && report["commit"].isNull)
      #expect(report["added"].integer == 29999)

      _ = try await self.city()
      _ = try slope(raised: 1)
      let second = try await tried("--report", "r.txt")
      #expect(second.output.contains("nothing was kept (dry run)"), "\(second.errors)")
      #expect(second.output.contains("29999 changed"), "\(second.output)")
      #expect(try folder.read("r.txt").hasPrefix("terrain: nothing was kept (dry run)"))
      let log = try await yutu("log", "--city", city, in: folder)
      #expect(log.output.split(separator: "\n").count == 1, "\(log.output)")

      let kept = try await tried("--save-mapping", "m.yml")
      #expect(kept.code == 2 && kept.errors.contains("--save-mapping"), "\(kept.errors)")
      let placed = try await tried("--report", "r.geojson")
      #expect(placed.code == 1 && placed.errors.contains(".txt or .json"), "\(placed.errors)")
    }

    @Test("Depths of water that would go over the terrain are told from heights")
    func mistaken() async throws {
      let city = try await city()
      let text = try folder.read("dem.asc")
      let head = text.split(separator: "\n").prefix(6)
      let depths = (0..<150).map { row in
        (0..<200).map { "\(Double(($0 + row) % 7) / 10)" }.joined(separator: " ")
      }
      try folder.write("depth.asc", (head + depths.map { $0[...] }).joined(separator: "\n") + "\n")

      let named = try await yutu("import", "--city", city, "depth.asc", in: folder)
      #expect(named.code == 1)
      #expect(named.errors.contains("replace the cells that they cover"), "\(named.errors)")
      #expect(named.errors.contains("land-cover, terrain"), "\(named.errors)")
      #expect(!named.errors.contains("--layer terrain"))

      func terrain(_ more: String...) async throws -> Ended {
        let words = ["import", "--city", city, "--layer", "terrain", "--crs", "EPSG:4547"]
        return try await Program(Place.command, words + more, in: folder).end()
      }
      // Heights that are surveyed anew are taken without a word.
      let renewed = try await terrain(try slope(raised: 0.5))
      #expect(renewed.code == 0 && renewed.output.contains("29999 changed"), "\(renewed.errors)")
      #expect(!renewed.errors.contains("warning: "), "\(renewed.errors)")
      let tried = try await terrain("--dry-run", "depth.asc")
      #expect(tried.errors.contains("warning: 29999 cells that had a value changed, their mean"))
      #expect(tried.errors.contains("does depth.asc belong into layer terrain?"))
      let done = try await terrain("depth.asc")
      #expect(done.errors.contains("--at 2 has them as they were"), "\(done.errors)")
    }

    @Test("Colours of tiles keep their meaning where a commit brings larger values")
    func coding() async throws {
      let city = folder.file("test.city")
      let layers = try TestFolder()
      try layers.write(
        "warmth.yml",
        try String(contentsOfFile: Place.repository + "/Layers/terrain.yml", encoding: .utf8)
          .replacing("id: terrain", with: "id: warmth")
          .replacing("role: ground-height\n", with: "").replacing("unit: m", with: "unit: K")
          .replacing("  datum: yellow-sea-1985\n", with: ""))
      func meaning(raised metres: Double) async throws -> [JSON] {
        let ended = try await yutu(
          "import", "--city", city, "--layers", layers.path, "--layer", "warmth", "--crs",
          "EPSG:4547", try slope(raised: metres), in: folder)
        #expect(ended.code == 0, "\(ended.errors)")
        var document = JSON.null
        try await serving(city, in: folder) { served in
          document = try served.json("/collections/warmth/tiles/WebMercatorQuad?f=tilejson")
        }
        #expect(document["maximum"].number == 219 + metres, "\(document)")
        return ["encoding", "baseShift", "redFactor", "greenFactor", "blueFactor"].map {
          document[$0]
        }
      }
      let before = try await meaning(raised: 0)
      #expect(before[0].text == "custom")
      #expect(try await meaning(raised: 311.25) == before)
    }

    @Test("Questions that a raster cannot answer are told so")
    func diagnostics() async throws {
      try await serving(try await city(), in: folder) { served in
        let cases = [
          ("/collections/terrain/position", 400), ("/collections/terrain/position?coords=x", 400),
          ("/collections/terrain/position?coords=POINT(10%2010)", 404),
          ("/collections/terrain/position?coords=POINT(200%2010)", 400),
          ("/collections/terrain/position?coords=POINT(114%2030)&commit=9", 404),
          ("/collections/none/position?coords=POINT(114%2030)", 404),
          ("/collections/terrain/tiles/WebMercatorQuad/14/9/99999", 404),
          ("/collections/terrain/items", 404),
          ("/collections/terrain/position?coords=POINT(114%2030)&commit=0", 404),
        ]
        for (target, status) in cases {
          let answer = try served.get(target)
          #expect(answer.status == status, "\(target): \(answer.status)")
          #expect(answer.headers["content-type"] == "application/problem+json", "\(target)")
        }
        let early = try served.get("/collections/terrain?commit=0")
        #expect(early.text.contains("has no values at that commit or time yet"), "\(early.text)")
      }
    }

    @Test("A raster that is killed at any moment of its import is there whole or not at all")
    func killed() async throws {
      let city = try await city()
      var text = "ncols 2000\nnrows 1200\nxllcorner 530000\nyllcorner 3384000\ncellsize 10\n"
      for row in 0..<1200 {
        text += (0..<2000).map { "\(($0 * 31 + row * 17) % 997)" }.joined(separator: " ") + "\n"
      }
      let file = try folder.write("large.asc", text)
      for delay in [20, 60, 120, 250, 400, 600] {
        let program = try Program(
          Place.command,
          ["import", "--city", city, "--layer", "terrain", "--crs", "EPSG:4547", file], in: folder)
        try await Task.sleep(for: .milliseconds(delay))
        program.send(SIGKILL)
        _ = try await program.end()
        let check = try await yutu("check", "--city", city, in: folder)
        #expect(check.code == 0, "\(check.output)\(check.errors)")
        let out = folder.file("after.tif")
        let ended = try await yutu("export", "--city", city, "--layer", "terrain", out, in: folder)
        #expect(ended.code == 0, "\(ended.errors)")
        let info = try await Program.succeed(Place.program("gdalinfo"), [out], in: folder)
        let isOld = info.contains("Size is 200, 150")
        let isNew = info.contains("Size is 2100, 1200")
        #expect(isOld != isNew, "\(info.prefix(200))")
      }
    }
  }
}
