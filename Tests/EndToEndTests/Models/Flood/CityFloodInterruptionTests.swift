import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("A flood of a city that is interrupted ten times is one that was not")
  struct CityFloodInterruptionTests {
    private let floods: CityFloodCase
    private var folder: TestFolder { floods.folder }
    private var city: String { floods.city }

    init() async throws { floods = try await CityFloodCase() }

    /// When a run has told last that it goes on, or how it ended; `nil` before.
    private func told(_ run: String) -> Date? {
      let path = folder.file("\(run)/run.json")
      return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// Waits until a run goes on, and a while more.
    private func goesOn(_ run: String, since: Date?, for milliseconds: Int) async throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while told(run) == since {
        guard ContinuousClock.now < deadline else {
          throw ProgramFault(description: "\(run) does not go on")
        }
        try await Task.sleep(for: .milliseconds(2))
      }
      try await Task.sleep(for: .milliseconds(milliseconds))
    }

    /// Checks that a run was broken off.
    private func isBroken(_ run: String) throws {
      let told = try JSON([UInt8](folder.bytes("\(run)/run.json")))
      #expect(["running", "paused"].contains(told.state.text ?? ""), "\(told)")
    }

    /// Cells so small, in metres, that a run takes many times as long as all interruptions are
    /// apart.
    private static let cell: Int = {
      #if DEBUG
        20
      #else
        8
      #endif
    }()

    @Test("Paused three times, killed with its server and by itself, it writes the same bytes")
    func tenTimes() async throws {
      let said = floods.flood(floods.storm, seconds: 1800, cell: Self.cell)
      let scenarios = try floods.scenarios("story", said)
      let whole = try await floods.run(said, "--out", folder.file("test.city.runs/whole"))
      #expect(whole.code == 0, "\(whole.errors)")
      let options = ["serve", "--city", city, "--port", "0", "--scenarios", scenarios]
      var (job, run) = ("", "")
      for round in 0..<3 {
        let before = round > 0 ? told(run) : nil
        let program = try Program(Place.command, options, in: folder)
        defer { program.send(SIGKILL) }
        try await serving(program, in: folder, city: city) { served in
          if round == 0 {
            job = try await floods.started(served, #"{"inputs": {"scenario": "story"}}"#)
            run = "test.city.runs/\(job)"
          }
          try await goesOn(run, since: before, for: 100 * round)
          let paused = try floods.change(job, "paused", served)
          #expect(try paused.json["paused"] == .boolean(true), "\(paused.text)")
          let since = told(run)
          #expect(try floods.change(job, "running", served).status == 200)
          try await goesOn(run, since: since, for: 50 * round)
        }
        program.send(SIGKILL)
        _ = try await program.end()
        try isBroken(run)
      }
      let command = ["run", folder.file("story.yml"), "--city", city, "--out", folder.file(run)]
      for round in 0..<4 {
        let before = told(run)
        let program = try Program(Place.command, command + ["--resume"], in: folder)
        defer { program.send(SIGKILL) }
        try await goesOn(run, since: before, for: 70 * round)
        program.send(SIGKILL)
        #expect(try await program.end().wasKilled)
        try isBroken(run)
      }
      let ended = try await Program(
        Place.command, command + ["--resume", "--quiet"], in: folder
      ).end(within: 600)
      #expect(ended.code == 0, "\(ended.errors)")
      try floods.isSame("test.city.runs/whole", run)
      let balance = try JSON([UInt8](folder.bytes("\(run)/balance.json")))
      #expect(balance.relativeError.number == 0)
    }
  }
}
