import HTTPTypes
import Hummingbird

/// Who may ask: requests under a name that is served, and with the token where all need one.
struct AccessResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let names: HostNames
  let token: TokenCheck
  /// Whether reading needs the token too.
  let isClosed: Bool

  /// Whether `path` can be asked without a token even where all else needs one.
  ///
  /// It tells nothing of the city. A browser cannot send a token before it has the map page, which
  /// asks for it.
  private static func isOpen(_ path: String) -> Bool {
    path == "/health" || MapRoutes.isPage(path)
  }

  func respond(to request: Request, context: Context) async throws -> Response {
    do throws(HTTPProblem) {
      try names.check(request)
      if isClosed, !Self.isOpen(request.uri.path) { try token.check(request) }
    } catch {
      return error.response
    }
    var response = try await inner.respond(to: request, context: context)
    let isReading = [.get, .head, .options].contains(request.method)
    if isReading, !isClosed, request.headers[.authorization] == nil {
      CrossOrigin.open(&response)
    }
    return response
  }
}
