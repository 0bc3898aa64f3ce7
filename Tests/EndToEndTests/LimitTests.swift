import Foundation
import TestSupport
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

    @Test("A head that cannot be trusted is refused, and gets one answer")
    func oddHeads() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        func send(_ text: String) throws -> String {
          String(decoding: try served.http.exchange(Array(text.utf8), silence: 3), as: UTF8.self)
        }
        let close = "Connection: close\r\n"
        for host in ["[::1]evil.com", "127.0.0.1:abc:evil", "localhost:80evil"] {
          let answer = try send("GET /health HTTP/1.1\r\nHost: \(host)\r\n\(close)\r\n")
          #expect(answer.contains(" 400 ") && answer.contains("bad-host"), "\(host): \(answer)")
        }
        let twice = try send(request("/health", "Host: evil.com\r\n" + close))
        #expect(twice.contains("bad-host"), "\(twice)")
        for length in ["9223372036854775808", "18446744073709551615"] {
          let answer = try send(request("/health", "Content-Length: \(length)\r\n"))
          #expect(!answer.contains("HTTP/1.1 200"), "\(length): \(answer)")
        }
        let chunks = "Transfer-Encoding: chunked\r\n\r\nzz\r\n"
        let broken = try send("GET /health HTTP/1.1\r\nHost: localhost\r\n" + chunks)
        #expect(broken.components(separatedBy: "HTTP/1.1 ").count == 2, "\(broken)")
      }
    }

    @Test("Codings and tags are told by their weights and names as a whole")
    func weights() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let path = SmallCity.tile
        func get(_ headers: [String: String]) throws -> Answer {
          try served.http.send("GET", path, headers)
        }
        for refused in ["gzip;q=0.00", "gzip;q=0.000", "gzip;q=0,*", "br", "*;q=0"] {
          let answer = try get(["Accept-Encoding": refused])
          #expect(answer.headers["content-encoding"] == nil, "\(refused)")
        }
        for taken in ["gzip", "br, GZIP;q=0.5", "*", "x;q=1, gzip ;q=0.001"] {
          #expect(try get(["Accept-Encoding": taken]).headers["content-encoding"] == "gzip")
        }
        let tag = try #require(try get(["Accept-Encoding": "gzip"]).headers["etag"])
        for known in [tag, "\"x\",\(tag) , \"y\"", "\"x\" ,\t\(tag)", " * ", "W/\(tag)"] {
          #expect(try get(["If-None-Match": known]).status == 304, "\(known)")
        }
        #expect(try get(["If-None-Match": "\"a, *,b\""]).status == 200)
      }
    }

    @Test("Doubled slashes lead where single ones do")
    func slashes() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let path = "/collections/building" + SmallCity.tile
        let (doubled, plain) = (try served.get("/" + path), try served.get(path))
        #expect(doubled.body == plain.body && plain.status == 200)
        let unknown = path.replacingOccurrences(of: "building", with: "nolayer")
        for path in [unknown, "/" + unknown, unknown.replacingOccurrences(of: "s/n", with: "s//n")]
        {
          #expect(try served.get(path).status == 404, "\(path)")
        }
      }
    }

    @Test("Large pages that nobody reads leave room for others, and go with their clients")
    func unread() async throws {
      try await serving(try await Cities.guanggu(in: folder), in: folder) { served in
        let large = request("/collections/building/items?limit=10000")
        let clients = try (0..<40).map { _ in try served.http.open(sending: Array(large.utf8)) }
        let start = ContinuousClock.now
        for path in ["/health", "/collections/building/items?limit=1"] {
          #expect(try served.get(path).status == 200)
        }
        #expect(start.duration(to: .now) < .seconds(5))
        for client in clients { close(client) }
        #expect(try served.get("/collections/building/items?limit=10000").status == 200)
      }
    }

    @Test("Whatever clients send, hold back and leave unread, the server's memory has a bound")
    func memory() async throws {
      try await serving(try await Cities.guanggu(in: folder), in: folder) { served in
        let port = served.http.port
        let clients = (1...4).map { HTTPClient(port: port, from: "127.0.0.\($0)") }
        func post(_ process: String, _ more: String, _ body: String = "") -> [UInt8] {
          Array(
            ("POST /processes/\(process)/execution HTTP/1.1\r\nHost: localhost\r\n"
              + "Connection: close\r\n"
              + "Content-Type: application/json\r\n\(more)\r\n\r\n" + body).utf8)
        }
        let path = "/collections/building/items?limit=10000"
        _ = try served.get(SmallCity.tile)
        let pipeline = String(repeating: request(SmallCity.tile), count: 250)
        let head = "GET / HTTP/1.1\r\nHost: localhost\r\n"
        let names = String(repeating: "X: a\r\n", count: 60) + "Y: "
        let body = String(repeating: " ", count: 900_000)
        var sent = Array(repeating: Array(pipeline.utf8), count: 400)
        sent += Array(
          repeating: Array((head + names + String(repeating: "a", count: 15_000)).utf8), count: 400)
        sent += Array(repeating: Array(request(path).utf8), count: 40)
        sent += Array(repeating: post("route", "Content-Length: 1000000", body), count: 20)
        let references = Array(repeating: #"{"href":"\#(path)"}"#, count: 3).joined(separator: ",")
        let inputs = #"{"inputs":{"from":[\#(references)]}}"#
        let reading = post("matrix", "Content-Length: \(inputs.utf8.count)", inputs)
        // They stay while the others come.
        var held: [Int32] = []
        defer { for socket in held { close(socket) } }
        for client in clients {
          held += try sent.map { try client.open(sending: $0, silence: 5, receiving: 4096) }
          for _ in 0..<3 {
            held.append(try client.open(sending: reading))
          }
        }
        for client in clients { _ = try client.exchange(reading) }
        #expect(try served.get("/health").status == 200)
        let status = try String(
          contentsOfFile: "/proc/\(served.program.pid)/status", encoding: .utf8)
        let peak = try #require(status.firstMatch(of: #/VmHWM:\s*(\d+) kB/#).flatMap { Int($0.1) })
        #expect(peak < 1 << 20, "\(peak / 1024) MB")
      }
    }

    @Test("Tiles at hand are given out at the door like any others, and counted")
    func door() async throws {
      let log = folder.file("requests.log")
      try await serving(try await Cities.small(in: folder), in: folder, ["--log", log]) { served in
        let path = SmallCity.tile
        let gzip = ["Accept-Encoding": "gzip"]
        let first = try served.get(path, gzip)
        let answers = try served.http.converse([path, path, path, "/health", path], gzip)
        for answer in answers where answer.mediaType != "application/json" {
          #expect(answer.status == 200 && answer.body == first.body)
          for name in ["etag", "vary", "content-type", "content-encoding", "cache-control"] + [
            "access-control-allow-origin", "server",
          ] { #expect(answer.headers[name] == first.headers[name], "\(name)") }
          let date = try #require(answer.headers["date"])
          #expect(try Self.httpDate.wholeMatch(in: date) != nil, "\(date)")
        }
        let known = gzip.merging(["If-None-Match": first.headers["etag"] ?? ""]) { $1 }
        let unchanged = try served.http.converse([path, path], known)
        #expect(unchanged.map(\.status) == [304, 304] && unchanged.allSatisfy(\.body.isEmpty))
        #expect(
          try served.http.converse([path, path]).allSatisfy {
            $0.headers["content-encoding"] == nil && $0.body.count > 100
          })
        let metrics = try served.get("/metrics").text
        let kept = try #require(metrics.firstMatch(of: #/yutu_tiles_total\{way="kept"\} (\d+)/#))
        #expect((Int(kept.1) ?? 0) >= 3)
        let route = "/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}"
        let ok = "yutu_requests_total{route=\"\(route)\",method=\"GET\",status=\"200\"} "
        #expect(metrics.contains(ok + "7\n"), "\(metrics)")
        let lines = try folder.read("requests.log").split(separator: "\n")
        #expect(lines.count { $0.contains(path) } == 9)
        #expect(Set(try lines.map { try JSON(String($0)).id.text }).count == lines.count)
      }
    }

    /// RFC 9110, 5.6.7.
    private static var httpDate: Regex<(Substring, Substring)> {
      #/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/#
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
        // The HTTP library refuses it before its headers are read, so the language is not known.
        let raw = "GET /collections?q=水 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        let refused = String(
          decoding: try served.http.exchange(Array(raw.utf8), silence: 5), as: UTF8.self)
        #expect(
          refused.contains("\"bad-target\"") && refused.contains("percent-encoded / 网址"),
          "\(refused)")
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
        #expect(entries.allSatisfy { $0.client.text == "127.0.0.1" })
        #expect(entries[0].path.text == "/collections/building/items")
        #expect((entries[0].bytes.integer ?? 0) > 100 && (entries[0].ms.number ?? 0) > 0)
        #expect(Set(entries.compactMap(\.id.text)).count == 7)
      }
    }
  }
}
