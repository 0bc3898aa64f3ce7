import HummingbirdCore
import Logging
import NIOCore

/// A connection of HTTP/1.1 with a ``ConnectionHandler`` in it; requests are answered with
/// ``ClientConnection/current`` set.
struct WatchedChannel: ServerChildChannel {
  struct Value: ServerChildChannelValue {
    let connection: ClientConnection
    let inner: HTTP1Channel.Value
    var channel: any Channel { inner.channel }
  }

  private let inner: HTTP1Channel

  /// - Parameters:
  ///   - doors: Answer what can be answered at once.
  ///   - responder: Answers all else.
  init(
    _ list: ConnectionList, doors: FastPaths, responder: @escaping HTTPChannelHandler.Responder
  ) {
    let limits = list.limits
    inner = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionHandler(list, doors: doors)],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
          maxHeaderFieldCount: limits.headerCount)))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    do {
      // Each of thousands of connections may hold as much as is read at once, of which requests
      // are made that take ten times as much, and as waits to leave; the rest the machine holds,
      // or the client.
      let options = channel.syncOptions
      try options?.setOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2048, maximum: 4 << 10))
      try options?.setOption(.maxMessagesPerRead, value: 1)
      try options?.setOption(.writeBufferWaterMark, value: .init(low: 16 << 10, high: 32 << 10))
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    return inner.setup(channel: channel, logger: logger).flatMapThrowing { inner in
      let handler = try channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
      guard let connection = handler.connection else { throw ChannelError.ioOnClosedChannel }
      return Value(connection: connection, inner: inner)
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
      await ClientConnection.$current.withValue(value.connection) {
        await inner.handle(value: value.inner, logger: logger)
      }
    }
  }
}
