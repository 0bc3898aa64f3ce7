import Foundation
import Synchronization

/// The time as HTTP writes it, made once a second.
final class HTTPClock: Sendable {
  private static let style = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\
      \(minute: .twoDigits):\(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))
  private let last = Mutex((second: 0, text: ""))

  /// The time, like "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7).
  func now() -> String {
    let time = Date()
    let second = Int(time.timeIntervalSince1970)
    return last.withLock { last in
      if last.second != second { last = (second, time.formatted(Self.style)) }
      return last.text
    }
  }
}
