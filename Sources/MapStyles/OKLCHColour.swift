import Catalog
import Foundation

/// A colour by lightness, chroma and hue in OKLCH, where equal steps look equal.
///
/// Björn Ottosson, "A perceptual color space for image processing" (2020).
package struct OKLCHColour: Equatable, Sendable {
  /// From 0, black, to 1, white.
  package var lightness: Double
  /// From 0, grey, to about 0.3.
  package var chroma: Double
  /// In radians.
  package var hue: Double

  /// A colour by its three coordinates.
  package init(lightness: Double, chroma: Double, hue: Double) {
    (self.lightness, self.chroma, self.hue) = (lightness, chroma, hue)
  }

  /// The colour that CSS calls `#rrggbb`; black for anything else.
  package init(css: String) {
    let linear = SRGBColour(css)?.linear ?? [0, 0, 0]
    let (r, g, b) = (linear[0], linear[1], linear[2])
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    let a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    let second = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    chroma = (a * a + second * second).squareRoot()
    hue = atan2(second, a)
  }

  /// As CSS, `#rrggbb`; chroma that the screen does not have is left out.
  package var css: String {
    var colour = self
    colour.lightness = min(max(lightness, 0), 1)
    while colour.chroma > 0.001, !colour.linear.allSatisfy({ (-0.0005...1.0005).contains($0) }) {
      colour.chroma *= 0.95
    }
    let bytes = colour.linear.map {
      Int((Self.encoded(min(max($0, 0), 1)) * 255).rounded())
    }
    return "#" + bytes.map { String(format: "%02x", $0) }.joined()
  }

  /// The contrast with another colour after WCAG 2.2, from 1 to 21.
  package func contrast(with other: OKLCHColour) -> Double {
    guard let one = SRGBColour(css), let two = SRGBColour(other.css) else { return 1 }
    return one.contrast(to: two)
  }

  /// The same hue with another lightness, and chroma up to a bound.
  package func with(lightness: Double, chroma most: Double = .infinity) -> OKLCHColour {
    OKLCHColour(lightness: lightness, chroma: min(chroma, most), hue: hue)
  }

  /// Linear red, green and blue.
  private var linear: [Double] {
    let (a, b) = (chroma * cos(hue), chroma * sin(hue))
    let l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
    let m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
    let s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
    return [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ]
  }

  private static func encoded(_ value: Double) -> Double {
    value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }
}
