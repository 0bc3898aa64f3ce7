import Foundation

@testable import Server

/// The repository that these tests were built from, and the programs in it.
enum Repository {
  static let environment = ProcessInfo.processInfo.environment
  /// With `CI=true` nothing may be skipped.
  static let isCI = environment["CI"] == "true"
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let interpreter = file(".tools/venv/bin/python3")

  /// Whether the Python clients are there.
  static let hasPython = isCI || FileManager.default.fileExists(atPath: interpreter)

  static func file(_ path: String) -> String { folder.appending(path: path).path }

  /// Runs a script of the repository to its end, on a thread of its own.
  static func python(
    _ script: String, _ arguments: [String]
  ) async throws -> (status: Int32, output: Data) {
    try await withCheckedThrowingContinuation { done in
      let thread = Thread {
        done.resume(
          with: Result {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: interpreter)
            process.arguments = [file(script)] + arguments
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
