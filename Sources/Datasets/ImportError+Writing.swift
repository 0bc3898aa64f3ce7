import Foundation
import SimpleFeatures

extension ImportError {
  /// A file that the system does not let be written, with what to do.
  package static func unwritable(_ path: String, _ number: Int32) -> ImportError {
    let hint =
      switch number {
      case ENOSPC, EDQUOT, EFBIG:
        "the disk is full: make room or choose another; an older file of that name is as it was"
      case EACCES, EPERM, EROFS: "choose a folder in which you may write"
      case ENOENT, ENOTDIR: "make the folder first, or correct the path"
      case EISDIR, ENOTEMPTY, EEXIST: "there is a folder of that name: choose another"
      default: "check the folder, its permissions and the disk"
      }
    let reason = unsafe String(cString: strerror(number))
    return ImportError(.unwritableFile, "\(path) cannot be written: \(reason)", hint: hint)
  }

  /// A file that GDAL could not write, by the system's reason where it cannot grow: GDAL says of a
  /// full disk one thing or another, or nothing.
  ///
  /// - Parameters:
  ///   - part: What the file is called until it is whole.
  ///   - words: What else is known.
  package static func unwritable(_ path: String, as part: String, _ words: String) -> ImportError {
    let descriptor = unsafe open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return .unwritable(path, errno) }
    defer { close(descriptor) }
    let number = posix_fallocate(descriptor, lseek(descriptor, 0, SEEK_END), 1 << 20)
    guard number == 0 else { return .unwritable(path, number) }
    return ImportError(
      .unwritableFile, "\(path) cannot be written: \(words)",
      hint: "check the folder, its permissions and the disk")
  }
}
