import Foundation
import SimpleFeatures
import Testing

@testable import MapSymbols

@Suite(
  "Glyphs for map clients are made from the fonts of the machine",
  .enabled(if: InstalledFonts.areComplete, "needs the Debian package \(KnownFont.package)"))
struct GlyphTests {
  private static let files = InstalledFonts.files

  /// The fields of a message of protocol buffers, with numbers or bytes.
  private static func fields(_ message: ArraySlice<UInt8>) -> [(Int, UInt64, ArraySlice<UInt8>)] {
    var rest = message
    func varint() -> UInt64 {
      var (value, shift) = (UInt64(0), UInt64(0))
      while let byte = rest.popFirst() {
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return value
    }
    var found: [(Int, UInt64, ArraySlice<UInt8>)] = []
    while !rest.isEmpty {
      let key = varint()
      let value = varint()
      if key & 7 == 2 {
        found.append((Int(key >> 3), 0, rest.prefix(Int(value))))
        rest = rest.dropFirst(Int(value))
      } else {
        found.append((Int(key >> 3), value, []))
      }
    }
    return found
  }

  private static func glyphs(_ message: [UInt8]) -> (name: String, range: String, codes: [UInt64]) {
    let stack = fields(fields(message[...])[0].2)
    return (
      String(decoding: stack[0].2, as: UTF8.self), String(decoding: stack[1].2, as: UTF8.self),
      stack.dropFirst(2).map { fields($0.2)[0].1 }
    )
  }

  @Test("A range has the glyphs of the font, in the order of their characters")
  func latin() async throws {
    let maker = GlyphMaker(Self.files)
    let fonts = maker.fonts(of: "Noto Sans CJK SC Regular")
    let range = try #require(GlyphRange("0-255"))
    let (name, text, codes) = Self.glyphs(try await maker.glyphs(of: range, from: fonts))
    #expect(name == "Noto Sans CJK SC Regular" && text == "0-255")
    #expect(codes == codes.sorted())
    #expect(Set(codes).isSuperset(of: (0x20...0x7e).map { UInt64($0) }))
  }

  @Test("A Chinese character has its measures and distances that grow inwards from 191")
  func han() throws {
    let font = KnownFont.all[0]
    let face = try FontFace(Self.files[font]!, family: font.family, in: FontLibrary())
    #expect(face.ascender == 28)
    let glyph = try #require(face.glyph(of: 0x6c49))  // 汉
    #expect(glyph.advance == 24)
    #expect((18...24).contains(glyph.width) && (18...24).contains(glyph.height))
    #expect(glyph.bitmap.count == (glyph.width + 6) * (glyph.height + 6))
    #expect(glyph.bitmap.max()! > 191 && glyph.bitmap.max()! < 240)
    // Three pixels outside, about 191 - 3 x 32.
    #expect(glyph.bitmap.first! < 110)
    #expect(face.glyph(of: 0x20)?.bitmap == [])
    #expect(face.glyph(of: 0x20)?.advance == 5)
    #expect(face.glyph(of: 0xe000) == nil)
  }

  @Test("Distances are those of MapLibre's readers: 191 on the outline, 32 a pixel")
  func distances() {
    #expect(DistanceField.byte(0) == 191 && DistanceField.byte(-1) == 223)
    #expect(DistanceField.byte(3) == 96 && DistanceField.byte(1.5) == 143)
    #expect(DistanceField.byte(7) == 0 && DistanceField.byte(-3) == 255)
  }

  @Test("Distances to a square with a hole are exact, inside, outside and in the hole")
  func square() {
    var outline = GlyphOutline()
    func ring(_ low: Float, _ high: Float, isHole: Bool) {
      let corners: [GlyphOutline.Point] = [[low, low], [low, high], [high, high], [high, low]]
      let ring = isHole ? corners.reversed() : corners
      outline.move(to: ring[0])
      for corner in ring.dropFirst() { outline.line(to: corner) }
      outline.close()
    }
    ring(0, 12, isHole: false)
    ring(4, 8, isHole: true)
    let field = DistanceField.bytes(of: outline, left: -3, top: 15, columns: 18, rows: 18)
    func expected(_ x: Float, _ y: Float) -> UInt8 {
      func distance(_ low: Float, _ high: Float) -> Float {
        let dx = max(low - x, x - high)
        let dy = max(low - y, y - high)
        if dx > 0, dy > 0 { return (dx * dx + dy * dy).squareRoot() }
        return max(dx, dy)
      }
      return DistanceField.byte(max(distance(0, 12), -distance(4, 8)))
    }
    for row in 0..<18 {
      for column in 0..<18 {
        let (x, y) = (Float(column) - 2.5, 14.5 - Float(row))
        #expect(field[row * 18 + column] == expected(x, y), "at \(x), \(y)")
      }
    }
  }

  @Test("A curve becomes segments that lie within a fiftieth of a pixel of it")
  func circle() {
    var outline = GlyphOutline()
    let bend: Float = 10 * 0.5522847
    outline.move(to: [10, 0])
    outline.curve([10, bend], [bend, 10], to: [0, 10])
    #expect((5...40).contains(outline.segments.count))
    for segment in outline.segments {
      let middle = (segment.from + segment.to) / 2
      let radius = (middle * middle).sum().squareRoot()
      #expect(abs(radius - 10) < 0.025)
    }
  }

  @Test("The first font of a stack that is there gives the glyphs; bold ones are heavier")
  func stacks() async throws {
    let maker = GlyphMaker(Self.files)
    #expect(
      maker.fonts(of: "Nowhere Regular, Noto Sans CJK SC Bold,Noto Sans CJK SC Regular").map(\.name)
        == ["Noto Sans CJK SC Bold", "Noto Sans CJK SC Regular"])
    #expect(maker.fonts(of: "Nowhere Regular") == [])
    #expect(GlyphMaker([:]).missing == KnownFont.all)
    func ink(_ font: KnownFont) throws -> Int {
      let face = try FontFace(Self.files[font]!, family: font.family, in: FontLibrary())
      return face.glyph(of: 0x4e2d)!.bitmap.count { $0 > 191 }
    }
    #expect(try ink(KnownFont.all[1]) > ink(KnownFont.all[0]))
  }

  @Test("A range without any glyph is an answer without glyphs")
  func empty() async throws {
    let maker = GlyphMaker(Self.files)
    let range = try #require(GlyphRange("57344-57599"))  // private use
    let message = try await maker.glyphs(of: range, from: [KnownFont.all[0]])
    let (name, text, codes) = Self.glyphs(message)
    #expect(name == "Noto Sans CJK SC Regular" && text == "57344-57599" && codes == [])
  }

  @Test("Only ranges of 256 characters are ranges")
  func ranges() {
    #expect(GlyphRange("65280-65535")?.start == 65280)
    for text in ["", "0", "0-254", "1-256", "256-511-", "-0-255", "00-255", "+0-255", "0-255.pbf"] {
      #expect(GlyphRange(text) == nil, "\(text)")
    }
    #expect(GlyphRange("1114112-1114367") == nil)
  }

  @Test("A font file that is not one, and a folder without fonts, are told")
  func missing() throws {
    #expect(throws: PlainError.self) {
      try FontFace(#filePath, family: "Noto Sans CJK SC", in: FontLibrary())
    }
    #expect(KnownFont.installed(in: ["/nowhere"]).isEmpty)
  }
}
