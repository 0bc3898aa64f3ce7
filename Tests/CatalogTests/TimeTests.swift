import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("Dates and times as offices write them")
struct MomentTests {
  @Test(
    "A time becomes the instant in UTC; without a zone it is China Standard Time",
    arguments: [
      ("2026-05-31", "2026-05-30T16:00:00Z"),
      ("2026/5/31", "2026-05-30T16:00:00Z"),
      ("2026-05-31T08:00:00+08:00", "2026-05-31T00:00:00Z"),
      ("2026-05-31 08:00:00", "2026-05-31T00:00:00Z"),
      ("2026-05-31 8:00", "2026-05-31T00:00:00Z"),
      ("2026-05-31T00:00:00Z", "2026-05-31T00:00:00Z"),
      ("2026-05-31t00:00:00z", "2026-05-31T00:00:00Z"),
      ("2026-05-31T23:30:00-0100", "2026-06-01T00:30:00Z"),
      ("2026-12-31T23:59:59-01", "2027-01-01T00:59:59Z"),
      ("2026-01-01 00:00:00", "2025-12-31T16:00:00Z"),
      ("2024-03-01 07:59:59", "2024-02-29T23:59:59Z"),
      ("2023-03-01 07:59:59", "2023-02-28T23:59:59Z"),
      ("2000-03-01 00:00:00", "2000-02-29T16:00:00Z"),
      ("1900-03-01 00:00:00", "1900-02-28T16:00:00Z"),
      ("2026-05-31T08:00:00.2500+08:00", "2026-05-31T00:00:00.25Z"),
      ("2026-05-31T08:00:00.000Z", "2026-05-31T08:00:00Z"),
      (" 2026-05-31T08:00:00 +08:00 ", "2026-05-31T00:00:00Z"),
      ("2026-05-31T08:00:00+14:00", "2026-05-30T18:00:00Z"),
      ("0002-01-02", "0002-01-01T16:00:00Z"),
    ])
  func instants(text: String, expected: String) throws {
    #expect(try #require(Moment(text)).instant == expected)
  }

  @Test("A date keeps the day that is written, whatever the zone")
  func dates() {
    #expect(Moment("2026-05-31")?.date == "2026-05-31")
    #expect(Moment("2026/5/1")?.date == "2026-05-01")
    #expect(Moment("2026-05-31T23:00:00-11:00")?.date == "2026-05-31")
    #expect(Moment("2024-02-29")?.date == "2024-02-29")
  }

  @Test(
    "What is no date is not taken for one",
    arguments: [
      "", "x", "2026", "2026-05", "26-05-31", "2026-13-01", "2026-00-01", "2026-02-29",
      "2026-04-31",
      "1900-02-29", "2026-05-32", "2026-05-00", "2026-05/31", "2026-05-31x", "2026-05-31T25:00",
      "2026-05-31T24:00", "2026-05-31T08:60", "2026-05-31T08:00:60", "2026-05-31T08",
      "2026-05-31T8:0",
      "2026-05-31T08:00:00+15:00", "2026-05-31T08:00:00+08:60", "2026-05-31T08:00:00*08:00",
      "2026-05-31T08:00:00Zx", "0000-01-01", "20260531", "２０２６-05-31", "-2026-05-31",
    ])
  func refused(text: String) {
    #expect(Moment(text) == nil)
  }

  @Test("Any instant in any zone is what Foundation makes of it", arguments: 0..<4)
  func againstFoundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime]
    // From 1583 on, where Foundation's calendar is Gregorian too, to 9998.
    let range = -12_212_553_600...253_370_764_799
    for _ in 0..<2_500 {
      let seconds = Int.random(in: range, using: &random)
      let minutes = Int.random(in: -14 * 60...14 * 60, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      formatter.timeZone = TimeZone(secondsFromGMT: minutes * 60)
      let local = formatter.string(from: date)
      formatter.timeZone = .gmt
      #expect(Moment(local)?.instant == formatter.string(from: date), "\(local)")
    }
  }

  @Test(
    "A wall clock's time keeps its clock, its fraction and the zone as it is written",
    arguments: [
      ("1970-01-01T00:00", 0, 0.0, ""), ("1970/1/2 7:15", 112_500, 0, ""),
      ("1969-12-31 23:59:59.25", -1, 0.25, ""), ("2000-02-29t00:00:00Z", 951_782_400, 0, "Z"),
      ("2026-11-23T07:15:00.123456789 +08:00", 1_795_418_100, 0.123456789, "+08:00"),
      ("2026-11-23T07:15-99:00", 1_795_418_100, 0, "-99:00"),
    ])
  func wallClock(text: String, seconds: Int64, fraction: Double, zone: String) throws {
    // Read where it lies, as a cell of a row.
    let time = try #require(WrittenTime(Array(",\(text) ,".utf8)[1..<text.utf8.count + 2]))
    #expect(time.localSeconds == seconds && time.fraction == fraction)
    #expect(String(decoding: time.zone, as: UTF8.self) == zone)
  }

  @Test("A date alone is no time of a clock")
  func noTime() { #expect(WrittenTime(Array("2026-11-23".utf8)[...])?.localSeconds == nil) }

  @Test("What no clock of the world shows is no zone")
  func zones() {
    for (text, seconds) in [("Z", 0), ("z", 0), ("+08", 28_800), ("-0330", -12_600)] {
      #expect(WrittenTime.zoneSeconds(Array(text.utf8)[...]) == seconds, "\(text)")
    }
    for text in ["", "Z8", "08:00", "+8:00", "+15:00", "+08:60", "+08:00:00", "+08:"] {
      #expect(WrittenTime.zoneSeconds(Array(text.utf8)[...]) == nil, "\(text)")
    }
  }
}
