import CityFile
import HTTPTypes
import Hummingbird
import Simulation
import Synchronization

/// Bounds the work on requests: how many at once, how long, and not for clients that have gone.
struct WorkResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context: RequestContext {
  typealias Context = Inner.Context

  let inner: Inner
  let shares: ServerShares
  let pages: PageTemplates

  private var limits: Limits { shares.limits }

  func respond(to request: Request, context: Context) async throws -> Response {
    do throws(HTTPProblem) {
      try check(request)
    } catch {
      return pages.response(error, to: request.head)
    }
    guard let connection = ClientConnection.current else {
      return try await inner.respond(to: request, context: context)
    }
    do throws(HTTPProblem) {
      try shares.places.enter(connection.client)
    } catch {
      return pages.response(error, to: request.head)
    }
    defer { shares.places.leave(connection.client) }
    let bytes = Self.expectedBytes(request)
    let work = Task.immediate {
      if bytes > 0 { try await connection.takeRoom(bytes: bytes) }
      let response = try await inner.respond(to: request, context: context)
      try await connection.takeRoom(for: response)
      return response
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
      return pages.response(stopped(connection.stop), to: request.head)
    }
  }

  /// About how long the answer to a request for many features is; 0 for all others.
  private static func expectedBytes(_ request: Request) -> Int {
    guard request.asksForMany, let limit = Int(request.uri.queryParameters["limit"] ?? "") else {
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

extension Request {
  /// Whether the answer may be long, and takes long to write.
  var asksForMany: Bool {
    uri.queryParameters["limit"].flatMap { Int($0) }.map { $0 > 100 } ?? false
  }
}

extension ClientConnection {
  /// Answers a request that reads much when it is the client's turn.
  ///
  /// - Parameter isLong: Whether the answer takes long to write; others that came on the same
  ///   thread do not wait for it then.
  func inTurn(
    isLong: Bool, _ answer: @escaping @Sendable () async throws -> Response
  ) async throws -> Response {
    try await shares.reads.enter(1, of: client)
    defer { shares.reads.leave(1, of: client) }
    let response =
      if isLong {
        try await withTaskExecutorPreference(ProcessThreads.shared) { try await answer() }
      } else {
        try await answer()
      }
    // As long as there is no room for it nobody makes more of its kind.
    try await takeRoom(for: response)
    return response
  }

  /// Takes room for an answer that has been made, unless it is small.
  func takeRoom(for response: Response) async throws {
    let bytes = response.body.contentLength ?? 0
    try await takeRoom(bytes: bytes > limits.smallAnswerBytes ? bytes : 0)
  }
}

/// How many requests are at work, of all clients and of each, and how many were sent away.
final class ServerLoad: Sendable {
  private struct State {
    var atWork = 0
    var byClient: [Client: Int] = [:]
    var refused = 0
  }

  private let state = Mutex(State())
  private let limit: Int
  private let share: Int

  /// - Parameters:
  ///   - limit: How many requests may be at work at once.
  ///   - share: How many of one client.
  init(limit: Int, share: Int) {
    self.limit = limit
    self.share = min(share, limit)
  }

  var refusedCount: Int { state.withLock(\.refused) }

  /// Lets a request in.
  ///
  /// - Throws: ``HTTPProblem`` 503 where too many are in already, 429 where too many are its
  ///   client's.
  func enter(_ client: Client) throws(HTTPProblem) {
    let (isFull, isShareFull) = state.withLock { state in
      let own = state.byClient[client] ?? 0
      let (isFull, isShareFull) = (state.atWork >= limit, own >= share)
      if isFull || isShareFull {
        state.refused += 1
      } else {
        state.atWork += 1
        state.byClient[client] = own + 1
      }
      return (isFull, isShareFull)
    }
    if isFull {
      throw HTTPProblem(
        .serviceUnavailable, "overloaded", "\(limit) requests are at work or waiting",
        hint: "try again soon; yutu serve --concurrent-requests sets how many may be",
        headers: [.retryAfter: "1"])
    }
    if isShareFull {
      throw HTTPProblem(
        .tooManyRequests, "client-overloaded",
        "\(share) requests from your address are at work or waiting",
        hint: "send fewer at once; yutu serve --client-requests sets how many may be",
        headers: [.retryAfter: "1"])
    }
  }

  func leave(_ client: Client) {
    state.withLock { state in
      state.atWork -= 1
      let own = (state.byClient[client] ?? 1) - 1
      state.byClient[client] = own == 0 ? nil : own
    }
  }
}
