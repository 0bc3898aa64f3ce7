import Catalog
import Foundation
import Testing

@Suite("Days of the wall clock")
struct LocalClockTests {
  @Test("Dates and weekdays are those of another calendar, through a leap day that is left out")
  func dates() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // From 1896 to 2105: 1900 and 2100 have no 29 February.
    for day in Int64(-27_028)...49_500 {
      let timeSeconds = day * LocalClock.daySeconds
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(timeSeconds)))
      let (year, month, date) = (
        try #require(parts.year), try #require(parts.month), try #require(parts.day)
      )
      guard LocalClock.day(year, month, date) == day,
        LocalClock.weekday(ofDay: day) == (try #require(parts.weekday) + 5) % 7,
        LocalClock.day(of: timeSeconds) == day, LocalClock.day(of: timeSeconds - 1) == day - 1
      else {
        Issue.record("\(year)-\(month)-\(date) is not told to be day \(day)")
        return
      }
    }
  }

  @Test("There is no day outside its month")
  func noDates() {
    for (year, month, day) in [
      (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
      (2026, 12, 32),
    ] {
      #expect(LocalClock.day(year, month, day) == nil, "\(year)-\(month)-\(day)")
    }
    #expect(LocalClock.day(2000, 2, 29) == 11_016)
  }
}
