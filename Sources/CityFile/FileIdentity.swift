import Foundation

/// Which file a path leads to, symbolic links followed: two paths with the same identity lead to
/// one file.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// `nil` where the path leads to no file.
  init?(_ path: String) {
    guard let status = FileStatus(path) else { return nil }
    self = status.identity
  }

  fileprivate init(_ found: stat) {
    device = found.st_dev
    number = found.st_ino
  }
}

/// What tells that a file has been written to, or replaced.
struct FileStatus: Equatable {
  let identity: FileIdentity
  /// In bytes.
  let size: Int
  /// Whether it is a file, not a folder, a device or a pipe.
  let isRegular: Bool
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` where the path leads to no file.
  init?(_ path: String) {
    var found = stat()
    guard unsafe stat(path, &found) == 0 else { return nil }
    identity = FileIdentity(found)
    size = Int(found.st_size)
    isRegular = found.st_mode & S_IFMT == S_IFREG
    seconds = found.st_mtim.tv_sec
    nanoseconds = found.st_mtim.tv_nsec
  }

  /// The size of the file that `path` leads to, in bytes; 0 where there is none.
  static func size(of path: String) -> Int { FileStatus(path)?.size ?? 0 }
}
