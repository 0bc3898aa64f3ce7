import Foundation
import HTTPTypes
import Hummingbird

/// Counts and logs every request with its answer.
struct ObservingResponder<Inner: HTTPResponder>: HTTPResponder
where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let metrics: ServerMetrics
  let log: RequestLog?

  func respond(to request: Request, context: Context) async throws -> Response {
    let start = ClientConnection.now
    metrics.begin()
    defer { metrics.end() }
    let response = try await inner.respond(to: request, context: context)
    let nanoseconds = Int(ClientConnection.now - start)
    let bytes = request.method == .head ? 0 : response.body.contentLength ?? 0
    metrics.counters(of: context.endpointPath).count(
      request.method, status: response.status.code, nanoseconds: nanoseconds, bytes: bytes)
    log?.write(
      RequestLog.Entry(
        method: request.method.rawValue, path: request.uri.path, status: response.status.code,
        bytes: bytes, milliseconds: Double(nanoseconds) / 1e6, id: context.id))
    return response
  }
}
