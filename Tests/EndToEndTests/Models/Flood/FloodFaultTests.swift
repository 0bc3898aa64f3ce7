import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("What is wrong with a flood scenario's files is said where it can be mended")
  struct FloodFaultTests {
    private let flood: FloodCase

    init() throws { flood = try FloodCase() }

    /// Runs the scenario, which must fail with all these words.
    private func expectFault(
      _ scenario: String, _ words: String..., location: SourceLocation = #_sourceLocation
    ) async throws {
      let ended = try await flood.run(scenario)
      #expect(ended.code == 1, "\(ended.output)", sourceLocation: location)
      for word in words {
        #expect(ended.errors.contains(word), "\(ended.errors)", sourceLocation: location)
      }
      #expect(!Place.exists(flood.folder.file("out")), sourceLocation: location)
    }

    @Test("Hydrographs and rain") func series() async throws {
      for (text, words) in [
        ("s,m3/s\n0,1\n60,2\n30,3\n", "q.csv:4: entry 3 of the series goes back in time"),
        ("s,m3/s\n0,1\n60,nan\n", "q.csv:3: `nan` is no number"),
        ("s,m3/s\n0,1\n60,\n", "q.csv:3: `` is no number"),
        ("s,m3/s\n0,1,2\n", "q.csv:2: the row has 3 values"),
        ("", "has no rows"), ("s,m3/s\n", "has no rows below its header"),
        ("time,flow\n0,1\n", "q.csv:1: the header is `time,flow`, not `s,m3/s`"),
        ("0,1\n60,2\n", "q.csv:1: the header is `0,1`, not `s,m3/s`"),
        ("s;m3/s\n0;10,5\n", "write decimals with a point"),
        ("PK\u{3}\u{4}", "a spreadsheet or UTF-16"),
      ] {
        try flood.folder.write("q.csv", text)
        try await expectFault(FloodCase.scenario(), words)
      }
      try flood.folder.write("q.csv", "# of the dam\ns;m3/s\r\n0;1\r\n60;2\r\n")
      #expect(try await flood.run(FloodCase.scenario(), "--check").code == 0)
      try flood.folder.write("rain.csv", "s,mm/h\n0,10\n60,-1\n")
      let rain = FloodCase.scenario().replacing("[[0, 60], [120, 0]]", with: "rain.csv")
      try await expectFault(rain, "rain.csv:3: rain is negative: -1.0")
      let cloudburst = FloodCase.scenario().replacing("[120, 0]", with: "[120, 1e9]")
      try await expectFault(cloudburst, "scenario.yml:7:", "is 1000000000.0 mm/h, not between")
    }

    @Test("All that is wrong with the files is said at once") func together() async throws {
      try flood.folder.write("q.csv", "s,m3/s\n0,1e30\n")
      try flood.folder.write("gauges.csv", "id,x,y\nlower,509,19990\n")
      try await expectFault(
        FloodCase.scenario("initial: {depth: none.tif}"), "q.csv:2: inflow is 1e+30 m3/s",
        "gauges.csv:2: the gauge `lower` lies 10.0 m south", "none.tif")
    }

    @Test("A pipe or a device is no file") func device() async throws {
      try await expectFault(
        FloodCase.scenario().replacing("q.csv", with: "/dev/zero"), "scenario.yml:6:",
        "/dev/zero is no file but a pipe or a device")
    }

    @Test("What is odd about structures is told and does not stop a run") func odd() async throws {
      let ended = try await flood.run(
        FloodCase.scenario(
          """
          storages:
            - {id: lake, table: [[10, 100, 0], [12, 200, 5000]], initial_level: 11.9, inflow: 5}
          gates:
            - {id: sluice, from: {at: [540, 20030]}, to: {storage: lake}, width: 2, sill: 1}
          pumps:
            - id: lift
              from: {storage: lake}
              to: outside
              curve: [[0, 1], [5, 2]]
              start_level: 11
              stop_level: 10.5
          """), "--json")
      #expect(ended.code == 0, "\(ended.errors)")
      let told = try JSON(ended.output)
      let warnings = told.warnings.list.compactMap(\.text).joined(separator: "\n")
      for words in [
        "the table of the storage `lake` gives 5000.0 m3", "the sill of the gate `sluice`",
        "the pump `lift` lifts more at a head of 5.0 m", "the storage `lake` stood at",
      ] { #expect(warnings.contains(words), "\(warnings)") }
      let balance = try flood.json("out/balance.json")
      let lifted = try #require(balance.outside["lift"].number)
      #expect(lifted > 100)
      let last = try #require(
        flood.rows("out/structures.csv").last { $0["id"] == "lift" && $0["time_s"] == "240" })
      #expect(abs((Double(last["passed_m3"] ?? "") ?? 0) - lifted) < 1e-5)
      let lake = try #require(flood.rows("out/storages.csv").last)
      #expect(abs((Double(lake["volume_m3"] ?? "") ?? 0) - (balance.inStorages.number ?? 1)) < 1e-5)
    }

    @Test("Places beside the terrain and on walls") func places() async throws {
      let spring = "at: [505, 20030], radius: 4"
      func moved(_ place: String) -> String {
        FloodCase.scenario().replacing(spring, with: place)
      }
      try await expectFault(
        moved("at: [460, 20030]"), "scenario.yml:6:5", "the inflow `spring` lies 40.0 m west",
        "x 500.0 to 580.0")
      try await expectFault(
        moved("along: [[700, 20100], [710, 20100]]"), "120.0 m east and 40.0 m north")
      try await expectFault(
        moved("at: [501, 20059]"), "on walls or cells without a height only",
        "the nearest open cell is at 507.0, 20059.0")
      try flood.folder.write("gauges.csv", "id,x,y\nupper,509,20029\nlower,509,19990\n")
      try await expectFault(
        FloodCase.scenario(), "gauges.csv:3: the gauge `lower` lies 10.0 m south")
      try await expectFault(
        FloodCase.scenario("boundaries: {west: [{from: 0, to: 10, free: true}]}"),
        "no cell of the west side has its centre between 0.0 and 10.0")
    }

    @Test("Terrain that no ground has") func terrain() async throws {
      func rewrite(_ from: String, _ to: String) throws {
        let text = FloodCase.text(FloodCase.height)
        #expect(text.contains(from))
        try flood.folder.write("dem.asc", text.replacing(from, with: to))
      }
      try rewrite("NODATA_value -9999\n", "")
      try await expectFault(
        FloodCase.scenario(), "dem.asc:6: no ground is -9999.0 m high (row 1, column 1; 9 such",
        "NODATA_value")
      try rewrite("ncols 40", "\u{FEFF}ncols 40")
      try await expectFault(FloodCase.scenario(), "dem.asc:1: the grid begins with a byte order")
      try rewrite("cellsize 2.0", "cellsize 2e300")
      try await expectFault(FloodCase.scenario(), "scenario.yml:2:10", "are 2e+300 m wide")
      try rewrite("ncols 40", "ncols 41")
      try await expectFault(
        FloodCase.scenario(), "dem.asc:7", "41 x 30 = 1230 values, the file holds 1200",
        "this line holds 40")
      try rewrite("cellsize 2.0", "dx 2\ndy 3")
      try await expectFault(FloodCase.scenario(), "not square: 2.0 x 3.0", "gdalwarp -tr")
      try rewrite("cellsize 2.0", "cellsise 2.0")
      try await expectFault(FloodCase.scenario(), "dem.asc:5: `cellsise` is no key")
      let lines = FloodCase.text(FloodCase.height).split(separator: "\n")
      try flood.folder.write(
        "dem.asc",
        (lines.prefix(20) + [lines[20].replacing(" ", with: " x", maxReplacements: 1)])
          .joined(separator: "\n"))
      try await expectFault(FloodCase.scenario(), "dem.asc:21: `x")
      try await expectFault(
        FloodCase.scenario().replacing("dem.asc", with: "none.tif"), "scenario.yml:2:10",
        "there is no file")
      try await expectFault(
        FloodCase.scenario().replacing("dem.asc", with: "$NO_SUCH_FOLDER/dem.asc"),
        "the environment has no `NO_SUCH_FOLDER`")
    }

    @Test("Holes and spikes are told and do not stop a run") func holes() async throws {
      try flood.folder.write(
        "dem.asc",
        FloodCase.text { column, row in
          if (20...21).contains(column), row == 10 { return -9999 }
          return FloodCase.height(column, row) + (column == 30 && row == 15 ? 80 : 0)
        })
      let ended = try await flood.run(FloodCase.scenario("crs: local"), "--json")
      #expect(ended.code == 0, "\(ended.errors)")
      let warnings = try JSON(ended.output).warnings.list.compactMap(\.text)
      #expect(warnings.count == 2)
      #expect(warnings[0].contains("1 holes, together 2 cells without a height"))
      #expect(warnings[0].contains("row 11, column 21"))
      #expect(warnings[1].contains("row 16, column 31"))
      #expect(ended.errors.contains("warning: "))
    }

    @Test("Rain and levels that are seldom meant are told, and what was understood")
    func oddRain() async throws {
      let ended = try await flood.run(
        FloodCase.scenario(
          """
          initial: {level: 2090}
          boundaries: {south: {level: -300}}
          embankments: [{line: [[505, 20005], [700, 20005]], height: -400}]
          """
        ).replacing("[120, 0]", with: "[120, 700], [90000, 0]"), "--check")
      #expect(ended.code == 0, "\(ended.errors)")
      for words in [
        "the intensity is 700.0 mm/h", "before the rain", "the initial level, 2090.0 m, lies above",
        "the level at the south side, -300.0 m at most, lies below", "no embankment stands higher",
        "names no CRS", "the scenario can be run: ",
      ] { #expect(ended.errors.contains(words), "\(ended.errors)") }
    }

    @Test("Files of two systems are not mixed", .needsGDAL) func systems() async throws {
      let square = "[[[510, 20010], [520, 20010], [520, 20020], [510, 20020], [510, 20010]]]"
      func shapes(_ head: String) throws {
        try flood.folder.write(
          "houses.geojson",
          "{\"type\": \"FeatureCollection\", \(head)\"features\": [{\"type\": \"Feature\", "
            + "\"properties\": {\"h\": \"tall\"}, \"geometry\": {\"type\": \"Polygon\", "
            + "\"coordinates\": \(square)}}]}")
      }
      let scenario = FloodCase.scenario("buildings: {file: houses.geojson}\ncrs: EPSG:4547")
      try shapes(
        "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": "
          + "\"urn:ogc:def:crs:EPSG::4548\"}}, ")
      try await expectFault(scenario, "houses.geojson is in EPSG:4548, the terrain in EPSG:4547")
      try shapes("")
      #expect(try await flood.run(scenario, "--check").code == 0)
      try await expectFault(
        FloodCase.scenario(
          "buildings: {file: houses.geojson, mode: raised, height: storeys}"),
        "scenario.yml:10:57", "no number in `storeys`", "its attributes are h")
      try await expectFault(
        FloodCase.scenario("roughness2: 3"), "unknown key `roughness2`", "`roughness`")
      try flood.folder.write(
        "houses.geojson", try flood.folder.read("houses.geojson").replacing("200", with: "340"))
      try await expectFault(scenario, "lie beside the terrain")
      try await Program.succeed(
        Place.program("gdal_translate"),
        [
          "-q", "-a_srs", "EPSG:4490", "-a_ullr", "114", "30.1", "114.1", "30",
          flood.folder.file("dem.asc"), flood.folder.file("degrees.tif"),
        ], in: flood.folder)
      try await expectFault(
        FloodCase.scenario().replacing("dem.asc", with: "degrees.tif"), "in degrees (EPSG:4490)",
        "gdalwarp")
    }
  }
}
