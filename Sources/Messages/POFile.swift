/// An entry of a catalogue in gettext's PO format.
package struct POEntry: Equatable, Sendable {
  /// `msgctxt`, for what is no English sentence, such as the code of a problem.
  package var context: String?
  /// `msgid`: the English, with %1, %2 … for what differs from case to case.
  package var english = ""
  /// `msgid_plural`: the English for all numbers but 1.
  package var plural: String?
  /// `msgstr`, or `msgstr[0]`: the translation.
  package var translation = ""
  /// Counts from 1: the line of the `msgid`.
  package var line = 0
}

/// The reader of gettext's PO files (GNU gettext manual, 3 "The Format of PO Files").
package enum POFile {
  /// The entries of a catalogue, without its header; entries marked fuzzy are left out.
  package static func entries(_ text: String) -> [POEntry] {
    var entries: [POEntry] = []
    var entry = POEntry()
    var isFuzzy = false
    var field: WritableKeyPath<POEntry, String>?
    func close() {
      if !entry.english.isEmpty, !isFuzzy { entries.append(entry) }
      (entry, isFuzzy, field) = (POEntry(), false, nil)
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.isEmpty { close() }
      if line.hasPrefix("#,"), line.contains("fuzzy") { isFuzzy = true }
      guard let quote = line.firstIndex(of: "\""), !line.hasPrefix("#") else { continue }
      switch line[..<quote].filter({ $0 != " " }) {
      case "msgctxt":
        entry.context = ""
        field = \.context.orEmpty
      case "msgid": (field, entry.line) = (\.english, index + 1)
      case "msgid_plural":
        entry.plural = ""
        field = \.plural.orEmpty
      case "msgstr", "msgstr[0]": field = \.translation
      case "": break
      default: field = nil
      }
      if let field { entry[keyPath: field] += unquoted(line[quote...]) }
    }
    close()
    return entries
  }

  /// The text of a literal in double quotes.
  private static func unquoted(_ literal: Substring) -> String {
    var text = ""
    var isEscaped = false
    for character in literal.dropFirst().dropLast() {
      if isEscaped {
        text.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension String? {
  fileprivate var orEmpty: String {
    get { self ?? "" }
    set { self = newValue }
  }
}
