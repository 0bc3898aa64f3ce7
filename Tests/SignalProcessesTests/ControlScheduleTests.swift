import Testing

@testable import SignalProcesses

@Suite("When control looks at detectors and asks for the end")
struct ControlScheduleTests {
  @Test(
    "Detectors are looked at once, after 900 s, also where control begins between whole seconds",
    arguments: [0.0, 25_200, 0.5, 25_200.1])
  func firstLook(begin: Double) {
    var schedule = ControlSchedule(beginSeconds: begin)
    // Control goes on in whole seconds.
    let looks = (1...2000).map { begin.rounded(.down) + Double($0) }
      .filter { schedule.isFirstLook(at: $0) }
    #expect(looks == [(begin + 900).rounded(.up)])
  }

  @Test(
    "The end is asked for every ten seconds, whatever the simulation's steps",
    arguments: [1.0, 0.1, 0.4, 2.5])
  func endChecks(step: Double) {
    var schedule = ControlSchedule(beginSeconds: 3.2)
    let checks = (0...400).map { 3.2 + Double($0) * step }.filter { schedule.isEndCheck(at: $0) }
    #expect(checks.count == Int((3.2 + 400 * step) / 10))
    for (index, check) in checks.enumerated() {
      let due = Double(index + 1) * 10
      #expect((due..<due + step).contains(check + 1e-9), "\(check)")
    }
  }
}
