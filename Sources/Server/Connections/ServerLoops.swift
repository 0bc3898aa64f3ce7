import NIOCore
import NIOPosix
import Synchronization

/// The event loops that serve, each with the turns of its clients.
final class ServerLoops: NIOEventLoopMetricsDelegate {
  static let shared = ServerLoops()
  static let group = MultiThreadedEventLoopGroup(
    numberOfThreads: System.coreCount, metricsDelegate: shared)

  private let loops = Mutex<[ObjectIdentifier: NIOLoopBound<LoopTurns>]>([:])

  /// The turns of an event loop; asked for on its thread.
  func turns(on loop: any EventLoop) -> LoopTurns {
    loops.withLock { loops in
      if let turns = loops[ObjectIdentifier(loop)] { return turns }
      let turns = NIOLoopBound(LoopTurns(loop), eventLoop: loop)
      loops[ObjectIdentifier(loop)] = turns
      return turns
    }.value
  }

  func processedTick(info: NIOEventLoopTickInfo) {
    loops.withLock { $0[info.eventLoopID] }?.value.tickEnded()
  }
}
