import Foundation
import SimpleFeatures

/// A file that is being written beside its place; it goes with its owner unless it was published.
final class ArchiveDraft {
  /// Where the file is to be.
  let target: String
  /// Where it grows.
  let path: String
  private var isPublished = false

  /// - Throws: ``TileArchiveError`` where the folder takes no files.
  init(_ target: String) throws(TileArchiveError) {
    self.target = target
    path = PartName.make(for: target)
    let descriptor = unsafe open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw TileArchiveError(target, errno: errno) }
    close(descriptor)
  }

  deinit { if !isPublished { unsafe unlink(path) } }

  /// Gives the file its name, in the place of an older file of that name, once it is on the disk.
  ///
  /// - Returns: The file's length in bytes.
  func publish() throws(TileArchiveError) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw TileArchiveError(target, errno: errno) }
    do {
      try PartName.replace(target, with: path)
    } catch {
      throw TileArchiveError(target, errno: error.code.rawValue)
    }
    isPublished = true
    return Int(status.st_size)
  }
}
