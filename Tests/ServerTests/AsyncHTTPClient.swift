import Foundation
import SimpleFeatures
import TestSupport

/// A client on threads of its own, since the server runs in the same process.
struct AsyncHTTPClient: Sendable {
  let port: UInt16
  /// The client's own address.
  var source = "127.0.0.1"

  func get(_ target: String, _ headers: [String: String] = [:]) async throws -> Answer {
    try await send("GET", target, headers)
  }

  func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) async throws -> Answer {
    let client = HTTPClient(port: port, from: source)
    return try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread {
        done.resume(with: Result { try client.send(method, target, headers, body: body) })
      }
    }
  }
}

extension Answer {
  var json: JSONValue { get throws { try JSONValue(parsing: body) } }
}
