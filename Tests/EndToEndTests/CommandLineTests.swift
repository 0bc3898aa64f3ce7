import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("The command line says what it did, or what to do")
  struct CommandLineTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("Help and version are answers, not errors")
    func help() async throws {
      let help = try await yutu("--help", in: folder)
      #expect(help.code == 0 && help.errors == "")
      for command in ["import", "export", "serve", "check"] {
        #expect(help.output.contains(command))
        let own = try await yutu(command, "--help", in: folder)
        #expect(own.code == 0 && own.output.contains("USAGE: yutu \(command)"))
      }
      let version = try await yutu("--version", in: folder)
      #expect(version.code == 0)
      #expect(version.output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
    }

    @Test(
      "A wrong command line is refused with the usage, and changes nothing",
      arguments: [
        ["import"], ["import", "--city", "a.city"],
        ["import", "--city", "a.city", "--layer", "road"],
        ["import", "--city", "a.city", "--layer", "road", "--colour", "red", "x.geojson"],
        ["import", "--city", "a.city", "--layer", "road", "a.geojson", "b.geojson"],
        ["import", "--city", "a.city", "--layer", "road", "x.geojson", "--map", "name"],
        ["export", "--city", "a.city"],
        ["export", "--city", "a.city", "--layer", "road", "--encoding", "BIG5", "x.shp"],
        ["export", "--city", "a.city", "--layer", "dem", "--crs", "EPSG:4547", "x.tif"], ["serve"],
        ["serve", "--city", "a.city", "--port", "x"],
        ["serve", "--city", "a.city", "--port", "70000"], ["conquer"], ["check", "--city"],
      ])
    func wrongUsage(arguments: [String]) async throws {
      let ended = try await Program(Place.command, arguments, in: folder).end()
      #expect(ended.code == 2)
      #expect(ended.output == "")
      #expect(ended.errors.lowercased().contains("usage: yutu"), "\(ended.errors)")
      #expect(ended.errors.hasPrefix("Error: "), "\(ended.errors)")
      #expect(folder.names == [])
    }

    @Test("Layer files in order pass; a faulty one is reported with file, line and column")
    func check() async throws {
      let fine = try await yutu("check", in: folder)
      #expect(fine.code == 0, "\(fine.output)\(fine.errors)")

      let source = Place.repository + "/Layers/water.yml"
      let layers = folder.file("Layers")
      try await Program.succeed("/bin/mkdir", [layers], in: folder)
      let text = try String(decoding: folder.bytes(at: source), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(lines.firstIndex { $0.hasPrefix("geometry:") }) + 1
      try folder.write(
        "Layers/water.yml", text.replacing("geometry: polygon", with: "geometry: blob"))
      let faulty = try await yutu("check", "--layers", layers, in: folder)
      #expect(faulty.code == 1)
      #expect(faulty.output.contains("\(layers)/water.yml:\(line):11: error: "), "\(faulty.output)")
      #expect(faulty.output.contains("blob") && faulty.output.contains("hint: "))

      let listed = try await yutu("check", "--layers", layers, "--json", in: folder)
      #expect(listed.code == 1)
      let fault = try JSON(listed.output).faults[0]
      #expect(fault.line.integer == line && fault.column.integer == 11)

      let used = try await yutu(
        "import", "--city", "a.city", "--layer", "water", "--layers", layers, "x.geojson",
        in: folder)
      #expect(used.code == 1)
      #expect(used.errors.contains("water.yml:\(line):11: "), "\(used.errors)")
    }

    @Test("A misspelt role is refused with the roles that Layers/README.md lists")
    func role() async throws {
      try await Program.succeed("/bin/mkdir", [folder.file("Layers")], in: folder)
      try folder.write(
        "Layers/road.yml",
        String(
          decoding: folder.bytes(at: Place.repository + "/Layers/road.yml"), as: UTF8.self
        ).replacing("role: road-network", with: "role: road-netwrok"))
      let ended = try await yutu("check", "--layers", folder.file("Layers"), in: folder)
      #expect(ended.code == 1)
      let readme = String(
        decoding: try folder.bytes(at: Place.repository + "/Layers/README.md"), as: UTF8.self)
      let section = try #require(readme.components(separatedBy: "## Roles").last)
      let roles = section.prefix(upTo: section.range(of: "\n## ")?.lowerBound ?? section.endIndex)
        .matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.output.1) }.sorted()
        .map { "`\($0)`" }
      #expect(roles.count > 5)
      #expect(
        ended.output.contains(
          "no model reads layers of role `road-netwrok`\n  hint: did you mean `road-network`? "
            + "roles are \(roles.joined(separator: ", "))\n"), "\(ended.output)")
    }

    @Test("A city in order passes the check, a damaged one does not")
    func checkCity() async throws {
      let city = try await Cities.small(in: folder)
      let fine = try await yutu("check", "--city", city, in: folder)
      #expect(fine.code == 0, "\(fine.output)\(fine.errors)")
      try await Program.succeed(
        Place.program("sqlite3"), [city, "DELETE FROM idx_building_geom WHERE pkid = 2"], in: folder
      )
      let lacking = try await yutu("check", "--city", city, in: folder)
      #expect(lacking.code == 1)
      #expect(lacking.output.contains("layer building: its spatial index is wrong for 1 feature"))
      let repaired = try await yutu("check", "--city", city, "--repair", in: folder)
      #expect(repaired.code == 0 && repaired.errors.contains("layer building: spatial indexes"))

      var bytes = Array(try folder.bytes("test.city"))
      for index in bytes.indices.dropFirst(4096 * 8) { bytes[index] = 0x55 }
      let broken = try folder.write("broken.city", bytes)
      let damaged = try await yutu("check", "--city", broken, in: folder)
      #expect(damaged.code == 1)
      #expect((damaged.output + damaged.errors).contains("hint: "))
    }

    @Test("A city that is not there, or is none, is not served")
    func nothingToServe() async throws {
      let text = try folder.write("text.city", "this is no database, but a text of some length\n")
      for city in ["no.city", text, folder.path] {
        let ended = try await yutu("serve", "--city", city, "--port", "0", in: folder)
        #expect(ended.code == 1 && ended.output == "")
        #expect(ended.errors.hasPrefix("error: ") && ended.errors.contains("\nhint: "))
        #expect(ended.errors.contains(city))
      }
      #expect(folder.names == ["text.city"])
    }

    @Test("A server on a taken port gives up and says so")
    func takenPort() async throws {
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder) { served in
        let ended = try await yutu(
          "serve", "--city", city, "--port", "\(served.http.port)", in: folder)
        #expect(ended.code == 1)
        #expect(ended.errors.contains("port \(served.http.port) of 127.0.0.1 is taken"))
        #expect(ended.errors.contains("hint: "))
        #expect(try served.get("/health").status == 200)
      }
    }
  }

  @Suite("What goes in comes out")
  struct ExportTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("An exported layer, imported again, is the same layer and no new commit")
    func roundTrip() async throws {
      let city = try await Cities.small(in: folder)
      for layer in ["building", "road"] {
        let file = folder.file("\(layer).geojson")
        let out = try await yutu("export", "--city", city, "--layer", layer, file, in: folder)
        #expect(out.code == 0, "\(out.errors)")
        let same = try await yutu(
          "import", "--city", city, "--layer", layer, "--json", file, in: folder)
        let report = try JSON(same.output)
        #expect(same.code == 0 && report.commit.isNull)
        #expect(report.unchanged.integer == (layer == "building" ? 4 : 1))

        let other = try await yutu(
          "import", "--city", "other.city", "--layer", layer, file, in: folder)
        #expect(other.code == 0, "\(other.errors)")
        let again = folder.file("again.geojson")
        let over = try await yutu(
          "export", "--city", "other.city", "--layer", layer, again, in: folder)
        #expect(over.code == 0, "\(over.errors)")
        #expect(try folder.bytes("again.geojson") == folder.bytes("\(layer).geojson"))
      }
      #expect(!folder.names.contains { $0.hasSuffix(".part") })
    }

    @Test("Standard output gets features as lines, which standard input takes in")
    func pipes() async throws {
      let city = try await Cities.small(in: folder)
      let out = try await yutu("export", "--city", city, "--layer", "building", "-", in: folder)
      #expect(out.code == 0)
      let lines = out.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 4)
      let ids = try lines.map { try JSON($0).id.text }
      #expect(ids == ["hall", "school", "a b/ü%", "court"])

      let file = try folder.write("piped", out.output)
      let into = try await yutu(
        "import", "--city", "piped.city", "--layer", "building", "--json", "-", in: folder,
        input: file)
      #expect(into.code == 0, "\(into.errors)")
      #expect(try JSON(into.output).added.integer == 4)
      let back = try await yutu(
        "export", "--city", "piped.city", "--layer", "building", "-", in: folder)
      #expect(back.output == out.output)
    }

    @Test("Columns with other names are taken in by --map, and ids by the column named")
    func mapping() async throws {
      let file = try folder.write(
        "columns.geojson",
        SmallCity.square("x", column: 0, floors: 5)
          .replacing(#""floors":5"#, with: #""OG":5,"code":"W-7","Haus":"塔楼""#))
      let ended = try await yutu(
        "import", "--city", "a.city", "--layer", "building", "--json", file, "--map", "floors=OG",
        "--map", "name=Haus", "--map", "id=code", in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      let out = try await yutu("export", "--city", "a.city", "--layer", "building", "-", in: folder)
      let feature = try JSON(out.output)
      let properties = feature.properties
      #expect(feature.id.text == "W-7")
      #expect(properties.floors.integer == 5 && properties.name.text == "塔楼")
    }

    @Test("Nothing is exported where there is nothing, and no old file is lost")
    func failures() async throws {
      let city = try await Cities.small(in: folder)
      let kept = try folder.write("kept.geojson", "kept")
      // A folder where the file should go.
      try await Program.succeed("/bin/mkdir", [folder.file("taken.geojson")], in: folder)
      let cases: [(arguments: [String], mentions: String)] = [
        (["--city", "no.city", "--layer", "road", kept], "no.city"),
        (["--city", city, "--layer", "harbour", kept], "harbour"),
        (["--city", city, "--layer", "road", "x.dxf"], "dxf"),
        (["--city", city, "--layer", "road", "no/folder/x.gpkg"], "no/folder"),
        (["--city", city, "--layer", "road", "kept.geojson/x.shp"], "kept.geojson"),
        (["--city", city, "--layer", "road", "--crs", "GCJ-02", "x.gpkg"], "GCJ-02"),
        (["--city", city, "--layer", "road", "--encoding", "GBK", "x.fgb"], "UTF-8"),
        (["--city", city, "--layer", "road", "no/folder/x.geojson"], "no/folder"),
        (["--city", city, "--layer", "road", "taken.geojson"], "taken.geojson"),
        (["--city", kept, "--layer", "road", "x.geojson"], "kept.geojson"),
      ]
      for (arguments, mentions) in cases {
        let ended = try await Program(Place.command, ["export"] + arguments, in: folder).end()
        #expect(ended.code == 1, "\(arguments)")
        #expect(ended.errors.hasPrefix("error: ") && ended.errors.contains(mentions))
        #expect(ended.errors.contains("\nhint: "), "\(ended.errors)")
        #expect(try folder.read("kept.geojson") == "kept")
      }
      #expect(folder.names == ["kept.geojson", "taken.geojson", "test.city"])
    }
  }
}
