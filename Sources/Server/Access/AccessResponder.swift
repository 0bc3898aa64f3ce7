import Hummingbird

/// Lets requests in that may ask.
struct AccessResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let access: AccessCheck
  let pages: PageTemplates

  func respond(to request: Request, context: Context) async throws -> Response {
    var response: Response
    do {
      try access.check(request.head)
      response = try await inner.respond(to: request, context: context)
    } catch {
      if error is CancellationError { throw error }
      response = pages.response(HTTPProblem(error), to: request.head)
    }
    access.complete(&response.headers, for: request.head)
    return response
  }
}
