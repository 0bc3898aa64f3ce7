import Foundation
import SimpleFeatures

/// One line of JSON for each request.
///
/// Queries and headers are left out: they may hold secrets.
package struct RequestLog: Sendable {
  struct Entry {
    var method: String
    var path: String
    var status: Int
    var bytes: Int
    var milliseconds: Double
    /// The address that the request came from.
    var client: String
    /// A number that no other request of this run has.
    var id: String
  }

  private let write: @Sendable ([UInt8]) throws -> Void

  /// - Parameter write: Appends a line by one write.
  package init(_ write: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.write = write
  }

  func write(_ entry: Entry) {
    // JSON's strings keep control characters out of the log.
    let line: JSONValue = [
      "time": .string(Date().formatted(Self.time)), "client": .string(entry.client),
      "method": .string(entry.method),
      "path": .string(entry.path), "status": .integer(entry.status),
      "bytes": .integer(entry.bytes),
      "ms": .real((entry.milliseconds * 1000).rounded() / 1000), "id": .string(entry.id),
    ]
    // A log that cannot be written must not keep the city from being read.
    try? write(line.bytes + [0x0A])
  }

  private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
