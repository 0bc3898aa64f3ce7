import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("A flood scenario from files to results")
  struct FloodRunTests {
    private let flood: FloodCase

    init() throws { flood = try FloodCase() }

    @Test("Frames, gauges and balance tell of the same water", .needsGDAL) func results()
      async throws
    {
      let ended = try await flood.run(FloodCase.scenario("crs: EPSG:4547"))
      #expect(ended.code == 0, "\(ended.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: flood.folder.file("out"))
      let frames = [0, 60, 120, 180, 240]
      let expected =
        ["run.json", "balance.json", "gauges.csv", "max-depth.tif", "max-level.tif"]
        + frames.flatMap { time in
          ["depth-\(time).tif", "velocity-east-\(time).tif", "velocity-north-\(time).tif"]
        }
      #expect(names.sorted() == expected.sorted())

      let balance = try flood.json("out/balance.json")
      let depth = try await flood.cells("out/depth-240.tif")
      #expect(depth.count == 40 * 30 - 9)
      let volume = depth.values.reduce(0, +) * 4
      let onGrid = try #require(balance.onGrid.number)
      #expect(onGrid > 100)
      #expect(abs(volume / onGrid - 1) < 1e-5, "\(volume) \(onGrid)")
      // 60 mm/h for two minutes on 1191 cells of 4 m²; the hydrograph's area under its lines.
      #expect(abs((balance.rain.number ?? 0) - 0.002 * 1191 * 4) < 1e-4)
      let flowed = 120.0 + (4.0 + (4.0 - 3.0 * 180 / 240)) / 2 * 180
      #expect(abs((balance["inflows"]["spring"].number ?? 0) - flowed) < 1e-6 * flowed)
      #expect(abs(balance.relativeError.number ?? 1) < 1e-6)

      let first = try await flood.cells("out/depth-0.tif")
      #expect(first.values.allSatisfy { $0 == 0 })
      let top = try await flood.cells("out/max-depth.tif")
      let level = try await flood.cells("out/max-level.tif")
      for time in frames {
        let frame = try await flood.cells("out/depth-\(time).tif")
        #expect(frame.allSatisfy { $0.value <= (top[$0.key] ?? -1) + 1e-5 })
      }
      for (centre, height) in level {
        let column = Int((centre.x - 500) / 2)
        let bed = FloodCase.height(column, Int((20060 - centre.y) / 2))
        #expect(abs(height - bed - (top[centre] ?? 0)) < 1e-3)
      }
      #expect(level.count == top.values.count { $0 > 0 })

      let rows = try flood.rows("out/gauges.csv")
      #expect(rows.count == 2 * 9)
      for row in rows where row["time_s"] == "240" {
        let centre =
          row["id"] == "upper"
          ? FloodCase.Centre(x: 509, y: 20029) : FloodCase.Centre(x: 571, y: 20033)
        let told = Double(row["depth_m"] ?? "") ?? -1
        #expect(abs(told - (depth[centre] ?? -2)) < 2e-6)
        let east = try await flood.cells("out/velocity-east-240.tif")[centre]
        #expect(abs((Double(row["u_ms"] ?? "") ?? 9) - (east ?? -9)) < 1e-4)
      }
      let info = try await Program.succeed(
        Place.program("gdalinfo"), [flood.folder.file("out/depth-60.tif")], in: flood.folder)
      #expect(info.contains("4547") && info.contains("Origin = (500.0") && info.contains("NoData"))
    }

    @Test("The report names what was run, how fast, and which cell held it up") func report()
      async throws
    {
      let ended = try await flood.run(FloodCase.scenario(), "--json", "--threads", "1")
      #expect(ended.code == 0, "\(ended.errors)")
      let told = try JSON(ended.output)
      #expect(told == (try flood.json("out/run.json")))
      #expect(told.state.text == "finished" && told.threads.integer == 1)
      #expect(told.cells.integer == 1191 && told.crs.isNull)
      #expect((told.steps.integer ?? 0) > 10)
      #expect((told.cellUpdates.integer ?? 0) > 1000)
      #expect(told.limitingCell.column.integer.map { (1...40).contains($0) } == true)
      #expect(told.inputs.list.map { $0.file.text } == ["dem.asc", "q.csv", "gauges.csv"])
      #expect(told.inputs[1].bytes.integer == 22)
    }

    @Test("One thread and two write the same bytes") func threads() async throws {
      try await flood.run(FloodCase.scenario(), out: "one", "--threads", "1")
      try await flood.run(FloodCase.scenario(), out: "two", "--threads", "2")
      let (one, two) = (try flood.results("one"), try flood.results("two"))
      #expect(one.count > 10 && one == two)
    }

    @Test("A terrain that is zipped, a GeoTIFF or text gives one result", .needsGDAL)
    func formats() async throws {
      try await flood.run(FloodCase.scenario(), out: "text")
      try await Program.succeed(
        Place.program("gdal_translate"),
        ["-q", flood.folder.file("dem.asc"), flood.folder.file("dem.tif")], in: flood.folder)
      try await Program.succeed(
        "/bin/gzip", ["-k", flood.folder.file("dem.asc")], in: flood.folder)
      let text = try flood.results("text")
      for file in ["dem.tif", "dem.asc.gz"] {
        let scenario = FloodCase.scenario().replacing("dem.asc", with: file)
        let ended = try await flood.run(scenario, out: file + "-out")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try flood.results(file + "-out") == text)
      }
    }

    @Test("Coarser cells hold the mean of the terrain's", .needsGDAL) func coarser() async throws {
      let ended = try await flood.run(
        FloodCase.scenario("cell: 4\ninitial: {level: 25}"), "--json")
      #expect(ended.code == 0, "\(ended.errors)")
      let report = try JSON(ended.output)
      #expect(report.columns.integer == 20 && report.rows.integer == 15)
      let first = try await flood.cells("out/depth-0.tif")
      let mean =
        [(10, 10), (11, 10), (10, 11), (11, 11)].map { FloodCase.height($0, $1) }
        .reduce(0, +) / 4
      #expect(abs((first[.init(x: 522, y: 20038)] ?? 0) - (25 - mean)) < 1e-3)
    }

    @Test("A check reads all files and computes nothing") func check() async throws {
      let ended = try await flood.run(FloodCase.scenario(), "--check", "--json")
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(try JSON(ended.output).cells.integer == 1191)
      #expect(!Place.exists(flood.folder.file("out")))
    }

    @Test("Results of another run are not written over, and the same is not run twice")
    func refusal() async throws {
      try await flood.run(FloodCase.scenario())
      let before = try flood.results("out")
      let again = try await flood.run(FloodCase.scenario())
      #expect(again.code == 1 && again.errors.contains("holds results of a run already"))
      #expect(again.errors.contains("--resume"))
      let done = try await flood.run(FloodCase.scenario(), "--resume", "--json")
      #expect(done.code == 0, "\(done.errors)")
      #expect(try JSON(done.output).state.text == "finished")
      let other = try await flood.run(FloodCase.scenario("courant: 0.4"), "--resume")
      #expect(other.code == 1 && other.errors.contains("another scenario"))
      #expect(try flood.results("out") == before)
      try FileManager.default.removeItem(atPath: flood.folder.file("out/depth-60.tif"))
      let torn = try await flood.run(FloodCase.scenario(), "--resume")
      #expect(
        torn.code == 1 && torn.errors.contains("gone from") && torn.errors.contains("depth-60"))
    }
  }
}
