import Foundation
import Glibc
import SimpleFeatures

/// What a server answered.
struct Answer {
  var status = 0
  /// By name in lower case.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  var json: JSONValue { get throws { try JSONValue(parsing: body) } }
  var text: String { String(decoding: body, as: UTF8.self) }
  var mediaType: String { String((headers["content-type"] ?? "").prefix { $0 != ";" }) }
}

/// Speaks HTTP/1.1 on a connection for each request, from a thread of its own.
struct HTTPClient: Sendable {
  struct Fault: Error, CustomStringConvertible { var description: String }

  let port: UInt16

  func get(_ target: String, _ headers: [String: String] = [:]) async throws -> Answer {
    try await send("GET", target, headers)
  }

  func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) async throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    lines += headers.map { "\($0): \($1)" }
    return try Answer(try await exchange(lines.joined(separator: "\r\n") + "\r\n\r\n" + body))
  }

  /// Sends text and reads until the server ends the connection, or `enough` has come.
  func exchange(_ request: String, enough: String? = nil) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { done in
      let thread = Thread {
        done.resume(with: Result { try exchangeNow(request, enough: enough) })
      }
      thread.start()
    }
  }

  private func exchangeNow(_ request: String, enough: String?) throws -> [UInt8] {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Fault(description: "port \(port) refuses connections") }
    var rest = Array(request.utf8)[...]
    while !rest.isEmpty {
      let count = Glibc.send(connection, Array(rest), rest.count, Int32(MSG_NOSIGNAL))
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let enough, String(decoding: received, as: UTF8.self).contains(enough) { return received }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return received }
      received += buffer[..<count]
    }
  }
}

extension Answer {
  init(_ bytes: [UInt8]) throws {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw HTTPClient.Fault(
        description: "no HTTP answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
    }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1)
      headers[sides[0].lowercased()] = String(sides[1].drop { $0 == " " })
    }
    body = Array(bytes[end.upperBound...])
    if headers["transfer-encoding"] == "chunked" { body = Self.joined(body) }
  }

  /// The body that comes in chunks (RFC 9112, section 7.1).
  private static func joined(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    var body: [UInt8] = []
    while let end = rest.firstRange(of: Array("\r\n".utf8)) {
      let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      guard let size = Int(digits, radix: 16), size > 0 else { break }
      body += rest[end.upperBound...].prefix(size)
      rest = rest[end.upperBound...].dropFirst(size + 2)
    }
    return body
  }
}
