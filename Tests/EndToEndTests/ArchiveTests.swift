import Foundation
import Testing

extension EndToEndTests {
  @Suite("All tiles of a city in one file")
  struct ArchiveTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(
      "PyPI's pmtiles, SQLite and GDAL find in the files what the server answers, tile for tile",
      .needsRealData, .needsPythonClients, .needsGDAL)
    func guanggu() async throws {
      let city = try await Cities.guanggu(in: folder)
      for file in ["all.pmtiles", "all.mbtiles"] {
        let ended = try await yutu("tiles", "--city", city, "--out", file, in: folder)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors.contains("\(file): "))
      }
      try await serving(city, in: folder) { served in
        let commit = try #require(try served.json("/commits").commits[0]["number"].integer)
        try await runClient(
          "archives",
          [served.base, "\(commit)", folder.file("all.pmtiles"), folder.file("all.mbtiles")],
          in: folder)
      }
    }

    @Test("An earlier commit, some layers and some levels are what the file holds; twice the same")
    func choice() async throws {
      let city = try await Cities.small(in: folder)
      let old = ["tiles", "--city", city, "--at", "1", "--layers", "building", "--zoom", "13-14"]
      let first = try await Program(
        Place.command, old + ["--out", "a.pmtiles", "--json"], in: folder
      ).end()
      #expect(first.code == 0, "\(first.errors)")
      let report = try JSON(first.output)
      #expect((report.tiles.integer ?? 0) >= 2 && report.file == "a.pmtiles")
      let changed = try folder.write("b.geojson", SmallCity.square("new", column: 5, floors: 3))
      let into = try await yutu(
        "import", "--city", city, "--layer", "building", changed, in: folder)
      #expect(into.code == 0, "\(into.errors)")
      let again = try await Program(
        Place.command, old + ["--out", "b.pmtiles"], in: folder
      ).end()
      #expect(again.code == 0)
      #expect(try folder.bytes("a.pmtiles") == folder.bytes("b.pmtiles"))
      let now = try await yutu(
        "tiles", "--city", city, "--layers", "building", "--zoom", "13-14", "--out", "c.pmtiles",
        in: folder)
      #expect(now.code == 0)
      #expect(try folder.bytes("a.pmtiles") != folder.bytes("c.pmtiles"))
    }

    @Test("A full disk and Ctrl-C leave the older file and nothing else")
    func unfinished() async throws {
      let squares = (0..<20_000).map { SmallCity.square("s\($0)", column: $0 % 400, floors: $0) }
      let file = try folder.write("squares.geojsonl", squares.joined(separator: "\n"))
      let city = folder.file("a.city")
      let into = try await yutu(
        "import", "--city", city, "--layer", "building", file, in: folder)
      #expect(into.code == 0, "\(into.errors)")
      for ending in ["pmtiles", "mbtiles"] {
        let out = try folder.write("out.\(ending)", "old")
        let command = "exec '\(Place.command)' tiles --city '\(city)' --out '\(out)'"
        let full = try await Program(
          "/bin/dash", ["-c", "trap '' XFSZ; ulimit -f 65; " + command], in: folder
        ).end()
        #expect(full.code == 1 && !full.wasKilled, "\(full.errors)")
        #expect(full.errors.contains("out.\(ending) cannot be written"), "\(full.errors)")

        let stopped = try Program("/bin/dash", ["-c", command], in: folder)
        while names("out.\(ending).").isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        stopped.send(SIGINT)
        let ended = try await stopped.end()
        #expect(ended.wasKilled && ended.code == SIGINT, "\(ended.code)")
        #expect(ended.errors.contains("stopped: ") && !ended.errors.contains("error"))
        #expect(try folder.read("out.\(ending)") == "old")
        #expect(names("out.\(ending).").isEmpty)
      }
    }

    private func names(_ prefix: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasPrefix(prefix) }
    }

    @Test("What cannot be is refused with words: other matrix sets, endings, levels, layers")
    func refused() async throws {
      let city = try await Cities.small(in: folder)
      let cases: [([String], Int32, String)] = [
        (["--out", "a.zip"], 2, "ends in neither .pmtiles nor .mbtiles"),
        (["--out", "a.pmtiles", "--matrix-set", "CGCS2000Quad"], 2, "/tiles/CGCS2000Quad"),
        (["--out", "a.pmtiles", "--matrix-set", "Mars"], 2, "WebMercatorQuad and CGCS2000Quad"),
        (["--out", "a.pmtiles", "--zoom", "14-10"], 2, "levels between 0 and 24"),
        (["--out", "a.pmtiles", "--zoom", "25"], 2, "levels between 0 and 24"),
        (["--out", "a.pmtiles", "--layers", "harbour"], 1, "no layer \"harbour\""),
        (["--out", "a.pmtiles", "--layers", "building", "--zoom", "0-3"], 1, "from level 10 on"),
        (["--out", "a.pmtiles", "--at", "99"], 1, "no commit 99"),
        (["--out", "nowhere/a.mbtiles"], 1, "make the folder first"),
      ]
      for (arguments, code, words) in cases {
        let ended = try await Program(
          Place.command, ["tiles", "--city", city] + arguments, in: folder
        ).end()
        #expect(ended.code == code && ended.errors.contains(words), "\(arguments): \(ended.errors)")
      }
      #expect(names("a.").isEmpty)
    }
  }
}
