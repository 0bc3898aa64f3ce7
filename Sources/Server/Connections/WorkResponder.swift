import HTTPTypes
import Hummingbird
import Synchronization

/// Bounds the work on requests: how many at once, how long, and not for clients that have gone.
struct WorkResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let limits: Limits
  let load: ServerLoad

  func respond(to request: Request, context: Context) async throws -> Response {
    do throws(HTTPProblem) {
      try check(request)
    } catch {
      return error.response(to: request.headers)
    }
    guard load.enter(limit: limits.concurrentRequests) else {
      return HTTPProblem(
        .serviceUnavailable, "overloaded",
        "\(limits.concurrentRequests) requests are at work or waiting", hint: "try again soon",
        headers: [.retryAfter: "1"]
      ).response(to: request.headers)
    }
    defer { load.leave() }
    guard let connection = ClientConnection.current else {
      return try await inner.respond(to: request, context: context)
    }
    let bytes = Self.expectedBytes(request)
    let work = Task.immediate {
      if bytes > 0 { try await connection.takeRoom(bytes: bytes) }
      return try await inner.respond(to: request, context: context)
    }
    connection.beginWork { work.cancel() }
    defer { connection.endWork() }
    do {
      return try await withTaskCancellationHandler {
        try await work.value
      } onCancel: {
        work.cancel()
      }
    } catch  where error is CancellationError {
      return stopped(connection.stop).response(to: request.headers)
    }
  }

  /// About how long the answer to a request for many features is; 0 for all others.
  private static func expectedBytes(_ request: Request) -> Int {
    guard let limit = request.uri.queryParameters["limit"].flatMap({ Int($0) }), limit > 100 else {
      return 0
    }
    return min(limit, ItemParameters.maximumLimit) * 512
  }

  /// Refuses requests that are too long.
  private func check(_ request: Request) throws(HTTPProblem) {
    let target = request.head.path?.utf8.count ?? 0
    guard target <= limits.targetBytes else {
      throw HTTPProblem(
        .uriTooLong, "target-too-long",
        "path and query have \(target) bytes, more than \(limits.targetBytes)",
        hint: "name fewer layers or values")
    }
    guard !limits.exceedsBody(request.headers) else {
      throw HTTPProblem(
        .contentTooLarge, "body-too-large",
        "the body has \(request.headers[.contentLength] ?? "too many") bytes, more than "
          + "\(limits.bodyBytes)", hint: "send a smaller body")
    }
  }

  private func stopped(_ reason: ClientConnection.Stop?) -> HTTPProblem {
    switch reason {
    case .timeout:
      HTTPProblem(
        .serviceUnavailable, "timeout",
        "the answer was not ready after \(limits.requestSeconds) s; the request was stopped",
        hint:
          "request less: a smaller bbox, fewer layers, a smaller limit; run a process as a job "
          + "with Prefer: respond-async",
        headers: [.retryAfter: "30"])
    case .clientGone:
      HTTPProblem(
        .requestTimeout, "client-gone",
        "the client closed its side before the answer was ready, so its work was stopped",
        hint: "keep the connection open until the answer has come",
        headers: [.connection: "close"])
    case nil:
      HTTPProblem(
        .serviceUnavailable, "stopping", "the server is stopping", hint: "try again later",
        headers: [.retryAfter: "5"])
    }
  }
}

/// How many requests are at work, and how many were sent away since there were too many.
final class ServerLoad: Sendable {
  private let atWork = Atomic(0)
  private let refused = Atomic(0)

  var atWorkCount: Int { atWork.load(ordering: .relaxed) }
  var refusedCount: Int { refused.load(ordering: .relaxed) }

  /// Lets a request in; false where `limit` are in already.
  func enter(limit: Int) -> Bool {
    if atWork.add(1, ordering: .relaxed).newValue <= limit { return true }
    atWork.subtract(1, ordering: .relaxed)
    refused.add(1, ordering: .relaxed)
    return false
  }

  func leave() { atWork.subtract(1, ordering: .relaxed) }
}
