import SimpleFeatures

/// Makes ranges of glyphs from the fonts of the machine, one after the other.
package actor GlyphMaker {
  /// The files of the fonts that are installed.
  private nonisolated let files: [KnownFont: String]
  private let library = FontLibrary()
  private var faces: [KnownFont: FontFace] = [:]

  package init(_ files: [KnownFont: String]) {
    self.files = files
  }

  /// The fonts that are known but not installed.
  package nonisolated var missing: [KnownFont] {
    KnownFont.all.filter { files[$0] == nil }
  }

  /// The fonts of a stack, whose names are joined by commas, that glyphs can be made from.
  package nonisolated func fonts(of stack: String) -> [KnownFont] {
    stack.split(separator: ",").compactMap { part in
      let name = part.drop { $0 == " " }
      return KnownFont.all.first { $0.name == name && files[$0] != nil }
    }
  }

  /// The glyphs of a range, each from the first of `fonts` that has it, all on one baseline.
  ///
  /// - Parameter fonts: At least one, each installed.
  /// - Throws: ``PlainError`` for a font file that cannot be read.
  package func glyphs(of range: GlyphRange, from fonts: [KnownFont]) throws -> [UInt8] {
    let faces = try fonts.map(face)
    let glyphs = (range.start..<range.start + GlyphRange.count).compactMap { code in
      faces.lazy.compactMap { $0.glyph(of: code) }.first
    }
    return range.message(
      glyphs, stack: fonts.map(\.name).joined(separator: ","),
      ascender: faces.first?.ascender ?? 0)
  }

  private func face(_ font: KnownFont) throws(PlainError) -> FontFace {
    if let face = faces[font] { return face }
    guard let file = files[font] else {
      throw PlainError(
        message: "\(font.name) is not installed", hint: "install \(KnownFont.package)")
    }
    let face = try FontFace(file, family: font.family, in: library)
    faces[font] = face
    return face
  }
}
