import Foundation
import Testing

extension EndToEndTests {
  @Suite("One client cannot take the server from the others")
  struct LimitTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func request(_ target: String, _ more: String = "") -> String {
      "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
    }

    @Test("What is too long is refused by name, just below the limit it is answered")
    func lengths() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        func send(_ text: String) throws -> Answer {
          try Answer(served.http.exchange(Array(text.utf8), silence: 3))
        }
        func name(_ length: Int) -> String { String(repeating: "a", count: length) }
        #expect(try send(request("/?" + name(8192 - 2), "Connection: close\r\n")).status == 400)
        let long = try send(request("/?" + name(8192 - 1), "Connection: close\r\n"))
        #expect(try (long.status, long.json.code.text) == (414, "target-too-long"))
        let fits = try send(request("/health", "X: \(name(15_000))\r\nConnection: close\r\n"))
        #expect(fits.status == 200)
        for more in ["X: \(name(17_000))\r\n", String(repeating: "X: y\r\n", count: 200)] {
          let answer = try send(request("/health", more))
          #expect(answer.status == 431)
          #expect(answer.headers["content-type"] == "application/problem+json")
          #expect(try answer.json.code.text == "headers-too-large")
        }
        let body = try send(request("/health", "Content-Length: 1048577\r\n"))
        #expect(try (body.status, body.json.code.text) == (413, "body-too-large"))
      }
    }

    @Test("Requests sent at once are answered in turn, and what follows them is said to be no HTTP")
    func pipelined() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let all = request("/health") + request("/conformance") + "garbage garbage\r\n\r\n"
        let bytes = try served.http.exchange(Array(all.utf8), silence: 5)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.components(separatedBy: "HTTP/1.1 200").count == 3)
        #expect(text.contains("HTTP/1.1 400") && text.contains("\"bad-http\""))
        let (health, classes) = (
          text.firstRange(of: "\"layers\""), text.firstRange(of: "conformsTo")
        )
        #expect(try #require(health).lowerBound < (try #require(classes)).lowerBound)
        #expect(try served.get("/health").status == 200)
      }
    }

    @Test("Figures count what was asked, by route, and the log names it without its secrets")
    func figures() async throws {
      let log = folder.file("requests.log")
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder, ["--log", log]) { served in
        for _ in 0..<3 { _ = try served.get("/collections/building/items?limit=1&name=secret") }
        _ = try served.get("/collections/building/items/hall")
        _ = try served.get("/nowhere/%0A%1b[31m")
        _ = try served.http.send(
          "DELETE", "/cache", ["Authorization": "Bearer \(served.token)"])
        let text = try served.get("/metrics").text
        let items = "route=\"/collections/{collectionId}/items\""
        for line in [
          "yutu_requests_total{\(items),method=\"GET\",status=\"200\"} 3",
          "yutu_request_seconds_count{\(items)} 3",
          "yutu_request_seconds_bucket{\(items),le=\"+Inf\"} 3",
          "yutu_requests_total{route=\"/cache\",method=\"DELETE\",status=\"204\"} 1",
          "yutu_requests_total{route=\"none\",method=\"GET\",status=\"404\"} 1",
          "yutu_layer_features{layer=\"building\"} 4", "yutu_requests_in_flight 1",
        ] { #expect(text.contains(line + "\n"), "\(line)") }
        let resident = try #require(text.firstMatch(of: #/process_resident_memory_bytes (\d+)/#))
        #expect((Int(resident.1) ?? 0) > 5_000_000)

        let lines = try folder.read("requests.log")
        #expect(!lines.contains("secret") && !lines.contains(served.token))
        #expect(lines.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
        let entries = try lines.split(separator: "\n").map { try JSON(String($0)) }
        #expect(entries.count == 7)
        #expect(entries[0].method.text == "GET" && entries[0].status.integer == 200)
        #expect(entries[0].path.text == "/collections/building/items")
        #expect((entries[0].bytes.integer ?? 0) > 100 && (entries[0].ms.number ?? 0) > 0)
        #expect(Set(entries.compactMap(\.id.text)).count == 7)
      }
    }
  }
}
