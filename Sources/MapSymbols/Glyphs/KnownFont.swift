import Foundation

/// A font that styles may name, and where it is usually found.
package struct KnownFont: Hashable, Sendable {
  /// What styles call it: family and style.
  package let name: String
  /// The family of the face within the file, which may hold several.
  let family: String
  /// The names of files that hold it.
  let files: [String]

  /// The fonts that glyphs are made from: simplified Chinese, Latin, Greek, Cyrillic and signs.
  package static let all = ["Regular", "Bold"].map { style in
    KnownFont(
      name: "Noto Sans CJK SC \(style)", family: "Noto Sans CJK SC",
      files: ["NotoSansCJK-\(style).ttc", "NotoSansCJKsc-\(style).otf"])
  }

  /// The Debian package that has them.
  package static let package = "fonts-noto-cjk"

  /// The folders in which fonts are installed, those of the system first.
  package static var usualFolders: [String] {
    let own = ProcessInfo.processInfo.environment["HOME"].map { [$0 + "/.local/share/fonts"] }
    return ["/usr/share/fonts", "/usr/local/share/fonts"] + (own ?? [])
  }

  /// The fonts that folders hold, with their files.
  ///
  /// - Complexity: Looks through the folders once.
  package static func installed(in folders: [String] = usualFolders) -> [KnownFont: String] {
    var found: [KnownFont: String] = [:]
    for folder in folders {
      guard let files = FileManager.default.enumerator(atPath: folder) else { continue }
      for case let file as String in files {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        for font in all where found[font] == nil && font.files.contains(name) {
          found[font] = "\(folder)/\(file)"
        }
      }
    }
    return found
  }
}
