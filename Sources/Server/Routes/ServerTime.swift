import Foundation

/// RFC 3339 dates and instants in queries.
enum ServerTime {
  static func isValid(_ text: String) -> Bool { date(text) != nil }

  static func isOrdered(_ first: String, _ second: String) -> Bool {
    guard let first = date(first), let second = date(second) else { return false }
    return first <= second
  }

  private static func date(_ text: String) -> Date? {
    let plain = Date.ISO8601FormatStyle()
    return (try? plain.parse(text))
      ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
      ?? (try? plain.year().month().day().parse(text))
  }
}
