import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("A flood run that is broken goes on as if it had not been")
  struct FloodResumeTests {
    private let flood: FloodCase

    init() throws {
      flood = try FloodCase()
      // 40,000 cells of 1 m under some decimetres of water: seconds of work.
      try flood.folder.write(
        "dem.asc",
        FloodCase.text(columns: 200, rows: 200, cell: 1) { column, row in
          10 - 0.01 * Double(column) + 0.2 * sin(Double(row) * 0.3) * cos(Double(column) * 0.2)
        })
      try flood.folder.write("gauges.csv", "id,x,y\nupper,520,20100\nlower,660,20100\n")
    }

    private let scenario = """
      model: flood
      terrain: dem.asc
      duration: 300
      order: 2
      initial: {level: 9.3}
      rain: {hyetograph: 100}
      inflows: [{id: spring, at: [520, 20100], radius: 10, constant: 30}]
      gauges: gauges.csv
      threads: 1
      output: {every: 30, gauges_every: 15}
      """

    /// Starts the run and sends it a signal once it has work behind it.
    private func broken(_ signal: Int32, out: String, after seconds: Double) async throws -> Ended {
      let file = try flood.folder.write("scenario.yml", scenario)
      let program = try Program(
        Place.command, ["run", file, "--out", flood.folder.file(out)], in: flood.folder)
      let begin = ContinuousClock.now
      while program.isRunning, begin.duration(to: .now) < .seconds(30) {
        if begin.duration(to: .now) > .seconds(seconds),
          Place.exists(flood.folder.file("\(out)/run.state"))
        {
          break
        }
        try await Task.sleep(for: .milliseconds(5))
      }
      program.send(signal)
      return try await program.end()
    }

    @Test("Killed or stopped at any moment, it leaves whole frames and writes the same bytes")
    func resumed() async throws {
      let whole = try await flood.run(scenario, out: "whole")
      #expect(whole.code == 0, "\(whole.errors)")
      let expected = try flood.results("whole")
      var brokenInside = 0
      for (number, after) in [0.1, 0.4, 0.8].enumerated() {
        let out = "killed-\(number)"
        let ended = try await broken(SIGKILL, out: out, after: after)
        if ended.wasKilled { brokenInside += 1 }
        for (name, bytes) in try flood.results(out)
        where name.hasSuffix(".tif") && name.hasPrefix("depth-") {
          #expect(bytes == expected[name], "\(name)")
        }
        let resumed = try await flood.run(scenario, out: out, "--resume")
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try flood.results(out) == expected)
      }
      #expect(brokenInside == 3, "the run ended before it was killed")

      let stopped = try await broken(SIGINT, out: "stopped", after: 1)
      // A shell says 130, and a loop over scenarios ends too.
      #expect(stopped.wasKilled && stopped.code == SIGINT, "\(stopped.code)")
      #expect(!stopped.errors.contains("error"), "\(stopped.errors)")
      let told = try #require(
        stopped.errors.firstMatch(of: /stopped at ([0-9.]+) s; to go on: yutu run .* --resume/))
      let seconds = try #require(flood.json("stopped/run.json").seconds.number)
      #expect(abs((Double(told.1) ?? -1) - seconds) < 0.051)
      #expect(try flood.json("stopped/run.json").state.text == "stopped")
      try await Hint(in: stopped.errors).follow(in: flood.folder)
      #expect(try flood.results("stopped") == expected)

      // Killed when all was done, before the state went.
      try flood.folder.write("stopped/run.state", "left")
      let again = try await flood.run(scenario, out: "stopped", "--resume")
      #expect(again.code == 0 && !Place.exists(flood.folder.file("stopped/run.state")))
    }

    @Test("A damaged state is told, not gone on from") func damaged() async throws {
      _ = try await broken(SIGKILL, out: "out", after: 0.5)
      var bytes = [UInt8](try flood.folder.bytes("out/run.state"))
      bytes[bytes.count / 2] ^= 1
      try flood.folder.write("out/run.state", bytes)
      let ended = try await flood.run(scenario, "--resume")
      #expect(ended.code == 1 && ended.errors.contains("is damaged"), "\(ended.errors)")
      try flood.folder.write("out/run.state", Array(bytes.prefix(bytes.count / 2)))
      #expect(try await flood.run(scenario, "--resume").code == 1)
    }

    @Test("A frame that has gone since is told") func goneFrame() async throws {
      _ = try await broken(SIGKILL, out: "out", after: 0.5)
      try FileManager.default.removeItem(atPath: flood.folder.file("out/depth-0.tif"))
      let ended = try await flood.run(scenario, "--resume")
      #expect(ended.code == 1 && ended.errors.contains("gone from"), "\(ended.errors)")
    }

    @Test("A full disk ends the run with words, and what is finished stays") func fullDisk()
      async throws
    {
      let whole = try await flood.run(scenario, out: "whole")
      #expect(whole.code == 0)
      let expected = try flood.results("whole")
      let file = try flood.folder.write("scenario.yml", scenario)
      // Files of more than so many blocks of 512 bytes cannot be written.
      for (blocks, name) in [(160, "run.state"), (20, "depth-0.tif")] {
        let out = "full-\(blocks)"
        let ended = try await Program(
          "/bin/dash",
          [
            "-c",
            "trap '' XFSZ; ulimit -f \(blocks); exec '\(Place.command)' run '\(file)' --out "
              + "'\(flood.folder.file(out))'",
          ], in: flood.folder
        ).end()
        #expect(ended.code == 1)
        #expect(
          ended.errors.contains(
            "/\(name) cannot be written: File too large\nhint: the disk is full"),
          "\(ended.errors)")
        for (name, bytes) in try flood.results(out) where name.hasSuffix(".tif") {
          #expect(bytes == expected[name], "\(name)")
        }
        let resumed = try await flood.run(scenario, out: out, "--resume")
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try flood.results(out) == expected)
      }
    }
  }
}
