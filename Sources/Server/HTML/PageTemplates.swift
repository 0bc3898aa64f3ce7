import EmbeddedPages
import HTTPTypes
import Hummingbird
import Messages
import Mustache

/// The HTML pages for people, all from one layout and one template of their parts.
struct PageTemplates: Sendable {
  private let library: MustacheLibrary
  /// What pages with a map may load; see ``MapRoutes/contentSecurityPolicy(_:)``.
  private let mapPolicy: String

  /// - Parameter baseMaps: Maps of other servers that a person has turned on.
  init(_ baseMaps: [BaseMap] = []) throws {
    func template(_ bytes: [UInt8]) throws -> MustacheTemplate {
      try MustacheTemplate(string: String(decoding: bytes, as: UTF8.self))
    }
    library = MustacheLibrary(templates: [
      "layout": try template(EmbeddedPages.bytes(of: "layout.mustache")),
      "section": try template(EmbeddedPages.bytes(of: "section.mustache")),
    ])
    mapPolicy = MapRoutes.contentSecurityPolicy(baseMaps)
  }

  /// A page as the answer to who reads it.
  func response(
    _ page: Page, _ reader: PageReader, status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> Response {
    let context = context(page, reader)
    var headers = headers
    headers[.contentLanguage] = reader.language.rawValue
    headers[.vary] = "Accept, Accept-Language"
    if page.hasMap || page.isReplaced { headers[.contentSecurityPolicy] = mapPolicy }
    let text = library.render(context, withTemplate: "layout") ?? ""
    var response = Response.bytes(Array(text.utf8), type: Format.html.mediaType, headers: headers)
    response.status = status
    return response
  }

  private func context(_ page: Page, _ reader: PageReader) -> [String: Any] {
    var context: [String: Any] = [
      "pageTitle": page.title, "state": page.module == nil ? "idle" : "loading",
      "lang": reader.tag, "language": reader.language.rawValue,
      "home": reader.link("/"), "brand": reader("舆图", "Yutu"),
      "skip": reader("跳到正文", "Skip to the content"),
      "navigation": Self.navigation(reader), "languages": Self.languages(reader),
      "languageWord": reader("语言", "Language"), "menuWord": reader("导航", "Navigation"),
      "trailWord": reader("位置", "You are here"), "trail": page.trail,
      "hasTrail": !page.trail.isEmpty, "hasMap": page.hasMap,
      "sections": page.sections.map(\.context),
    ]
    if let lead = page.lead { context["lead"] = lead }
    if !page.actions.isEmpty { context["actions"] = ["items": page.actions] as [String: Any] }
    if let module = page.module { context["module"] = module }
    if !page.top.isEmpty {
      context["top"] =
        [
          "className": page.top.count > 1 ? "top two" : "top",
          "parts": page.top.map(\.context),
        ] as [String: Any]
    }
    return context
  }

  private static func navigation(_ reader: PageReader) -> [Page.Cell] {
    [
      ("/map", reader("地图", "Map")), ("/collections", reader("图层", "Layers")),
      ("/processes", reader("分析", "Processes")), ("/jobs", reader("任务", "Jobs")),
      ("/api", reader("接口", "API")),
    ].map { path, text in
      Page.Cell(
        text: text, href: path == "/map" ? reader.map() : reader.link(path),
        isCurrent: reader.path == path || reader.path.hasPrefix(path + "/"))
    }
  }

  private static func languages(_ reader: PageReader) -> [Page.Cell] {
    [(Language.chinese, "中文"), (.english, "English")].map { language, name in
      Page.Cell(
        text: name, href: reader.here(in: language), hreflang: PageReader.tag(language),
        isCurrent: language == reader.language)
    }
  }
}
