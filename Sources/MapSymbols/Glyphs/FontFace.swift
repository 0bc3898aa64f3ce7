internal import CFreeType
import SimpleFeatures

/// The owner of a FreeType library; for one thread at a time.
@safe final class FontLibrary {
  fileprivate let library: FT_Library

  init() {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      fatalError("FreeType has no memory for a library")
    }
    unsafe self.library = library
  }

  deinit { unsafe FT_Done_FreeType(library) }
}

/// The owner of a face of a font file, at the size of glyphs; for one thread at a time.
@safe final class FontFace {
  private let face: FT_Face
  /// The face lives in it.
  private let library: FontLibrary

  /// How far the top of a line lies above the baseline, in pixels.
  let ascender: Int

  /// The face of `family` in a file that may hold several.
  ///
  /// - Throws: ``PlainError`` for a file that is no font or lacks the family.
  init(_ file: String, family: String, in library: FontLibrary) throws(PlainError) {
    self.library = library
    var index = 0
    var count = 1
    while index < count {
      var opened: FT_Face?
      guard unsafe FT_New_Face(library.library, file, index, &opened) == 0,
        let face = unsafe opened
      else { break }
      count = unsafe face.pointee.num_faces
      let name = unsafe face.pointee.family_name.map { unsafe String(cString: $0) }
      if name == family, unsafe FT_Set_Pixel_Sizes(face, 0, FT_UInt(GlyphRange.size)) == 0 {
        unsafe self.face = face
        ascender = unsafe face.pointee.size.pointee.metrics.ascender >> 6
        return
      }
      unsafe FT_Done_Face(face)
      index += 1
    }
    throw PlainError(
      message: "\(file) holds no font \(family)", hint: "install \(KnownFont.package) again")
  }

  deinit { unsafe FT_Done_Face(face) }

  /// The glyph of a character; `nil` where the font has none.
  func glyph(of code: UInt32) -> Glyph? {
    let index = unsafe FT_Get_Char_Index(face, FT_ULong(code))
    // 2 is FT_LOAD_NO_HINTING, a macro that Swift does not see.
    guard index != 0, unsafe FT_Load_Glyph(face, index, 2) == 0,
      let slot = unsafe face.pointee.glyph
    else { return nil }
    var glyph = Glyph(code: code)
    glyph.advance = unsafe (slot.pointee.metrics.horiAdvance + 32) >> 6
    guard unsafe slot.pointee.outline.n_points > 0 else { return glyph }
    var box = FT_BBox()
    unsafe FT_Outline_Get_BBox(&slot.pointee.outline, &box)
    glyph.left = box.xMin >> 6
    glyph.top = (box.yMax + 63) >> 6
    glyph.width = ((box.xMax + 63) >> 6) - glyph.left
    glyph.height = glyph.top - (box.yMin >> 6)
    let buffer = GlyphRange.buffer
    glyph.bitmap = unsafe DistanceField.bytes(
      of: GlyphOutline(&slot.pointee.outline), left: glyph.left - buffer, top: glyph.top + buffer,
      columns: glyph.width + 2 * buffer, rows: glyph.height + 2 * buffer)
    return glyph
  }
}
