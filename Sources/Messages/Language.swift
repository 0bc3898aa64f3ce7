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
