import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("Rain of radars and forecasts on the sample city")
  struct CityRainTests {
    private let folder: TestFolder
    private let city: String

    init() async throws {
      folder = try TestFolder()
      city = try await Cities.sample(in: folder)
    }

    /// Rain west of 114.32° alone, by member 30, 60, … mm/h for ten minutes.
    private func rain(_ name: String, _ change: (inout NetCDFFile) -> Void = { _ in }) throws {
      var file = NetCDFFile(
        latitudes: [30.55, 30.50], longitudes: [114.27, 114.32, 114.37], times: [0, 5]
      ) { member, _, _, column in column == 0 ? Float(30 * (member + 1)) : 0 }
      change(&file)
      try Data(file.bytes).write(to: URL(filePath: folder.file(name)))
    }

    private func scenario(_ rain: String) throws -> String {
      let scenarios = folder.file("scenarios")
      try FileManager.default.createDirectory(atPath: scenarios, withIntermediateDirectories: true)
      return try folder.write(
        "scenarios/story.yml",
        """
        id: story
        title: {zh: 试验, en: A trial}
        flood:
          duration: 900
          area: {box: [114.312, 30.520, 114.332, 30.532]}
          cell: 20
          rain: \(rain)

        """)
    }

    private func run(_ rain: String, _ options: String...) async throws -> Ended {
      try await Program(
        Place.command,
        ["run", try scenario(rain), "--city", city] + options, in: folder
      ).end(within: 600)
    }

    private func balance(_ out: String, _ key: String) throws -> Double? {
      try JSON([UInt8](folder.bytes("\(out)/balance.json")))[key].number
    }

    @Test("What falls is what the rasters hold: where, how long, and in which unit")
    func amounts() async throws {
      try rain("rain.nc") { $0.longitudes = [114.295, 114.345, 114.395] }
      let ended = try await run("{grids: {file: ../rain.nc}}", "--out", folder.file("out"))
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(ended.errors.contains("assumed: no rain after the last raster, from 600.0 s on"))
      let head = try JSON([UInt8](folder.bytes("out/run.json")))
      let cells = try #require(head["columns"].number) * #require(head["rows"].number)
      let fallen = try #require(try balance("out", "rain"))
      // 30 mm/h for 600 s are 5 mm; west of 114.32° lie two fifths of the box.
      let share = fallen / (0.005 * cells * 400)
      #expect((0.36...0.44).contains(share), "\(share) of \(cells) cells")

      // The same rain as an amount of each step, stamped at its end.
      try rain("amounts.nc") {
        $0.longitudes = [114.295, 114.345, 114.395]
        $0.times = [5, 10]
        $0.unit = "kg m-2"
        $0.value = { _, _, _, column in column == 0 ? 2.5 : 0 }
      }
      let other = try await run(
        "{grids: {file: ../amounts.nc, stamp: end}}", "--out", folder.file("amounts"))
      #expect(other.code == 0, "\(other.errors)")
      #expect(
        try folder.bytes("out/inputs/rain.csv") == folder.bytes("amounts/inputs/rain.csv"))
      #expect(try folder.bytes("out/gauges.csv") == folder.bytes("amounts/gauges.csv"))
    }

    @Test(
      "What cannot be rain of the run is told with its place",
      arguments: [
        ("{grids: {file: none.nc}}", "there is no file", "check the path"),
        ("{grids: {file: ../ensemble.nc}}", "is an ensemble of 2 members", "`member: 1`"),
        ("{grids: {file: ../ensemble.nc, member: 3}}", "has no member 3", "from 1 to 2"),
        ("{grids: {file: ../ensemble.nc, member: 1, unit: ell}}", "is in `ell`", "unit: mm/h"),
        ("{grids: {file: ../far.nc}}", "lies beside the area", "it covers x 99"),
        ("{grids: {fill: ../far.nc}}", "unknown key `fill`", "did you mean `file`?"),
        ("{grids: {file: ../empty.nc}}", "has no values in the area", "another `area`"),
        (
          "{grids: {file: ../ensemble.nc, member: 1}}\n  start: 2026-07-06T00:00:00Z",
          "the rain goes from 2026-07-05T12:00:00Z to 2026-07-05T12:10:00Z", "leave `start` out"
        ),
        ("forecast", "there is no forecast of rain", "--rain FILE"),
      ])
    func refused(rain said: String, message: String, hint: String) async throws {
      try rain("ensemble.nc") { $0.members = 2 }
      try rain("far.nc") { $0.longitudes = [100, 100.05, 100.1] }
      try rain("empty.nc") { $0.value = { _, _, _, _ in -999 } }
      let ended = try await run(said, "--out", folder.file("out"))
      #expect(ended.code == 1)
      #expect(ended.errors.contains("story.yml:7:"), "\(ended.errors)")
      #expect(ended.errors.contains(message), "\(ended.errors)")
      #expect(ended.errors.contains(hint), "\(ended.errors)")
      #expect(!Place.exists(folder.file("out/inputs")))
    }

    @Test("A forecast that comes starts its flood: an ensemble's probabilities become layers")
    func forecast() async throws {
      try rain("forecast.nc") {
        $0.members = 2
        $0.value = { member, _, _, _ in member == 0 ? 0 : 400 }
      }
      _ = try scenario("forecast")
      let options = ["--scenarios", folder.file("scenarios"), "--rain", folder.file("forecast.nc")]
      try await serving(city, in: folder, options, complains: true) { served in
        let first = try await ended(served, known: [])
        #expect(first["processID"].text == "flood-ensemble")
        let id = try #require(first["jobID"].text)
        #expect(id.hasPrefix("story-20"))
        let place = "position?coords=POINT(114.3225%2030.5275)"
        let answer = try served.json("/collections/run-\(id)-worst-depth/\(place)")
        #expect(answer["ranges"].text == nil)
        // Two members: none or one of them is deeper, so half or nothing is probable.
        let half = try folder.bytes("test.city.runs/\(id)/probability-15cm.tif")
        #expect(!half.isEmpty)
        let collection = try served.json("/collections/run-\(id)-probability-15cm")
        #expect(
          collection["unit"].text == "%" && collection["run"]["process"].text == "flood-ensemble")

        // Each member is the flood that `member` alone gives.
        let alone = try await run(
          "{grids: {file: ../forecast.nc, member: 2}}", "--threads", "2")
        #expect(alone.code == 0, "\(alone.errors)")
        let member = try #require(alone.errors.firstMatch(of: #/results are in .*\/(\S+)/#)?.1)
        #expect(
          try folder.bytes("test.city.runs/\(member)/max-depth.tif")
            == folder.bytes("test.city.runs/\(id)/members/2/max-depth.tif"))
        try warned(served, id, as: String(member))

        // One member alone: an ordinary flood, under another id.
        _ = try scenario("forecast")
        try rain("forecast.nc")
        let second = try await ended(served, known: [id])
        #expect(second["processID"].text == "flood")
        #expect(second["status"].text == "successful", "\(second)")
        let refused = try served.http.send(
          "POST", "/processes/flood/execution", ["Content-Type": "application/json"],
          body: #"{"inputs": {"flood": {"duration": 60, "rain": {"grids": {"file": "/etc/x"}}}}}"#)
        #expect(refused.status == 400 && refused.text.contains("a request cannot"))
      }
    }

    /// Of two members one is dry: who is warned of both is whom the other alone warns, by halves.
    private func warned(_ served: Served, _ ensemble: String, as member: String) throws {
      func warnings(_ run: String) throws -> [JSON] {
        let answer = try served.http.send(
          "POST", "/processes/flood-warnings/execution", ["Content-Type": "application/json"],
          body: #"{"inputs": {"run": "\#(run)", "depth": 0.05}, "response": "document"}"#)
        return try answer.json["warnings"].list
      }
      let (all, alone) = (try warnings(ensemble), try warnings(member))
      #expect(!all.isEmpty && all.count == alone.count)
      for (one, own) in zip(all, alone) {
        #expect(one["probability"].number == 50 && one["earliest"].text == one["from"].text)
        for name in ["layer", "feature", "from", "deepest", "minutes_ahead"] {
          #expect(one[name] == own[name], "\(one) is not \(own)")
        }
        #expect(own["probability"].isNull)
      }
    }

    /// The status of the first job that is not known, once it has ended.
    private func ended(_ served: Served, known: Set<String>) async throws -> JSON {
      let deadline = ContinuousClock.now + .seconds(600)
      while ContinuousClock.now < deadline {
        let answer = try served.http.send(
          "GET", "/jobs", ["Authorization": "Bearer \(served.token)"])
        let job = try answer.json["jobs"].list.first {
          !known.contains($0["jobID"].text ?? "")
        }
        if let job, !["accepted", "running"].contains(job["status"].text ?? "") { return job }
        try await Task.sleep(for: .milliseconds(100))
      }
      throw ProgramFault(description: "no flood has ended: \(served.program.errors)")
    }
  }
}
