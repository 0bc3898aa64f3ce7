import Foundation

extension Double {
  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }

  /// The cosine of an angle in radians.
  static func cosine(_ angle: Double) -> Double { cos(angle) }

  /// e to the power of a number.
  static func exponential(_ power: Double) -> Double { exp(power) }

  /// The angle in radians whose tangent is a ratio, in the right quadrant.
  static func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

  /// The number rounded to some decimals.
  func rounded(decimals: Int) -> Double {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
