import Foundation
import Testing

/// The runner of `Runner/` at work on our own server, or on the one that `YUTU_BASE_URL` names.
@Suite("The server meets the standards that it declares", .serialized)
struct ConformanceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
  private static let python = repository.appending(path: ".tools/venv/bin/python3")
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether the Python clients are there; with `CI=true` nothing may be skipped.
  private static let isReady =
    environment["CI"] == "true" || FileManager.default.fileExists(atPath: python.path)

  @Test(
    "Every abstract test of every class passes, and none is skipped",
    .enabled(if: isReady, "no clients; run scripts/setup --test"))
  func classes() throws {
    let ended =
      if let base = Self.environment["YUTU_BASE_URL"] {
        try Self.run("Runner", [base, "--json"])
      } else {
        try Self.runAgainstOwnServer("sample", "Runner", ["--json"])
      }
    let report = try JSONDecoder().decode(Report.self, from: ended.output)
    #expect(ended.status == 0 && report.failed == 0 && report.passed > 0)
    for test in report.classes.flatMap(\.tests) where test.outcome != "passed" {
      let isOurs = Self.environment["YUTU_BASE_URL"] == nil
      #expect(!isOurs && test.outcome == "skipped", "\(test.test): \(test.reasons)")
    }
  }

  @Test(
    "What is broken on purpose is noticed",
    .enabled(if: isReady, "no clients; run scripts/setup --test"))
  func mutations() throws {
    let ended = try Self.runAgainstOwnServer("small", "Runner/mutations.py", [])
    #expect(ended.status == 0, "\(String(decoding: ended.output, as: UTF8.self))")
  }

  @Test(
    "Requests made up from the API definition find nothing that breaks it",
    .enabled(if: isReady, "no clients; run scripts/setup --test"))
  func madeUpRequests() throws {
    let ended = try Self.runAgainstOwnServer("small", "Schemathesis", ["--seconds", "40"])
    #expect(ended.status == 0, "\(String(decoding: ended.output, as: UTF8.self).suffix(6000))")
  }

  // MARK: Programs

  private struct Report: Decodable {
    struct Group: Decodable { var tests: [Outcome] }
    struct Outcome: Decodable {
      var test: String
      var outcome: String
      var reasons: [String]
    }
    var passed: Int
    var failed: Int
    var classes: [Group]
  }

  private static func runAgainstOwnServer(
    _ city: String, _ script: String, _ arguments: [String]
  ) throws -> (status: Int32, output: Data) {
    // The build leaves the command beside the test bundle.
    let command = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "yutu").path
    return try run("own_server.py", [command, city, script] + arguments)
  }

  private static func run(
    _ script: String, _ arguments: [String]
  ) throws -> (status: Int32, output: Data) {
    let process = Process()
    let output = Pipe()
    process.executableURL = python
    process.arguments = [folder.appending(path: script).path] + arguments
    process.environment = environment.merging(
      ["YUTU_HOME": repository.path, "PYTHONDONTWRITEBYTECODE": "1"]
    ) { $1 }
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
