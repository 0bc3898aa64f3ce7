import SimpleFeatures
import TestSupport
import Testing

@testable import Server

@Suite("Pages of origins that are named get what everyone may read, and leave nothing behind")
struct CrossOriginTests {
  private static let origin = "https://gis.example"

  private static func preflight(
    _ server: TestServer, _ path: String, _ method: String
  ) async throws -> Answer {
    try await server.http.send(
      "OPTIONS", path,
      [
        "Origin": origin, "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type",
      ])
  }

  @Test("A browser lets a page of another site execute a process and read what it gave")
  func execution() async throws {
    try await TestServer.run(origins: [Self.origin]) { server in
      let asked = try await Self.preflight(server, "/processes/square/execution", "POST")
      #expect(asked.status == 204)
      #expect(asked.headers["access-control-allow-origin"] == Self.origin)
      #expect(asked.headers["access-control-allow-methods"] == "POST")
      #expect(asked.headers["access-control-allow-headers"] == "Content-Type")
      // A brief process on the connection's thread, and one that takes its turn.
      for (id, inputs) in [
        ("square", "{\"at\":[114.3,30.6],\"side\":10}"), ("census", "{\"layer\":\"building\"}"),
      ] {
        let answer = try await server.execute(id, inputs, ["Origin": Self.origin])
        #expect(answer.status == 200, "\(id): \(answer.text)")
        #expect(answer.headers["access-control-allow-origin"] == Self.origin, "\(id)")
      }
      let wrong = try await server.execute("square", "{}", ["Origin": Self.origin])
      #expect(wrong.status == 400 && wrong.headers["access-control-allow-origin"] == Self.origin)
    }
  }

  @Test("No other site's page may start jobs, end them or drop what is kept")
  func nothingElse() async throws {
    try await TestServer.run(origins: [Self.origin]) { server in
      let execution = try await Self.preflight(server, "/processes/square/execution", "POST")
      // Without Prefer among the headers a browser sends no request for a job.
      #expect(execution.headers["access-control-allow-headers"]?.contains("Prefer") != true)
      for path in ["/jobs/j1", "/cache", "/collections/building/items", "/map"] {
        let asked = try await Self.preflight(server, path, "DELETE")
        #expect(asked.headers["access-control-allow-methods"] == "GET, HEAD", "\(path)")
        #expect(asked.headers["access-control-allow-headers"] == nil, "\(path)")
      }
      let secret = try await server.execute(
        "census", "{\"layer\":\"building\"}", ["Authorization": "Bearer \(TestServer.token.text)"])
      #expect(secret.status == 200 && secret.headers["access-control-allow-origin"] == nil)
      let text = try await server.http.send(
        "POST", "/processes/census/execution", ["Content-Type": "text/plain"], body: "{}")
      #expect(text.status == 415)
    }
  }

  @Test("A server that is closed stays so to pages of other sites")
  func closed() async throws {
    try await TestServer.run(isClosed: true, origins: [Self.origin]) { server in
      let asked = try await Self.preflight(server, "/processes/square/execution", "POST")
      #expect(asked.status == 401 && asked.headers["access-control-allow-origin"] == nil)
      let answer = try await server.execute(
        "census", "{\"layer\":\"building\"}", ["Authorization": "Bearer \(TestServer.token.text)"])
      #expect(answer.status == 200 && answer.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test("Pages of origins that nobody named get nothing, but links to the server can be followed")
  func others() async throws {
    for origins in [[], [Self.origin]] {
      try await TestServer.run(origins: origins) { server in
        for path in ["/collections/building/items", "/jobs", "/tiles/WebMercatorQuad"] {
          let plain = try await server.http.send("GET", path, ["Origin": "https://evil.example"])
          #expect(plain.headers["access-control-allow-origin"] == nil, "\(path)")
          for site in ["cross-site", "same-site"] {
            let fetched = try await server.http.send(
              "GET", path, ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"])
            #expect(try fetched.status == 403 && fetched.json["code"]?.string == "other-origin")
          }
          let own = try await server.http.send("GET", path, ["Sec-Fetch-Site": "same-origin"])
          #expect(own.status < 300, "\(path)")
          let named = try await server.http.send(
            "GET", path, ["Sec-Fetch-Site": "cross-site", "Origin": Self.origin])
          #expect((named.status < 300) == !origins.isEmpty, "\(path)")
        }
        let link = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
        #expect(try await server.http.send("GET", "/map", link).status == 200)
        let framed = link.merging(["Sec-Fetch-Dest": "iframe"]) { $1 }
        #expect(try await server.http.send("GET", "/map", framed).status == 403)
        let posted = try await server.http.send("POST", "/processes/square/execution", link)
        #expect(posted.status == 403)
      }
    }
  }

  @Test("No answer is taken for another type than it has, and no page is framed")
  func browserHeaders() async throws {
    try await TestServer.run { server in
      for path in ["/", "/map", "/nowhere", "/pages.css", "/collections?f=html", "/jobs?f=html"] {
        let answer = try await server.http.get(path)
        #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
        guard answer.headers["content-type"]?.hasPrefix("text/html") == true else { continue }
        let policy = answer.headers["content-security-policy"]
        #expect(policy?.contains("frame-ancestors 'none'") == true, "\(path)")
      }
      let answers = [
        try await server.execute("square", "{}"),
        try await server.execute("square", #"{"at":[114.3,30.6],"side":10}"#),
        try await server.execute("broken", #"{"how":"odd"}"#),
        try await server.http.send("DELETE", "/cache"),
        try await server.http.send("PUT", "/map"),
        try await server.http.send("OPTIONS", "/collections"),
        try await server.http.get("/?" + String(repeating: "a", count: 9000)),
        try await server.http.get("/collections", ["Sec-Fetch-Site": "cross-site"]),
        try await server.http.get("/", ["X": String(repeating: "a", count: 20_000)]),
      ]
      #expect(Set(answers.map(\.status)) == [400, 200, 500, 401, 405, 204, 414, 403, 431])
      for answer in answers {
        #expect(answer.headers["x-content-type-options"] == "nosniff", "\(answer.status)")
      }
    }
  }

  @Test(
    "An origin is a scheme, a host and maybe a port",
    arguments: [
      ("https://gis.example", true), ("http://127.0.0.1:3000", true), ("https://[::1]:8443", true),
      ("*", false), ("null", false), ("https://gis.example/", false), ("gis.example", false),
      ("https://GIS.example", false),
    ])
  func origins(text: String, isOrigin: Bool) { #expect(AccessPolicy.isOrigin(text) == isOrigin) }
}
