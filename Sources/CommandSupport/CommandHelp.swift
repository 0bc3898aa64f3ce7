package import ArgumentParser
import Foundation

/// A command as ArgumentParser describes it, and the page that `--help` shows of it.
///
/// ArgumentParser's own pages are English, take a Chinese character for one column and break
/// examples, which people copy.
package struct CommandHelp: Decodable {
  private struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var names: [Name]?
    var valueName: String
    var shouldDisplay: Bool
    var abstract: String?
    var discussion: String?
    var defaultValue: String?
    var allValues: [String]?

    /// As it is written on a command line: `-h, --help`, `--city <city>`, `<file>`.
    var form: String {
      let words = (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
        .joined(separator: ", ")
      guard kind != "flag" else { return words }
      return words + (words.isEmpty ? "" : " ") + "<\(valueName)>"
    }

    /// Its description with the values that it takes and the one that it has by itself.
    var description: String {
      let values = allValues.map { "values: " + $0.joined(separator: ", ") }
      let own = defaultValue.map { "default: " + $0 }
      let remarks = [values, own].compactMap { $0 }.joined(separator: "; ")
      guard !remarks.isEmpty else { return abstract ?? "" }
      return (abstract ?? "") + HelpWords.gap + Speech.told("(\(remarks))")
    }
  }

  private var commandName: String
  private var abstract: String?
  private var discussion: String?
  private var defaultSubcommand: String?
  private var subcommands: [CommandHelp]?
  private var arguments: [Argument]?

  /// What the parser answers to `--help` and the like, in the person's language; versions and
  /// scripts for shells as they are.
  package static func told(_ answer: String, below root: any ParsableCommand.Type) -> String {
    if answer.hasPrefix("{") { return HelpWords.description(answer) }
    guard let usage = answer.firstMatch(of: #/(?:^|\n)USAGE: (.*)/#)?.output.1,
      var command = described(HelpWords.description(root._dumpHelp()))
    else { return answer }
    var path = ["yutu"]
    for word in usage.split(separator: " ").dropFirst() {
      guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = next
      path.append(next.commandName)
    }
    return command.page(path, String(usage), TextColumns(count: max(Terminal.columns, 40)))
  }

  private static func described(_ json: String) -> CommandHelp? {
    struct Description: Decodable { var command: CommandHelp }
    return try? JSONDecoder().decode(Description.self, from: Data(json.utf8)).command
  }

  private func page(_ path: [String], _ usage: String, _ columns: TextColumns) -> String {
    let shown = (arguments ?? []).filter(\.shouldDisplay)
    let commands = (subcommands ?? []).filter { $0.commandName != "help" }
    var lines = columns.wrapped(HelpWords.label("OVERVIEW:") + (abstract ?? ""))
    if let discussion { lines += [""] + Self.paragraphs(discussion, columns) }
    lines += ["", HelpWords.usage(usage, after: HelpWords.label("USAGE:"), columns)]
    let sections = [
      ("ARGUMENTS:", Self.entries(shown.filter { $0.kind == "positional" }, columns)),
      ("OPTIONS:", Self.entries(shown.filter { $0.kind != "positional" }, columns)),
      ("SUBCOMMANDS:", commands.flatMap { entry(for: $0, columns) }),
    ]
    for (title, entries) in sections where !entries.isEmpty {
      lines += ["", HelpWords.told(title)] + entries
    }
    if !commands.isEmpty {
      let call = (["yutu", "help"] + path.dropFirst() + ["<subcommand>"]).joined(separator: " ")
      lines += ["", "  " + HelpWords.form(Speech.told("See '\(call)' for detailed help."))]
    }
    return lines.joined(separator: "\n")
  }

  /// The paragraphs of a discussion; examples are lines as long as they are.
  private static func paragraphs(_ text: String, _ columns: TextColumns) -> [String] {
    let label = HelpWords.label("Example:")
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      if line.hasPrefix("Example: ") { return [label + line.dropFirst("Example: ".count)] }
      if line.hasPrefix(" ") {
        return [TextColumns.blanks(TextColumns.width(label)) + line.drop { $0 == " " }]
      }
      return line.isEmpty ? [""] : columns.wrapped(String(line))
    }
  }

  private func entry(for command: CommandHelp, _ columns: TextColumns) -> [String] {
    let mark = command.commandName == defaultSubcommand ? HelpWords.told(" (default)") : ""
    return columns.entry(command.commandName + mark, command.abstract ?? "")
  }

  private static func entries(_ arguments: [Argument], _ columns: TextColumns) -> [String] {
    var shown: [(form: String, argument: Argument)] = []
    for argument in arguments {
      // A flag and the one that turns it off are one entry.
      if let flag = shown.last?.argument.names?.first?.name,
        argument.names?.first?.name == "no-" + flag
      {
        shown[shown.count - 1].form += "/" + argument.form
      } else {
        shown.append((argument.form, argument))
      }
    }
    return shown.flatMap { form, argument in
      columns.entry(form, argument.description)
        + (argument.discussion ?? "").split(separator: "\n").flatMap {
          columns.wrapped(String($0), indent: 8)
        }
    }
  }
}
