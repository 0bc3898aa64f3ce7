import Hummingbird

/// Has every request counted and logged with its answer.
struct ObservingResponder<Inner: HTTPResponder>: HTTPResponder
where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let observer: RequestObserver

  func respond(to request: Request, context: Context) async throws -> Response {
    let start = ClientConnection.now
    observer.metrics.begin()
    defer { observer.metrics.end() }
    let response = try await inner.respond(to: request, context: context)
    observer.note(
      request.head, since: start, route: context.endpointPath, status: response.status,
      bytes: response.body.contentLength ?? 0,
      client: ClientConnection.current?.address ?? "none", id: context.id)
    return response
  }
}
