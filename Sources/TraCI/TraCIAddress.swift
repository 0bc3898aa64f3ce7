public import SimpleFeatures

/// Where a TraCI server listens.
public struct TraCIAddress: Sendable, Equatable, CustomStringConvertible {
  /// A name or a number of a host.
  public let host: String
  /// A TCP port.
  public let port: Int

  /// The address that "HOST:PORT" or "[IPv6]:PORT" gives.
  ///
  /// - Throws: ``TraCIError`` `invalid-address`.
  public init(_ text: String) throws(TraCIError) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (1...65535).contains(port)
    else { throw Self.invalid(text) }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      throw Self.invalid(text)
    }
    guard !host.isEmpty, !host.contains("\0") else { throw Self.invalid(text) }
    self.host = host
    self.port = port
  }

  /// "HOST:PORT".
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  private static func invalid(_ text: String) -> TraCIError {
    TraCIError(
      .invalidAddress, "\"\(text)\" is no address of a TraCI server",
      hint: "Write HOST:PORT with a port from 1 to 65535, as 127.0.0.1:8813.")
  }
}
