import Foundation
import SimpleFeatures

/// Why an archive cannot be written.
package struct TileArchiveError: ExplainedError, Equatable {
  /// A stable name for the kind of fault, for programs.
  package let code = "unwritable-file"
  package var message: String
  package var hint: String?

  /// The error number `number` of the system at the file `path`.
  init(_ path: String, errno number: Int32) {
    let words = unsafe String(cString: strerror(number))
    message = "\(path) cannot be written: \(words)"
    hint =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: "make room or choose another disk; nothing was kept"
      case ENOENT, ENOTDIR: "make the folder first, or correct the path"
      default: "choose a folder in which you may write"
      }
  }

  /// Another error at the file `path`.
  init(_ path: String, _ reason: String) {
    message = "\(path) cannot be written: \(reason)"
    hint = "check the folder, its permissions and the disk; nothing was kept"
  }
}
