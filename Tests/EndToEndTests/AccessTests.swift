import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("A server says who may ask, and for what")
  struct AccessTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(
      "What changes something needs the token of the running server, which only its owner reads")
    func token() async throws {
      let city = try await Cities.small(in: folder)
      try folder.write("test.city.token", "left by a server that was killed")
      var used = ""
      try await serving(city, in: folder) { served in
        used = served.token
        #expect(try folder.read("test.city.token") == served.token + "\n")
        #expect(try mode(city + ".token") == 0o600)
        let wrong = String(served.token.dropLast()) + (served.token.hasSuffix("0") ? "1" : "0")
        let tries: [(String?, Int, String?)] = [
          (nil, 401, "token-missing"), ("Bearer", 401, "token-missing"),
          ("Basic \(served.token)", 401, "token-missing"), ("Bearer x", 401, "token-wrong"),
          ("Bearer \(wrong)", 401, "token-wrong"),
          ("Bearer \(served.token)0", 401, "token-wrong"), ("Bearer \(served.token)", 204, nil),
          ("bearer \(served.token)", 204, nil),
        ]
        for (header, status, code) in tries {
          let answer = try served.http.send(
            "DELETE", "/cache", header.map { ["Authorization": $0] } ?? [:])
          #expect(answer.status == status, "\(header ?? "")")
          guard status == 401 else { continue }
          #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
          #expect(try answer.json.code.text == code)
          #expect(!answer.text.contains(served.token))
        }
        let read = try served.get("/cache")
        #expect(read.status == 405 && read.headers["allow"] == "DELETE, OPTIONS")
      }
      #expect(used.count == 64 && !folder.names.contains("test.city.token"))
    }

    @Test("A page that lets its own name lead here gets nothing (DNS rebinding)")
    func hosts() async throws {
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder, ["--allowed-host", "Map.Wuhan.example"]) { served in
        func status(_ host: String) throws -> (Int, String?) {
          let request = "GET /health HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
          let answer = try Answer(served.http.exchange(Array(request.utf8)))
          return (answer.status, try answer.json.code.text)
        }
        for host in ["127.0.0.1", "localhost:80", "LOCALHOST", "[::1]:8", "map.wuhan.example:1"] {
          #expect(try status(host) == (200, nil), "\(host)")
        }
        for host in [
          "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.1.7",
          "[::2]",
        ] { #expect(try status(host) == (421, "unknown-host"), "\(host)") }
        #expect(try status("a b") == (400, "bad-host"))
        // Links carry the name under which the server was called, and no other that is claimed.
        let answer = try served.get(
          "/", ["X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"])
        #expect(!answer.text.contains("evil") && answer.text.contains(served.base))
      }
    }

    @Test("Beyond this machine a server starts only with a token, which every request then needs")
    func closed() async throws {
      let city = try await Cities.small(in: folder)
      let open = try await yutu("serve", "--city", city, "--host", "0.0.0.0", in: folder)
      #expect(open.code == 2 && open.errors.contains("--token-file"))
      let token = String(repeating: "k", count: 40)
      let file = try folder.write("token", token)
      chmod(file, 0o640)
      let readable = try await yutu("serve", "--city", city, "--token-file", file, in: folder)
      #expect(readable.code == 1 && readable.errors.contains("chmod 600"))
      chmod(file, 0o600)
      let options = ["--host", "0.0.0.0", "--token-file", file]
      try await serving(city, in: folder, options) { served in
        #expect(served.token.isEmpty && !folder.names.contains("test.city.token"))
        #expect(try served.get("/health").status == 200)
        #expect(try served.get("/map").status == 200 && served.get("/map/map.js").status == 200)
        let closed = ["/", "/map/config.json", "/map/nowhere", "/collections", "/metrics", "/x"]
        for path in closed {
          #expect(try served.get(path).status == 401, "\(path)")
        }
        let answer = try served.get("/collections", ["Authorization": "Bearer \(token)"])
        #expect(answer.status == 200)
        #expect(answer.headers["access-control-allow-origin"] == nil)
      }
      try folder.write("token", "short")
      let short = try await yutu("serve", "--city", city, "--token-file", file, in: folder)
      #expect(short.code == 1 && short.errors.contains("32"))
    }

    @Test("Pages of a named origin may read what everyone may, and are told so before they ask")
    func otherSites() async throws {
      let city = try await Cities.small(in: folder)
      for wrong in [["*"], ["http://gis.example", "--token-file", "x"]] {
        let options = ["serve", "--city", city, "--allow-origin"] + wrong
        let ended = try await Program(Place.command, options, in: folder).end()
        #expect(ended.code == 2, "\(ended.errors)")
      }
      let options = ["--allow-origin", "http://gis.example"]
      try await serving(city, in: folder, options) { served in
        let answer = try served.get("/collections", ["Origin": "http://gis.example"])
        #expect(answer.headers["access-control-allow-origin"] == "http://gis.example")
        let other = try served.get("/collections", ["Origin": "http://evil.example"])
        #expect(other.headers["access-control-allow-origin"] == nil)
        let asked = try served.http.send(
          "OPTIONS", "/collections", ["Access-Control-Request-Method": "DELETE"])
        #expect(asked.status == 204 && asked.headers["allow"] == "GET, HEAD, OPTIONS")
        #expect(asked.headers["access-control-allow-methods"] == "GET, HEAD")
        #expect(asked.headers["access-control-allow-headers"] == nil)
        let secret = try served.http.send(
          "DELETE", "/cache", ["Authorization": "Bearer \(served.token)"])
        #expect(secret.headers["access-control-allow-origin"] == nil)
      }
    }
  }
}
