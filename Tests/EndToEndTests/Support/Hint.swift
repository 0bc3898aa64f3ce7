import Foundation
import Testing

/// The commands that the hints of a message name, as a person copies them into a shell.
///
/// A command begins with the line or after a colon or a semicolon, and ends with the line or before
/// a semicolon and a space.
struct Hint {
  let commands: [String]

  /// - Parameter text: What a program said in English.
  init(in text: String) {
    let command =
      #/(?:^|[:;] )((?:yutu|sqlite3|rm|mkdir|chmod|sudo|cat|openssl|gdalwarp|ogr2ogr) .*?)(?:; |$)/#
      .anchorsMatchLineEndings()
    commands = text.matches(of: command).map { String($0.1) }
  }

  /// Runs one of the commands in `folder`, which must be a success.
  ///
  /// - Parameter values: What a person puts in the place of words in capitals, such as `BACKUP`.
  @discardableResult
  func follow(
    _ index: Int = 0, with values: [String: String] = [:], in folder: TestFolder
  ) async throws -> Ended {
    try #require(commands.indices.contains(index), "the hints name no such command: \(commands)")
    let command = values.reduce(commands[index]) { $0.replacing($1.key, with: $1.value) }
    let programs = URL(filePath: Place.command).deletingLastPathComponent().path
    // Tests run as one user.
    let script = "sudo() { shift 2; \"$@\"; }; PATH=\(programs):$PATH; \(command)"
    let ended = try await Program("/bin/sh", ["-c", script], in: folder).end()
    #expect(ended.code == 0, "\(command): \(ended.output)\(ended.errors)")
    return ended
  }
}
