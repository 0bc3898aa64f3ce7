import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
  import Glibc
#endif

// The least that SwiftNIO does for an HTTP answer: the ceiling for what a server above it can
// reach. Answers every request with "hello"; prints its port, serves until it is ended.

final class Hello: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let head = HTTPResponseHead(
      version: .http1_1, status: .ok,
      headers: ["content-type": "text/plain", "content-length": "5"])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let body = context.channel.allocator.buffer(string: "hello")
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

let group = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
let channel = try ServerBootstrap(group: group)
  .serverChannelOption(.backlog, value: 1024)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .childChannelInitializer { channel in
    channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
      try channel.pipeline.syncOperations.addHandler(Hello())
    }
  }
  .bind(host: "127.0.0.1", port: 0).wait()
print("\(channel.localAddress?.port ?? 0)")
fflush(nil)
try channel.closeFuture.wait()
