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
  public func date(_ local_s: Int64) -> Date {
    let near = Date(timeIntervalSince1970: Double(local_s))
    return near - Double(zone.secondsFromGMT(for: near - Double(zone.secondsFromGMT(for: near))))
  }

  /// A wall clock time as text, `2026-11-23T07:15:00`.
  func text(_ local_s: Int64) -> String {
    String(Date(timeIntervalSince1970: Double(local_s)).formatted(.iso8601).dropLast())
  }

  /// The wall clock time that an input means, s; `nil` where there is no such input.
  ///
  /// - Throws: `ProcessFault` `invalid-input` for what is no time.
  func time_s(_ inputs: JSONValue, _ name: String) throws -> Int64? {
    try inputs[name]?.string.map { try time_s($0, named: name) }
  }

  /// The wall clock time that a text means, s: RFC 3339, or without a zone that of the clock.
  ///
  /// Seconds may be left out; parts of them are.
  func time_s(_ text: String, named name: String) throws -> Int64 {
    let form = #/(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?([Zz]|[+-]\d\d:?\d\d)?/#
    if let parts = text.wholeMatch(of: form)?.output {
      let shown = "\(parts.1)T\(parts.2)\(parts.3 ?? ":00")"
      let zone = parts.4.map { $0.uppercased() } ?? "Z"
      // A day that no calendar has would be taken for a later one.
      if let local = try? Date(shown + "Z", strategy: .iso8601),
        case let local_s = Int64(local.timeIntervalSince1970), self.text(local_s) == shown,
        let date = try? Date(shown + zone, strategy: .iso8601)
      {
        return parts.4 == nil ? local_s : self.local_s(date)
      }
    }
    throw ProcessFault(
      "invalid-input", "input \"\(name)\" is `\(text.prefix(40))`, which is no time",
      hint: "write 2026-11-23T07:15 for the clock of the lots, or 2026-11-23T07:15+08:00; seconds "
        + "may follow", status: 400)
  }
}
