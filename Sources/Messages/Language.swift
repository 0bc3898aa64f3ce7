/// A language in which Yutu speaks to people.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh"

  /// The language of an option or a locale: `zh`, `zh_CN.UTF-8`, `en-GB`; `nil` for any other.
  package init?(tag: String) {
    let primary = tag.lowercased().prefix { $0.isASCII && $0.isLetter }
    self.init(rawValue: String(primary))
  }

  /// The language of an environment: `YUTU_LANG`, else the first of `LC_ALL`, `LC_MESSAGES` and
  /// `LANG` that is set, as POSIX has it; English for any language but Chinese.
  package init(environment: [String: String]) {
    let set = ["YUTU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    self = set.flatMap { Language(tag: $0) } ?? .english
  }
}

/// A text that a layer file has in both languages, within a sentence that is told in one of them.
///
/// Marks that nobody writes enclose it, so that no name of a file, title or value is taken for one.
package enum BilingualText {
  /// INVISIBLE SEPARATOR of Unicode.
  private static let mark: Unicode.Scalar = "\u{2063}"

  /// Both texts as one, for ``told(_:in:)``.
  package static func joined(zh: String, en: String) -> String {
    zh == en ? zh : "\(mark)\(zh)\(mark)\(en)\(mark)"
  }

  /// A sentence with one language of such texts in it.
  package static func told(_ sentence: String, in language: Language) -> String {
    replaced(in: sentence) { zh, en in language == .chinese ? zh : en }
  }

  /// A sentence with both languages of such texts in it: `井底高于地面 / the bottom is too high`.
  package static func both(_ sentence: String) -> String {
    replaced(in: sentence) { zh, en in "\(zh) / \(en)" }
  }

  private static func replaced(
    in sentence: String, by words: (_ zh: String, _ en: String) -> String
  ) -> String {
    guard sentence.unicodeScalars.contains(mark) else { return sentence }
    let parts = sentence.unicodeScalars.split(separator: mark, omittingEmptySubsequences: false)
      .map { String($0) }
    // What no text has enclosed is left as it is.
    guard parts.count % 3 == 1 else { return sentence }
    return stride(from: 1, to: parts.count, by: 3).reduce(parts[0]) { told, index in
      told + words(parts[index], parts[index + 1]) + parts[index + 2]
    }
  }
}
