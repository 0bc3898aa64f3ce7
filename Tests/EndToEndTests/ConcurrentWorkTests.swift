import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("Work at the same time, and work that is cut off, lose nothing")
  struct ConcurrentWorkTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A file of made-up buildings.
    private func buildings(_ count: Int) async throws -> String {
      let script = Place.repository + "/scripts/generate-buildings"
      let text = try await Program.succeed(
        Place.program("python3"), [script, "--count", "\(count)"], in: folder)
      return try folder.write("generated.geojsonl", text)
    }

    /// The features of the layer `building`, by line.
    private func exported(_ city: String) async throws -> String {
      let out = try await yutu("export", "--city", city, "--layer", "building", "-", in: folder)
      #expect(out.code == 0, "\(out.errors)")
      return out.output
    }

    @Test("Readers see the city before an import or after it, never between")
    func readersDuringImport() async throws {
      let file = try await buildings(30_000)
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder) { served in
        let program = try Program(
          Place.command, ["import", "--city", city, "--layer", "building", file], in: folder)
        @Sendable func look() async throws -> [[Int]] {
          var seen: [[Int]] = []
          repeat {
            let page = try served.json("/collections/building/items?limit=100")
            let collection = try served.json("/collections/building")
            let tile = try served.get("/tiles/WebMercatorQuad/13/3364/6698")
            seen.append([
              page.numberMatched.integer ?? -1, page.features.list.count,
              collection.featureCount.integer ?? -1, tile.status,
            ])
            await Task.yield()
          } while program.isRunning
          return seen
        }
        async let first = look()
        async let second = look()
        for seen in try await [first, second] {
          #expect(seen.count > 3, "the import was over before anyone could look")
          for one in seen {
            #expect(one[0] == 4 && one[1] == 4 || one[0] == 30_004 && one[1] == 100, "\(one)")
            #expect(one[2] == 4 || one[2] == 30_004)
            #expect(one[3] == 200 || one[3] == 204)
          }
          #expect(seen[0][0] == 4)
        }
        let ended = try await program.end()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try served.json("/collections/building").featureCount.integer == 30_004)
        // No page is larger than 10,000.
        let page = try served.get("/collections/building/items?limit=99999").text
        #expect(page.contains("\"numberReturned\":10000,"))
      }
    }

    @Test("An import that is killed half way leaves the city as it was, and can be repeated")
    func killed() async throws {
      let file = try await buildings(60_000)
      let city = try await Cities.small(in: folder)
      let before = try await exported(city)
      let arguments = ["import", "--city", city, "--layer", "building", file]
      var killed = 0
      // The log beside the city grows as soon as the import outgrows its memory.
      for logBytes in [1, 2_000_000, 6_000_000] {
        let program = try Program(Place.command, arguments, in: folder)
        while program.isRunning, size(city + "-wal") < logBytes {
          try await Task.sleep(for: .milliseconds(2))
        }
        program.send(SIGKILL)
        let ended = try await program.end()
        if ended.wasKilled { killed += 1 }
        #expect(ended.output == "", "the import was over before it was killed")
        #expect(try await exported(city) == before)
        let checked = try await yutu("check", "--city", city, in: folder)
        #expect(checked.code == 0, "\(checked.output)")
      }
      #expect(killed == 3)

      let repeated = try await Program(Place.command, arguments, in: folder).end()
      #expect(repeated.code == 0, "\(repeated.errors)")
      #expect(repeated.output.contains("60000 records read, 60000 added"))
      let lines = try await exported(city).split(separator: "\n")
      #expect(lines.count == 60_004)
      #expect(folder.names == ["generated.geojsonl", "test.city"])
    }

    @Test("Kills, power cuts and full disks lose nothing that was told, and leave nothing half")
    func interrupted() async throws {
      // scripts/validate does it with all commands, at many more points.
      try await Program.succeed(
        Place.python,
        [
          Place.repository + "/scripts/crash-points", Place.command, "--kills", "4", "--cuts", "12",
          "--full", "2", "--failing", "4", "--only", "commit,export shapefile",
        ], in: folder)
    }

    @Test("Two imports at once come one after the other")
    func twoImports() async throws {
      let city = try await Cities.small(in: folder)
      let programs = try ["east", "west"].map { name in
        let squares = (0..<4000).map { SmallCity.square("\(name)-\($0)", column: $0, floors: 2) }
        let file = try folder.write("\(name).geojsonl", squares.joined(separator: "\n"))
        return try Program(
          Place.command, ["import", "--city", city, "--layer", "building", file], in: folder)
      }
      for program in programs {
        let ended = try await program.end()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("4000 added"))
      }
      let lines = try await exported(city).split(separator: "\n")
      #expect(lines.count == 8004)
      let checked = try await yutu("check", "--city", city, in: folder)
      #expect(checked.code == 0, "\(checked.output)")
    }

    @Test("A server that is told to stop in the middle of answers gives them in full")
    func shutdown() async throws {
      let file = try await buildings(10_000)
      let city = try await Cities.small(in: folder)
      try await yutu("import", "--city", city, "--layer", "building", file, in: folder)
      try await serving(city, in: folder) { served in
        let answer = Task.detached { try served.get("/collections/building/items?limit=10000") }
        // About a third of the time that the answer takes.
        try await Task.sleep(for: .milliseconds(15))
        served.program.send(SIGTERM)
        let page = try await answer.value
        #expect(page.status == 200)
        #expect(page.body.count == Int(page.headers["content-length"] ?? ""))
        #expect(page.text.contains("\"numberReturned\":10000,") && page.text.hasSuffix("}]}"))
      }
    }

    @Test("A server that stops waits for slow readers, not for bodies that do not come")
    func slowReaders() async throws {
      let file = try await buildings(10_000)
      let city = try await Cities.small(in: folder)
      try await yutu("import", "--city", city, "--layer", "building", file, in: folder)
      try await serving(city, in: folder) { served in
        let unfinished = try served.http.open(
          sending: Array(
            """
            POST /processes/route/execution HTTP/1.1\r\nHost: 127.0.0.1\r\n\
            Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"inp\r\n
            """.utf8))
        defer { close(unfinished) }
        let get = "GET /collections/building/items?limit=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let readers = try (0..<4).map { _ in
          try served.http.open(sending: Array(get.utf8), silence: 20)
        }
        try await Task.sleep(for: .seconds(2))
        served.program.send(SIGTERM)
        try await Task.sleep(for: .seconds(1))
        for reader in readers {
          defer { close(reader) }
          let answer = try Answer(HTTPClient.rest(of: reader))
          #expect(answer.status == 200)
          #expect(answer.body.count == Int(answer.headers["content-length"] ?? ""))
        }
        let start = ContinuousClock.now
        #expect(try await served.program.end().code == 0)
        #expect(start.duration(to: .now) < .seconds(5))
      }
    }

    private func size(_ path: String) -> Int {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return attributes?[.size] as? Int ?? 0
    }
  }
}
