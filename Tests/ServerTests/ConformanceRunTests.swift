import SimpleFeatures
import TestSupport
import Testing

@Suite("The server meets OGC API Processes", .serialized, .timeLimit(.minutes(3)))
struct ConformanceRunTests {
  @Test(
    "Every abstract test of every class passes, and none is skipped",
    .enabled(if: Repository.hasPython, "no clients; run scripts/setup --test"))
  func classes() async throws {
    try await TestServer.run { server in
      let classes =
        try await server.http.get("/conformance").json["conformsTo"]?.items?
        .compactMap(\.string).filter { $0.contains("ogcapi-processes") } ?? []
      #expect(classes.count == 7)
      let ended = try await Repository.python(
        "Tests/ConformanceTests/Runner",
        ["http://127.0.0.1:\(server.http.port)", "--json"]
          + classes.flatMap { ["--class", $0] })
      let report = try JSONValue(parsing: Array(ended.output))
      #expect(ended.status == 0 && report["failed"]?.wholeNumber == 0)
      #expect(report["passed"]?.wholeNumber ?? 0 > 30)
      for test in report["classes"]?.items?.flatMap({ $0["tests"]?.items ?? [] }) ?? []
      where test["outcome"]?.string != "passed" {
        Issue.record("\(test.text)")
      }
    }
  }

  @Test(
    "What is broken on purpose is noticed",
    .enabled(if: Repository.hasPython, "no clients; run scripts/setup --test"))
  func mutations() async throws {
    try await TestServer.run { server in
      let ended = try await Repository.python(
        "Tests/ConformanceTests/Runner/mutations.py",
        ["http://127.0.0.1:\(server.http.port)", "--processes"])
      #expect(ended.status == 0, "\(String(decoding: ended.output, as: UTF8.self))")
    }
  }
}
