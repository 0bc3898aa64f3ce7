import Datasets
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
    folder = PartName.make(for: url.path)
    guard unsafe mkdir(folder, 0o700) == 0 else { throw .unwritable(target, errno) }
    path = folder + "/" + name
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
      for part in parts { try synchronise(folder + "/" + part) }
      for part in old where !isFolder(home + "/" + part) {
        try move(home + "/" + part, folder + "/old-" + part, &undo)
      }
      for part in parts {
        // Where the main file is after a power cut, the others are.
        if part == name, !isAlone { PartName.synchroniseFolder(of: target) }
        try move(folder + "/" + part, home + "/" + part, &undo)
      }
      PartName.synchroniseFolder(of: target)
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

  private func synchronise(_ path: String) throws(ImportError) {
    do throws(POSIXError) {
      try PartName.synchronise(path)
    } catch {
      throw .unwritable(target, error.code.rawValue)
    }
  }

  private func move(
    _ from: String, _ to: String, _ undo: inout [(from: String, to: String)]
  ) throws(ImportError) {
    guard unsafe rename(from, to) == 0 else { throw .unwritable(target, errno) }
    undo.append((from, to))
  }
}
