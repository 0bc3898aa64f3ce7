import HTTPTypes

/// Who may ask: requests under a name that is served, and with the token where all need one.
struct AccessCheck: Sendable {
  let names: HostNames
  let token: TokenCheck
  /// Whether reading needs the token too.
  let isClosed: Bool

  /// Whether `path` can be asked without a token even where all else needs one.
  ///
  /// It tells nothing of the city. A browser cannot send a token before it has the map page, which
  /// asks for it.
  private static func isOpen(_ path: Substring) -> Bool {
    path == "/health" || MapRoutes.isPage(String(path))
  }

  /// - Throws: ``HTTPProblem`` 400, 401 or 421 for a request that is not let in.
  func check(_ request: HTTPRequest) throws(HTTPProblem) {
    try names.check(request)
    guard isClosed, !Self.isOpen((request.path ?? "").prefix { $0 != "?" }) else { return }
    try token.check(request.headerFields)
  }

  /// Whether pages of any site may read the answer to `request`.
  func isForAll(_ request: HTTPRequest) -> Bool {
    !isClosed && [.get, .head, .post, .options].contains(request.method)
      && request.headerFields[.authorization] == nil
  }
}
