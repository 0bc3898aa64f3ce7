import Catalog
import Messages

/// Who reads a page: in which language, and the links that keep it.
struct PageReader: Sendable {
  let language: Language
  /// Whether the address names the language.
  let isChosen: Bool
  /// The page's path, and its query.
  let path: String
  let query: QueryString?

  /// The language's tag for `lang` attributes.
  var tag: String { Self.tag(language) }

  static func tag(_ language: Language) -> String {
    language == .chinese ? "zh-Hans" : language.rawValue
  }

  /// One of two texts.
  func callAsFunction(_ zh: String, _ en: String) -> String { language == .chinese ? zh : en }

  /// A text in the reader's language.
  func callAsFunction(_ text: LocalisedText) -> String { self(text.zh, text.en) }

  /// What the definition of the API says in English of a path or a group of paths.
  func api(_ english: String) -> String {
    (language == .chinese ? MessageCatalogue.chinese.text("api", english) : nil) ?? english
  }

  /// A page of the server, in the same language.
  ///
  /// - Parameter keepsView: Whether it sees the city from where this page does.
  func link(_ path: String, _ more: [(String, String)] = [], keepsView: Bool = false) -> String {
    let view =
      !keepsView
      ? []
      : ViewParameters.names.compactMap { name in query?[name].map { (name, $0) } }
    return Self.address(path, [("f", "html")] + view + more + chosen)
  }

  /// The map page, in the same language; `fragment` names what it shows.
  func map(_ fragment: String = "") -> String {
    let view = ["scenario", "commit"].compactMap { name in
      query?[name].map { "\(name)=\(QueryString.encoded($0))" }
    }
    let parts = ([fragment] + view).filter { !$0.isEmpty }.joined(separator: "&")
    return Self.address("/map", chosen) + (parts.isEmpty ? "" : "#" + parts)
  }

  /// What a program reads, seen from where this page sees the city.
  func data(_ path: String, _ more: [(String, String)] = []) -> String {
    let view = ViewParameters.names.compactMap { name in query?[name].map { (name, $0) } }
    return Self.address(path, view + more)
  }

  /// This page in another language.
  func here(in other: Language) -> String {
    let pairs = (query?.parameters ?? []).filter { $0.name != "lang" }.map { ($0.name, $0.value) }
    return Self.address(path, pairs + [("lang", other.rawValue)])
  }

  private var chosen: [(String, String)] { isChosen ? [("lang", language.rawValue)] : [] }

  private static func address(_ path: String, _ pairs: [(String, String)]) -> String {
    let query = pairs.map { "\($0.0)=\(QueryString.encoded($0.1))" }.joined(separator: "&")
    return query.isEmpty ? path : path + "?" + query
  }
}

extension PageReader {
  /// The reader of a page that a request asks for.
  init(_ request: APIRequest) {
    let chosen = request.query["lang"].flatMap(Language.init(rawValue:))
    self.init(
      language: chosen ?? Language(request.headers), isChosen: chosen != nil, path: request.path,
      query: request.query)
  }
}
