import Foundation
import SimpleFeatures
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("Processes run as jobs, whose results are layers", .serialized, .timeLimit(.minutes(2)))
struct JobTests {
  @Test("A job is made, followed to its end, and gives what an answer at once would have been")
  func life() async throws {
    try await TestServer.run { server in
      let id = try await server.start(
        "mean", #"{"numbers":[1,2,6]}"#, more: #","response":"document""#)
      let status = try await server.end(id)
      #expect(status["status"]?.string == "successful" && status["progress"]?.wholeNumber == 100)
      #expect(status["processID"]?.string == "mean" && status["type"]?.string == "process")
      for time in ["created", "started", "finished", "updated"] {
        #expect(status[time]?.string?.hasSuffix("Z") == true)
      }
      let relations = status["links"]?.items?.compactMap { $0["rel"]?.string } ?? []
      #expect(relations.contains { $0.hasSuffix("/results") })
      let results = try await server.http.get("/jobs/\(id)/results")
      #expect(try results.json["mean"]?.number == 3)
      let page = try await server.http.get("/jobs/\(id)?f=html")
      #expect(page.status == 200 && page.text.contains("run-\(id)-shapes-point"))
      let none = try await server.http.get("/jobs/nothing")
      #expect(none.status == 404)
      #expect(try none.json["type"]?.string?.hasSuffix("/no-such-job") == true)
    }
  }

  @Test("What a job gives is a layer: listed, queried, filtered, in tiles; gone with the job")
  func layers() async throws {
    try await TestServer.run { server in
      let id = try await server.start("mean", #"{"numbers":[1,2,6]}"#)
      let status = try await server.end(id)
      let layers = status["links"]?.items?.filter { $0["rel"]?.string == "collection" } ?? []
      #expect(layers.count == 2, "\(status.text)")
      let (points, line) = ("run-\(id)-shapes-point", "run-\(id)-shapes-line")
      let ids = try await server.http.get("/collections").json["collections"]?.items?
        .compactMap { $0["id"]?.string }
      #expect(ids == ["building", points, line])
      func matched(_ query: String) async throws -> Int? {
        try await server.http.get("/collections/\(points)/items?\(query)").json["numberMatched"]?
          .wholeNumber
      }
      #expect(try await matched("limit=2") == 3)
      #expect(try await matched("bbox=114.0015,30,114.01,31") == 2)
      #expect(try await matched("number=6") == 1)
      let first = try await server.http.get("/collections/\(points)/items?limit=2").json
      #expect(first["features"]?.items?.count == 2)
      let next = first["links"]?.items?.first { $0["rel"]?.string == "next" }?["href"]?.string
      let rest = try await server.http.get(
        String(
          try #require(next).dropFirst(
            "http://127.0.0.1:\(server.http.port)".count))
      ).json
      #expect(rest["features"]?.items?.count == 1)
      #expect(try await server.http.get("/collections/\(line)/items/1").status != 404)
      #expect(try await server.http.get("/collections/\(line)?f=html").status == 200)
      let tile = "/collections/\(points)/tiles/WebMercatorQuad/0/0/0"
      let built = try await server.http.get(tile)
      #expect(built.status == 200 && !built.body.isEmpty)
      #expect(
        try await server.http.get("/tiles/WebMercatorQuad?f=tilejson").text
          .contains("run-") == false)
      #expect(try await server.http.get("/map/config.json").text.contains(points))

      #expect(try await server.dismiss(id, token: "x").status == 401)
      let dismissed = try await server.dismiss(id)
      #expect(dismissed.status == 200)
      #expect(try dismissed.json["status"]?.string == "dismissed")
      #expect(try await server.http.get("/collections/\(points)/items").status == 404)
      #expect(try await server.http.get(tile).status == 404)
      #expect(try await server.http.get("/jobs/\(id)/results").status == 410)
      #expect(try await server.dismiss("nothing").status == 404)
    }
  }

  @Test("A job that waits or runs has no results yet, and ends when it is dismissed")
  func dismissal() async throws {
    var limits = Limits.patient
    (limits.jobs.running, limits.jobs.runningOfOwner) = (1, 1)
    try await TestServer.run(limits) { server in
      let running = try await server.start("slow", #"{"steps":5000}"#)
      let waiting = try await server.start("slow", #"{"steps":5000}"#)
      for id in [running, waiting] {
        let early = try await server.http.get("/jobs/\(id)/results")
        #expect(early.status == 404)
        #expect(try early.json["type"]?.string?.hasSuffix("/result-not-ready") == true)
      }
      for id in [waiting, running] {
        #expect(try await server.dismiss(id).json["status"]?.string == "dismissed")
      }
      for _ in 0..<100 where server.slow.working.withLock({ $0.now }) > 0 {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(server.slow.working.withLock { $0.now } == 0)
    }
  }

  @Test("A job that fails says why, in its status and where its results would be")
  func failure() async throws {
    try await TestServer.run { server in
      let lake = try await server.start("broken", "{}")
      let status = try await server.end(lake)
      #expect(status["status"]?.string == "failed")
      #expect(status["message"]?.string?.contains("830 m") == true)
      let results = try await server.http.get("/jobs/\(lake)/results")
      #expect(results.status == 422)
      #expect(try results.json["code"]?.string == "no-road-near")
      // What claims to be features and is none is the process's fault, not a layer.
      let output = try await server.start("broken", #"{"how":"output"}"#)
      #expect(try await server.end(output)["status"]?.string == "failed")
      #expect(try await server.http.get("/jobs/\(output)/results").status == 500)
    }
  }

  @Test("Jobs are listed by process, state, time and duration, the latest first")
  func list() async throws {
    try await TestServer.run { server in
      let mean = try await server.start("mean", #"{"numbers":[1]}"#)
      _ = try await server.end(mean)
      let broken = try await server.start("broken", "{}")
      _ = try await server.end(broken)
      func jobs(_ query: String) async throws -> [String] {
        let answer = try await server.http.get("/jobs?\(query)")
        #expect(answer.status == 200, "\(query): \(answer.text)")
        return try answer.json["jobs"]?.items?.compactMap { $0["jobID"]?.string } ?? []
      }
      #expect(try await jobs("") == [broken, mean])
      #expect(try await jobs("limit=1") == [broken])
      #expect(try await jobs("processID=mean") == [mean])
      #expect(try await jobs("status=failed,running") == [broken])
      #expect(try await jobs("type=process") == [broken, mean])
      #expect(try await jobs("datetime=2020-01-01T00:00:00Z/..") == [broken, mean])
      #expect(try await jobs("datetime=../2020-01-01T00:00:00Z") == [])
      #expect(try await jobs("minDuration=100") == [])
      #expect(try await jobs("maxDuration=100") == [broken, mean])
      for query in ["status=done", "type=x", "limit=0", "minDuration=-1", "datetime=x", "x=1"] {
        #expect(try await server.http.get("/jobs?\(query)").status == 400, "\(query)")
      }
    }
  }

  @Test("Changes of a job come as events, and one who comes back gets what is new")
  func events() async throws {
    try await TestServer.run { server in
      // Long enough that it still runs when a loaded machine has opened the connection.
      let id = try await server.start("slow", #"{"steps":200}"#)
      let stream = try await server.http.get("/jobs/\(id)/events")
      #expect(stream.status == 200 && stream.mediaType == "text/event-stream")
      let events = stream.text.split(separator: "\n\n").filter { $0.contains("event: status") }
      let states = try events.map { event in
        let data = try #require(event.split(separator: "\n").first { $0.hasPrefix("data: ") })
        return try JSONValue(parsing: Array(data.dropFirst(6).utf8))
      }
      #expect(states.last?["status"]?.string == "successful")
      #expect(states.count > 2)
      let shares = states.compactMap { $0["progress"]?.wholeNumber }
      #expect(shares == shares.sorted() && shares.last == 100)
      let number = try #require(
        events.last?.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4))
      let again = try await server.http.get(
        "/jobs/\(id)/events", ["Last-Event-ID": String(number)])
      #expect(!again.text.contains("event: status"))
      let before = try await server.http.get("/jobs/\(id)/events", ["Last-Event-ID": "1"])
      #expect(before.text.contains("successful"))
      #expect(try await server.http.get("/jobs/nothing/events").status == 404)
    }
  }

  @Test("A flood of jobs and of listeners is refused with when to come again")
  func floods() async throws {
    var limits = Limits.patient
    (limits.jobs.running, limits.jobs.waiting, limits.eventStreams) = (1, 2, 2)
    try await TestServer.run(limits) { server in
      var ids: [String] = []
      for _ in 0..<3 { ids.append(try await server.start("slow", #"{"steps":5000}"#)) }
      let refused = try await server.execute("slow", "{}", ["Prefer": "respond-async"])
      #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
      #expect(try refused.json["code"]?.string == "too-many-jobs")
      let request = "GET /jobs/\(ids[0])/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let listener = try HTTPClient(port: server.http.port).open(sending: Array(request.utf8))
      defer { close(listener) }
      var deaf = try await server.http.get("/jobs/\(ids[2])")
      while deaf.status == 200 {
        try await Task.sleep(for: .milliseconds(20))
        let path = "/jobs/\(ids[0])/events"
        deaf = try await server.http.send("HEAD", path)
      }
      #expect(deaf.status == 503 && deaf.headers["retry-after"] != nil)
      for id in ids { _ = try await server.dismiss(id) }
    }
  }

  @Test("Lists show a client's own jobs and layers; whoever has a job's address may read it")
  func owners() async throws {
    try await TestServer.run { server in
      let id = try await server.start("mean", #"{"numbers":[1,2]}"#)
      _ = try await server.end(id)
      let other = AsyncHTTPClient(port: server.http.port, source: "127.0.0.2")
      for path in ["/jobs", "/collections", "/map/config.json", "/jobs?f=html"] {
        #expect(try await server.http.get(path).text.contains(id), "\(path)")
        #expect(try await !other.get(path).text.contains(id), "\(path)")
      }
      for path in ["/metrics", "/api", "/", "/tiles/WebMercatorQuad"] {
        #expect(try await !server.http.get(path).text.contains(id), "\(path)")
      }
      for path in ["/jobs/\(id)/results", "/collections/run-\(id)-shapes-point/items"] {
        #expect(try await other.get(path).status == 200, "\(path)")
      }
      let holder = ["Authorization": "Bearer \(TestServer.token.text)"]
      #expect(try await !server.http.get("/jobs", holder).text.contains(id))
    }
  }

  @Test("Only the latest jobs are kept, by number and by size, and their layers with them")
  func kept() async throws {
    var limits = Limits.patient
    limits.jobs.keptOfOwner = 2
    try await TestServer.run(limits) { server in
      var ids: [String] = []
      for _ in 0..<4 {
        ids.append(try await server.start("mean", #"{"numbers":[1,2]}"#))
        _ = try await server.end(ids[ids.count - 1])
      }
      let collections = try await server.http.get("/collections").text
      #expect(!collections.contains(ids[0]) && collections.contains(ids[3]))
      #expect(try await server.http.get("/jobs/\(ids[1])").status == 404)
    }
    limits.jobs.keptBytes = 200
    try await TestServer.run(limits) { server in
      for _ in 0..<3 {
        _ = try await server.end(try await server.start("mean", #"{"numbers":[1,2]}"#))
      }
      #expect(try await server.http.get("/jobs").json["jobs"]?.items?.count == 1)
    }
  }
}
