import Testing

@testable import Signals

@Suite("Detectors that are broken")
struct DetectorWatchTests {
  /// Lanes 0 and 1 lead to one road with letters 0 and 1, lane 2 to another with letter 2.
  private var watch = DetectorWatch(
    [
      DetectorWatch.Exit(
        areas: [0], feeders: [.init(lane: 0, letter: 0), .init(lane: 1, letter: 1)]),
      DetectorWatch.Exit(areas: [1], feeders: [.init(lane: 2, letter: 2)]),
    ], lanes: 3, letters: 3)

  private mutating func look(
    _ seconds: Int, lanes: [Int], green: Int?, behind: (Int) -> [Int] = { _ in [0, 0] }
  ) {
    for second in 0..<seconds {
      watch.look(
        lanes.map { $0 > 0 }, isGreen: (0..<3).map { $0 == green },
        behind(second).map(DetectorReading.flow))
    }
  }

  @Test("A lane from which vehicles come that nobody saw is found, and cleared when it is seen")
  mutating func blind() {
    look(31, lanes: [0, 3, 3], green: 0)
    look(11, lanes: [0, 3, 3], green: 0) { [$0 % 2, 0] }
    #expect(watch.broken.isEmpty)
    look(2, lanes: [0, 3, 3], green: 0) { [$0 % 2, 0] }
    #expect(watch.broken == [0] && watch.silentLanes == [0])
    look(1, lanes: [1, 3, 3], green: 0)
    #expect(watch.broken.isEmpty && watch.silentLanes.isEmpty)
  }

  @Test("Vehicles of a lane that is seen, or of one that just had green, accuse nobody")
  mutating func seen() {
    look(60, lanes: [0, 3, 3], green: 0)
    for _ in 0..<20 {
      look(5, lanes: [0, 3, 3], green: 1)
      look(10, lanes: [0, 3, 3], green: 0) { [$0 % 2, $0 % 2] }
    }
    #expect(watch.broken.isEmpty)
  }

  @Test("A road with other ways in, where vehicles turn up while all is red, says nothing")
  mutating func leak() {
    look(60, lanes: [0, 0, 3], green: 2) { [$0 % 20 == 19 ? 1 : 0, 0] }
    look(60, lanes: [0, 0, 3], green: 0) { [$0 % 2, 0] }
    #expect(watch.broken.isEmpty)
  }

  @Test("A lane that falls silent is believed: traffic does so too")
  mutating func silent() {
    look(60, lanes: [2, 1, 1], green: 0)
    look(3600, lanes: [0, 1, 1], green: 0)
    #expect(watch.broken.isEmpty && watch.silentLanes.isEmpty)
  }
}
