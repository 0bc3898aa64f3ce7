import Foundation
import NIOCore

/// Who asks, as far as shares are concerned: an IPv4 address, or the network of an IPv6 address.
///
/// Whoever has one address of IPv6 has the 2^64 beside it too.
struct Client: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ address: SocketAddress?) { self.init(address?.ipAddress ?? "") }

  /// - Parameter address: As numbers; anything else stands for one and the same client.
  init(_ address: String) {
    bytes = Self.bytes(of: address, AF_INET, count: 4) ?? Self.network(address)
  }

  /// The same for one client, and for no other.
  var name: String { bytes.map { String($0) }.joined(separator: ".") }

  private static func network(_ address: String) -> [UInt8] {
    guard let bytes = bytes(of: address, AF_INET6, count: 16) else { return [] }
    // An IPv4 address as a socket for both kinds gives it.
    let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    return isMapped ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
  }

  private static func bytes(of address: String, _ family: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe inet_pton(family, address, &bytes) == 1 ? bytes : nil
  }
}
