import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("A flood of the sample city")
  struct CityFloodTests {
    private let floods: CityFloodCase
    private var folder: TestFolder { floods.folder }
    private var city: String { floods.city }

    init() async throws { floods = try await CityFloodCase() }

    /// The depth that a gauge reads last.
    private func depth(_ gauge: String, _ out: String) throws -> Double? {
      let rows = String(decoding: try folder.bytes("\(out)/gauges.csv"), as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      return rows.last { $0[0] == gauge }.flatMap { Double($0[2]) }
    }

    // MARK: One run by three ways

    @Test("By HTTP, by command and from its exported inputs it is the same run, bit for bit")
    func sameBytes() async throws {
      let said = floods.flood(floods.storm)
      let file = try floods.scenario(said)
      let scenarios = folder.file("scenarios")
      try FileManager.default.createDirectory(atPath: scenarios, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: file, toPath: "\(scenarios)/story.yml")
      var job = ""
      try await serving(city, in: folder, ["--scenarios", scenarios]) { served in
        job = try await floods.started(
          served, #"{"inputs": {"scenario": "story"}, "response": "document"}"#)
        let ended = try await floods.end(of: job, served)
        #expect(ended["status"].text == "successful", "\(ended)")
        let result = try served.json("/jobs/\(job)/results")
        #expect(result["run"].text == job)
        let report = result["report"]["value"]
        #expect(report["relativeBalanceError"].number == 0, "\(report)")
        #expect(result["assumptions"].list.isEmpty == false)
      }
      let kept = "test.city.runs/\(job)"
      let other = "test.city.runs/by-command"
      let byCommand = try await floods.run(said, "--out", folder.file(other), "--threads", "1")
      #expect(byCommand.code == 0, "\(byCommand.errors)")
      let files = try await yutu(
        "run", folder.file("\(kept)/inputs/scenario.yml"), "--out", folder.file("files"),
        "--quiet", in: folder)
      #expect(files.code == 0, "\(files.errors)")
      for name in ["gauges.csv", "structures.csv", "balance.json", "max-depth.tif", "arrival.tif"] {
        let bytes = try folder.bytes("\(kept)/\(name)")
        #expect(try folder.bytes("\(other)/\(name)") == bytes, "\(name) by command")
        #expect(try folder.bytes("files/\(name)") == bytes, "\(name) from files")
      }
      #expect(try folder.bytes("\(kept)/frames.yfr") == folder.bytes("\(other)/frames.yfr"))
    }

    @Test("A server that was killed goes on with the run when it is started again")
    func killedServer() async throws {
      let said = floods.flood(floods.storm, seconds: 1800)
      let whole = try await floods.run(said, "--out", folder.file("test.city.runs/whole"))
      #expect(whole.code == 0, "\(whole.errors)")
      let scenarios = folder.file("scenarios")
      try FileManager.default.createDirectory(atPath: scenarios, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: folder.file("story.yml"), toPath: "\(scenarios)/story.yml")
      let program = try Program(
        Place.command, ["serve", "--city", city, "--port", "0", "--scenarios", scenarios],
        in: folder)
      defer { program.send(SIGKILL) }
      var job = ""
      try await serving(program, in: folder, city: city) { served in
        job = try await floods.started(served, #"{"inputs": {"scenario": "story"}}"#)
        let frames = folder.file("test.city.runs/\(job)/frames.yfr")
        while !Place.exists(frames) { try await Task.sleep(for: .milliseconds(2)) }
      }
      program.send(SIGKILL)
      _ = try await program.end()
      // The scenario may have gone meanwhile: the inputs are the run's own.
      try FileManager.default.removeItem(atPath: "\(scenarios)/story.yml")
      try await serving(city, in: folder, ["--scenarios", scenarios]) { served in
        let ended = try await floods.end(of: job, served)
        #expect(ended["status"].text == "successful", "\(ended)")
        try await removing(served, job, "whole")
      }
      for name in ["frames.yfr", "gauges.csv", "balance.json", "max-depth.tif"] {
        let bytes = try folder.bytes("whole/\(name)")
        #expect(try folder.bytes("test.city.runs/\(job)/\(name)") == bytes, "\(name)")
      }
    }

    /// Removes a run by HTTP once its files are copied beside the city; another stays.
    private func removing(_ served: Served, _ other: String, _ id: String) async throws {
      try FileManager.default.copyItem(
        atPath: folder.file("test.city.runs/\(id)"), toPath: folder.file(id))
      let runs = try served.json("/runs")["runs"].list
      #expect(Set(runs.compactMap { $0["id"].text }) == [id, other])
      #expect(runs.allSatisfy { $0["frames"].integer == 31 && $0["goesOn"] == .boolean(false) })
      try checkAssumptions(try served.json("/runs/\(id)")["assumptions"].list)
      #expect(try served.http.send("DELETE", "/runs/\(id)").status == 401)
      let own = ["Authorization": "Bearer \(served.token)"]
      #expect(try served.http.send("DELETE", "/runs/\(id)", own).status == 200)
      #expect(try served.http.send("DELETE", "/runs/\(id)", own).status == 404)
      #expect(try served.get("/collections/run-\(id)-depth").status == 404)
      #expect(try served.get("/collections/run-\(other)-depth").status == 200)
      #expect(!Place.exists(folder.file("test.city.runs/\(id)")))
    }

    /// What was assumed is told in both languages.
    private func checkAssumptions(_ assumptions: [JSON]) throws {
      let english = assumptions.compactMap { $0["en"].text }
      #expect(english.contains { $0.contains("not confirmed by a publication") })
      for assumption in assumptions {
        let chinese = try #require(assumption["zh"].text)
        #expect(chinese.unicodeScalars.contains { $0.value > 0x4E00 }, "\(chinese)")
      }
    }

    // MARK: What the layers are to the water

    @Test("A dyke keeps the river out until it breaks, and edits are seen")
    func dyke() async throws {
      let river = "water_levels: [{id: WR1, level: 27.5}]\n  gates: {default: closed}"
      let shut = try await floods.run(floods.flood(river), "--out", folder.file("shut"))
      #expect(shut.code == 0, "\(shut.errors)")
      #expect(try depth("CZ1-H", "shut") ?? 0 > 1, "the river stands in its bed")
      #expect(try depth("CZ1-J1", "shut") == 0, "the street behind the dyke is dry")
      let at = try await dykeBefore("CZ1-J1")
      let breach = "breaches: [{at: \(at), width: 60, sill: 20, growth: 60}]"
      let broken = try await floods.run(
        floods.flood("\(river)\n  \(breach)", seconds: 1800), "--out", folder.file("broken"))
      #expect(broken.code == 0, "\(broken.errors)")
      #expect(try depth("CZ1-J1", "broken") ?? 0 > 0.05, "the street behind the breach is wet")
      let edited = try await floods.run(
        floods.flood(river), edits: "edits: [{layer: building, id: B1-4-2, remove: true}]\n",
        "--out", folder.file("edited"))
      #expect(edited.code == 0, "\(edited.errors)")
      let before = String(
        decoding: try folder.bytes("shut/inputs/buildings.geojson"), as: UTF8.self)
      let after = String(
        decoding: try folder.bytes("edited/inputs/buildings.geojson"), as: UTF8.self)
      #expect(before.contains(#""B1-4-2""#) && !after.contains(#""B1-4-2""#))
    }

    /// The place of a dyke that is nearest to a gauge, as a scenario names it.
    private func dykeBefore(_ gauge: String) async throws -> String {
      let gauges = try await floods.exported("gauge")
      let own = try #require(gauges.first { $0["id"].text == gauge })
      let here = own["geometry"]["coordinates"].list.compactMap(\.number)
      let places = try await floods.exported("embankment").flatMap {
        $0["geometry"]["coordinates"].list.map { $0.list.compactMap(\.number) }
      }
      let nearest = try #require(
        places.min {
          hypot($0[0] - here[0], $0[1] - here[1]) < hypot($1[0] - here[0], $1[1] - here[1])
        })
      return "[\(nearest[0]), \(nearest[1])]"
    }

    @Test("Dykes hold the river at any size of cells", arguments: [40, 30, 25])
    func crests(cell: Int) async throws {
      let said = """
        duration: 60
          cell: \(cell)
          water_levels: [{id: WR1, level: 27.5}]
          gates: {default: closed}
        """
      let ended = try await Program(
        Place.command, ["run", try floods.scenario(said), "--city", city, "--check"], in: folder
      ).end(within: 600)
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(ended.errors.contains("2 embankments that end near a side of the area go on to it"))
      #expect(!ended.errors.contains("the banks have a gap"), "\(ended.errors)")
    }

    @Test("A check writes nothing where results would go, and another's run is not gone on with")
    func folders() async throws {
      let out = folder.file("mine")
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      _ = try folder.write("mine/thesis.txt", "years of work")
      let checked = try await floods.run(floods.flood(), "--out", out, "--check")
      #expect(checked.code == 0, "\(checked.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["thesis.txt"])
      let first = try await floods.run(floods.flood(seconds: 60), "--out", folder.file("first"))
      #expect(first.code == 0, "\(first.errors)")
      let other = try floods.scenario(floods.flood(), id: "other")
      for (options, message) in [
        ([], "holds results of a run already"), (["--resume"], "a run of the scenario `story`"),
        (["--resume", "--from", "nope"], "a run of the scenario `story`"),
      ] {
        let refused = try await Program(
          Place.command,
          ["run", other, "--city", city, "--quiet", "--out", folder.file("first")] + options,
          in: folder
        ).end(within: 600)
        #expect(refused.code == 1 && refused.errors.contains(message), "\(refused.errors)")
      }
    }

    // MARK: Inlets, roofs, blocks, catchments

    @Test("Inlets take water out of the run, each as much as the results say")
    func inlets() async throws {
      let ended = try await floods.run(
        floods.flood("\(floods.storm)\n  inlets: on"), "--out", folder.file("inlets"))
      #expect(ended.code == 0, "\(ended.errors)")
      let rows = String(decoding: try folder.bytes("inlets/inlets.csv"), as: UTF8.self)
        .split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
      #expect(rows.count > 20)
      let taken = rows.reduce(0) { $0 + (Double($1[4]) ?? 0) }
      let balance = try JSON(
        String(decoding: try folder.bytes("inlets/balance.json"), as: UTF8.self))
      #expect(taken > 100)
      #expect(abs((balance["exchanged"].number ?? 0) - taken) < 0.001 * Double(rows.count))
      #expect(balance["error"].number == 0)
      let head = String(decoding: try folder.bytes("inlets/inputs/scenario.yml"), as: UTF8.self)
      #expect(head.contains("the drainage network itself is not computed"))
      #expect(head.contains("inlets are not confirmed by a publication"))
    }

    @Test("Rain on roofs goes to streets, and blocks stand out of the ground")
    func roofsAndBlocks() async throws {
      let roofs = try await floods.run(
        floods.flood("\(floods.storm)\n  roof_rain: streets", seconds: 120), "--out",
        folder.file("roofs"))
      #expect(roofs.code == 0, "\(roofs.errors)")
      let said = String(decoding: try folder.bytes("roofs/inputs/scenario.yml"), as: UTF8.self)
      #expect(said.contains("streets.geojson"))
      let raised = try await floods.run(
        floods.flood("\(floods.storm)\n  buildings: {raised: 0.5}", seconds: 120), "--out",
        folder.file("raised"))
      #expect(raised.code == 0, "\(raised.errors)")
      let blocks = String(
        decoding: try folder.bytes("raised/inputs/buildings.geojson"), as: UTF8.self)
      #expect(blocks.contains(#""height":0.5"#))
    }

    @Test("A catchment above a point is the area of a run")
    func catchment() async throws {
      let said = "duration: 60\n  cell: 20\n  area: {catchment: [114.3224, 30.5290]}"
      let ended = try await Program(
        Place.command, ["run", try floods.scenario(said), "--city", city, "--check"], in: folder
      ).end(within: 600)
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(ended.errors.contains("the catchment above the point has "), "\(ended.errors)")
    }

    @Test("The check of the ground tells what the sample city has, as text, JSON and GeoJSON")
    func ground() async throws {
      let ended = try await yutu(
        "check-ground", "--city", city, "--json", "--out", folder.file("ground.geojson"),
        in: folder, within: 600)
      #expect([0, 1].contains(ended.code), "\(ended.errors)")
      let told = try JSON(ended.output)
      let count = told["report"]["findings"].integer ?? -1
      #expect(told["findings"].list.count == count)
      #expect((ended.code == 1) == (count > 0))
      let file = try JSON(String(decoding: try folder.bytes("ground.geojson"), as: UTF8.self))
      #expect(file["features"].list.count == count)
      try await serving(city, in: folder) { served in
        let answer = try served.http.send(
          "POST", "/processes/flood-ground-check/execution", ["Content-Type": "application/json"],
          body: #"{"inputs": {}, "response": "document"}"#)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try answer.json["report"]["value"]["findings"].integer == count)
      }
      let none = try await yutu(
        "check-ground", "--city", city, "--cell", "-1", in: folder, within: 600)
      #expect(none.code == 2)
    }

    // MARK: Bad input

    @Test(
      "What cannot be computed is told with its place, and leaves nothing",
      arguments: [
        ("gates: {ZM7: closed}", "no sluice gate `ZM7` lies in the area", "ZM1"),
        ("pumps: {BZ9: off}", "no pump station `BZ9` lies in the area", "BZ1-Y"),
        ("water_levels: [{id: WR9, level: 25}]", "no water surface `WR9`", "WR1"),
        (
          "water_levels: [{id: WR1, level: 25, datum: wusong}]", "the level is in wusong",
          "offset:"
        ),
        ("rain: {storm: {name: wuhn, return_period: 5}}", "no storm `wuhn`", "wuhan"),
        (
          "breaches: [{at: [114.325, 30.531], width: 9, sill: 20}]", "lies at no embankment",
          "60 m"
        ),
        ("rain: {hyetograph: rain.csv}", "names a file", "storm"),
        (
          "inlets: {none-such: off}", "no inlet or outfall `none-such` lies in the area",
          "there are"
        ),
        ("seconds: 5", "unknown key `seconds`", "its keys are"),
      ])
    func faults(key: String, message: String, hint: String) async throws {
      let ended = try await floods.run(floods.flood(key))
      #expect(ended.code == 1)
      #expect(ended.errors.contains("story.yml:"), "\(ended.errors)")
      #expect(ended.errors.contains(message), "\(ended.errors)")
      #expect(ended.errors.contains(hint), "\(ended.errors)")
      let left = try? FileManager.default.contentsOfDirectory(atPath: city + ".runs")
      #expect(left ?? [] == [])
    }

    @Test("An area beside the terrain and cells that no memory holds are refused")
    func areas() async throws {
      let far = try await floods.run("duration: 60\n  area: {box: [113, 30, 113.1, 30.1]}")
      #expect(far.code == 1 && far.errors.contains("the area lies beside the terrain"))
      #expect(far.errors.contains("the terrain covers 114."))
      let point = try await floods.run("duration: 60\n  area: {catchment: [113, 30]}")
      #expect(
        point.errors.contains("the point of the catchment lies beside the terrain"),
        "\(point.errors)")
      let fine = try await floods.run("duration: 60\n  cell: 0.05")
      #expect(fine.code == 1 && fine.errors.contains("GB of memory"), "\(fine.errors)")
      #expect(fine.errors.contains("hint: cells of "), "\(fine.errors)")
      let none = try await floods.run("duration: 60", "--city", folder.file("none.city"))
      #expect(none.code != 0)
    }
  }
}
