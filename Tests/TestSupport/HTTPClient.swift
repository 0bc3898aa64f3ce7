import Foundation
import Glibc

/// What a server answered.
package struct Answer: Sendable {
  package private(set) var status = 0
  /// By name in lower case.
  package private(set) var headers: [String: String] = [:]
  package private(set) var body: [UInt8] = []

  package var text: String { String(decoding: body, as: UTF8.self) }
  /// The type without its parameters.
  package var mediaType: String {
    String((headers["content-type"] ?? "").prefix { $0 != ";" })
  }
}

/// Speaks HTTP/1.1 byte for byte, so that also what a decent client would never send can be sent.
package struct HTTPClient: Sendable {
  /// Why there is no answer.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// How long each receiving and sending may wait, in seconds: a loaded machine takes its time.
  package static let patience = 120

  package let port: UInt16
  /// The client's own address.
  private let source: String

  /// - Parameter source: An address of this machine: 127.0.0.2 is another client than 127.0.0.1.
  package init(port: UInt16, from source: String = "127.0.0.1") {
    self.port = port
    self.source = source
  }

  /// A port of this machine that nobody listened on a moment ago.
  package static func freePort() throws -> UInt16 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(connection, generic, size) == 0 ? getsockname(connection, generic, &size) : -1
      }
    }
    guard status == 0 else { throw Fault(description: "no free port") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Sends a request and reads the answer; `target` goes out as it is.
  package func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
    lines += headers.map { "\($0): \($1)" }
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    let bytes = try exchange(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    return try Answer(bytes)
  }

  package func get(_ target: String, _ headers: [String: String] = [:]) throws -> Answer {
    try send("GET", target, headers)
  }

  /// Opens a connection and sends bytes on it; whoever called closes it.
  ///
  /// - Parameters:
  ///   - seconds: How long each receiving and sending may wait.
  ///   - receiving: How much the machine keeps of what the client does not take in, in bytes;
  ///     `nil` for as much as it likes.
  package func open(
    sending request: [UInt8], silence seconds: Int = patience, receiving: Int32? = nil
  ) throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard connection >= 0 else { throw HTTPClient.Fault(description: "no socket") }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    if var receiving {
      let size = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &receiving, size)
    }
    func reach(_ host: String, _ port: UInt16, _ call: (UnsafePointer<sockaddr>) -> Int32) -> Bool {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr(host)
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0) == 0 }
      }
    }
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard reach(source, 0, { bind(connection, $0, length) }),
      reach("127.0.0.1", port, { connect(connection, $0, length) })
    else {
      close(connection)
      throw HTTPClient.Fault(description: "port \(port) refuses connections: errno \(errno)")
    }
    send(request, on: connection)
    return connection
  }

  private func send(_ request: [UInt8], on connection: Int32) {
    var sent = 0
    while sent < request.count {
      let count = Glibc.send(
        connection, Array(request[sent...]), request.count - sent, Int32(MSG_NOSIGNAL))
      guard count > 0 else { break }
      sent += count
    }
  }

  /// Sends one request after the other on one connection, each when the answer before has come,
  /// which must tell its length.
  package func converse(_ targets: [String], _ headers: [String: String] = [:]) throws -> [Answer] {
    let connection = try open(sending: [])
    defer { close(connection) }
    return try targets.map { target in
      var lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"]
      lines += headers.map { "\($0): \($1)" }
      send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), on: connection)
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        if let answer = try? Answer(received),
          answer.body.count >= answer.headers["content-length"].flatMap({ Int($0) }) ?? 0
        {
          return answer
        }
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { throw HTTPClient.Fault(description: "\(target): no whole answer") }
        received += buffer[..<count]
      }
    }
  }

  /// Sends bytes and reads until the server ends the connection or `seconds` pass in silence.
  package func exchange(_ request: [UInt8], silence seconds: Int = patience) throws -> [UInt8] {
    let connection = try open(sending: request, silence: seconds)
    defer { close(connection) }
    return HTTPClient.rest(of: connection)
  }

  /// What comes on a connection until the server ends it, its time of silence passes or so many
  /// bytes have come.
  package static func rest(of connection: Int32, upTo most: Int = .max) -> [UInt8] {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while received.count < most {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received += buffer[..<count]
    }
    return received
  }
}

extension Answer {
  /// Reads an answer with its head.
  package init(_ bytes: [UInt8]) throws {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw HTTPClient.Fault(
        description: "no HTTP answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
    }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1)
      let value = sides.count > 1 ? String(sides[1]) : ""
      headers[sides[0].lowercased()] = value.trimmingCharacters(in: .whitespaces)
    }
    body = Array(bytes[end.upperBound...])
    if headers["transfer-encoding"] == "chunked" { body = try Answer.joined(body) }
  }

  /// The body that comes in chunks (RFC 9112, section 7.1).
  private static func joined(_ bytes: [UInt8]) throws -> [UInt8] {
    var rest = bytes[...]
    var body: [UInt8] = []
    while let end = rest.firstRange(of: Array("\r\n".utf8)) {
      let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      guard let size = Int(digits.prefix { $0 != ";" }, radix: 16) else { break }
      if size == 0 { return body }
      body += rest[end.upperBound...].prefix(size)
      rest = rest[end.upperBound...].dropFirst(size + 2)
    }
    throw HTTPClient.Fault(description: "the chunked body is not whole")
  }
}
