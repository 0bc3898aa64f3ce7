import Foundation
import Testing

extension EndToEndTests {
  @Suite("An import is shown before it is done, kept for the next time, and explained afterwards")
  struct ImportGuidanceTests {
    private let folder: TestFolder
    private static let header = "建筑编号,建筑名称,建筑高度(cm),地上层数,竣工时间,颜色,WKT"

    init() throws { folder = try TestFolder() }

    private func square(_ x: Double, _ y: Double = 30.5) -> String {
      let (east, north) = (x + 0.001, y + 0.001)
      return "\"POLYGON((\(x) \(y),\(east) \(y),\(east) \(north),\(x) \(north),\(x) \(y)))\""
    }

    /// Buildings as an office hands them over: heights in cm, dates and floors in words.
    private func buildings() throws -> String {
      let rows = [
        "A1,东湖大厦,2850,9,2015年5月31日,红,\(square(114.40))",
        "A2,光谷广场,12000,40层,2016-01-02,绿,\(square(114.41))",
        "A3,无名楼,300,1,2016-01-02,,\(square(114.42))",
      ]
      return try folder.write(
        "武昌区建筑.csv", ([Self.header] + rows).joined(separator: "\n") + "\n")
    }

    private func run(_ arguments: [String]) async throws -> Ended {
      try await Program(Place.command, ["import", "--city", "a.city"] + arguments, in: folder).end()
    }

    @Test("Without --layer the guess is shown and nothing is done")
    func guess() async throws {
      let file = try buildings()
      let ended = try await run(["--crs", "EPSG:4490", file])
      #expect(ended.code == 1)
      #expect(ended.errors.contains("→ layer building (Buildings)"), "\(ended.errors)")
      #expect(ended.errors.contains("height"), "\(ended.errors)")
      #expect(ended.errors.contains("建筑高度(cm) in cm (2850), a guess"), "\(ended.errors)")
      #expect(ended.errors.contains("unused: 颜色"), "\(ended.errors)")
      #expect(ended.errors.contains("--layer building"))
      #expect(!folder.names.contains("a.city"))
    }

    @Test("A mistyped layer is told by the one that is meant")
    func mistyped() async throws {
      let ended = try await run(["--layer", "bilding", try buildings()])
      #expect(ended.code == 1 && ended.errors.contains("did you mean building?"), "\(ended.errors)")
      #expect(!ended.errors.contains("waterlogging-spot"))
      let strange = try await run(["--layer", "zzz", try buildings()])
      #expect(strange.errors.contains("yutu layers lists all"), "\(strange.errors)")
    }

    @Test("A dry run says everything and keeps nothing, and its mapping does the next import")
    func rehearsal() async throws {
      let file = try buildings()
      let tried = try await run([
        "--crs", "EPSG:4490", "--dry-run", "--layer", "building", "--save-mapping", "jz.yml", file,
      ])
      #expect(tried.code == 0, "\(tried.errors)")
      #expect(tried.output.contains("nothing was kept (dry run): 3 records read, 3 added"))
      #expect(!folder.names.contains { $0.hasPrefix("a.city") })
      let kept = try folder.read("jz.yml")
      #expect(kept.contains(#"height: {column: "建筑高度(cm)", unit: "cm"}"#), "\(kept)")

      let done = try await run(["--mapping", "jz.yml", file])
      #expect(done.code == 0, "\(done.errors)")
      let again = try await run(["--mapping", "jz.yml", "--dry-run", file])
      #expect(
        again.output.contains("0 added, 0 changed, 0 removed, 3 unchanged"), "\(again.output)")
      let text = try await Program.succeed(
        Place.command, ["export", "--city", "a.city", "--layer", "building", "-"], in: folder)
      #expect(text.contains(#""height":28.5"#) && text.contains(#""height":3"#), "\(text)")
    }

    @Test("What can surely be mended is offered, and done with --fix")
    func fixes() async throws {
      let file = try buildings()
      let arguments = ["--layer", "building", "--crs", "EPSG:4490"]
      let plain = try await run(arguments + [file])
      #expect(plain.errors.contains("--fix takes it as 2015-05-31)"), "\(plain.errors)")
      let mended = try await run(arguments + ["--fix", "--json", file])
      let report = try JSON(mended.output)
      #expect(report.repaired.integer == 2 || report.repaired.integer == 1, "\(mended.output)")
      let text = try await Program.succeed(
        Place.command, ["export", "--city", "a.city", "--layer", "building", "-"], in: folder)
      #expect(text.contains(#""built":"2015-05-31""#), "\(text)")
    }

    @Test("--fix keeps the column's unit")
    func unitsOfFixes() async throws {
      let rows = ["a,３００,\(square(114.40))", "b,\"1,000\",\(square(114.41))"]
      let file = try folder.write(
        "u.csv", (["编号,高度(cm),WKT"] + rows).joined(separator: "\n") + "\n")
      let ended = try await run(["--layer", "building", "--crs", "EPSG:4490", "--fix", file])
      #expect(ended.code == 0, "\(ended.errors)")
      let text = try await Program.succeed(
        Place.command, ["export", "--city", "a.city", "--layer", "building", "-"], in: folder)
      #expect(text.contains(#""height":3,"#) && text.contains(#""height":10,"#), "\(text)")
    }

    @Test("Two objects with one id are told apart, pieces of one that contradict are told")
    func chimeras() async throws {
      let rows = [
        "a,一号楼,\(square(114.40))", "a,二号楼,\(square(114.50))", "b,三号楼,\(square(114.60))",
        "b,四号楼,\(square(114.601))",
      ]
      let file = try folder.write(
        "c.csv", (["编号,建筑名称,WKT"] + rows).joined(separator: "\n") + "\n")
      let ended = try await run(["--layer", "building", "--crs", "EPSG:4490", file])
      #expect(ended.output.contains("2 added") && ended.output.contains("1 merged, 1 rejected"))
      #expect(ended.errors.contains("name is 一号楼 there, 二号楼 here"), "\(ended.errors)")
      #expect(ended.errors.contains("the first one's values stay (name is 三号楼 there"))
    }

    @Test("--replace removes nothing while a rejected record may be a feature that the city knows")
    func replacing() async throws {
      let good = (0..<3).map { SmallCity.square("s\($0)", column: $0, floors: 2) }
      let file = try folder.write("r.geojsonl", good.joined(separator: "\n"))
      #expect(try await run(["--layer", "building", file]).code == 0)
      let shapeless = #"{"type":"Feature","id":"s1","properties":{},"geometry":null}"#
      let nameless = #"{"type":"Feature","properties":{},"geometry":null}"#
      _ = try folder.write("r.geojsonl", [good[0], shapeless, nameless].joined(separator: "\n"))
      let kept = try await run(["--layer", "building", "--replace", file])
      #expect(kept.output.contains("0 removed"), "\(kept.output)")
      #expect(kept.errors.contains("nothing was removed: 1 rejected records have no id"))
      _ = try folder.write("r.geojsonl", [good[0], shapeless].joined(separator: "\n"))
      let removed = try await run(["--layer", "building", "--replace", file])
      #expect(removed.output.contains("1 removed"), "\(removed.output)")
    }

    @Test("Nothing is written over what is read")
    func outputs() async throws {
      let file = try buildings()
      for option in ["--report", "--save-mapping"] {
        let own = folder.file("own.txt")
        _ = try folder.write("own.txt", try folder.read("武昌区建筑.csv"))
        let ended = try await run(["--layer", "building", "--crs", "EPSG:4490", option, own, own])
        #expect(ended.code == 1 && ended.errors.contains("would be overwritten"))
        #expect(try folder.read("own.txt") == folder.read("武昌区建筑.csv"))
      }
      _ = file
    }

    @Test("The report is a text, a JSON and a layer, with every problem at its place")
    func reports() async throws {
      let good = SmallCity.square("s0", column: 0, floors: 2)
      let tall = SmallCity.square("s1", column: 1, floors: 2)
        .replacing("\"floors\":2", with: "\"floors\":\"two\"")
      let open = """
        {"type":"Feature","id":"s2","properties":{},"geometry":{"type":"Polygon",\
        "coordinates":[[[114.3,30.5],[114.4,30.5],[114.4,30.6],[114.3,30.6]]]}}
        """
      let file = try folder.write("b.geojsonl", [good, tall, open].joined(separator: "\n"))
      for ending in ["txt", "json", "geojson"] {
        let ended = try await run(["--layer", "building", "--report", "r.\(ending)", file])
        #expect(ended.code == 0, "\(ended.errors)")
      }
      let text = try folder.read("r.txt")
      #expect(text.contains("3 records read") && text.contains("b.geojsonl:2"), "\(text)")
      #expect(text.contains("--fix closes such rings"), "\(text)")
      let json = try JSON(try folder.read("r.json"))
      #expect(json.problems.list.count == 2 && json.rejected.integer == 1)
      let shapes = try JSON(try folder.read("r.geojson"))
      #expect(shapes.features.list.count == 2)

      let layer = try await Program.succeed(
        Place.command, ["export", "--city", "a.city", "--layer", "import-problem", "-"], in: folder)
      #expect(layer.contains(#"b.geojsonl","record":2"#), "\(layer)")

      // The next delivery is right, and its problems are gone from the map.
      _ = try folder.write("b.geojsonl", good)
      #expect(try await run(["--layer", "building", file]).code == 0)
      let after = try await Program.succeed(
        Place.command, ["export", "--city", "a.city", "--layer", "import-problem", "-"], in: folder)
      #expect(after == "")
    }

    @Test("--fix closes open rings and exchanges exchanged coordinates, and says so")
    func shapes() async throws {
      let rings = [
        "o": "[[114.3,30.5],[114.4,30.5],[114.4,30.6],[114.3,30.6]]",
        "x": "[[30.5,114.3],[30.5,114.4],[30.6,114.4],[30.5,114.3]]",
      ]
      let lines = rings.map { id, ring in
        """
        {"type":"Feature","id":"\(id)","properties":{},\
        "geometry":{"type":"Polygon","coordinates":[\(ring)]}}
        """
      }
      let file = try folder.write("b.geojsonl", lines.joined(separator: "\n"))
      let refused = try await run(["--layer", "building", file])
      #expect(refused.code == 1 && refused.errors.contains("--fix"), "\(refused.errors)")
      let ended = try await run(["--layer", "building", "--fix", file])
      #expect(ended.code == 0 && ended.output.contains("0 rejected, 2 repaired"), "\(ended.output)")
      #expect(ended.errors.contains("longitude and latitude were exchanged"))
    }
  }
}
