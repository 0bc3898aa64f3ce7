import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SimpleFeatures
import Synchronization

/// Reads inputs that are given by reference: `data:` URLs, and what this server itself serves.
///
/// Nothing else is fetched: a server that asks any address for anybody is a way into networks that
/// only it can reach.
struct ReferenceReader: Sendable {
  /// Answers GET requests for paths of this server.
  final class OwnPaths: Sendable {
    typealias Answer = @Sendable (HTTPRequest) async throws -> Response
    private let answer = Mutex<Answer?>(nil)

    func set(_ body: @escaping Answer) { answer.withLock { $0 = body } }

    fileprivate func get(_ request: HTTPRequest) async throws -> Response? {
      let body = answer.withLock { $0 }
      return try await body?(request)
    }
  }

  let own: OwnPaths
  /// The server's address, as the client called it.
  let base: String
  let limits: Limits
  /// How many bytes the references of the request have had so far.
  private(set) var bytesRead = 0

  init(own: OwnPaths, base: String, limits: Limits) {
    (self.own, self.base, self.limits) = (own, base, limits)
  }

  /// The JSON value at an address.
  ///
  /// - Throws: ``HTTPProblem`` 400 for addresses that are not read, and for what is no JSON; 413
  ///   where the references of the request are too large together.
  mutating func read(_ href: String) async throws -> JSONValue {
    let bytes =
      if href.hasPrefix("data:") { try Self.data(href) } else { try await path(href) }
    bytesRead += bytes.count
    guard bytesRead <= limits.referencesBytes else { throw tooLarge }
    do throws(FormatError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw Self.problem(href, "is no JSON: \(error.message)", hint: error.hint)
    }
  }

  private var tooLarge: HTTPProblem {
    HTTPProblem(
      .contentTooLarge, "references-too-large",
      "the references of the request have more than \(limits.referencesBytes) bytes together",
      hint: "ask for a part of it")
  }

  private static func data(_ href: String) throws(HTTPProblem) -> [UInt8] {
    let parts = href.dropFirst(5).split(
      separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw problem(href, "has no comma before its data") }
    if parts[0].hasSuffix(";base64") {
      guard let data = Data(base64Encoded: String(parts[1])) else {
        throw problem(href, "is not encoded in base64")
      }
      return [UInt8](data)
    }
    guard let text = parts[1].removingPercentEncoding else {
      throw problem(href, "is not percent-encoded")
    }
    return Array(text.utf8)
  }

  private func path(_ href: String) async throws -> [UInt8] {
    let target = href.hasPrefix(base + "/") ? String(href.dropFirst(base.count)) : href
    guard target.hasPrefix("/"), !target.hasPrefix("//"),
      target.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw Self.problem(
        href, "is not fetched",
        hint: "this server reads data: URLs and its own paths, such as "
          + "\(base)/collections/road/items; else put the value itself into the request")
    }
    let host = String(base.drop { $0 != "/" }.dropFirst(2))
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: host, path: target,
      headerFields: [.accept: "application/geo+json, application/json;q=0.9"])
    guard let response = try await own.get(request) else {
      throw Self.problem(href, "cannot be read now")
    }
    let left = limits.referencesBytes - bytesRead
    let collector = Collector(limit: min(limits.referenceBytes, left))
    do {
      try await response.body.write(collector)
    } catch is Collector.Overflow {
      guard left >= limits.referenceBytes else { throw tooLarge }
      throw Self.problem(
        href, "has more than \(limits.referenceBytes) bytes", hint: "ask for a part of it")
    }
    guard response.status == .ok else {
      throw Self.problem(href, "is answered with \(response.status)")
    }
    return collector.bytes.withLock { $0 }
  }

  private static func problem(
    _ href: String, _ fault: String, hint: String? = nil
  ) -> HTTPProblem {
    HTTPProblem(
      .badRequest, "bad-reference", "the reference \(href.prefix(80)) \(fault)", hint: hint)
  }

  /// Takes the body of an answer in.
  private final class Collector: ResponseBodyWriter, Sendable {
    struct Overflow: Error {}

    let bytes = Mutex<[UInt8]>([])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func write(_ buffer: ByteBuffer) async throws {
      try bytes.withLock { bytes in
        guard bytes.count + buffer.readableBytes <= limit else { throw Overflow() }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
