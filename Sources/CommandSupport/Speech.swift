import ArgumentParser
import Foundation
package import Messages

/// The language in which the command speaks to people: `--lang`, else the environment's.
package enum Speech {
  /// The arguments without `--lang`, which every command takes at any place, and its value.
  package static let (arguments, tag) = split(Array(CommandLine.arguments.dropFirst()))

  package static let language =
    tag.flatMap { Language(tag: $0) }
    ?? Language(environment: ProcessInfo.processInfo.environment)

  /// An English text as it is told; of what layer files say in both languages, one.
  package static func told(_ english: String) -> String {
    language == .chinese
      ? MessageCatalogue.chinese.translated(english)
      : BilingualText.told(english, in: .english)
  }

  /// What people call a rule of an import's report; its id in words, or in Chinese as zh.po has it.
  package static func rule(_ id: String) -> String {
    guard language == .chinese else { return id.replacing("-", with: " ") }
    return MessageCatalogue.chinese.text("rule", id) ?? id
  }

  /// A moment in RFC 3339 as people read it: in Chinese by the clock of Beijing.
  package static func time(_ moment: String) -> String {
    guard language == .chinese, let date = try? Date(moment, strategy: .iso8601),
      let zone = TimeZone(secondsFromGMT: 8 * 3600)
    else { return moment }
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
      .dateTimeSeparator(.space).time(includingFractionalSeconds: false).timeZone(separator: .colon)
    return date.formatted(style)
  }

  /// - Throws: `ValidationError` where `--lang` names no language that there is.
  package static func check() throws {
    guard let tag else { return }
    guard !tag.isEmpty else { throw ValidationError("Missing value for '--lang <lang>'") }
    guard Language(tag: tag) != nil else {
      throw ValidationError("--lang \(tag) is not a language of the messages: en or zh")
    }
  }

  /// Numbers with the full-width commas of a Chinese keyboard between them, with narrow ones.
  private static func narrowed(_ argument: String) -> String {
    argument.wholeMatch(of: /(?:--[a-z-]+=)?[-+.0-9]+(?:[,，] ?[-+.0-9]+)+/) == nil
      ? argument : argument.replacing("， ", with: ",").replacing("，", with: ",")
  }

  package static func split(_ arguments: [String]) -> (others: [String], tag: String?) {
    var others: [String] = []
    var tag: String?
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      if arguments[index] == "--lang" {
        tag = index + 1 < arguments.count ? arguments[index + 1] : ""
        index += 1
      } else if arguments[index].hasPrefix("--lang=") {
        tag = String(arguments[index].dropFirst("--lang=".count))
      } else {
        others.append(narrowed(arguments[index]))
      }
      index += 1
    }
    return (others + arguments.dropFirst(index), tag)
  }
}
