import CityFile
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

  /// A request whose end is awaited.
  private struct Arriving {
    var head: HTTPRequest
    var body = ByteBuffer()
  }

  private let list: ConnectionList
  private let doors: FastPaths
  private(set) var connection: ClientConnection?
  private var turns: LoopTurns?
  /// Whether requests that have come wait for the client's turn.
  private var awaitsTurn = false
  /// What came while an answer was being made, or while the client did not take the last ones in.
  private var waiting = CircularBuffer<HTTPRequestPart>()
  /// A client whose requests wait in larger numbers has filled its side of the connection and
  /// closed it, upon which all that the machine holds of it is read: no other reading gives half
  /// as many.
  private static let mostWaiting = 1 << 10
  private var arriving: Arriving?
  /// What the body of the request that is arriving or being answered takes, in bytes.
  private var bodyBytes = 0
  /// Whether the application has been given a request and has not answered it yet.
  private var isAnswering = false
  /// Whether the last bytes that came made a part of a request.
  private var madePart = false
  /// What came instead of HTTP while requests before it were still to be answered.
  private var garbage: HTTPProblem?
  private var awaitsRead = false
  private var awaitsInputEnd = false
  private var isTaking = false
  /// Whether the connection ends with the answer that is being made; nothing is read any more.
  private var isLast = false
  /// Whether the server's side has been closed, at the latest once all answers have left.
  private var isClosing = false

  init(_ list: ConnectionList, doors: FastPaths) {
    self.list = list
    self.doors = doors
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let connection = ClientConnection(context.channel, list.shares)
    self.connection = connection
    turns = ServerLoops.shared.turns(on: context.eventLoop)
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
    releaseBody()
    list.remove(connection)
  }

  /// The body of the last request is no longer held.
  private func releaseBody() {
    guard bodyBytes > 0, let connection else { return }
    connection.shares.bodies.leave(bodyBytes, of: connection.client)
    bodyBytes = 0
  }

  // MARK: What comes in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    madePart = true
    guard !isLast else { return }
    waiting.append(unwrapInboundIn(data))
    if waiting.count > Self.mostWaiting { context.close(promise: nil) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Bytes that made no part yet are the beginning of a head.
    if !madePart, !isAnswering, connection?.phase == .idle {
      connection?.enter(.arriving, seconds: list.limits.arrivalSeconds)
    }
    madePart = false
    takeInTurn(context)
  }

  /// Nothing is read while requests wait, so that a client that does not take its answers in
  /// fills its own memory.
  func read(context: ChannelHandlerContext) {
    if waiting.isEmpty { context.read() } else { awaitsRead = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    takeInTurn(context)
    context.fireChannelWritabilityChanged()
  }

  /// Takes the requests that wait, when it is the client's turn.
  private func takeInTurn(_ context: ChannelHandlerContext) {
    guard !waiting.isEmpty, let connection else { return takeWaiting(context) }
    guard !awaitsTurn else { return }
    awaitsTurn = true
    turns?.take(connection.client) { [self] in
      awaitsTurn = false
      if context.channel.isActive { takeWaiting(context) }
      return isAnswering
    }
  }

  /// Takes requests one after the other while the client takes in their answers.
  private func takeWaiting(_ context: ChannelHandlerContext) {
    // A flush may make the channel writable while it is under way.
    guard !isTaking else { return }
    isTaking = true
    repeat {
      while !isAnswering, !isLast, context.channel.isWritable, let part = waiting.popFirst() {
        take(part, context)
      }
      context.flush()
    } while !isAnswering && !isLast && context.channel.isWritable && !waiting.isEmpty
    isTaking = false
    context.fireChannelReadComplete()
    if isLast { waiting.removeAll() }
    guard waiting.isEmpty else {
      if !isAnswering { connection?.enter(.answering, seconds: list.limits.answerSeconds) }
      return
    }
    if let garbage, !isAnswering { refuse(garbage, context) }
    if awaitsInputEnd {
      awaitsInputEnd = false
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }
    if awaitsRead {
      awaitsRead = false
      context.read()
    }
  }

  private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let head):
      arriving = Arriving(head: head)
      connection?.enter(.arriving, seconds: list.limits.arrivalSeconds)
      if list.limits.exceedsBody(head.headerFields) { passOn(context, isWhole: false) }
    case .body(var bytes):
      guard arriving != nil, let connection else { return }
      guard connection.shares.bodies.tryEnter(bytes.readableBytes, of: connection.client) else {
        return refuse(.tooManyBodies(list.limits), context)
      }
      bodyBytes += bytes.readableBytes
      arriving?.body.writeBuffer(&bytes)
      if let arriving, arriving.body.readableBytes > list.limits.bodyBytes {
        passOn(context, isWhole: false)
      }
    case .end:
      guard let request = arriving, let connection else { return }
      if let answer = doors.tiles.answer(request.head, from: connection.address)
        ?? doors.processes.answer(request.head, request.body, from: connection.address),
        connection.takeRoomNow(bytes: answer.body.readableBytes)
      {
        arriving = nil
        write(answer, context)
      } else {
        passOn(context, isWhole: true)
      }
    }
  }

  /// Gives the application the request that has come: with its whole body, so that no request
  /// holds a place while its client is still sending.
  ///
  /// - Parameter isWhole: Whether it has come to its end; it is too long otherwise, which the
  ///   application says, and the rest is not read.
  private func passOn(_ context: ChannelHandlerContext, isWhole: Bool) {
    guard let request = arriving else { return }
    arriving = nil
    isAnswering = true
    isLast = isLast || !isWhole
    context.fireChannelRead(wrapInboundOut(.head(request.head)))
    if request.body.readableBytes > 0 {
      context.fireChannelRead(wrapInboundOut(.body(request.body)))
    }
    if isWhole { context.fireChannelRead(wrapInboundOut(.end(nil))) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      // Not for the handlers after this one, which would close the connection at once.
      stopServing(context)
      return
    }
    if let event = event as? ChannelEvent, event == .inputClosed, let connection {
      connection.inputClosed()
      // The application hears of it after the requests that came before.
      guard waiting.isEmpty else {
        awaitsInputEnd = true
        return
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Takes no more requests; closes once the answer that is being made or is leaving is out.
  private func stopServing(_ context: ChannelHandlerContext) {
    isLast = true
    connection?.endBy(seconds: list.limits.stopSeconds)
    connection?.endStream()
    guard !isAnswering else { return waiting.removeAll() }
    let left = context.eventLoop.makePromise(of: Void.self)
    if waiting.isEmpty {
      // Nothing is to come of which a reset would be the answer.
      left.futureResult.whenComplete { [channel = context.channel] _ in channel.close(promise: nil)
      }
    }
    waiting.removeAll()
    close(context: context, mode: .output, promise: left)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !(error is IOError), !(error is ChannelError) else {
      context.fireErrorCaught(error)
      return
    }
    guard !isLast, garbage == nil else { return }
    // What came before in the same piece, which tells whether a head or a body is broken.
    takeWaiting(context)
    let isHeadBroken = waiting.last.map { if case .end = $0 { true } else { false } }
    let isBodyBroken = isHeadBroken.map { !$0 } ?? (arriving != nil)
    let problem =
      isBodyBroken ? HTTPProblem.brokenBody : HTTPProblem(unreadable: error, list.limits)
    if isAnswering || !waiting.isEmpty { garbage = problem } else { refuse(problem, context) }
  }

  // MARK: What goes out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    let left = promise ?? context.eventLoop.makePromise()
    connection?.answerLeaves(left.futureResult)
    context.write(data, promise: left)
    isAnswering = false
    releaseBody()
    if isLast {
      context.flush()
      close(context: context, mode: .output, promise: nil)
    } else if waiting.isEmpty, garbage == nil {
      becomeIdle()
    } else {
      // Not at once: the application is in the middle of its writing.
      context.eventLoop.assumeIsolated().execute { [self] in
        if context.channel.isActive { takeInTurn(context) }
      }
    }
  }

  /// Sends an answer that needed nobody's work, together with others that came in one piece.
  private func write(_ answer: PreparedResponse, _ context: ChannelHandlerContext) {
    let head = HTTPResponse(status: answer.status, headerFields: answer.headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if answer.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
    }
    let left = context.eventLoop.makePromise(of: Void.self)
    connection?.answerLeaves(left.futureResult)
    context.write(wrapOutboundOut(.end(nil)), promise: left)
    releaseBody()
    becomeIdle()
  }

  private func becomeIdle() { connection?.enter(.idle, seconds: list.limits.idleSeconds) }

  /// Says what was wrong, then closes.
  private func refuse(_ problem: HTTPProblem, _ context: ChannelHandlerContext) {
    garbage = nil
    arriving = nil
    releaseBody()
    // No request was understood that could name a language.
    var (headers, bytes) = problem.inBothLanguages.document(in: .english)
    let body = ByteBuffer(bytes: bytes)
    headers[.connection] = "close"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.contentLength] = "\(body.readableBytes)"
    let head = HTTPResponse(status: problem.status, headerFields: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    close(context: context, mode: .output, promise: nil)
  }

  /// Closes the server's side once all answers have left, and lets the client's run out: to close
  /// at once would reset the connection, and the end of an answer would be lost.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output, !isClosing else {
      context.close(mode: mode, promise: promise)
      return
    }
    isClosing = true
    isLast = true
    connection?.enter(.answering, seconds: list.limits.answerSeconds)
    let left = promise ?? context.eventLoop.makePromise()
    left.futureResult.whenComplete { [connection, seconds = list.limits.lingerSeconds] _ in
      connection?.enter(.arriving, seconds: seconds)
    }
    context.flush()
    context.close(mode: .output, promise: left)
  }
}

extension HTTPProblem {
  /// What to say about a request whose body cannot be read after a head that could.
  fileprivate static let brokenBody = HTTPProblem(
    .badRequest, "bad-http", "the request's body is not made of valid chunks",
    hint: "see RFC 9112; the connection is closed")

  /// What to say to a client whose bodies, or those of all, take too much.
  fileprivate static func tooManyBodies(_ limits: Limits) -> HTTPProblem {
    HTTPProblem(
      .serviceUnavailable, "bodies-overloaded",
      "the bodies of requests that are being received may have \(limits.arrivingBytes) bytes "
        + "together, those from one address \(limits.share(of: limits.arrivingBytes))",
      hint: "send fewer at once",
      headers: [.retryAfter: "1"])
  }

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
