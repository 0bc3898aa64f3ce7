/// In whose hands each signal is: control's, waiting for control, or somebody else's.
///
/// Who gives a signal another programme than control's, as a time table or an operator, has it
/// until they give it back by that programme. A signal that shows what control did not have it show
/// is to be taken over anew from a stage, so that no change is cut short.
public struct SignalTakeover: Sendable {
  private let order: [String]
  private var hand: [String: Hand] = [:]

  private enum Hand: Equatable {
    case control
    case waiting(sinceSeconds: Double)
    case other
    case programme
  }

  /// What happened to a signal.
  public enum Event: Sendable, Equatable {
    /// Somebody else gave it a programme of theirs.
    case lost
    /// It was given control's programme again.
    case returned
    /// It shows something else than control had it show.
    case strayed
  }

  /// All signals wait.
  public init(_ signals: [String], at timeSeconds: Double) {
    order = signals
    for signal in signals { hand[signal] = .waiting(sinceSeconds: timeSeconds) }
  }

  /// The signals that wait for a stage in which they can be taken over.
  public var waiting: [String] { order.filter { waitedSeconds($0, at: 0) != nil } }

  /// The signals that control has.
  public var taken: [String] { order.filter(isTaken) }

  /// The signals that somebody else has.
  public var others: [String] { order.filter { hand[$0] == .other } }

  /// Whether control has a signal.
  public func isTaken(_ signal: String) -> Bool { hand[signal] == .control }

  /// The first signal that has waited for longer than a time.
  public func overdue(at timeSeconds: Double, after longestSeconds: Double) -> String? {
    order.first { (waitedSeconds($0, at: timeSeconds) ?? 0) > longestSeconds }
  }

  private func waitedSeconds(_ signal: String, at timeSeconds: Double) -> Double? {
    if case .waiting(let sinceSeconds) = hand[signal] { timeSeconds - sinceSeconds } else { nil }
  }

  /// Control takes a signal over.
  public mutating func take(_ signal: String) {
    if hand[signal] != nil { hand[signal] = .control }
  }

  /// Control leaves a signal to its programme for good.
  public mutating func leave(_ signal: String) {
    if hand[signal] != nil { hand[signal] = .programme }
  }

  /// The signals that control has left to their programmes.
  public var left: [String] { order.filter { hand[$0] == .programme } }

  /// What a signal showed in the last second, and whose it thus is.
  ///
  /// - Parameters:
  ///   - isOurs: Whether it runs control's programme.
  ///   - expected: What it must show under control; `nil` where anything goes.
  public mutating func look(
    _ signal: String, isOurs: Bool, state: String, expected: String?, at timeSeconds: Double
  ) -> Event? {
    switch hand[signal] {
    case .control where !isOurs:
      hand[signal] = .other
      return .lost
    case .control where expected != nil && expected != state:
      hand[signal] = .waiting(sinceSeconds: timeSeconds)
      return .strayed
    case .other where isOurs:
      hand[signal] = .waiting(sinceSeconds: timeSeconds)
      return .returned
    default: return nil
    }
  }
}
