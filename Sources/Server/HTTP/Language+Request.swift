import HTTPTypes
import Messages

extension Messages.Language {
  /// What the headers of a request ask for.
  init(_ request: HTTPFields) { self.init(preference: request[.acceptLanguage] ?? "") }

  /// Chinese where the value of `Accept-Language` puts it before English, else English.
  init(preference: String) {
    let ranges = HTTPFields.weighted(preference)
    func weight(_ language: Language) -> Double {
      ranges.filter { $0.value == language.rawValue || $0.value.hasPrefix(language.rawValue + "-") }
        .map(\.weight).max() ?? 0
    }
    self = weight(.chinese) > weight(.english) ? .chinese : .english
  }
}
