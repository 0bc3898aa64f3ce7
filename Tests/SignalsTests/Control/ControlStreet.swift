import SUMOFiles

@testable import Signals

/// A signal that runs the programme control has installed, second by second, as a street would.
struct ControlStreet {
  let signal: StagedSignal
  private(set) var phase: Int
  private var leftSeconds: Double
  /// What was shown in each second.
  private(set) var shown: [String] = []

  init(_ signal: StagedSignal, phase: Int) {
    self.signal = signal
    self.phase = phase
    leftSeconds = signal.phases[phase].durationSeconds
  }

  mutating func take(_ command: SignalCommand) {
    switch command {
    case .show(let phase):
      self.phase = phase
      leftSeconds = signal.phases[phase].durationSeconds
    case .hold(let remainingSeconds): leftSeconds = remainingSeconds
    }
  }

  mutating func second() {
    while leftSeconds < 1e-9 {
      phase = signal.phases[phase].next ?? phase + 1
      leftSeconds += signal.phases[phase].durationSeconds
    }
    shown.append(signal.phases[phase].state)
    leftSeconds -= 1
  }

  /// The states in their order and how many seconds each was shown.
  var course: [(state: String, seconds: Int)] {
    var course: [(state: String, seconds: Int)] = []
    for state in shown {
      if course.last?.state == state {
        course[course.count - 1].seconds += 1
      } else {
        course.append((state, 1))
      }
    }
    return course
  }
}

extension DetectorReading {
  static let nothing = DetectorReading(
    vehicles: 0, halting: 0, occupancy: 0, speedMetresPerSecond: -1)

  static func queue(_ vehicles: Int) -> DetectorReading {
    DetectorReading(
      vehicles: vehicles, halting: vehicles, occupancy: min(1, Double(vehicles) / 15),
      speedMetresPerSecond: 0)
  }

  static func flow(_ vehicles: Int) -> DetectorReading {
    DetectorReading(
      vehicles: vehicles, halting: 0, occupancy: min(1, Double(vehicles) / 20),
      speedMetresPerSecond: 12)
  }
}

extension AdaptiveControl {
  /// The control of a network under its own programmes.
  init(_ network: SUMONetwork) throws {
    self.init(network, plan: network.programs, checker: try SafetyChecker(network))
  }

  /// The place of a lane's detector among the readings.
  func area(_ kind: String, _ lane: String) -> Int? {
    layout.areas.firstIndex { $0.id == "yutu-\(kind)-\(lane)" }
  }

  /// One signal driven for some seconds; `readings` gives what detectors see after each.
  mutating func drive(
    _ place: Int, seconds: Int,
    _ readings: (_ second: Int, _ street: ControlStreet) -> [DetectorReading]
  ) throws -> ControlStreet {
    let signal = signals[place]
    var street = ControlStreet(signal, phase: signal.stages[0].place)
    takeOver(signal.id, phase: signal.stages[0].place, at: 0)
    for second in 1...seconds {
      street.second()
      for (id, command) in try decide(at: Double(second), readings(second, street))
      where id == signal.id {
        street.take(command)
      }
    }
    return street
  }
}
