import Parking
import Testing

@Suite("Opening hours")
struct OpeningHoursTests {
  /// Monday 2026-03-02, 00:00.
  private let monday: Int64 = 20_514 * 86_400

  private func at(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0) -> Int64 {
    monday + day * 86_400 + hour * 3600 + minute * 60
  }

  @Test("Weekdays by day and the weekend around the clock")
  func week() throws {
    let hours = try OpeningHours("Mo-Fr 07:00-22:00; Sa,Su 24/7")
    #expect(hours.isOpen(from: at(0, 7), to: at(0, 22)))
    #expect(!hours.isOpen(from: at(0, 7), to: at(0, 22, 1)))
    #expect(!hours.isOpen(from: at(0, 6, 59), to: at(0, 8)))
    #expect(hours.isOpen(from: at(5, 0), to: at(7, 0)))
    #expect(!hours.isOpen(from: at(4, 21), to: at(5, 1)))
    #expect(hours.openUntil(from: at(5, 12), limit: at(9, 0)) == at(7, 0))
    #expect(hours.openUntil(from: at(0, 3), limit: at(9, 0)) == nil)
  }

  @Test("Times beyond midnight belong to the day on which they begin")
  func night() throws {
    let hours = try OpeningHours("Fr 20:00-02:00")
    #expect(hours.isOpen(from: at(4, 21), to: at(5, 2)))
    #expect(!hours.isOpen(from: at(3, 21), to: at(3, 22)))
    #expect(hours.isOpen(from: at(5, 1), to: at(5, 1, 30)))
  }

  @Test("Holidays that a rule names close the lot; others are days as all")
  func holidays() throws {
    let tuesday: Set<Int64> = [20_515]
    let named = try OpeningHours("Mo-Su 08:00-20:00; PH off")
    #expect(!named.isOpen(from: at(1, 9), to: at(1, 10), holidays: tuesday))
    #expect(named.isOpen(from: at(1, 9), to: at(1, 10)))
    let plain = try OpeningHours("08:00-20:00")
    #expect(plain.isOpen(from: at(1, 9), to: at(1, 10), holidays: tuesday))
  }

  @Test("Always open is always open, however it is written", arguments: ["24/7", "00:00-24:00"])
  func always(text: String) throws {
    #expect(try OpeningHours(text).isAlways)
    #expect(try OpeningHours(text).isOpen(from: at(0, 0), to: at(40, 0)))
  }

  @Test(
    "What is not understood is named",
    arguments: ["", "sunrise-sunset", "Mo-Fr 7-22", "Mo-Fr 25:00-26:00", "Jan 08:00-10:00"])
  func wrong(text: String) {
    #expect(throws: ParkingError.self) { try OpeningHours(text) }
  }
}
