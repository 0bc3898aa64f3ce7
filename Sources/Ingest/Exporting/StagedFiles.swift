import Foundation
import SimpleFeatures

/// The files of an export while they are written: in a folder of their own beside their place, so
/// that they appear under their names only when all are whole.
final class StagedFiles {
  /// Where the main file is to be written.
  let path: String
  private let target: String
  private let format: ExportFormat
  private let folder: String
  private let home: String
  private let name: String

  /// - Throws: ``ImportError`` `unwritable-file` where the target's folder takes no files.
  init(_ target: String, _ format: ExportFormat) throws(ImportError) {
    self.target = target
    self.format = format
    let url = URL(fileURLWithPath: target)
    name = url.lastPathComponent
    home = url.deletingLastPathComponent().path
    var template = Array((home + "/.yutu-export-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { text in
      unsafe text.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let made else { throw .unwritable(target, errno) }
    folder = made
    path = made + "/" + name
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Gives the files their names; what they replace goes, and so do indexes and journals of it.
  ///
  /// A format of one file replaces it in one step. Where several belong together, the old ones are
  /// moved aside first, the main file comes last, and a failure brings the old ones back.
  func publish() throws(ImportError) {
    let parts = names(in: folder).filter { $0 != name } + [name]
    let isAlone = parts.count == 1
    let old = names(in: home).filter {
      $0 == name ? !isAlone : format.isPart($0, of: name)
    }
    var undo: [(from: String, to: String)] = []
    do throws(ImportError) {
      for part in old where !isFolder(home + "/" + part) {
        try move(home + "/" + part, folder + "/old-" + part, &undo)
      }
      for part in parts { try move(folder + "/" + part, home + "/" + part, &undo) }
    } catch {
      for step in undo.reversed() { unsafe _ = rename(step.to, step.from) }
      throw error
    }
  }

  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func move(
    _ from: String, _ to: String, _ undo: inout [(from: String, to: String)]
  ) throws(ImportError) {
    guard unsafe rename(from, to) == 0 else { throw .unwritable(target, errno) }
    undo.append((from, to))
  }
}

extension ImportError {
  /// A file that the system does not let be written, with what to do.
  static func unwritable(_ path: String, _ number: Int32) -> ImportError {
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
  static func unwritable(_ path: String, as part: String, _ words: String) -> ImportError {
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
