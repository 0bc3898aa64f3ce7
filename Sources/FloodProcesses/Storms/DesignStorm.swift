package import Catalog
package import SimpleFeatures

/// A design storm as `Models/storms/<id>.yml` tells it: a formula or a pattern of a place.
package struct DesignStorm: Equatable, Sendable {
  /// Lower-case words joined by hyphens, the file's name.
  package var id: String
  /// What people call it.
  package var title: LocalisedText
  /// Where its numbers were read, and what to beware of.
  package var description: LocalisedText?
  /// The standard or announcement that the numbers are of; `nil` where nobody has confirmed them.
  package var source: String?
  /// How its rain falls.
  package var kind: Kind
  /// Where it was read from, for messages.
  package var file: String

  /// How rain falls.
  package enum Kind: Equatable, Sendable {
    /// By an intensity formula, after the Chicago method.
    case chicago(Formula)
    /// By a table of shares.
    case pattern(Pattern)
  }

  /// q = 167 A₁ (1 + C lg P) / (t + b)ⁿ L/(s·ha), and where the peak is.
  package struct Formula: Equatable, Sendable {
    /// A₁; 1/167 of the number that stands before the bracket in printed formulas.
    package var a1: Double
    /// C.
    package var c: Double
    /// b, minutes.
    package var b: Double
    /// n.
    package var n: Double
    /// Where in the storm its peak is, 0 to 1.
    package var peakRatio: Double
    /// Return periods that the formula was made for, years.
    package var returnPeriodYears: ClosedRange<Double>
    /// Durations that the formula was made for, minutes.
    package var durationMinutes: ClosedRange<Double>
  }

  /// Shares of the rain, one for each interval.
  package struct Pattern: Equatable, Sendable {
    /// From one share to the next, minutes.
    package var intervalMinutes: Double
    /// Together 1.
    package var shares: [Double]
  }
}

extension DesignStorm.Formula {
  /// Checks that the formula was made for what is asked of it.
  ///
  /// - Throws: ``PlainError`` with the range for values beyond it.
  package func check(
    returnPeriodYears: Double, durationMinutes: Double, of storm: DesignStorm
  ) throws(PlainError) {
    for (name, value, range, unit) in [
      ("return_period", returnPeriodYears, self.returnPeriodYears, "years"),
      ("duration_minutes", durationMinutes, self.durationMinutes, "minutes"),
    ] where !range.contains(value) {
      let (low, high) = (Self.short(range.lowerBound), Self.short(range.upperBound))
      throw PlainError(
        message: "the storm `\(storm.id)` does not hold for `\(name): \(Self.short(value))`",
        hint: "it was made for \(low) to \(high) \(unit): \(storm.file) says so under `valid`")
    }
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
