import Foundation

/// An opaque colour of the web, its parts from 0 to 1 (sRGB, IEC 61966-2-1).
package struct SRGBColour: Equatable, Sendable, CustomStringConvertible {
  package var red: Double
  package var green: Double
  package var blue: Double

  /// The colour written as `#rrggbb`; `nil` for other texts.
  package init?(_ text: String) {
    guard text.utf8.count == 7, text.hasPrefix("#"),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    red = Double(number >> 16) / 255
    green = Double(number >> 8 & 0xff) / 255
    blue = Double(number & 0xff) / 255
  }

  /// `#rrggbb`.
  package var description: String {
    "#"
      + [red, green, blue].map { part in
        let byte = Int((part * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }

  /// Red, green and blue in proportion to the light.
  package var linear: [Double] {
    [red, green, blue].map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  /// Relative luminance after WCAG 2.2: 0 of black to 1 of white.
  package var luminance: Double {
    let light = linear
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  }

  /// The contrast ratio after WCAG 2.2: 1 of equal colours to 21 of black and white.
  package func contrast(to other: SRGBColour) -> Double {
    let (darker, lighter) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }
}
