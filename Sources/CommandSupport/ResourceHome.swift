import Foundation
import SimpleFeatures

/// The search for the folder of Yutu's own files, which its file `VERSION` marks.
///
/// It is the folder that `$YUTU_HOME` names; else `../share/yutu` as seen from the program; else
/// the checkout above the program.
struct ResourceHome {
  var environment: [String: String]
  /// The version of the program, which its files must have as well.
  var version: String
  /// The program, with links followed: package managers link to it.
  var program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  /// - Throws: ``PlainError`` where there is none, or one of another version.
  func find() throws(PlainError) -> String {
    if let named = environment["YUTU_HOME"], !named.isEmpty {
      guard ResourcePaths.isFolder(named) else {
        throw PlainError(
          message: "YUTU_HOME names \(named), which is no folder",
          hint: "unset YUTU_HOME, or let it name the folder that holds VERSION, Layers and Models")
      }
      try check(named)
      return named
    }
    let shared = installed
    if ResourcePaths.isFolder(shared) {
      try check(shared)
      return shared
    }
    guard let checkout else {
      throw PlainError(
        message: "Yutu's own files are missing: there is no folder \(shared)",
        hint: "install the program together with its files (make install), or let YUTU_HOME name "
          + "the folder that holds VERSION, Layers and Models")
    }
    try check(checkout)
    return checkout
  }

  /// `PREFIX/share/yutu` for `PREFIX/bin/yutu`.
  private var installed: String {
    program.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "share/yutu").path
  }

  /// The nearest folder above the program that is a checkout.
  private var checkout: String? {
    var place = program
    while place.path != "/" {
      place.deleteLastPathComponent()
      let holdsAll = ["VERSION", "Layers/schema.json", "Package.swift"].allSatisfy {
        FileManager.default.fileExists(atPath: place.appending(path: $0).path)
      }
      if holdsAll { return place.path }
    }
    return nil
  }

  /// - Throws: ``PlainError`` for a folder of something else, or of another version.
  private func check(_ folder: String) throws(PlainError) {
    guard let data = FileManager.default.contents(atPath: folder + "/VERSION") else {
      throw PlainError(
        message: "\(folder) does not hold Yutu's files: it has no file VERSION",
        hint: "install Yutu again; YUTU_HOME, if set, names a folder with VERSION, Layers and "
          + "Models, such as /usr/share/yutu")
    }
    let found = String(decoding: data.prefix(64), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard found == version else {
      throw PlainError(
        message: "the files in \(folder) are those of Yutu \(found), this program is \(version)",
        hint: "install the program and its files together; in a checkout, build again")
    }
  }
}
