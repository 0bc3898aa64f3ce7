/// What control does now and then, by the simulation's seconds, which may begin between two.
struct ControlSchedule {
  /// After how many seconds detectors that have seen nobody are named.
  static let firstLookSeconds = 900.0
  /// How often a simulation without an end is asked whether anybody drives yet, seconds.
  static let endCheckSeconds = 10.0

  private let beginSeconds: Double
  private var hasLooked = false
  private var nextEndCheck: Double

  init(beginSeconds: Double) {
    self.beginSeconds = beginSeconds
    nextEndCheck = (beginSeconds / Self.endCheckSeconds).rounded(.up) * Self.endCheckSeconds
  }

  /// Whether detectors have had the time to see somebody; once.
  mutating func isFirstLook(at seconds: Double) -> Bool {
    guard !hasLooked, seconds - beginSeconds >= Self.firstLookSeconds else { return false }
    hasLooked = true
    return true
  }

  /// Whether the end is due to be asked for; once every ten seconds.
  mutating func isEndCheck(at seconds: Double) -> Bool {
    guard seconds >= nextEndCheck else { return false }
    nextEndCheck =
      ((seconds / Self.endCheckSeconds).rounded(.down) + 1) * Self.endCheckSeconds
    return true
  }
}
