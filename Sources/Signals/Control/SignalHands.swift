/// In whose hands each signal is: control's, waiting for control, or somebody else's.
///
/// Who gives a signal another programme than control's, as a time table or an operator, has it
/// until they give it back by that programme. A signal that shows what control did not have it show
/// is to be taken over anew from a stage, so that no change is cut short.
public struct SignalHands: Sendable {
  private let order: [String]
  private var hand: [String: Hand] = [:]

  private enum Hand: Equatable {
    case control
    case waiting(since_s: Double)
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
  public init(_ signals: [String], at time_s: Double) {
    order = signals
    for signal in signals { hand[signal] = .waiting(since_s: time_s) }
  }

  /// The signals that wait for a stage in which they can be taken over.
  public var waiting: [String] { order.filter { waited_s($0, at: 0) != nil } }

  /// The signals that control has.
  public var taken: [String] { order.filter(isTaken) }

  /// The signals that somebody else has.
  public var others: [String] { order.filter { hand[$0] == .other } }

  /// Whether control has a signal.
  public func isTaken(_ signal: String) -> Bool { hand[signal] == .control }

  /// The first signal that has waited for longer than a time.
  public func overdue(at time_s: Double, after longest_s: Double) -> String? {
    order.first { (waited_s($0, at: time_s) ?? 0) > longest_s }
  }

  private func waited_s(_ signal: String, at time_s: Double) -> Double? {
    if case .waiting(let since_s) = hand[signal] { time_s - since_s } else { nil }
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
    _ signal: String, isOurs: Bool, state: String, expected: String?, at time_s: Double
  ) -> Event? {
    switch hand[signal] {
    case .control where !isOurs:
      hand[signal] = .other
      return .lost
    case .control where expected != nil && expected != state:
      hand[signal] = .waiting(since_s: time_s)
      return .strayed
    case .other where isOurs:
      hand[signal] = .waiting(since_s: time_s)
      return .returned
    default: return nil
    }
  }
}
