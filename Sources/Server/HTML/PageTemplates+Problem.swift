import HTTPTypes
import Hummingbird
import Messages
import SimpleFeatures

/// Problems for people: a page where a browser asks for one, else a problem document.
extension PageTemplates {
  /// The answer to a request that met a problem.
  func response(_ problem: HTTPProblem, to request: HTTPRequest) -> Response {
    let (path, query) = Self.parts(of: request)
    let chosen = query?["lang"].flatMap(Language.init(rawValue:))
    let language = chosen ?? Language(request.headerFields)
    guard Self.wantsPage(request, query) else { return problem.response(in: language) }
    let reader = PageReader(language: language, isChosen: chosen != nil, path: path, query: query)
    let words = problem.words(in: language)
    let isClosed = problem.status == .unauthorized
    return response(
      Page(
        title: words.title, lead: words.detail,
        actions: [
          Page.Cell(text: reader("打开地图", "Open the map"), href: reader.map()),
          Page.Cell(text: reader("首页", "Home"), href: reader.link("/")),
        ],
        sections: (words.hint.map { [Page.Section(note: reader("建议：", "Try this: ") + $0)] } ?? [])
          + [
            Page.Section(facts: [
              Page.Fact(name: reader("状态码", "Status"), value: String(problem.status.code)),
              Page.Fact(name: reader("类别", "Kind"), value: problem.code),
            ])
          ], module: isClosed ? "page-token.js" : nil, isReplaced: isClosed), reader,
      status: problem.status, headers: problem.headers)
  }

  /// Whether a browser shows the answer to a person.
  private static func wantsPage(_ request: HTTPRequest, _ query: QueryString?) -> Bool {
    guard request.method == .get || request.method == .head else { return false }
    if let format = query?["f"] { return format == Format.html.rawValue }
    let accepted = HTTPFields.weighted(request.headerFields[.accept] ?? "")
    func weight(_ type: String) -> Double { accepted.first { $0.value == type }?.weight ?? 0 }
    return weight("text/html") > max(weight("application/json"), weight("application/problem+json"))
  }

  private static func parts(of request: HTTPRequest) -> (path: String, query: QueryString?) {
    let sides = (request.path ?? "/").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // Two slashes at its beginning would make the path the address of another server.
    let steps = sides[0].split { $0 == "/" || $0 == "\\" }
    return (
      "/" + steps.joined(separator: "/"),
      try? QueryString(sides.count > 1 ? String(sides[1]) : "")
    )
  }
}
