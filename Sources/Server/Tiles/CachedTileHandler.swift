import HTTPTypes
import Hummingbird

/// Answers requests for tiles that are cached as soon as their heads are there: on the
/// connection's own thread, before a task is woken or anything is looked up or parsed.
struct CachedTileHandler: Sendable {
  let tiles: TileService
  let access: AccessCheck
  let observer: RequestObserver
  let serverName: String
  private let clock = HTTPClock()

  init(tiles: TileService, access: AccessCheck, observer: RequestObserver, serverName: String) {
    self.tiles = tiles
    self.access = access
    self.observer = observer
    self.serverName = serverName
  }

  /// Whether a request neither brings a body nor ends its connection.
  private static func isPlain(_ headers: HTTPFields) -> Bool {
    headers[.contentLength] == nil && headers[.transferEncoding] == nil
      && ["keep-alive", nil].contains(headers[.connection]?.lowercased())
  }

  /// The whole answer to a request without a body; `nil` where it has to be worked for, refused,
  /// or followed by the connection's end.
  func answer(_ request: HTTPRequest, from client: String) -> PreparedResponse? {
    let start = ClientConnection.now
    guard request.method == .get, let target = request.path,
      var answer = tiles.answer(target, request.headerFields),
      Self.isPlain(request.headerFields),
      (try? access.check(request)) != nil
    else { return nil }
    access.complete(&answer.headers, for: request)
    answer.headers.append(HTTPField(name: .date, value: clock.now()))
    answer.headers.append(HTTPField(name: .server, value: serverName))
    observer.note(
      request, since: start, route: TileRoutes.template(of: target), status: answer.status,
      bytes: answer.body.readableBytes, client: client, id: "\(RequestID())")
    return answer
  }
}
