import TestSupport
import Testing

@testable import Server

@Suite("Pages of other sites get what everyone may read, and leave nothing behind")
struct CrossOriginTests {
  private static func preflight(
    _ server: TestServer, _ path: String, _ method: String
  ) async throws -> Answer {
    try await server.http.send(
      "OPTIONS", path,
      [
        "Origin": "https://gis.example", "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type",
      ])
  }

  @Test("A browser lets a page of another site execute a process and read what it gave")
  func execution() async throws {
    try await TestServer.run { server in
      let asked = try await Self.preflight(server, "/processes/square/execution", "POST")
      #expect(asked.status == 204)
      #expect(asked.headers["access-control-allow-origin"] == "*")
      #expect(asked.headers["access-control-allow-methods"] == "POST")
      #expect(asked.headers["access-control-allow-headers"] == "Content-Type")
      // A brief process on the connection's thread, and one that takes its turn.
      for (id, inputs) in [
        ("square", "{\"at\":[114.3,30.6],\"side\":10}"), ("census", "{\"layer\":\"building\"}"),
      ] {
        let answer = try await server.execute(id, inputs, ["Origin": "https://gis.example"])
        #expect(answer.status == 200, "\(id): \(answer.text)")
        #expect(answer.headers["access-control-allow-origin"] == "*", "\(id)")
      }
      let wrong = try await server.execute("square", "{}", ["Origin": "https://gis.example"])
      #expect(wrong.status == 400 && wrong.headers["access-control-allow-origin"] == "*")
    }
  }

  @Test("No other site's page may start jobs, end them or drop what is kept")
  func nothingElse() async throws {
    try await TestServer.run { server in
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
    try await TestServer.run(isClosed: true) { server in
      let asked = try await Self.preflight(server, "/processes/square/execution", "POST")
      #expect(asked.status == 401 && asked.headers["access-control-allow-origin"] == nil)
      let answer = try await server.execute(
        "census", "{\"layer\":\"building\"}", ["Authorization": "Bearer \(TestServer.token.text)"])
      #expect(answer.status == 200 && answer.headers["access-control-allow-origin"] == nil)
    }
  }
}
