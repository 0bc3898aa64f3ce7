import MapSymbols

/// The fonts of the machine that the tests run on.
enum InstalledFonts {
  static let files = KnownFont.installed()
  static var areComplete: Bool { files.count == KnownFont.all.count }
}
