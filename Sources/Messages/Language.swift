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

/// A text of a layer file, which has it in both languages: `井底高于地面 / the bottom is too high`.
package enum BilingualText {
  /// The Chinese of such a text; `nil` for any other.
  static func chinese(_ text: String) -> String? {
    guard let match = text.firstMatch(of: #/ / (?=[^/]*$)/#) else { return nil }
    let (zh, en) = (text[..<match.range.lowerBound], text[match.range.upperBound...])
    return hasIdeographs(zh) && !zh.contains(": ") && !hasIdeographs(en) ? String(zh) : nil
  }

  /// A sentence with the English alone of such a text that is in it.
  package static func english(_ sentence: String) -> String {
    guard hasIdeographs(sentence[...]), let slash = sentence.firstRange(of: " / ") else {
      return sentence
    }
    let head = sentence[..<slash.lowerBound]
    let start = head.ranges(of: ": ").last?.upperBound ?? head.startIndex
    guard hasIdeographs(head[start...]) else { return sentence }
    return String(head[..<start]) + sentence[slash.upperBound...]
  }

  private static func hasIdeographs(_ text: Substring) -> Bool {
    text.unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) }
  }
}
