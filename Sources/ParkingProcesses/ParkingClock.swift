public import Foundation
import SimpleFeatures
import Simulation

/// The wall clock of a city's lots: seconds since 1970-01-01T00:00 of the same clock.
public struct ParkingClock: Sendable {
  /// The zone of the lots.
  public let zone: TimeZone
  private let present: @Sendable () -> Date

  /// A clock of a zone; `now` tells the time.
  public init(zone: TimeZone, now: @escaping @Sendable () -> Date = { Date() }) {
    self.zone = zone
    present = now
  }

  /// The wall clock now, s.
  var now_s: Int64 { local_s(present()) }

  /// The wall clock at a time, s.
  func local_s(_ date: Date) -> Int64 {
    Int64(date.timeIntervalSince1970.rounded(.down)) + Int64(zone.secondsFromGMT(for: date))
  }

  /// When the wall clock shows a time.
  func date(_ local_s: Int64) -> Date {
    let near = Date(timeIntervalSince1970: Double(local_s))
    return near - Double(zone.secondsFromGMT(for: near - Double(zone.secondsFromGMT(for: near))))
  }

  /// A wall clock time as text, `2026-11-23T07:15:00`.
  func text(_ local_s: Int64) -> String {
    String(Date(timeIntervalSince1970: Double(local_s)).formatted(.iso8601).dropLast())
  }

  /// The wall clock time that an input means: RFC 3339, or without a zone that of the clock.
  func time_s(_ inputs: JSONValue, _ name: String) throws -> Int64? {
    guard let text = inputs[name]?.string else { return nil }
    if let date = Self.date(text) { return local_s(date) }
    let place = text.replacing(" ", with: "T")
    let whole = place.count == 16 ? place + ":00Z" : place + "Z"
    guard let shown = Self.date(whole) else {
      throw ProcessFault(
        "invalid-input", "input \"\(name)\" is `\(text.prefix(40))`, which is no time",
        hint: "write 2026-11-23T07:15:00 for the clock of the lots, or 2026-11-23T07:15:00+08:00",
        status: 400)
    }
    return Int64(shown.timeIntervalSince1970.rounded(.down))
  }

  private static func date(_ text: String) -> Date? {
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: fractional))
  }
}
