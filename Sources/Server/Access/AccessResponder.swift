import Hummingbird

/// Lets requests in that may ask.
struct AccessResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let access: AccessCheck

  func respond(to request: Request, context: Context) async throws -> Response {
    do throws(HTTPProblem) {
      try access.check(request.head)
    } catch {
      var refusal = error.response(to: request.headers)
      access.complete(&refusal.headers, for: request.head)
      return refusal
    }
    var response = try await inner.respond(to: request, context: context)
    access.complete(&response.headers, for: request.head)
    return response
  }
}
