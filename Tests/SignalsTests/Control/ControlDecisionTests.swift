import SUMOFiles
import TestSupport
import Testing

@testable import Signals

@Suite("What control decides", .enabled(if: TestData.isExpected, "needs the RESCO scenarios"))
struct ControlDecisionTests {
  /// One junction: stage 0 for the side roads, 4 for the main road in the programme's order.
  private let network: SUMONetwork

  init() throws {
    network = try TestNetworks.real("cologne1")
  }

  private func empty(_ control: AdaptiveControl) -> [DetectorReading] {
    [DetectorReading](repeating: .nothing, count: control.layout.areas.count)
  }

  @Test("On an empty street nothing changes for minutes")
  func nothing() throws {
    var control = try AdaptiveControl(network)
    let readings = empty(control)
    let street = try control.drive(0, seconds: 300) { _, _ in readings }
    #expect(street.course.count == 1)
  }

  @Test("A queue before red is served as soon as the least green is over, over the yellow")
  func queue() throws {
    var control = try AdaptiveControl(network)
    var readings = empty(control)
    let area = try #require(control.area("approach", "-32038056#3_0"))
    readings[area] = .queue(8)
    let street = try control.drive(0, seconds: 60) { _, _ in readings }
    let course = street.course
    #expect(course[0].seconds == 5)
    #expect(course[1].state.contains("y") && course[1].seconds == 5)
    #expect(course.last?.state == "GGGggrrrrrGGGggrrrrr")
  }

  @Test("A platoon keeps its green against a single vehicle")
  func platoon() throws {
    var control = try AdaptiveControl(network)
    var readings = empty(control)
    let running = try #require(control.area("approach", "23429231#1_0"))
    let waiting = try #require(control.area("approach", "-32038056#3_0"))
    readings[running] = .flow(7)
    readings[waiting] = .queue(1)
    let street = try control.drive(0, seconds: 30) { _, _ in readings }
    #expect(street.course.count == 1)
  }

  @Test("Nobody starves: one vehicle against a road that is never empty gets its green")
  func starvation() throws {
    var control = try AdaptiveControl(network)
    var readings = empty(control)
    for lane in ["23429231#1_0", "23429231#1_1", "27115123#3_0", "27115123#3_1"] {
      readings[try #require(control.area("approach", lane))] = .flow(14)
    }
    readings[try #require(control.area("approach", "-32038056#3_0"))] = .queue(1)
    let street = try control.drive(0, seconds: 200) { _, _ in readings }
    let first = try #require(street.shown.firstIndex { $0.hasPrefix("GGG") })
    #expect((20...140).contains(first))
  }

  @Test("A queue whose way out is full gets no green while others wait")
  func fullExit() throws {
    var control = try AdaptiveControl(network)
    var readings = empty(control)
    readings[try #require(control.area("approach", "-32038056#3_0"))] = .queue(12)
    readings[try #require(control.area("approach", "23429231#1_0"))] = .queue(2)
    for lane in ["32038051#0_0", "-28198821#4_0"] {
      readings[try #require(control.area("exit", lane))] =
        DetectorReading(vehicles: 5, halting: 5, occupancy: 0.9, speedMetresPerSecond: 0)
    }
    let street = try control.drive(0, seconds: 60) { _, _ in readings }
    #expect(street.course.count == 1)
  }

  @Test("A first vehicle that stands before green gets the stage of another link of its lane")
  func refusal() throws {
    var control = try AdaptiveControl(network)
    var readings = empty(control)
    // The lane goes straight and, yielding, left; its first vehicle finds no gap.
    readings[try #require(control.area("approach", "23429231#1_1"))] = .queue(6)
    readings[try #require(control.area("head", "23429231#1_1"))] = .queue(1)
    let street = try control.drive(0, seconds: 90) { _, _ in readings }
    let first = try #require(street.shown.firstIndex { $0 == "rrrrrrrrGGrrrrrrrrGG" })
    #expect((20...45).contains(first))
  }

  @Test("What a signal must show is what a street shows that did as it was told")
  func expected() throws {
    var control = try AdaptiveControl(network)
    var readings = empty(control)
    let areas = try ["23429231#1_0", "-32038056#3_0", "27115123#3_0"].map {
      try #require(control.area("approach", $0))
    }
    let signal = control.signals[0].id
    var random = SystemRandomNumberGenerator()
    var street = ControlStreet(control.signals[0], phase: control.signals[0].stages[0].place)
    control.takeOver(signal, phase: street.phase, at: 0)
    var compared = 0
    for second in 1...3600 {
      street.second()
      if let expected = control.expected(of: signal, at: Double(second)) {
        #expect(expected == street.shown.last)
        compared += 1
      }
      for area in areas { readings[area] = .queue(Int.random(in: 0...9, using: &random)) }
      for (_, command) in try control.decide(at: Double(second), readings) { street.take(command) }
    }
    #expect(compared > 1000 && street.course.count > 50)
    control.release(signal)
    #expect(control.expected(of: signal, at: 3601) == nil)
    #expect(try control.decide(at: 3601, readings).isEmpty)
  }

  @Test("A lane that no detector sees anyone on gets a green now and then")
  func probe() throws {
    var control = try AdaptiveControl(network)
    var readings = empty(control)
    for lane in ["23429231#1_0", "23429231#1_1", "27115123#3_0", "27115123#3_1"] {
      readings[try #require(control.area("approach", lane))] = .flow(14)
    }
    let street = try control.drive(0, seconds: 1000) { _, _ in readings }
    let side = street.course.filter { $0.state == "GGGggrrrrrGGGggrrrrr" }
    #expect((2...3).contains(side.count) && side.allSatisfy { $0.seconds == 5 })
    #expect(
      control.silentDetectors.contains("yutu-approach--32038056#3_0")
        && control.failedDetectors.isEmpty)
  }

  @Test("Another number of readings is refused")
  func count() throws {
    var control = try AdaptiveControl(network)
    #expect(throws: SignalError.self) { try control.decide(at: 1, []) }
  }
}
