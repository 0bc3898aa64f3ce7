import Foundation

/// The commands of `yutu` with their options, as the program itself lists them.
struct CommandTree: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable { var name: String }
    var names: [Name]?
    var abstract: String?
    var discussion: String?
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [CommandTree]?

  /// The command that the build leaves beside the test bundle.
  static func read() throws -> CommandTree {
    struct Dump: Decodable { var command: CommandTree }
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "yutu")
    process.arguments = ["--experimental-dump-help", "--lang", "en"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Dump.self, from: bytes).command
  }

  /// The options of the command itself.
  var options: Set<String> {
    Set((arguments ?? []).flatMap { $0.names ?? [] }.map(\.name)).union(["help", "lang"])
  }

  /// The options of the command and of all below it.
  var allOptions: Set<String> {
    (subcommands ?? []).reduce(options) { $0.union($1.allOptions) }
  }

  /// The lines that `--help` shows of the command and of all below it; examples are commands.
  var help: Set<String> {
    let texts =
      [abstract, discussion] + (arguments ?? []).flatMap { [$0.abstract, $0.discussion] }
    let lines = texts.compactMap { $0 }.flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { !$0.hasPrefix("Example: ") && !$0.hasPrefix(" ") }
    return (subcommands ?? []).reduce(Set(lines)) { $0.union($1.help) }
  }

  /// The commands and options of a text that there are not.
  func faults(in text: String) -> [String] {
    var faults: [String] = []
    var command: CommandTree?
    var isNamed = false
    for raw in text.split(separator: " ") {
      let word = Self.plain(raw)
      if word == "yutu", raw.hasSuffix("yutu") {
        (command, isNamed) = (self, true)
      } else if word.hasPrefix("--"), word.count > 2 {
        let name = String(word.dropFirst(2).prefix { $0.isLetter || $0 == "-" || $0.isNumber })
        let known = isNamed ? command?.options ?? [] : allOptions
        // Flags have a form that turns them off.
        let isKnown = known.contains(name) || known.contains(String(name.trimmingPrefix("no-")))
        if !isKnown { faults.append("\(command?.commandName ?? "yutu") has no option \(word)") }
      } else if isNamed, let now = command, let below = now.subcommands, !below.isEmpty {
        if let next = below.first(where: { $0.commandName == word }) {
          command = next
        } else if now.commandName == "yutu", word.allSatisfy({ $0.isASCII && $0.isLetter }) {
          faults.append("yutu has no command \(word)")
          isNamed = false
        }
      }
      if raw.hasSuffix(";") { isNamed = false }
    }
    return faults
  }

  private static func plain(_ word: Substring) -> String {
    word.trimmingCharacters(in: CharacterSet(charactersIn: "`\"'(),:.?“”（）；，："))
  }
}
