public import Foundation

/// The name under which a file grows until it is whole: `FILE.<host>-<process>.part`.
///
/// A file that has its proper name is whole, and what a killed process has left is known by its
/// name.
public enum PartName {
  /// The name for this process, beside the file; what killed processes of this host have left of
  /// the file goes.
  public static func make(for path: String) -> String {
    removeLeftovers(of: path)
    return "\(path).\(host)-\(ProcessInfo.processInfo.processIdentifier).part"
  }

  /// Gives `part` the name `path`, for good: after a power cut it has it, and all its bytes.
  ///
  /// - Throws: `EEXIST` where a file of that name is there, which stays as it is.
  public static func publish(_ part: String, as path: String) throws(POSIXError) {
    try synchronise(part)
    if unsafe link(part, path) == 0 {
      unsafe unlink(part)
    } else {
      guard errno != EEXIST else { throw POSIXError(.EEXIST) }
      // A file system without hard links, as exFAT: the name is taken by an empty file first.
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
      guard descriptor >= 0, close(descriptor) == 0 else { throw current }
      guard unsafe rename(part, path) == 0 else {
        let error = current
        unsafe unlink(path)
        throw error
      }
    }
    synchroniseFolder(of: path)
  }

  /// Puts `part` in the place of the file at `path`, for good.
  ///
  /// - Throws: `ENOTSUP` where a device, a pipe or a socket is there, which stays.
  public static func replace(_ path: String, with part: String) throws(POSIXError) {
    var found = stat()
    let isThere = unsafe lstat(path, &found) == 0
    guard !isThere || [S_IFREG, S_IFLNK, S_IFDIR].contains(found.st_mode & S_IFMT) else {
      throw error(ENOTSUP)
    }
    try synchronise(part)
    guard unsafe rename(part, path) == 0 else { throw current }
    synchroniseFolder(of: path)
  }

  /// Puts a file's bytes on the disk: a name may otherwise be there before them.
  public static func synchronise(_ path: String) throws(POSIXError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw current }
  }

  /// Puts the names of the folder that holds `path` on the disk, where the file system can be asked
  /// for it.
  public static func synchroniseFolder(of path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static var current: POSIXError { error(errno) }

  private static func error(_ number: Int32) -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
  }

  /// The machine's or container's name, in characters that any file system takes: on a shared
  /// folder the process numbers of others say nothing here.
  private static let host = String(
    ProcessInfo.processInfo.hostName.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })

  /// Removes what killed processes of this host have left of the file at `path`.
  public static func removeLeftovers(of path: String) {
    let place = URL(fileURLWithPath: path)
    let folder = place.deletingLastPathComponent()
    let prefix = place.lastPathComponent + ".\(host)-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) && name.contains(".part") {
      let process = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let number = Int32(process), kill(number, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}
