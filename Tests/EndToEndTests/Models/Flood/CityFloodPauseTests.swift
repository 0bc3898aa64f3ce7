import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("Floods of a city are paused, go on, and begin from others")
  struct CityFloodPauseTests {
    private let floods: CityFloodCase
    private var folder: TestFolder { floods.folder }
    private var city: String { floods.city }

    init() async throws { floods = try await CityFloodCase() }

    @Test("A run is paused, stays so when the server is killed, goes on, and gives the same bytes")
    func paused() async throws {
      let said = floods.flood(floods.storm, seconds: 1800)
      let whole = try await floods.run(said, "--out", folder.file("test.city.runs/whole"))
      #expect(whole.code == 0, "\(whole.errors)")
      let scenarios = try floods.scenarios("story", said)
      let options = ["serve", "--city", city, "--port", "0", "--scenarios", scenarios]
      let program = try Program(Place.command, options, in: folder)
      defer { program.send(SIGKILL) }
      var job = ""
      try await serving(program, in: folder, city: city) { served in
        job = try await floods.started(served, #"{"inputs": {"scenario": "story"}}"#)
        let frames = folder.file("test.city.runs/\(job)/frames.yfr")
        while !Place.exists(frames) { try await Task.sleep(for: .milliseconds(2)) }
        #expect(try floods.change(job, "paused", served, token: "none").status == 401)
        let paused = try floods.change(job, "paused", served)
        #expect(paused.status == 200, "\(paused.text)")
        #expect(try paused.json["status"].text == "accepted", "it ended before it was paused")
        #expect(try paused.json["paused"] == .boolean(true))
        #expect(try floods.change(job, "stopped", served).status == 400)
        #expect(try floods.change("none", "paused", served).status == 404)
      }
      program.send(SIGKILL)
      _ = try await program.end()
      let kept = try folder.bytes("test.city.runs/\(job)/run.state")
      try await serving(city, in: folder, ["--scenarios", scenarios]) { served in
        let run = try served.json("/runs/\(job)")
        #expect(run["paused"] == .boolean(true) && run["goesOn"] == .boolean(false))
        #expect(try served.json("/jobs/\(job)")["paused"] == .boolean(true))
        #expect(try folder.bytes("test.city.runs/\(job)/run.state") == kept)
        #expect(try floods.change(job, "running", served).status == 200)
        let ended = try await floods.end(of: job, served)
        #expect(ended["status"].text == "successful", "\(ended)")
        #expect(try floods.change(job, "running", served).status == 409)
      }
      for name in ["frames.yfr", "gauges.csv", "balance.json", "max-depth.tif", "arrival.tif"] {
        let bytes = try folder.bytes("test.city.runs/whole/\(name)")
        #expect(try folder.bytes("test.city.runs/\(job)/\(name)") == bytes, "\(name)")
      }
    }

    @Test("A run is not removed under its job, and one dismissed before it began leaves nothing")
    func removedEarly() async throws {
      let scenarios = try floods.scenarios("story", floods.flood(floods.storm, seconds: 3600))
      try await serving(city, in: folder, ["--scenarios", scenarios]) { served in
        let own = ["Authorization": "Bearer \(served.token)"]
        let body = #"{"inputs": {"scenario": "story"}}"#
        let job = try await floods.started(served, body)
        while try served.get("/runs/\(job)").status == 404 {
          try await Task.sleep(for: .milliseconds(2))
        }
        #expect(try served.json("/runs/\(job)")["goesOn"] == .boolean(true))
        let refused = try served.http.send("DELETE", "/runs/\(job)", own)
        #expect(refused.status == 409, "\(refused.text)")
        #expect(try await floods.end(of: job, served)["status"].text == "successful")
        #expect(try served.http.send("DELETE", "/runs/\(job)", own).status == 200)

        let other = try await floods.started(served, body)
        #expect(try served.http.send("DELETE", "/jobs/\(other)", own).status == 200)
        for _ in 0..<30 {
          try await Task.sleep(for: .milliseconds(100))
          #expect(try served.get("/runs/\(other)").status == 404)
        }
        #expect(!Place.exists(folder.file("test.city.runs/\(other)")))
      }
    }

    @Test("Runs that wait for their turn are not forgotten when the server is killed")
    func waiting() async throws {
      let scenarios = try floods.scenarios("story", floods.flood(floods.storm, seconds: 300))
      let options = ["serve", "--city", city, "--port", "0", "--scenarios", scenarios]
      let program = try Program(Place.command, options, in: folder)
      defer { program.send(SIGKILL) }
      var jobs: [String] = []
      try await serving(program, in: folder, city: city) { served in
        for _ in 0..<5 {
          jobs.append(
            try await floods.started(
              served, #"{"inputs": {"scenario": "story", "flood": {"below_bank": 2}}}"#))
        }
        // Two of a client run at once: the last two wait, whatever else goes on.
        #expect(try floods.change(jobs[4], "paused", served).status == 200)
        #expect(try served.get("/runs/\(jobs[4])").status == 404)
      }
      program.send(SIGKILL)
      _ = try await program.end()
      try await serving(city, in: folder, ["--scenarios", scenarios]) { served in
        for job in jobs.prefix(4) {
          let ended = try await floods.end(of: job, served)
          #expect(ended["status"].text == "successful", "\(ended)")
        }
        #expect(try served.json("/jobs/\(jobs[4])")["paused"] == .boolean(true))
        let own = ["Authorization": "Bearer \(served.token)"]
        #expect(try served.http.send("DELETE", "/jobs/\(jobs[4])", own).status == 200)
        #expect(!Place.exists(folder.file("test.city.runs/\(jobs[4])")))
      }
      for job in jobs.dropFirst().prefix(3) {
        try floods.isSame("test.city.runs/\(jobs[0])", "test.city.runs/\(job)")
      }
    }

    /// Executes `flood` from a moment of a run to its end; gives the id of the new run.
    private func forked(
      _ served: Served, _ run: String, _ datetime: String, _ more: String = ""
    ) async throws -> String {
      let job = try await floods.started(
        served,
        "{\"inputs\": {\"from\": {\"run\": \"\(run)\", \"datetime\": \"\(datetime)\"}\(more)}}")
      let ended = try await floods.end(of: job, served)
      #expect(ended["status"].text == "successful", "\(ended)")
      return job
    }

    @Test("A run goes on from a moment of another: alike it is the same, with edits it is replayed")
    func fork() async throws {
      let said = floods.flood(floods.storm)
      let scenarios = try floods.scenarios("story", said)
      _ = try floods.scenarios(
        "edited", said, edits: "edits: [{layer: building, id: B1-4-2, remove: true}]\n")
      let moment = "2026-07-05T20:05:30+08:00"
      try await serving(city, in: folder, ["--scenarios", scenarios]) { served in
        let first = try await floods.started(
          served, #"{"inputs": {"scenario": "story", "flood": {"below_bank": 0.5}}}"#)
        #expect(try await floods.end(of: first, served)["status"].text == "successful")
        let runs = "test.city.runs"
        // Nothing is said otherwise.
        let same = try await forked(served, first, moment)
        try floods.isSame("\(runs)/\(first)", "\(runs)/\(same)")
        #expect(try served.json("/runs/\(same)")["from"]["run"].text == first)
        #expect(try served.json("/runs/\(same)")["from"]["datetime"].text == "2026-07-05T12:05:00Z")
        // A fork of a fork, after the moment of the first.
        let again = try await forked(served, same, "2026-07-05T20:08:00+08:00")
        try floods.isSame("\(runs)/\(first)", "\(runs)/\(again)")
        // Others: gates, rain, a building less.
        let other = try await forked(
          served, first, moment,
          #", "flood": {"gates": {"default": "closed"}, "pumps": {"default": "off"}, "#
            + #""rain": {"hyetograph": 0}, "duration": 900}"#)
        let removed = try await forked(
          served, first, moment, #", "scenario": "edited""#)
        for run in [other, removed] {
          let report = try JSON([UInt8](folder.bytes("\(runs)/\(run)/balance.json")))
          #expect(report["relativeError"].number == 0, "\(report)")
          let files = try await yutu(
            "run", folder.file("\(runs)/\(run)/inputs/scenario.yml"), "--out",
            folder.file("again-\(run)"), "--quiet", "--threads", "1", in: folder)
          #expect(files.code == 0, "\(files.errors)")
          try floods.isSame(
            "\(runs)/\(run)", "again-\(run)", Array(CityFloodCase.results.dropFirst()))
          #expect(Place.exists(folder.file("again-\(run)/depth-0.tif")))
        }
        #expect(try served.json("/runs/\(other)")["frames"].integer == 16)
        #expect(
          try folder.bytes("\(runs)/\(other)/max-depth.tif")
            != folder.bytes("\(runs)/\(first)/max-depth.tif"))
        try refused(served, first)
      }
    }

    /// What no run begins from is told.
    private func refused(_ served: Served, _ run: String) throws {
      for (from, more, status, code) in [
        (#""run": "none""#, "", 404, "unknown-run"),
        (
          "\"run\": \"\(run)\", \"datetime\": \"2026-07-05T23:00:00+08:00\"", "", 404,
          "outside-time"
        ),
        ("\"run\": \"\(run)\", \"datetime\": \"noon\"", "", 400, "invalid-input"),
        ("\"run\": \"\(run)\"", "", 422, "invalid-input"),
        (
          "\"run\": \"\(run)\", \"datetime\": \"2026-07-05T20:05:00+08:00\"",
          #", "flood": {"cell": 25}"#, 422, "invalid-input"
        ),
        (
          "\"run\": \"\(run)\", \"datetime\": \"2026-07-05T20:05:00+08:00\"",
          #", "flood": {"output": {"every": 90, "velocity": true}}"#, 422, "invalid-input"
        ),
      ] {
        let answer = try served.post(
          "/processes/flood/execution", "{\"inputs\": {\"from\": {\(from)}\(more)}}")
        #expect(answer.status == status, "\(from)\(more): \(answer.text)")
        #expect(try answer.json["code"].text == code, "\(answer.text)")
      }
    }

    @Test("By command a run goes on from another, too")
    func forkedByCommand() async throws {
      let first = folder.file("test.city.runs/first")
      #expect(try await floods.run(floods.flood(floods.storm), "--out", first).code == 0)
      let second = folder.file("test.city.runs/second")
      let ended = try await floods.run(
        floods.flood(floods.storm), "--out", second, "--from", "first", "--datetime",
        "2026-07-05T20:04:00+08:00")
      #expect(ended.code == 0, "\(ended.errors)")
      try floods.isSame("test.city.runs/first", "test.city.runs/second")
      let none = try await floods.run(floods.flood(floods.storm), "--from", "nobody")
      #expect(none.code == 1 && none.errors.contains("did you mean") == false, "\(none.errors)")
      #expect(none.errors.contains("first"), "\(none.errors)")
    }
  }
}
