import Catalog
public import Foundation
import Simulation

/// The wall clock of a city's lots: seconds since 1970-01-01T00:00 of the same clock.
public struct ParkingClock: Sendable {
  private enum Offsets {
    case zone(TimeZone)
    /// East of Greenwich, s, from an instant on, in their order; never empty.
    case listed([(fromSeconds: Int64, offsetSeconds: Int64)])
  }

  /// The zone of lots whose counts have none: Beijing's, as in imports, unless TZ names another.
  static let usualZone =
    ProcessInfo.processInfo.environment["TZ"] == nil
    ? TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt : .current

  private let offsets: Offsets
  private let present: @Sendable () -> Date

  /// A clock of a zone; `now` tells the time.
  public init(zone: TimeZone, now: @escaping @Sendable () -> Date = { Date() }) {
    offsets = .zone(zone)
    present = now
  }

  /// A clock whose offset from UTC changes as a list says; `now` tells the time.
  ///
  /// - Parameter offsets: Seconds east of Greenwich, and the instants from which on they held,
  ///   seconds since 1970 in UTC, in their order. The first held before, too, and the last holds
  ///   since; without any the clock shows UTC.
  public init(
    offsets: [(fromSeconds: Int64, offsetSeconds: Int64)],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.offsets = .listed(offsets.isEmpty ? [(0, 0)] : offsets)
    present = now
  }

  /// The wall clock now, s.
  var nowSeconds: Int64 { localSeconds(present()) }

  /// What the wall clock shows at an instant, seconds since 1970-01-01T00:00 of the same clock.
  public func localSeconds(_ date: Date) -> Int64 {
    let instantSeconds = Int64(date.timeIntervalSince1970.rounded(.down))
    switch offsets {
    case .zone(let zone): return instantSeconds + Int64(zone.secondsFromGMT(for: date))
    case .listed(let list):
      return instantSeconds
        + (list.last { $0.fromSeconds <= instantSeconds } ?? list[0]).offsetSeconds
    }
  }

  /// When the wall clock shows a time: for the first time, where it shows it twice; when it is put
  /// forward, where it never does.
  public func date(_ localSeconds: Int64) -> Date {
    switch offsets {
    case .zone(let zone):
      let near = Date(timeIntervalSince1970: Double(localSeconds))
      return near - Double(zone.secondsFromGMT(for: near - Double(zone.secondsFromGMT(for: near))))
    case .listed(let list):
      var instantSeconds = localSeconds - list[0].offsetSeconds
      for (fromSeconds, offsetSeconds) in list.dropFirst() where instantSeconds >= fromSeconds {
        instantSeconds = max(fromSeconds, localSeconds - offsetSeconds)
      }
      return Date(timeIntervalSince1970: Double(instantSeconds))
    }
  }

  /// A wall clock time as text, `2026-11-23T07:15:00`.
  func text(_ localSeconds: Int64) -> String {
    String(Date(timeIntervalSince1970: Double(localSeconds)).formatted(.iso8601).dropLast())
  }

  /// The wall clock time that an input means, s; `nil` where it is not given.
  ///
  /// - Throws: `ProcessError` `invalid-input` for what is no time.
  func timeSeconds(_ inputs: InputValues, _ input: ProcessInput<String?>) throws -> Int64? {
    try inputs[input].map { try timeSeconds($0, named: inputs.place + input.name) }
  }

  /// The wall clock time that a text means, s: RFC 3339, or without a zone that of the clock.
  ///
  /// Seconds may be left out; parts of them are.
  func timeSeconds(_ text: String, named name: String) throws -> Int64 {
    let written = WrittenTime(Array(text.utf8)[...])
    if let written, let timeSeconds = written.localSeconds {
      if written.zone.isEmpty { return timeSeconds }
      if let zoneSeconds = WrittenTime.zoneSeconds(written.zone) {
        return localSeconds(Date(timeIntervalSince1970: Double(timeSeconds - Int64(zoneSeconds))))
      }
    }
    throw ProcessError(
      "invalid-input", "input \"\(name)\" is `\(text.prefix(40))`, which is no time",
      hint: "write 2026-11-23T07:15 for the clock of the lots, or 2026-11-23T07:15+08:00; seconds "
        + "may follow", status: 400)
  }
}
