import Foundation
import SimpleFeatures

/// A file of every command sent, one a line: the evidence of what was read and set.
///
/// A line is the simulation's time in seconds, what is done, on what kind of thing, its id and the
/// values: `25201.0 set trafficlight A phase 3`.
final class TraCILog {
  private let file: FileHandle
  private let path: String
  private var lines = ""

  /// - Throws: ``TraCIError`` `unwritable-log`.
  init(_ path: String) throws(TraCIError) {
    self.path = path
    // Opened in place: a device or a pipe stays what it is.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.unwritable(path) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func add(_ line: String) throws(TraCIError) {
    lines += line + "\n"
    if lines.utf8.count > 1 << 16 { try flush() }
  }

  func flush() throws(TraCIError) {
    do {
      try file.write(contentsOf: Data(lines.utf8))
      lines = ""
    } catch {
      throw Self.unwritable(path)
    }
  }

  private static func unwritable(_ path: String) -> TraCIError {
    TraCIError(
      .unwritableLog, "the log \(path) cannot be written",
      hint: "Check the folder, its permissions and the disk.")
  }
}
