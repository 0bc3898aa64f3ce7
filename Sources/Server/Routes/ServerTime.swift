import Catalog
import Foundation
import HTTPTypes

/// RFC 3339 dates and instants in queries.
enum ServerTime {
  /// The forms that ``end(ofInterval:)`` promises to take, as a regular expression.
  static let pattern: String = {
    let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    let time = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?"
    let zone = "(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])"
    let end = "\(date)(T\(time)\(zone))?"
    return "^(\(end)|\(end)/(\(end)|\\.\\.)?|(\\.\\.)?/\(end))$"
  }()

  /// The end of an instant or interval in UTC with whole seconds; `nil` where it is open.
  ///
  /// An interval is two ends joined by `/`, with `..` or nothing for an open one (OGC 17-069r4
  /// §7.15.3). A date without a time is the last second of that day in China Standard Time.
  static func end(ofInterval text: String) throws(HTTPProblem) -> String? {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isOpen = { (end: String) in end.isEmpty || end == ".." }
    let fits =
      switch ends.count {
      case 1: date(ends[0]) != nil
      case 2:
        ends.allSatisfy { isOpen($0) || date($0) != nil } && !ends.allSatisfy(isOpen)
          && (ends.contains(where: isOpen) || isOrdered(ends[0], ends[1]))
      default: false
      }
    guard fits, let end = ends.last else {
      throw HTTPProblem(
        .badRequest, "bad-datetime", "datetime=\(text) is neither an instant nor an interval",
        hint: "write 2026-05-31T00:00:00Z, or 2026-05-01T00:00:00Z/2026-05-31T00:00:00Z, or ../end")
    }
    return date(end).map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
      .map { $0.formatted(.iso8601) }
  }

  /// The first and the last instant of an instant, a day or an interval; `nil` where it is open.
  static func interval(_ text: String) throws(HTTPProblem) -> (since: Date?, until: Date?) {
    _ = try end(ofInterval: text)
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let first = ends.first, let last = ends.last else { return (nil, nil) }
    let start = date(first).map { first.contains(":") ? $0 : $0.addingTimeInterval(1 - 86_400) }
    // To the end of the second.
    return (start, date(last)?.addingTimeInterval(0.999))
  }

  /// An instant as people in the city read it, in China Standard Time.
  ///
  /// `2026-05-31 08:00:00 +08:00`; midnight is the bare date; what is no instant stands as it is.
  static func words(_ instant: String) -> String {
    guard instant.contains("T"), let moment = date(instant) else { return instant }
    let text = moment.addingTimeInterval(8 * 3600).formatted(.iso8601)
    let (day, time) = (text.prefix(10), text.dropFirst(11).prefix(8))
    return time == "00:00:00" ? String(day) : "\(day) \(time) +08:00"
  }

  private static func isOrdered(_ first: String, _ second: String) -> Bool {
    guard let first = date(first), let second = date(second) else { return false }
    return first <= second
  }

  /// The instant that is meant.
  ///
  /// A date alone is its last second; without a zone it is China Standard Time.
  private static func date(_ text: String) -> Date? {
    guard let moment = Moment(text) else { return nil }
    return text.contains(":") ? moment.time : moment.time?.addingTimeInterval(86_400 - 1)
  }
}
