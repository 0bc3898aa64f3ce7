import SUMOFiles
import TestSupport
import Testing

@testable import Signals

@Suite("Changes between stages under control")
struct ControlChangeTests {
  private static var networks: [String] {
    ["avenue"] + (TestData.isExpected ? TestNetworks.names : [])
  }

  private func network(_ name: String) throws -> SUMONetwork {
    name == "avenue" ? try TestNetworks.avenue() : try TestNetworks.real(name)
  }

  private func isGreen(_ letter: Character) -> Bool { letter == "G" || letter == "g" }

  @Test(
    "A change gives no link green, shows the yellow that the programme has, and passes the checker",
    arguments: networks)
  func derived(_ name: String) throws {
    let network = try network(name)
    let control = try AdaptiveControl(network)
    let checker = try SafetyChecker(network)
    var derived = 0
    for signal in control.signals {
      let cycle = ProgramCycle(signal.program, unseen: signal.stages[0].state.map { _ in false })
      for from in signal.stages.indices {
        for to in signal.stages.indices {
          guard let change = signal.changes[from][to], !change.isOwn, change.durationSeconds > 0
          else {
            continue
          }
          derived += 1
          let old = Array(signal.stages[from].state)
          let new = Array(signal.stages[to].state)
          var yellowSeconds = [Double](repeating: 0, count: old.count)
          var wholeSeconds = 0.0
          var place: Int? = change.first
          while let phase = place, phase >= signal.program.stages.count {
            let shown = Array(signal.phases[phase].state)
            for letter in shown.indices {
              #expect(!isGreen(shown[letter]) || isGreen(old[letter]) && isGreen(new[letter]))
              if shown[letter] == "y" {
                yellowSeconds[letter] += signal.phases[phase].durationSeconds
              }
            }
            wholeSeconds += signal.phases[phase].durationSeconds
            place = signal.phases[phase].next ?? phase + 1
          }
          #expect(place == signal.stages[to].place)
          #expect(wholeSeconds == change.durationSeconds)
          for letter in old.indices where isGreen(old[letter]) && !isGreen(new[letter]) {
            #expect(yellowSeconds[letter] == cycle.yellowSeconds(of: letter))
          }
          let unsafe = checker.findings(of: signal.trial(from, to)).filter {
            $0.severity == .unsafe
              && [.conflict, .intergreen, .yellow, .mustYield].contains($0.rule)
          }
          #expect(unsafe.isEmpty)
        }
      }
    }
    #expect(derived > 0 || name == "avenue")
  }

  @Test(
    "Whatever detectors say, only stages and checked changes are shown, greens for 5 s or more",
    arguments: networks)
  func anyReadings(_ name: String) throws {
    var control = try AdaptiveControl(try network(name))
    for place in control.signals.indices {
      let signal = control.signals[place]
      var random = Numbers(seed: UInt64(place + 1))
      let count = control.layout.areas.count
      var readings = [DetectorReading](repeating: .nothing, count: count)
      let street = try control.drive(place, seconds: 1500) { second, _ in
        if second % 3 == 0 {
          for area in 0..<count {
            let vehicles = random.next(12)
            readings[area] = random.next(2) == 0 ? .queue(vehicles) : .flow(vehicles)
          }
        }
        return readings
      }
      let known = Set(signal.phases.map(\.state))
      let course = street.course
      #expect(Set(course.map(\.state)).isSubset(of: known))
      #expect(course.count > 10, "\(signal.id) shows \(course)")
      for (state, seconds) in course.dropFirst().dropLast() {
        guard let stage = signal.stages.first(where: { $0.state == state }) else { continue }
        #expect(
          Double(seconds) >= stage.minimumSeconds, "\(signal.id) shows \(state) for \(seconds) s")
      }
    }
  }

  @Test("Without commands the plan goes on from every phase that is installed", arguments: networks)
  func fallsBack(_ name: String) throws {
    for signal in try AdaptiveControl(try network(name)).signals {
      for phase in signal.phases.indices {
        var street = ControlStreet(signal, phase: phase)
        for _ in 0..<Int(4 * signal.program.cycleSeconds) { street.second() }
        let last = street.shown.suffix(Int(signal.program.cycleSeconds.rounded(.up)))
        #expect(Set(last) == Set(signal.program.stages.map(\.state)))
      }
    }
  }
}

/// Numbers that look random and are the same each time.
struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 to below a limit.
  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
