import Parking
import Testing

@Suite("Histories of counts")
struct OccupancyHistoryTests {
  private func count(
    _ lot: String, _ timeSeconds: Int64, _ occupied: Double, of capacity: Double = 100
  ) -> OccupancyCount {
    OccupancyCount(lot: lot, timeSeconds: timeSeconds, occupied: occupied, capacity: capacity)
  }

  @Test("Lots and counts are in order whatever the order they came in")
  func order() {
    let counts = [
      count("b", 60, 2), count("a", 120, 3), count("b", 0, 1), count("a", 60, 4),
    ]
    let history = OccupancyHistory(counts: counts)
    #expect(history.lots == ["a", "b"])
    #expect(history.series[0].timesSeconds == [60, 120])
    #expect(history.series[0].occupied == [4, 3])
    #expect(history.series[1].timesSeconds == [0, 60])
    #expect(history.report.count(.clockBack) == 2)
    #expect(history.index(of: "b") == 1)
    #expect(history.series(of: "c") == nil)
  }

  @Test("A drift below zero is an empty lot where it was empty before")
  func negative() {
    let history = OccupancyHistory(counts: [
      count("a", 0, 4), count("a", 60, -3), count("a", 120, -1), count("a", 180, -40),
    ])
    #expect(history.series[0].occupied == [4, 0, 0])
    #expect(history.report.count(.negative, lot: "a") == 2)
    #expect(history.report.count(.belowZero, lot: "a") == 1)
  }

  @Test("A count of -1 at a full lot is a count that failed, whatever the order of the rows")
  func failed() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let rows = [count("a", 0, 90), count("a", 60, -1), count("a", 120, -1)]
      let history = OccupancyHistory(counts: order.map { rows[$0] })
      #expect(history.series[0].occupied == [90])
      #expect(history.report.count(.belowZero, lot: "a") == 2)
    }
    let alone = OccupancyHistory(counts: [count("a", 0, -1)])
    #expect(alone.series[0].count == 0)
  }

  @Test("A counter that never moved is told, one that moves beyond the lot's spaces is not")
  func neverMoved() {
    let days = (0...200).map { Int64($0) * 1800 }
    let stuck = OccupancyHistory(counts: days.map { count("a", $0, 7) })
    #expect(stuck.report.count(.neverMoved) == 1)
    let over = OccupancyHistory(counts: days.map { count("a", $0, 101 + Double($0 / 1800 % 3)) })
    #expect(over.series[0].occupied.allSatisfy { $0 == 100 })
    #expect(over.report.count(.neverMoved) == 0)
    let extremes = [count("b", .min, 1), count("b", 0, 1), count("b", .max, 1)]
    #expect(OccupancyHistory(counts: extremes).report.count(.neverMoved) == 1)
  }

  @Test("Cars in the aisles are a full lot, twice the lot is an error")
  func over() {
    let history = OccupancyHistory(counts: [count("a", 0, 104), count("a", 60, 200)])
    #expect(history.series[0].occupied == [100])
    #expect(history.report.count(.overCapacity) == 1)
    #expect(history.report.count(.farOverCapacity) == 1)
  }

  @Test("Counts that are no numbers and lots without spaces are told and left out")
  func noNumber() {
    let history = OccupancyHistory(counts: [
      count("a", 0, .nan), count("a", 60, 5), count("b", 0, 0, of: 0),
      count("b", 60, 1, of: -.infinity), count("c", 0, 5e199, of: 1e200),
    ])
    #expect(history.report.count(.noCapacity, lot: "c") == 1)
    #expect(history.series[0].timesSeconds == [60])
    #expect(history.series[1].count == 0)
    #expect(history.report.count(.notANumber, lot: "a") == 1)
    #expect(history.report.count(.noCapacity, lot: "b") == 2)
    #expect(history.report.count(.noCounts, lot: "b") == 1)
  }

  @Test("Of two counts of one time the later one stays; the same count twice is one")
  func repeated() {
    let history = OccupancyHistory(counts: [
      count("a", 0, 1), count("a", 0, 1), count("a", 60, 5), count("a", 60, 6),
    ])
    #expect(history.series[0].timesSeconds == [0, 60])
    #expect(history.series[0].occupied == [1, 6])
    #expect(history.report.count(.duplicate) == 1)
    #expect(history.report.count(.repeatedTime) == 1)
  }

  @Test("A lot that is rebuilt keeps the capacity of each count")
  func capacity() {
    let history = OccupancyHistory(counts: [count("a", 0, 50), count("a", 60, 50, of: 200)])
    #expect(history.series[0].fraction(0) == 0.5)
    #expect(history.series[0].fraction(1) == 0.25)
    #expect(history.series[0].capacity == 200)
    #expect(history.report.count(.capacityChanged) == 1)
  }

  @Test("A clock that was never set is told")
  func farTime() {
    let history = OccupancyHistory(counts: [
      count("a", 0, 1), count("a", 1_500_000_000, 1), count("a", .max, 1), count("b", .min, 1),
      count("b", 3, 1),
    ])
    #expect(history.report.count(.farTime, lot: "a") == 2)
    #expect(history.report.count(.farTime, lot: "b") == 1)
  }

  @Test("What a forecast may know are the counts up to its time")
  func upTo() {
    let series = OccupancyHistory(counts: [count("a", 0, 1), count("a", 60, 2)]).series[0]
    #expect([-1, 0, 59, 60, 61].map { series.countUp(to: $0) } == [0, 1, 1, 2, 2])
  }
}
