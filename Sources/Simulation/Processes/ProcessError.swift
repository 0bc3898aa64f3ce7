public import SimpleFeatures

/// Why a process cannot do what it was asked for, as whoever asked gets to know it.
public struct ProcessError: ExplainedError, Equatable {
  /// A stable name for the kind of fault, for programs: lower-case words joined by hyphens.
  public var code: String
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// The same in Chinese, where the hint is what a process says of its inputs in both languages.
  package var chineseHint: String?
  /// The status of HTTP that it answers to: 400 for inputs that no one could work on, 422 for
  /// inputs that fit but cannot be met here, 503 for what may go better later.
  public var status: Int

  /// A fault with its words.
  public init(_ code: String, _ message: String, hint: String? = nil, status: Int = 422) {
    self.code = code
    self.message = message
    self.hint = hint
    self.status = status
  }

  /// The fault that stands for any error that a process throws.
  public init(_ error: any Error) {
    switch error {
    case let fault as ProcessError: self = fault
    case let error as SimulationError:
      self.init(error.code.rawValue, error.message, hint: error.hint, status: 500)
    case let error as any ExplainedError:
      self.init("process-failed", error.message, hint: error.hint, status: 500)
    default:
      self.init(
        "process-failed", "the process failed", hint: "the server's log says more", status: 500)
    }
  }
}
