package import SimpleFeatures

/// A date of which only the year or the month is known: `2015`, `2015年`, `2015-05`, `2015年5月`.
///
/// It becomes the first day of that time, and a field of its own says how exact it is: nothing that
/// is known is lost, and no day is made up.
package struct CoarseDate: Equatable, Sendable {
  /// The first day, `YYYY-MM-DD`.
  package let firstDay: String
  /// `year` or `month`.
  package let precision: String

  /// - Returns: `nil` for whole dates, and for all that is no date.
  package init?(_ value: PropertyValue) {
    let text: String
    switch value {
    case .text(let words): text = String(FieldValue.trimmed(words))
    case .integer(let number): text = "\(number)"
    case .real(let number):
      guard let whole = Int64(exactly: number) else { return nil }
      text = "\(whole)"
    default: return nil
    }
    let match = text.wholeMatch(of: /([0-9]{4})(?:年|(?:-|\/|年)([0-9]{1,2})月?|\.?([0-9]{2}))?/)
    guard let match, let year = Int(match.1), (1800...2100).contains(year) else { return nil }
    guard let words = match.2 ?? match.3 else {
      (firstDay, precision) = ("\(match.1)-01-01", "year")
      return
    }
    guard let month = Int(words), (1...12).contains(month) else { return nil }
    (firstDay, precision) = ("\(match.1)-\(month < 10 ? "0" : "")\(month)-01", "month")
  }
}
