import VectorTiles

/// A glyph as a field of signed distances to its outline, 24 pixels to the em.
struct Glyph {
  /// The Unicode scalar.
  var code: UInt32
  /// Of the glyph alone, without the buffer around it, like ``height``.
  var width = 0
  var height = 0
  /// From the pen to the glyph's left edge.
  var left = 0
  /// From the baseline up to the glyph's top edge.
  var top = 0
  /// From the pen to the next one.
  var advance = 0
  /// Row by row from the top, ``GlyphRange/buffer`` pixels more on every side; empty for blanks.
  var bitmap: [UInt8] = []
}

/// The 256 characters of which MapLibre and others ask the glyphs at once.
package struct GlyphRange: Hashable, Sendable {
  /// The first character; the range has it and the 255 after it.
  package let start: UInt32

  /// Pixels to the em.
  static let size = 24
  /// Pixels around each glyph.
  static let buffer = 3
  static let count: UInt32 = 256

  /// The range that is written `start-end`, as `0-255`; `nil` for others than those of 256
  /// characters each.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = UInt32(parts[0]), start.isMultiple(of: Self.count),
      start <= 0x10ff00, text == "\(start)-\(start + Self.count - 1)"
    else { return nil }
    self.start = start
  }

  /// As paths name it.
  package var text: String { "\(start)-\(start + Self.count - 1)" }

  /// The glyphs as a message `glyphs` of glyphs.proto (https://github.com/mapbox/node-fontnik).
  ///
  /// - Parameters:
  ///   - stack: The names of the fonts.
  ///   - ascender: From where tops count downwards, above the baseline.
  func message(_ glyphs: [Glyph], stack: String, ascender: Int) -> [UInt8] {
    var fonts = ByteWriter()
    fonts.append(tag: 0x0a, text: stack)
    fonts.append(tag: 0x12, text: text)
    for glyph in glyphs {
      var one = ByteWriter()
      one.append(byte: 0x08)
      one.append(varint: UInt64(glyph.code))
      if !glyph.bitmap.isEmpty {
        one.append(byte: 0x12)
        one.append(varint: UInt64(glyph.bitmap.count))
        one.append(glyph.bitmap.span)
      }
      for (tag, value) in [
        (0x18, UInt64(glyph.width)), (0x20, UInt64(glyph.height)),
        (0x28, zigzag(Int64(glyph.left))), (0x30, zigzag(Int64(glyph.top - ascender))),
        (0x38, UInt64(max(glyph.advance, 0))),
      ] as [(UInt8, UInt64)] {
        one.append(byte: tag)
        one.append(varint: value)
      }
      fonts.append(byte: 0x1a)
      fonts.append(varint: UInt64(one.count))
      fonts.append(one)
    }
    var message = ByteWriter()
    message.append(byte: 0x0a)
    message.append(varint: UInt64(fonts.count))
    message.append(fonts)
    return message.bytes
  }
}
