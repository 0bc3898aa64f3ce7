import HTTPTypes

/// The names that the server answers to.
///
/// A page of another site can have its own name lead to this machine (DNS rebinding) and would then
/// read the city as if it came from here; the Host header gives it away.
struct HostNames: Sendable {
  private let names: Set<String>
  /// Whether every address is served, so that any of the machine's may be called by its number.
  private let takesAddresses: Bool

  /// - Parameters:
  ///   - host: The address that is listened on.
  ///   - allowed: Further names.
  init(host: String, allowed: [String]) {
    let own = host.contains(":") ? "[\(host)]" : host
    names = Set((["127.0.0.1", "localhost", "[::1]", own] + allowed).map { $0.lowercased() })
    takesAddresses = ["0.0.0.0", "::"].contains(host)
  }

  /// Refuses requests that were meant for another name.
  ///
  /// - Throws: ``HTTPProblem`` 400 for no host name, 421 for one that is not served.
  func check(_ request: HTTPRequest) throws(HTTPProblem) {
    let name = Self.name(of: try Self.host(of: request))
    if names.contains(name) || takesAddresses && Self.isAddress(name) { return }
    throw HTTPProblem(
      .misdirectedRequest, "unknown-host", "this server does not accept the host name \"\(name)\"",
      hint: "use the address that the server prints, or start it with --allowed-host \(name)")
  }

  /// The Host header, which may name a port.
  ///
  /// - Throws: ``HTTPProblem`` 400 where it is missing or holds what no host is called.
  static func host(of request: HTTPRequest) throws(HTTPProblem) -> String {
    let host = request.authority ?? ""
    let isPlain = host.utf8.allSatisfy { byte in
      (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x5B, 0x5D, 0x5F].contains(byte)
    }
    // A second one would stand among the headers.
    guard isPlain, !host.isEmpty, hasOnlyPort(afterNameIn: host),
      request.headerFields[second] == nil
    else {
      throw HTTPProblem(.badRequest, "bad-host", "the Host header is missing or not a host name")
    }
    return host
  }

  /// What a codec that takes the first for its own leaves of a second Host.
  private static let second = HTTPField.Name("Host")!

  /// Whether nothing follows the name but a port.
  private static func hasOnlyPort(afterNameIn host: String) -> Bool {
    let rest = host.dropFirst(name(of: host).count)
    return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber)
  }

  /// The name without the port, in lower case.
  static func name(of host: String) -> String {
    let lowered = host.lowercased()
    if lowered.hasPrefix("["), let end = lowered.firstIndex(of: "]") {
      return String(lowered[...end])
    }
    return String(lowered.prefix { $0 != ":" })
  }

  /// Whether `name` is an IPv4 address, or an IPv6 address in brackets.
  static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("[") {
      return name.hasSuffix("]")
        && name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
