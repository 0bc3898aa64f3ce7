import Foundation
import SimpleFeatures

/// An open file; closes itself.
final class StoredFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens a file for reading, or for writing as well.
  init(_ path: String, isWritten: Bool, isNew: Bool = false) throws(SimulationError) {
    self.path = path
    let flags = (isWritten ? O_RDWR : O_RDONLY) | (isNew ? O_CREAT | O_TRUNC : 0) | O_CLOEXEC
    descriptor = unsafe open(path, flags, 0o644)
    guard descriptor >= 0 else {
      throw isWritten ? Self.unwritable(path, errno) : Self.unreadable(path, errno)
    }
  }

  deinit { close(descriptor) }

  /// Bytes of the file.
  func length() throws(SimulationError) -> Int {
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw Self.unreadable(path, errno) }
    return Int(end)
  }

  /// The bytes from `offset` on, all of which must be there.
  func read(at offset: Int, count: Int) throws(SimulationError) -> [UInt8] {
    var number: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
          off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          number = got < 0 ? errno : EIO
          return
        }
        filled += got
      }
    }
    guard number == 0 else { throw Self.unreadable(path, number) }
    return bytes
  }

  /// Writes bytes at the place where the file ends; cuts what was written where not all goes in.
  func append(_ bytes: [UInt8], at end: Int) throws(SimulationError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: done), bytes.count - done,
          off_t(end + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let number = count < 0 ? errno : EIO
        ftruncate(descriptor, off_t(end))
        throw Self.unwritable(path, number)
      }
      done += count
    }
  }

  /// Cuts the file.
  func cut(to length: Int) throws(SimulationError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw Self.unwritable(path, errno) }
  }

  private static func unwritable(_ path: String, _ number: Int32) -> SimulationError {
    let words = unsafe String(cString: strerror(number))
    let hint =
      switch number {
      case ENOSPC, EDQUOT, EFBIG:
        "make room and resume the run; all frames that were finished are kept"
      case ENOENT, ENOTDIR: "make the folder first, or correct the path"
      default: "choose a folder in which you may write"
      }
    return SimulationError(.unwritableFile, "\(path) cannot be written: \(words)", hint: hint)
  }

  private static func unreadable(_ path: String, _ number: Int32) -> SimulationError {
    let words = unsafe String(cString: strerror(number))
    return SimulationError(
      .unreadableFile, "\(path) cannot be read: \(words)",
      hint: number == ENOENT ? "run the scenario first, or correct the path" : nil)
  }
}
