import Foundation

/// The icons of a folder: files `NAME.svg`, read once.
package struct IconFolder: Sendable {
  private let icons: [String: Icon]
  /// Files that are not SVG, cannot be read or are too large, by their paths.
  package let unreadable: [String]

  /// Icons are small; a picture that somebody put there is not.
  package static let limitBytes = 64 << 10

  /// Reads what is there; a folder that is not there has no icons.
  package init(_ folder: String) {
    var icons: [String: Icon] = [:]
    var unreadable: [String] = []
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasSuffix(".svg") && !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.limitBytes,
        let icon = Icon(svg: [UInt8](bytes))
      {
        icons[String(name.dropLast(4))] = icon
      } else {
        unreadable.append(path)
      }
    }
    self.icons = icons
    self.unreadable = unreadable
  }

  /// The icon called `name`.
  package subscript(name: String) -> Icon? { icons[name] }

  /// The names of all icons, in order.
  package var names: [String] { icons.keys.sorted() }
}
