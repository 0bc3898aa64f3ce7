import Foundation
import Glibc
import SimpleFeatures
import Synchronization

/// A file that lines are appended to, also after it was renamed or removed: a log that is rotated.
///
/// Before each line the path is looked at; where it leads to another file or to none, that is
/// opened. Nobody needs to signal the process, and no line is lost.
package final class AppendedFile: Sendable {
  private struct Open {
    var descriptor: Int32
    var identity: Identity?
  }

  private struct Identity: Equatable {
    var device: UInt
    var number: UInt

    init(_ found: stat) { (device, number) = (UInt(found.st_dev), UInt(found.st_ino)) }
  }

  package let path: String
  private let open: Mutex<Open>

  /// Opens the file, or makes it so that only its owner reads it.
  ///
  /// - Throws: ``PlainError`` where it cannot be written.
  package init(_ path: String) throws {
    self.path = path
    guard let first = Self.open(path) else {
      throw PlainError(
        message: unsafe "the log \(path) cannot be written: \(String(cString: strerror(errno)))",
        hint: "name a file in a folder that exists and is writable")
    }
    open = Mutex(first)
  }

  deinit { open.withLock { _ = close($0.descriptor) } }

  /// Appends bytes by one write.
  package func append(_ bytes: [UInt8]) throws {
    try open.withLock { open in
      var found = stat()
      let isSame = unsafe stat(path, &found) == 0 && Identity(found) == open.identity
      if !isSame, let next = Self.open(path) {
        _ = close(open.descriptor)
        open = next
      }
      guard unsafe write(open.descriptor, bytes, bytes.count) == bytes.count else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  private static func open(_ path: String) -> Open? {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    var found = stat()
    let isKnown = unsafe fstat(descriptor, &found) == 0
    return Open(descriptor: descriptor, identity: isKnown ? Identity(found) : nil)
  }
}
