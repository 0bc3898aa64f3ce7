import Catalog
import Testing

@testable import Parking

@Suite("Parking tariffs")
struct ParkingTariffTests {
  /// Monday 2026-03-02, 00:00.
  private let monday: Int64 = 20_514 * 86_400

  private static var shipped: (values: [ParkingTariff], diagnostics: [Diagnostic]) {
    ParkingTariff.check(folder: "Models/parking/tariffs")
  }

  /// The definition, minute by minute: what falls due at each, and the caps at the end.
  private func counted(
    _ tariff: ParkingTariff, _ from: Int64, _ to: Int64, _ holidays: Set<Int64>
  ) -> Int {
    if to - from <= tariff.freeSeconds || to == from { return 0 }
    let start = tariff.deductsFree ? from + tariff.freeSeconds : from
    var due: [Int64: Int] = [:]
    var last: Int?
    var step = 0
    var minutesInStep: Int64 = 0
    for time in stride(from: start, to: to, by: 60) {
      // Which rate holds, by looking back day by day.
      var now: Int?
      for day in [time / 86_400, time / 86_400 - 1] where now == nil {
        let knows = tariff.rates.contains { $0.days.contains(.holiday) }
        let kind: DayKinds =
          knows && holidays.contains(day) ? .holiday : .weekday(Int((day + 3) % 7))
        now = tariff.rates.firstIndex {
          $0.days.contains(kind) && time >= day * 86_400 + $0.fromSeconds
            && time < day * 86_400 + $0.fromSeconds + $0.lengthSeconds
        }
      }
      let rate = tariff.rates[now!]
      if now != last {
        (step, minutesInStep) = (0, 0)
        last = now
      } else if let length = rate.steps[step].lengthSeconds, minutesInStep * 60 == length {
        (step, minutesInStep) = (step + 1, 0)
      }
      let price: Int
      if let unit = rate.steps[step].unitSeconds {
        price = (minutesInStep * 60) % unit == 0 ? rate.steps[step].priceFen : 0
      } else {
        price = minutesInStep == 0 ? rate.steps[step].priceFen : 0
      }
      minutesInStep += 1
      let period: Int64 =
        switch tariff.cap?.period {
        case .calendarDay: time / 86_400
        case .day24: (time - from) / 86_400
        case nil: 0
        }
      due[period, default: 0] += price
    }
    return due.values.reduce(tariff.entryFen) { $0 + min($1, tariff.cap?.priceFen ?? .max) }
  }

  @Test("The shipped tariffs have no fault and their examples are right")
  func clean() {
    #expect(Self.shipped.diagnostics.map(\.description) == [])
    #expect(
      Self.shipped.values.map(\.id) == [
        "centre", "estate", "kerb", "sample-estate", "sample-public",
      ])
  }

  @Test("A fee is what a count minute by minute comes to, over nights, weeks and holidays")
  func minutes() {
    var random = SystemRandomNumberGenerator()
    for tariff in Self.shipped.values {
      var tariff = tariff
      tariff.maximumStaySeconds = nil
      for round in 0..<150 {
        tariff.entryFen = round % 3 * 100
        let from = monday + Int64.random(in: 0..<(14 * 1440), using: &random) * 60
        let longest: Int64 = round % 5 == 0 ? 12 * 1440 : 1500
        let to = from + Int64.random(in: 0...longest, using: &random) * 60
        let holidays = Set((0..<3).map { _ in 20_514 + Int64.random(in: 0..<28, using: &random) })
        let fee = tariff.fee(from: from, to: to, holidays: holidays)
        #expect(fee == .fee(fen: counted(tariff, from, to, holidays)), "\(tariff.id) \(from) \(to)")
      }
    }
  }

  @Test("A longer stay never costs less")
  func rising() {
    for var tariff in Self.shipped.values {
      tariff.maximumStaySeconds = nil
      var last = 0
      for minutes in 0..<(3 * 1440) {
        let start = monday + 15 * 3600
        guard case .fee(let fee) = tariff.fee(from: start, to: start + Int64(minutes) * 60) else {
          Issue.record("no fee")
          return
        }
        #expect(fee >= last)
        last = fee
      }
    }
  }

  @Test("Stays that are too long or end before they begin have no fee")
  func noStay() {
    let kerb = Self.shipped.values.first { $0.id == "kerb" }!
    #expect(kerb.fee(from: monday, to: monday + 240 * 60 + 1) == .tooLong(mostSeconds: 14_400))
    #expect(kerb.fee(from: monday, to: monday - 1) == .noStay)
    #expect(kerb.fee(from: .min, to: .max) == .noStay)
  }

  private func diagnostics(_ lines: String) -> [String] {
    do {
      _ = try ParkingTariff.parse(
        yaml: "id: t\ntitle: {zh: 甲, en: A}\nsource: unconfirmed\n" + lines, file: "t.yml")
      return []
    } catch {
      return error.diagnostics.map { "\($0.line):\($0.column) \($0.message)" }
    }
  }

  @Test("Faults are named with line and column")
  func named() {
    let example = "examples:\n  - {from: 2026-03-02 09:00, to: 2026-03-02 10:00, fee: 4}\n"
    let day = "rates:\n  - {from: \"00:00\", to: \"24:00\", steps: [{unit: 60, price: 4}]}\n"
    #expect(diagnostics(day + example) == [])
    #expect(
      diagnostics(day + example.replacing("fee: 4", with: "fee: 5"))
        == ["7:57 the tariff makes 4.0 of this stay, not 5.0"])
    #expect(
      diagnostics("rates:\n  - {from: \"08:00\", to: \"20:00\", flat: 4}\n" + example)
        == ["5:3 no rate holds on Mo at 00:00"])
    #expect(
      diagnostics(day + "  - {from: \"08:00\", to: \"20:00\", flat: 4}\n" + example)
        == ["6:5 2 rates hold on Mo at 08:00, this one and that of line 5"])
    #expect(
      diagnostics(day.replacing("24:00", with: "25:00") + example)
        == ["5:25 `25:00` is no time of day"])
    #expect(
      diagnostics(day.replacing("{from", with: "{days: Mo-Xx, from") + example)
        == ["5:12 `Mo-Xx` are no days"])
    #expect(diagnostics(day + "examples: []\n") == ["6:11 there is no example"])
    #expect(
      diagnostics(day.replacing("price: 4", with: "price: 4.005") + example)
        == ["5:60 `price` has more than two decimals"])
    #expect(
      diagnostics(day + "currency: EUR\n" + example) == ["6:11 `EUR` is no currency here"])
  }
}
