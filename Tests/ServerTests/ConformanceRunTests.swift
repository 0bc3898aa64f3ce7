import Foundation
import SimpleFeatures
import Testing

@testable import Server

@Suite("The server meets OGC API Processes", .serialized, .timeLimit(.minutes(3)))
struct ConformanceRunTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let python = repository.appending(path: ".tools/venv/bin/python3")
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether the Python clients are there; with `CI=true` nothing may be skipped.
  private static let isReady =
    environment["CI"] == "true" || FileManager.default.fileExists(atPath: python.path)

  @Test(
    "Every abstract test of every class passes, and none is skipped",
    .enabled(if: isReady, "no clients; run scripts/setup --test"))
  func classes() async throws {
    try await TestServer.run { server in
      let classes = try await server.http.get("/conformance").json["conformsTo"]?.items?
        .compactMap(\.string).filter { $0.contains("ogcapi-processes") } ?? []
      #expect(classes.count == 7)
      let ended = try await Self.run(
        "Runner", ["http://127.0.0.1:\(server.http.port)", "--json"]
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
    .enabled(if: isReady, "no clients; run scripts/setup --test"))
  func mutations() async throws {
    try await TestServer.run { server in
      let ended = try await Self.run(
        "Runner/mutations.py", ["http://127.0.0.1:\(server.http.port)", "--processes"])
      #expect(ended.status == 0, "\(String(decoding: ended.output, as: UTF8.self))")
    }
  }

  private static func run(
    _ script: String, _ arguments: [String]
  ) async throws -> (status: Int32, output: Data) {
    let path = repository.appending(path: "Tests/ConformanceTests/\(script)").path
    return try await withCheckedThrowingContinuation { done in
      let thread = Thread {
        done.resume(
          with: Result {
            let process = Process()
            let output = Pipe()
            process.executableURL = python
            process.arguments = [path] + arguments
            process.environment = environment.merging(
              ["YUTU_TOKEN": TestServer.token.text, "PYTHONDONTWRITEBYTECODE": "1"]
            ) { $1 }
            process.standardOutput = output
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, text)
          })
      }
      thread.start()
    }
  }
}
