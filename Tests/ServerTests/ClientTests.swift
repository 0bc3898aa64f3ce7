import Testing

@testable import Server

@Suite("Who is one client")
struct ClientTests {
  @Test("A client is an IPv4 address, however it is written, or the network of an IPv6 address")
  func clients() {
    #expect(Client("10.0.0.1") != Client("10.0.0.2"))
    #expect(Client("10.0.0.1") == Client("::ffff:10.0.0.1"))
    #expect(Client("2001:db8::1") == Client("2001:db8::ffff:1"))
    #expect(Client("2001:db8::1") != Client("2001:db8:0:1::1"))
  }
}
