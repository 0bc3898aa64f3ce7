package import ArgumentParser
import Foundation
import Messages

/// The texts of help in the person's language: in zh.po, those whose context is "help".
package enum HelpWords {
  /// A text of help, line by line, since examples between its paragraphs are commands.
  static func told(_ text: String) -> String {
    guard Speech.language == .chinese else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { MessageCatalogue.chinese.text("help", String($0)) ?? String($0) }
      .joined(separator: "\n")
  }

  /// What stands between two sentences, or a label and what it names.
  static let gap = Speech.language == .chinese ? "" : " "

  /// A label before a text.
  static func label(_ english: String) -> String { told(english) + gap }

  /// A usage with its words for options and commands; names of values are names in any language.
  static func form(_ usage: String) -> String {
    ["<options>", "<subcommand>"].reduce(usage) { $0.replacing($1, with: told($1)) }
  }

  /// A usage in lines, after its label; an option stays on one line with its value.
  static func usage(_ usage: String, after label: String, _ columns: TextColumns) -> String {
    let indent = TextColumns.width(label)
    let whole = form(usage).replacing(#/\[[^\]]*\]|--[a-z-]+ <[^>]*>/#) {
      $0.output.replacing(" ", with: "\u{A0}")
    }
    let lines = columns.wrapped(whole, indent: indent).joined(separator: "\n")
    return label + lines.replacing("\u{A0}", with: " ").dropFirst(indent)
  }

  /// ArgumentParser's description of commands as JSON, with the texts that people read told.
  static func description(_ json: String) -> String {
    guard Speech.language == .chinese,
      let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)),
      let bytes = try? JSONSerialization.data(
        withJSONObject: withToldTexts(object),
        options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    else { return json }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func withToldTexts(_ object: Any) -> Any {
    if let list = object as? [Any] { return list.map { withToldTexts($0) } }
    guard let fields = object as? [String: Any] else { return object }
    return Dictionary(
      uniqueKeysWithValues: fields.map { key, value in
        let text = ["abstract", "discussion"].contains(key) ? value as? String : nil
        return (key, text.map { told($0) } ?? withToldTexts(value))
      })
  }

  /// The refusal of a command line, with the usage of the command that was called.
  package static func refusal(
    _ message: String, below root: any ParsableCommand.Type
  ) -> String {
    let english = CommandNames.usage(of: message, calling: Speech.arguments, below: root)
    let own = Speech.language == .chinese ? label("USAGE:") : "Usage: "
    let columns = TextColumns(count: max(Terminal.columns, 40))
    return english.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("Usage: ") {
        return usage(String(line.dropFirst(7)), after: own, columns)
      }
      guard Speech.language == .chinese else { return String(line) }
      if let help = line.wholeMatch(of: #/Help:  (.*?)  (.*)/#)?.output {
        return label("Help:") + help.1 + "  " + told(String(help.2))
      }
      return Speech.told(String(line))
    }.joined(separator: "\n")
  }
}
