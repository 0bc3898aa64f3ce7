import Foundation

/// The files of the repository that this test was built from.
enum Repository {
  /// The folder that holds Package.swift.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func read(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The folders right inside `path`.
  static func folders(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + path)) ?? []
    return names.filter { !$0.hasPrefix(".") && !folderFiles(path + "/" + $0).isEmpty }.sorted()
  }

  /// The paths of all files below `path`, hidden and cached ones left out.
  static func folderFiles(_ path: String) -> [String] {
    // A target may be a link to another one's folder, or have one in it.
    let folder = URL(fileURLWithPath: root.path + "/" + path).resolvingSymlinksInPath()
    let found = FileManager.default.enumerator(atPath: folder.path)
    let names = found.map { $0.compactMap { $0 as? String } } ?? []
    let linked = names.filter { isLinkedFolder(folder.path + "/" + $0) }
      .flatMap { folderFiles(path + "/" + $0) }
    return (names.map { path + "/" + $0 } + linked).sorted().filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: root.path + "/" + name, isDirectory: &isFolder)
      let isHidden = name.split(separator: "/").contains {
        $0.hasPrefix(".") || $0 == "__pycache__" || $0 == "node_modules"
      }
      return !isFolder.boolValue && !isHidden
    }
  }

  private static func isLinkedFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
      && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  static var swiftFiles: [String] {
    (folderFiles("Sources") + folderFiles("Tests")).filter { $0.hasSuffix(".swift") }
      + ["Package.swift"]
  }

  /// Everything people write: code, scripts, layers and documents.
  static var textFiles: [String] {
    let folders = ["Sources", "Tests", "Layers", "Models", "scripts", "Benchmarks", "Notebooks"]
    return folders.flatMap(folderFiles) + documents
      + ["Package.swift", "Makefile", ".ci/run", ".gitignore"].filter(exists)
  }

  static var documents: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let nested = ["docs", "Layers", "Models", "Benchmarks", "Notebooks"].flatMap(folderFiles)
    return (names.sorted() + nested).filter { $0.hasSuffix(".md") }
  }
}
