import Foundation
import Testing

/// A program that was run to its end.
struct Ended {
  var code: Int32
  /// Whether a signal ended it, `code` being the signal's number.
  var wasKilled: Bool
  var output: String
  var errors: String
}

/// Why a program could not be run as asked.
struct ProgramFault: Error, CustomStringConvertible {
  var description: String
}

/// A program that is running; its output goes to files, so that it never waits for a reader.
final class Program: Sendable {
  private let process: Process
  private let outputPath: String
  private let errorPath: String
  private let name: String

  /// - Parameter input: A file for standard input; else there is none.
  init(
    _ path: String, _ arguments: [String], in folder: TestFolder, input: String? = nil,
    environment: [String: String] = [:]
  ) throws {
    name = ([path.split(separator: "/").last.map(String.init) ?? path] + arguments)
      .joined(separator: " ")
    outputPath = folder.fresh("output")
    errorPath = folder.fresh("errors")
    process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = Place.environment
      .merging([
        "YUTU_HOME": Place.repository, "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": folder.path + "/.cache", "YUTU_LANG": "en",
      ]) { $1 }
      .merging(environment) { $1 }
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .nullDevice
    process.standardOutput = try Program.sink(outputPath)
    process.standardError = try Program.sink(errorPath)
    try process.run()
  }

  private static func sink(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }

  var pid: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var output: String { Program.text(outputPath) }
  var errors: String { Program.text(errorPath) }

  private static func text(_ path: String) -> String {
    String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
  }

  func send(_ signal: Int32) { if process.isRunning { kill(pid, signal) } }

  /// Waits for the end; kills the program and throws when it takes too long.
  func end(within seconds: Double = 60) async throws -> Ended {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while process.isRunning {
      if ContinuousClock.now > deadline {
        send(SIGKILL)
        throw ProgramFault(description: "\(name) ran longer than \(seconds) s: \(errors)")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return Ended(
      code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      output: output, errors: errors)
  }

  /// Runs a program of the system to its end, which must be a success.
  @discardableResult
  static func succeed(
    _ path: String?, _ arguments: [String], in folder: TestFolder, within seconds: Double = 120
  ) async throws -> String {
    let path = try #require(path, "a program is missing; run scripts/setup --test")
    let ended = try await Program(path, arguments, in: folder).end(within: seconds)
    guard ended.code == 0, !ended.wasKilled else {
      throw ProgramFault(
        description: "\(path) \(arguments.joined(separator: " ")) failed (\(ended.code)):\n"
          + ended.output + ended.errors)
    }
    return ended.output
  }
}

/// Runs `yutu` to its end.
@discardableResult
func yutu(
  _ arguments: String..., in folder: TestFolder, input: String? = nil, within seconds: Double = 60
) async throws -> Ended {
  try await Program(Place.command, arguments, in: folder, input: input).end(within: seconds)
}

/// Runs one of `Clients/*.py` to its end; what it found wrong fails the test.
func runClient(
  _ name: String, _ arguments: [String], in folder: TestFolder, within seconds: Double = 120
) async throws {
  let script = Place.repository + "/Tests/EndToEndTests/Clients/\(name).py"
  let ended = try await Program(Place.python, [script] + arguments, in: folder).end(within: seconds)
  #expect(ended.code == 0, "\(name): \(ended.output)\(ended.errors)")
}
