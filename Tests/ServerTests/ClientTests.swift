import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Server

@Suite("Clients and their connections")
struct ClientTests {
  @Test("A client is an IPv4 address, however it is written, or the network of an IPv6 address")
  func clients() {
    #expect(Client("10.0.0.1") != Client("10.0.0.2"))
    #expect(Client("10.0.0.1") == Client("::ffff:10.0.0.1"))
    #expect(Client("2001:db8::1") == Client("2001:db8::ffff:1"))
    #expect(Client("2001:db8::1") != Client("2001:db8:0:1::1"))
  }

  @Test("Work that begins long after its client has closed its side is stopped as other work is")
  func lateWork() throws {
    let loop = EmbeddedEventLoop()
    let channel = EmbeddedChannel(loop: loop)
    try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let connection = ClientConnection(channel, ServerShares(Limits()))
    let stops = Atomic(0)
    connection.inputClosed()
    loop.advanceTime(by: .seconds(1))
    connection.beginWork { stops.add(1, ordering: .relaxed) }
    connection.endWork()
    loop.advanceTime(by: .milliseconds(49))
    // What was left of the time of work that has ended is not that of the next.
    connection.beginWork { stops.add(1, ordering: .relaxed) }
    loop.advanceTime(by: .milliseconds(49))
    #expect(stops.load(ordering: .relaxed) == 0)
    loop.advanceTime(by: .milliseconds(1))
    #expect(stops.load(ordering: .relaxed) == 1 && connection.stop == .clientGone)
  }
}
