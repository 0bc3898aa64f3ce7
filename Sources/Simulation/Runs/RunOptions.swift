/// How often a run saves itself and tells how far it is.
public struct RunOptions: Sendable {
  /// Wall time after which the run is saved, also between outputs.
  public var saveEvery: Duration
  /// Wall time after which the run is saved at an output.
  public var saveAtOutputsAfter: Duration
  /// Wall time between two reports.
  public var tellEvery: Duration

  /// Saves at each output and once a minute, and reports four times a second, unless told
  /// otherwise.
  public init(
    saveEvery: Duration = .seconds(60), saveAtOutputsAfter: Duration = .zero,
    tellEvery: Duration = .milliseconds(250)
  ) {
    self.saveEvery = saveEvery
    self.saveAtOutputsAfter = saveAtOutputsAfter
    self.tellEvery = tellEvery
  }
}

/// Looks at the wall clock for a run.
struct RunPace {
  private let options: RunOptions
  private var lastSaved = ContinuousClock.now
  private var lastTold = ContinuousClock.now

  init(_ options: RunOptions) {
    self.options = options
  }

  /// Whether the time has come to save.
  func isTimeToSave(atOutput: Bool) -> Bool {
    let span = lastSaved.duration(to: .now)
    return span >= options.saveEvery || (atOutput && span >= options.saveAtOutputsAfter)
  }

  /// A state has been saved just now.
  mutating func saved() { lastSaved = .now }

  /// Whether the time has come to tell; then it begins anew.
  var isTimeToTell: Bool {
    mutating get {
      let now = ContinuousClock.now
      guard lastTold.duration(to: now) >= options.tellEvery else { return false }
      lastTold = now
      return true
    }
  }
}
