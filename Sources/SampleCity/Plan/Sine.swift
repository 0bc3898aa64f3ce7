import Foundation

extension Double {
  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }

  /// The number rounded to some decimals.
  func rounded(decimals: Int) -> Double {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
