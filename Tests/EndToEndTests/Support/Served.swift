import Foundation
import TestSupport
import Testing

/// A city that is being served.
struct Served {
  let folder: TestFolder
  let city: String
  let base: String
  /// What the printed link carries; empty where it carries none.
  let token: String
  let http: HTTPClient
  let program: Program

  func get(_ target: String, _ headers: [String: String] = [:]) throws -> Answer {
    try http.get(target, headers)
  }

  /// Sends JSON and gives the answer.
  func post(_ target: String, _ json: String) throws -> Answer {
    try http.send("POST", target, ["Content-Type": "application/json"], body: json)
  }

  /// Follows an absolute link of the server.
  func follow(_ href: String, _ headers: [String: String] = [:]) throws -> Answer {
    guard href.hasPrefix(base) else {
      throw ProgramFault(description: "\(href) does not lead to \(base)")
    }
    return try http.get(String(href.dropFirst(base.count)), headers)
  }

  func json(_ target: String) throws -> JSON {
    let answer = try get(target)
    #expect(answer.status == 200, "\(target): \(answer.status) \(answer.text.prefix(300))")
    return try answer.json
  }
}

/// Serves the city at `city`, runs `body`, and stops the server by SIGTERM, which must end well.
///
/// - Parameter complains: Whether the server may have had reason to.
/// - Parameter command: The program; else the built one.
func serving(
  _ city: String, in folder: TestFolder, _ options: [String] = [], complains: Bool = false,
  command: String = Place.command, environment: [String: String] = [:],
  _ body: (Served) async throws -> Void
) async throws {
  let program = try Program(
    command, ["serve", "--city", city, "--port", "0"] + options, in: folder,
    environment: environment)
  defer { program.send(SIGKILL) }
  try await serving(program, in: folder, city: city, body)
  program.send(SIGTERM)
  let ended = try await program.end(within: 20)
  #expect(ended.code == 0 && !ended.wasKilled, "the server ended with \(ended.code)")
  #expect(complains || ended.errors == "", "the server complained")
}

/// Runs `body` once a program serves the city, which goes on.
func serving(
  _ program: Program, in folder: TestFolder, city: String, _ body: (Served) async throws -> Void
) async throws {
  let (base, token) = try await address(of: program)
  let port = try #require(base.split(separator: ":").last.flatMap { UInt16($0) })
  try await body(
    Served(
      folder: folder, city: city, base: base, token: token, http: HTTPClient(port: port),
      program: program))
}

/// `http://127.0.0.1:PORT` and the token, from the first line that the server prints.
private func address(of program: Program) async throws -> (base: String, token: String) {
  let deadline = ContinuousClock.now + .seconds(20)
  while ContinuousClock.now < deadline, program.isRunning {
    let line = #/^(http://[0-9.]+:\d+)/map(?:#token=([0-9a-f]{64}))?\n/#
    if let match = program.output.firstMatch(of: line) {
      return (
        String(match.1).replacing("0.0.0.0", with: "127.0.0.1"), match.2.map(String.init) ?? ""
      )
    }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw ProgramFault(description: "the server did not start: \(program.output)\(program.errors)")
}
