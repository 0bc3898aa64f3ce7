/// How often a run saves itself and tells how far it is.
public struct RunOptions: Sendable {
  /// Wall time between two saved states; they are saved at frames as well.
  public var saveEvery: Duration
  /// Wall time between two reports.
  public var tellEvery: Duration

  /// Saves once a minute and reports four times a second, unless told otherwise.
  public init(saveEvery: Duration = .seconds(60), tellEvery: Duration = .milliseconds(250)) {
    self.saveEvery = saveEvery
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

  /// Whether the time has come to save; then it begins anew.
  var isTimeToSave: Bool {
    mutating get { Self.isOver(&lastSaved, options.saveEvery) }
  }

  /// Whether the time has come to tell; then it begins anew.
  var isTimeToTell: Bool {
    mutating get { Self.isOver(&lastTold, options.tellEvery) }
  }

  /// A state has been saved just now.
  mutating func saved() { lastSaved = .now }

  private static func isOver(_ last: inout ContinuousClock.Instant, _ span: Duration) -> Bool {
    let now = ContinuousClock.now
    guard last.duration(to: now) >= span else { return false }
    last = now
    return true
  }
}
