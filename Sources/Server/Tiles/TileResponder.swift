import HTTPTypes
import Hummingbird

/// Answers requests for tiles that the desk has at hand, before anything is looked up or parsed.
struct TileResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let desk: TileDesk

  func respond(to request: Request, context: Context) async throws -> Response {
    if request.method == .get, let known = try desk.answer(request.uri.string, request.headers) {
      // What the router would have noted: requests are counted by it.
      context.coreContext.endpointPath.value = TileRoutes.template(of: request.uri.path)
      return known
    }
    return try await inner.respond(to: request, context: context)
  }
}
