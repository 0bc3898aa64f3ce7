import Foundation
import Testing

@testable import ParkingProcesses

@Suite("The wall clock of car parks")
struct ParkingClockTests {
  /// London's of 2026: summer time from 2026-03-29T01:00Z to 2026-10-25T01:00Z.
  private let clock = ParkingClock(
    offsets: [(.min, 0), (1_774_746_000, 3600), (1_792_890_000, 0)],
    now: { Date(timeIntervalSince1970: 1_774_746_000) })

  @Test(
    "An instant is what the clock showed then",
    arguments: [
      ("2026-03-20T09:10:00+00:00", "2026-03-20T09:10:00"),
      ("2026-03-29T00:59:59Z", "2026-03-29T00:59:59"), ("2026-03-29T01:00Z", "2026-03-29T02:00:00"),
      ("2026-07-01T17:10+08:00", "2026-07-01T10:10:00"),
      ("2026-10-25T00:40Z", "2026-10-25T01:40:00"),
      ("2026-10-25T01:40Z", "2026-10-25T01:40:00"),
      ("2026-12-24T18:00+08:00", "2026-12-24T10:00:00"),
    ])
  func shown(instant: String, wall: String) throws {
    #expect(clock.text(try clock.timeSeconds(instant, named: "time")) == wall)
    #expect(clock.text(clock.nowSeconds) == "2026-03-29T02:00:00")
  }

  @Test(
    "What the clock shows is an instant: the first of two, or when it is put forward",
    arguments: [
      ("2026-03-20T09:10", "2026-03-20T09:10:00Z"), ("2026-03-29T01:30", "2026-03-29T01:00:00Z"),
      ("2026-03-29T02:00", "2026-03-29T01:00:00Z"), ("2026-07-01T10:10", "2026-07-01T09:10:00Z"),
      ("2026-10-25T01:40", "2026-10-25T00:40:00Z"), ("2026-10-25T02:00", "2026-10-25T02:00:00Z"),
      ("2026-12-24T10:00", "2026-12-24T10:00:00Z"),
    ])
  func instant(wall: String, instant: String) throws {
    let date = clock.date(try clock.timeSeconds(wall, named: "time"))
    #expect(date.formatted(.iso8601) == instant)
  }
}
