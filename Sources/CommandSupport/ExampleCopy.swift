import Foundation
import SimpleFeatures

/// A copy of a folder of examples and of folders put into it, which appears when it is whole.
package struct ExampleCopy {
  private let source: String
  /// Folders that become folders of the same name in the copy.
  private let parts: [String]
  private let target: String

  package init(source: String, parts: [String], target: String) {
    self.source = source
    self.parts = parts
    self.target = target
  }

  /// - Throws: ``PlainError`` where the folder is there already or cannot be made.
  package func make() throws {
    let manager = FileManager.default
    let target = URL(fileURLWithPath: target).standardizedFileURL.path
    // What a link leads to need not exist.
    guard (try? manager.attributesOfItem(atPath: target)) == nil else {
      throw PlainError(
        message: "\(self.target) exists", hint: "name a new folder; what is there is not changed")
    }
    let part = target + ".part-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try manager.createDirectory(
        atPath: URL(fileURLWithPath: target).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try copy(source, to: part)
      for folder in parts {
        let name = URL(fileURLWithPath: folder).lastPathComponent
        try copy(folder, to: "\(part)/\(name)")
      }
      try manager.moveItem(atPath: part, toPath: target)
    } catch {
      try? manager.removeItem(atPath: part)
      throw PlainError(
        message: "the folder \(self.target) cannot be made: "
          + (OutputPaths.obstacle(part) ?? "the system refuses"),
        hint: "name a folder in one where you may write")
    }
  }

  /// Copies what the files hold: owner and mode of an installation are not the reader's.
  private func copy(_ folder: String, to target: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in try manager.subpathsOfDirectory(atPath: folder).sorted() {
      if ResourcePaths.isFolder("\(folder)/\(name)") {
        try manager.createDirectory(atPath: "\(target)/\(name)", withIntermediateDirectories: true)
      } else {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
          .write(to: URL(fileURLWithPath: "\(target)/\(name)"))
      }
    }
  }

  /// The files of the copy, in order, as seen from its folder.
  package var files: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: target)) ?? []).sorted()
      .filter { !ResourcePaths.isFolder("\(target)/\($0)") }
  }

  /// The files and folders at the top of the copy, and the files of each folder.
  package var contents: [(name: String, files: [String])] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: target)) ?? []
    return names.sorted().map { name in
      guard ResourcePaths.isFolder("\(target)/\(name)") else { return (name, []) }
      let within = (try? FileManager.default.contentsOfDirectory(atPath: "\(target)/\(name)")) ?? []
      return ("\(name)/", within.sorted())
    }
  }
}
