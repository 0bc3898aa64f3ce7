import Datasets
import Foundation

/// A file or standard output that takes bytes and writes them in large pieces.
final class ByteSink {
  private let path: String
  private var descriptor: Int32
  private var bytes: [UInt8] = []
  /// Bytes that are gathered before they are written.
  private static let capacity = 1 << 18

  /// - Parameter path: `-` is standard output.
  init(_ path: String) throws(ImportError) {
    self.path = path == "-" ? "standard output" : path
    descriptor = path == "-" ? dup(STDOUT_FILENO) : Self.create(path)
    guard descriptor >= 0 else { throw .unwritable(self.path, errno) }
    bytes.reserveCapacity(Self.capacity * 2)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func create(_ path: String) -> Int32 {
    unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  }

  func write(_ more: [UInt8]) throws(ImportError) {
    bytes += more
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Writes the rest and closes.
  func finish() throws(ImportError) {
    try flush()
    defer { descriptor = -1 }
    guard close(descriptor) == 0 else { throw .unwritable(path, errno) }
  }

  private func flush() throws(ImportError) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress.map { unsafe $0 + start },
          buffer.count - start)
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw .unwritable(path, errno) }
      start += written
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
