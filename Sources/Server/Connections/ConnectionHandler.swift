import HTTPTypes
import Messages
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Where requests are answered as soon as they are there.
struct FastPaths: Sendable {
  let tiles: CachedTileHandler
  let processes: InlineProcessHandler
}

/// Watches a connection between the HTTP codec and the application: how long requests take to
/// arrive, whether the client has gone, and what cannot be read as HTTP.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let list: ConnectionList
  private let doors: FastPaths
  private(set) var connection: ClientConnection?
  /// Requests whose answers have not left yet.
  private var unanswered = 0
  private var isRequestWhole = true
  /// The answer to the request whose end is awaited, which nobody else hears of.
  private var ready: PreparedResponse?
  /// The request whose body is awaited, which nobody else has heard of.
  private var visit: InlineProcessHandler.Visit?
  private var mustFlush = false
  private var bodyBytes = 0
  private var closesAfterAnswer = false
  /// Whether the last bytes that came made a part of a request.
  private var madePart = false
  /// What came instead of HTTP while an answer was on its way.
  private var garbage: HTTPProblem?

  init(_ list: ConnectionList, doors: FastPaths) {
    self.list = list
    self.doors = doors
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let connection = ClientConnection(context.channel, list.limits, list.room)
    self.connection = connection
    list.add(connection)
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  private func leave() {
    guard let connection else { return }
    connection.stopWork(.clientGone)
    connection.endStream()
    connection.releaseRoom()
    list.remove(connection)
  }

  // MARK: What comes in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    madePart = true
    switch unwrapInboundIn(data) {
    case .head(let head):
      if unanswered == 0, !closesAfterAnswer {
        if let answer = doors.tiles.answer(head) {
          ready = answer
          return
        }
        if let visit = doors.processes.visit(head) {
          self.visit = visit
          isRequestWhole = false
          connection?.enter(.arriving, seconds: list.limits.arrivalSeconds)
          return
        }
      }
      unanswered += 1
      isRequestWhole = false
      bodyBytes = 0
      if list.limits.exceedsBody(head.headerFields) { closesAfterAnswer = true }
    case .body(let bytes):
      // The head has promised none.
      guard ready == nil else { return }
      if visit != nil {
        visit?.body.writeImmutableBuffer(bytes)
        return
      }
      bodyBytes += bytes.readableBytes
      if bodyBytes > list.limits.bodyBytes { closesAfterAnswer = true }
    case .end:
      if let answer = ready { return write(answer, context) }
      isRequestWhole = true
      if let visit {
        self.visit = nil
        if let answer = doors.processes.answer(visit) { return write(answer, context) }
        unanswered += 1
        context.fireChannelRead(wrapInboundOut(.head(visit.request)))
        context.fireChannelRead(wrapInboundOut(.body(visit.body)))
      }
      if unanswered == 0 { becomeIdle() }
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Bytes that made no part yet are the beginning of a head.
    if !madePart, unanswered == 0, connection?.phase == .idle {
      connection?.enter(.arriving, seconds: list.limits.arrivalSeconds)
    }
    madePart = false
    if mustFlush {
      mustFlush = false
      context.flush()
    }
    context.fireChannelReadComplete()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed, let connection {
      context.eventLoop.scheduleTask(
        in: .milliseconds(Int64(list.limits.halfClosedMilliseconds))
      ) {
        connection.stopWork(.clientGone)
      }
    }
    // The server stops once all answers are out.
    if event is ChannelShouldQuiesceEvent { connection?.endStream() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !(error is IOError), !(error is ChannelError) else {
      context.fireErrorCaught(error)
      return
    }
    guard isRequestWhole else {
      // The head was read, and has its answer; what follows it cannot be told apart any more.
      closesAfterAnswer = true
      if unanswered == 0 { close(context) }
      return
    }
    let problem = HTTPProblem(unreadable: error, list.limits)
    if unanswered > 0 { garbage = problem } else { refuse(problem, context) }
  }

  // MARK: What goes out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    let left = promise ?? context.eventLoop.makePromise()
    left.futureResult.whenComplete { [connection] _ in connection?.releaseRoom() }
    context.write(data, promise: left)
    unanswered -= 1
    if let garbage, unanswered == 0 {
      refuse(garbage, context)
    } else if closesAfterAnswer {
      close(context)
    } else if unanswered > 0 || !isRequestWhole {
      connection?.enter(.arriving, seconds: list.limits.arrivalSeconds)
    } else {
      becomeIdle()
    }
  }

  /// Sends an answer that needed nobody's work, together with others that came in one piece.
  private func write(_ answer: PreparedResponse, _ context: ChannelHandlerContext) {
    ready = nil
    mustFlush = true
    let head = HTTPResponse(status: answer.status, headerFields: answer.headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if answer.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
    }
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    becomeIdle()
  }

  private func becomeIdle() { connection?.enter(.idle, seconds: list.limits.idleSeconds) }

  /// Says what was wrong, then closes.
  private func refuse(_ problem: HTTPProblem, _ context: ChannelHandlerContext) {
    garbage = nil
    // No request was understood that could name a language.
    var (headers, bytes) = problem.inBothLanguages.document(in: .english)
    let body = ByteBuffer(bytes: bytes)
    headers[.connection] = "close"
    headers[.contentLength] = "\(body.readableBytes)"
    let head = HTTPResponse(status: problem.status, headerFields: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    close(context)
  }

  /// Closes the server's side and lets the client's run out: to close at once would reset the
  /// connection, and the answer would be lost.
  private func close(_ context: ChannelHandlerContext) {
    connection?.enter(.arriving, seconds: list.limits.lingerSeconds)
    context.flush()
    context.close(mode: .output, promise: nil)
  }
}

extension HTTPProblem {
  /// What to say about bytes that are no HTTP request.
  init(unreadable error: any Error, _ limits: Limits) {
    if let error = error as? HTTPParserError, error == .headerOverflow {
      self.init(
        .requestHeaderFieldsTooLarge, "headers-too-large",
        "the request line and headers are longer than \(limits.headerBytes) bytes or more than "
          + "\(limits.headerCount)", hint: "send fewer and shorter headers")
    } else if let error = error as? HTTPParserError, error == .invalidURL {
      self.init(
        .badRequest, "bad-target", "the address holds characters that are not percent-encoded",
        hint: "write them as percent codes of UTF-8; curl --get --data-urlencode does it")
    } else {
      self.init(
        .badRequest, "bad-http", "this is not a request of HTTP/1.1",
        hint: "see RFC 9112; the connection is closed")
    }
  }
}
