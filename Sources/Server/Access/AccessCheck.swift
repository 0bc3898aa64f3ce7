import HTTPTypes

/// Who may ask: requests under a name that is served, and with the token where all need one.
struct AccessCheck: Sendable {
  let names: HostNames
  let token: TokenCheck
  /// Whether reading needs the token too.
  let isClosed: Bool
  /// The origins whose pages may read what needs no token.
  let origins: Set<String>

  private static let site = HTTPField.Name("Sec-Fetch-Site")!
  private static let mode = HTTPField.Name("Sec-Fetch-Mode")!
  private static let destination = HTTPField.Name("Sec-Fetch-Dest")!

  /// Whether `path` can be asked without a token even where all else needs one.
  ///
  /// It tells nothing of the city. A browser cannot send a token before it has a page that asks
  /// for it.
  private static func isOpen(_ path: Substring) -> Bool {
    path == "/health" || MapRoutes.isPage(String(path)) || PageFiles.has(String(path))
  }

  /// - Throws: ``HTTPProblem`` 400, 401, 403 or 421 for a request that is not let in.
  func check(_ request: HTTPRequest) throws(HTTPProblem) {
    try names.check(request)
    try checkSite(request)
    guard isClosed, !Self.isOpen((request.path ?? "").prefix { $0 != "?" }) else { return }
    try token.check(request.headerFields)
  }

  /// Refuses what a browser says a page of another site asks for, but for links that are followed.
  ///
  /// Without this a page could not read the answers, but learn from them, or have work done.
  private func checkSite(_ request: HTTPRequest) throws(HTTPProblem) {
    let headers = request.headerFields
    guard let site = headers[Self.site], site == "cross-site" || site == "same-site" else { return }
    if let origin = headers[.origin], origins.contains(origin) { return }
    if request.method == .get, headers[Self.mode] == "navigate",
      ["document", nil].contains(headers[Self.destination])
    {
      return
    }
    throw HTTPProblem(
      .forbidden, "other-origin", "pages of other origins may not use this server",
      hint: "whoever runs the server can name the origin: yutu serve --city CITY --allow-origin "
        + "ORIGIN")
  }

  /// Adds to an answer what tells browsers who may read and frame it.
  func complete(_ headers: inout HTTPFields, for request: HTTPRequest) {
    headers[.xContentTypeOptions] = "nosniff"
    if headers[.contentSecurityPolicy] == nil,
      headers[.contentType]?.hasPrefix("text/html") == true
    {
      headers[.contentSecurityPolicy] = "default-src 'self'; frame-ancestors 'none'"
    }
    guard !isClosed, !origins.isEmpty else { return }
    headers.append(HTTPField(name: .vary, value: "Origin"))
    guard let origin = request.headerFields[.origin], origins.contains(origin),
      [.get, .head, .post, .options].contains(request.method),
      request.headerFields[.authorization] == nil
    else { return }
    CrossOrigin.open(&headers, to: origin)
  }
}
