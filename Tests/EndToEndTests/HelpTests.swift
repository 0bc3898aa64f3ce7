import Foundation
import Testing

extension EndToEndTests {
  @Suite("Help is in the person's language and fits the terminal")
  struct HelpTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func help(_ command: [String], _ language: String, columns: Int = 80) async throws
      -> [String]
    {
      let ended = try await Program(
        Place.command, command + ["--help"], in: folder,
        environment: ["COLUMNS": "\(columns)", "YUTU_LANG": language]
      ).end()
      #expect(ended.code == 0 && ended.errors == "")
      return ended.output.split(separator: "\n").map(String.init)
    }

    /// The words that call each command.
    private func commands() async throws -> [[String]] {
      let dump = try await yutu("--experimental-dump-help", in: folder)
      func below(_ command: JSON, _ path: [String]) -> [[String]] {
        [path]
          + command.subcommands.list.flatMap { below($0, path + [$0.commandName.text ?? ""]) }
      }
      return below(try JSON(dump.output).command, []).filter { $0 != ["help"] }
    }

    @Test("Chinese help says all that English help says, aligned by the width of its characters")
    func chinese() async throws {
      let commands = try await commands()
      #expect(commands.count > 20)
      for command in commands {
        let english = try await help(command, "en")
        for columns in [80, 120] {
          let lines = try await help(command, "zh", columns: columns)
          #expect(Self.labels(lines) == Self.labels(english), "\(command)")
          #expect(lines.contains { $0.hasPrefix("概述：") } && lines.contains("选项："))
          // What people copy stays on its line.
          let copied = ["示例：", "      yutu "]
          for line in lines where !copied.contains(where: { line.hasPrefix($0) }) {
            let words = line.replacing(#/yutu( [a-z]+)*|--[a-z-]+( [a-z]+)?/#, with: "")
            #expect(!words.contains(#/[a-z]{2,} [a-z]{2,}/#), "\(command): \(line)")
            let cells = Self.cells(line)
            #expect(cells.count <= columns, "\(command): \(line)")
            if cells.count > 26, line.hasPrefix("  ") {
              let isNoted = cells.starts(with: "        ") && cells[8] != " "
              let isLong = line.contains(#/^  -[^ ]+( <[^ ]+>)?$/#)
              let isList = line.hasPrefix("  各子命令")
              let isUsage = line.contains(#/^ {6}(?:--|\[|<)/#)
              #expect(
                isNoted || isLong || isList || isUsage || cells[25] == " " && cells[26] != " ",
                "\(command): \(line)")
            }
          }
        }
      }
    }

    @Test("Examples are lines that can be copied, in either language")
    func examples() async throws {
      for (language, label) in [("en", "Example: "), ("zh", "示例：")] {
        let lines = try await help(["import"], language)
        #expect(
          lines.contains(
            label + "yutu import --city wuhan.city --layer drainage-pipe --crs EPSG:4547"
              + " --points points.csv lines.csv"), "\(lines)")
        let other = try await yutu("help", "import", "--lang", language, in: folder)
        #expect(other.output.split(separator: "\n").map(String.init) == lines)
      }
    }

    /// The commands, arguments and options that the lists of a page name.
    private static func labels(_ lines: [String]) -> [String] {
      lines.compactMap { line in
        line.firstMatch(of: #/^  (-[^ ]+(?:, -[^ ]+)?(?: <[^ ]+>)?|<[^ ]+>|[a-z]+)(?=[ （]|$)/#)
          .map { String($0.output.1) }
      }
    }

    /// What stands in each column of a terminal; of a wide character, in its first.
    private static func cells(_ line: String) -> [Character] {
      line.flatMap { character in
        character.unicodeScalars.contains { $0.value >= 0x2E80 } ? [character, "\0"] : [character]
      }
    }
  }
}
