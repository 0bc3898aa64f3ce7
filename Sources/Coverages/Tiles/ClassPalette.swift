public import SimpleFeatures

/// The colours of the classes of a raster.
public struct ClassPalette: Equatable, Sendable {
  /// A colour of the sRGB screen.
  public struct Colour: Equatable, Hashable, Sendable {
    /// Red, 0...255.
    public var red: UInt8
    /// Green, 0...255.
    public var green: UInt8
    /// Blue, 0...255.
    public var blue: UInt8

    /// A colour by its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// A colour as CSS writes it, `#rrggbb`; `nil` for anything else.
    public init?(css: String) {
      let digits = css.dropFirst()
      guard css.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
        let number = Int(digits, radix: 16)
      else { return nil }
      self.init(
        red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }
  }

  /// Colours by code.
  public var colours: [UInt8: Colour]
  /// The colour of codes that ``colours`` does not name.
  public var other: Colour

  /// A palette of named colours.
  public init(_ colours: [UInt8: Colour], other: Colour) {
    self.colours = colours
    self.other = other
  }
}

extension RasterGrid {
  /// The raster of classes as a PNG file with a palette; cells without a class are transparent.
  ///
  /// Values that are no code, 0...255, count as no class.
  public func classPNG(_ palette: ClassPalette) -> [UInt8] {
    // Entry 0 is transparent; colours follow in the order in which they are met.
    var entries: [UInt8] = [0, 0, 0, 0]
    var entryOf: [ClassPalette.Colour: UInt8] = [:]
    var entryOfCode = [UInt8?](repeating: nil, count: 256)
    var pixels = [UInt8](repeating: 0, count: values.count)
    for (i, value) in values.enumerated() where value >= 0 && value <= 255 {
      let code = Int(value)
      if entryOfCode[code] == nil {
        let colour = palette.colours[UInt8(code)] ?? palette.other
        // 256 codes and the transparent entry are one more than fit: the last shares its colour.
        let next = UInt8(min(entries.count / 4, 255))
        let entry = entryOf[colour] ?? next
        if entryOf[colour] == nil, entries.count < 1024 {
          entries += [colour.red, colour.green, colour.blue, 255]
        }
        entryOf[colour] = entry
        entryOfCode[code] = entry
      }
      pixels[i] = entryOfCode[code]!
    }
    return PNGImage.encode(
      palette: entries, indices: pixels, width: columns, height: rows)
  }
}
