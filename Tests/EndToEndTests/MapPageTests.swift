import Foundation
import Testing

extension PageEndToEndTests {
  @Suite("The map page in a browser", .needsBrowser, .needsPythonClients)
  struct MapPageTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func check(_ base: String, _ options: String...) async throws -> JSON {
      let script = Place.repository + "/scripts/browser.py"
      let ended = try await Program(
        Place.python, [script, "check", base + "/map"] + options, in: folder
      ).end(within: 900)
      #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
      return try JSON(ended.output).checked
    }

    @Test(
      "Each layer is drawn, a click shows the feature's attributes, and nothing goes wrong",
      .needsRealData)
    func features() async throws {
      try await serving(try await Cities.guanggu(in: folder), in: folder) { served in
        let checked = try await check(served.base, "--items", "2", "--size", "800x600")
        #expect(checked.building.integer == 2 && checked.road.integer == 2)
        #expect(checked.water.integer == 1)
      }
    }

    @Test(
      "Groups, measures, keys, search, labels, commits, scenarios, links and phones work on a city")
    func skills() async throws {
      try await serving(try await Cities.sample(in: folder), in: folder) { served in
        let checked = try await check(served.base, "--skills", "--size", "900x640")
        #expect(checked["skills"].integer == 16)
      }
    }

    @Test("Clusters stand for the points that are there, also with edits, filters and comparisons")
    func clusters() async throws {
      let scenarios = try TestFolder()
      try scenarios.write(
        "hydrants.yml",
        """
        id: hydrants
        title: {zh: 消火栓调整, en: Hydrants moved}
        edits:
          - {layer: hydrant, id: XSR2009_636-1, remove: true}
          - layer: hydrant
            id: added
            add: {kind: ground, works: true}
            geometry: POINT (114.3228 30.5258)
        """)
      let city = try await Cities.sample(in: folder)
      try await serving(city, in: folder, ["--scenarios", scenarios.path]) { served in
        let checked = try await check(served.base, "--clusters", "--size", "1000x700")
        #expect((checked["now"].integer ?? 0) > 100)
        #expect(checked["scenario"].integer != nil && checked["swipe"].integer != nil)
      }
    }

    @Test("A flood starts on the page, plays, and is compared with one of a changed city")
    func runs() async throws {
      try await serving(try await Cities.sample(in: folder), in: folder) { served in
        let checked = try await check(served.base, "--runs", "--timeout", "300")
        #expect(checked.times.integer == 4 && (checked.changedPixels.integer ?? 0) > 0)
        let played = try await check(served.base, "--playing", "--size", "800x600")
        #expect((played.frames.integer ?? 0) >= 4)
      }
    }

    @Test("Layers and forecasts play over time, with a curve; a link restores the moment")
    func times() async throws {
      let city = try await Cities.sample(in: folder)
      let counts = Place.repository + "/Examples/parking/occupancy.csv"
      try await serving(city, in: folder, ["--occupancy", counts]) { served in
        let checked = try await check(served.base, "--times", "--timeout", "120")
        #expect((checked.layer.moments.integer ?? 0) >= 4)
        #expect(checked.result.moments.integer == 8)
      }
    }

    @Test(
      "Terrain of two commits is subtracted, edits of two scenarios are listed, faults are said")
    func comparison() async throws {
      let city = try await Cities.sample(in: folder)
      let row = Array(repeating: "20.00", count: 40).joined(separator: " ")
      let basin = try folder.write(
        "basin.asc",
        "ncols 40\nnrows 40\nxllcorner 531230\nyllcorner 3378590\ncellsize 5\n"
          + "NODATA_value -9999\n"
          + Array(repeating: row, count: 40).joined(separator: "\n") + "\n")
      let dug = try await yutu(
        "import", "--city", city, "--layer", "terrain", "--crs", "EPSG:4547", basin,
        in: folder, within: 120)
      #expect(dug.code == 0, "\(dug.errors)")
      let scenarios = folder.file("scenarios")
      try FileManager.default.copyItem(
        atPath: Place.repository + "/Models/scenarios", toPath: scenarios)
      _ = try folder.write(
        "scenarios/quiet-lane.yml",
        """
        id: quiet-lane
        title: {zh: 慢行街巷, en: A quiet lane}
        description: {zh: 拆除一栋建筑。, en: A building goes.}
        edits:
          - {layer: building, id: B1-4-2, remove: true}
          - {layer: road, id: R3060_380, set: {class: pedestrian}}

        """)
      try await serving(city, in: folder, ["--scenarios", scenarios]) { served in
        let checked = try await check(
          served.base, "--comparison", "--size", "1280x800", "--timeout", "120")
        #expect(checked.edits.changes.integer == 9)
        #expect((checked.beside.integer ?? 0) > 0)
      }
    }

    @Test("The pages of the API are in one language, fit a phone, and run a process by its form")
    func pages() async throws {
      try await serving(try await Cities.sample(in: folder), in: folder) { served in
        let checked = try await check(served.base, "--pages", "hospital")
        #expect(checked.pages.integer == 18)
        #expect((checked.rows.zh.integer ?? 0) > 0)
        #expect(checked.rows.zh.integer == checked.rows.en.integer)
      }
    }

    @Test(
      "Every state is legible, whole, translated, nothing lies over something, keys reach all")
    func access() async throws {
      try await serving(try await Cities.sample(in: folder), in: folder) { served in
        let checked = try await check(served.base, "--states", "--timeout", "120")
        #expect(checked["states"].integer == 80)
        let walked = try await check(served.base, "--keyboard", "--timeout", "120")
        #expect(walked["states"].integer == 8)
        let drawn = try await check(served.base, "--labels", "--timeout", "120")
        #expect(drawn["views"].integer == 32)
      }
    }

    @Test("Faults of server, link, browser and names are said, and layers turned on leave nothing")
    func faults() async throws {
      try await serving(try await Cities.sample(in: folder), in: folder) { served in
        let checked = try await check(
          served.base, "--faults", "--size", "800x600", "--timeout", "120")
        #expect(checked["faults"].integer == 7)
        let toggled = try await check(
          served.base, "--leaks", "--size", "640x400", "--timeout", "120")
        #expect((toggled["layers"].integer ?? 0) >= 50)
      }
    }

    @Test("A closed server's page asks for the token, or takes it from the link")
    func token() async throws {
      let token = String(repeating: "k", count: 40)
      let file = try folder.write("token", token)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder, ["--token-file", file]) { served in
        let checked = try await check(served.base, "--token", token, "--size", "640x480")
        #expect((checked.drawn.integer ?? 0) > 0)
      }
    }
  }
}
