/// Finds the lanes of a signal whose detectors have failed, as far as detectors alone can tell.
///
/// A detector that tells nothing looks like an empty lane. What gives it away are vehicles that
/// turn up behind the junction while only lanes that are silent had green; a lane that sees any
/// vehicle again is cleared at once. Roads with other ways in say nothing: those that the network
/// has are left out beforehand, those where vehicles turn up while all is red once they do.
///
/// A failed detector beside working ones with the same green stays unknown; ``silentLanes`` are
/// those that never had a vehicle. That a lane falls silent proves nothing: traffic does so too.
struct DetectorWatch: Sendable {
  /// For how long a lane must have been silent to be suspected for what turns up, in seconds.
  static let silenceSeconds = 30.0
  /// How long after the end of their green vehicles may still turn up behind the junction.
  static let crossingSeconds = 12.0
  /// How many vehicles prove it.
  static let proof = 6.0
  /// How many vehicles without any green prove that a road has other ways in.
  static let leak = 3

  /// A road behind the junction: its detectors, and what leads there.
  struct Exit: Sendable, Equatable {
    var areas: [Int]
    /// Lanes, as places among the signal's, and letters of their links.
    var feeders: [Feeder]
  }

  /// A way onto a road.
  struct Feeder: Sendable, Equatable {
    var lane: Int
    var letter: Int
  }

  private let exits: [Exit]
  private var behind: [Int]
  private var leaks: [Int]
  /// Since when a letter is not green any more; 0 while it is.
  private var redSeconds: [Double]
  private var lanes: [Lane]

  private struct Lane {
    var isHeard = false
    var silentSeconds = 0.0
    var suspicion = 0.0

    mutating func take(_ isSeen: Bool) {
      isHeard = isHeard || isSeen
      silentSeconds = isSeen ? 0 : silentSeconds + 1
      if isSeen { suspicion = 0 }
    }
  }

  init(_ exits: [Exit], lanes: Int, letters: Int) {
    self.exits = exits
    behind = exits.map { _ in 0 }
    leaks = behind
    redSeconds = [Double](repeating: .infinity, count: letters)
    self.lanes = [Lane](repeating: Lane(), count: lanes)
  }

  /// The lanes whose detectors are taken to be broken by now.
  var broken: [Int] { lanes.indices.filter { lanes[$0].suspicion >= Self.proof } }

  /// The lanes that have not had a single vehicle.
  var silentLanes: [Int] { lanes.indices.filter(isSilent) }

  /// Whether a lane has not had a single vehicle.
  func isSilent(_ lane: Int) -> Bool { !lanes[lane].isHeard }

  /// What is seen in one second.
  ///
  /// - Parameters:
  ///   - isSeen: Whether the lanes have a vehicle before the stop line.
  ///   - isGreen: By letter of the signal.
  mutating func look(_ isSeen: [Bool], isGreen: [Bool], _ readings: [DetectorReading]) {
    for letter in isGreen.indices {
      redSeconds[letter] = isGreen[letter] ? 0 : redSeconds[letter] + 1
    }
    for place in isSeen.indices { lanes[place].take(isSeen[place]) }
    for (place, exit) in exits.enumerated() {
      let count = exit.areas.reduce(0) { $0 + readings[$1].vehicles }
      defer { behind[place] = count }
      guard count > behind[place], leaks[place] < Self.leak else { continue }
      let open = Set(
        exit.feeders.filter { redSeconds[$0.letter] <= Self.crossingSeconds }.map(\.lane))
      if open.isEmpty { leaks[place] += count - behind[place] }
      guard !open.isEmpty, open.allSatisfy({ lanes[$0].silentSeconds >= Self.silenceSeconds })
      else {
        continue
      }
      let share = Double(count - behind[place]) / Double(open.count)
      for lane in open { lanes[lane].suspicion += share }
    }
  }
}
