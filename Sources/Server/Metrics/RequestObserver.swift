import HTTPTypes

/// Counts and logs requests with their answers.
struct RequestObserver: Sendable {
  let metrics: ServerMetrics
  let log: RequestLog?

  /// - Parameters:
  ///   - start: When the request came (``ClientConnection/now``).
  ///   - route: The path of the route that answered, with captures in braces.
  ///   - bytes: The length of the answer's body.
  ///   - client: The address that the request came from.
  ///   - id: The request's number in the log.
  func note(
    _ request: HTTPRequest, since start: UInt64, route: String?, status: HTTPResponse.Status,
    bytes: Int, client: String, id: @autoclosure () -> String
  ) {
    let nanoseconds = Int(ClientConnection.now - start)
    let sent = request.method == .head ? 0 : bytes
    metrics.counters(of: route).count(
      request.method, status: status.code, nanoseconds: nanoseconds, bytes: sent)
    log?.write(
      RequestLog.Entry(
        method: request.method.rawValue,
        path: String((request.path ?? "").prefix { $0 != "?" }), status: status.code,
        bytes: sent, milliseconds: Double(nanoseconds) / 1e6, client: client, id: id()))
  }
}
