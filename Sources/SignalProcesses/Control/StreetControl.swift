package import Signals
import SimpleFeatures
package import TraCI

/// Control of a street over TraCI, from taking its signals over to leaving them.
package struct StreetControl: Sendable {
  /// The name of the programme that signals are given; no plan has one of that name.
  package static let programID = "yutu-control"

  private let control: AdaptiveControl
  private let address: TraCIAddress
  private let patienceSeconds: Double
  private let log: String?
  private let beginSeconds: Double?
  private let endSeconds: Double?
  private let tell: @Sendable (ControlEvent) -> Void

  /// - Parameters:
  ///   - patienceSeconds: For how long the street is waited for, and each of its answers.
  ///   - log: A file to write with each command that is sent.
  ///   - beginSeconds: `nil` for at once.
  ///   - endSeconds: `nil` for when the simulation ends.
  ///   - tell: Hears what people should know meanwhile.
  package init(
    _ control: AdaptiveControl, at address: TraCIAddress, patienceSeconds: Double, log: String?,
    beginSeconds: Double?, endSeconds: Double?, tell: @escaping @Sendable (ControlEvent) -> Void
  ) {
    self.control = control
    self.address = address
    self.patienceSeconds = patienceSeconds
    self.log = log
    self.beginSeconds = beginSeconds
    self.endSeconds = endSeconds
    self.tell = tell
  }

  /// Control has ended early; the signals go on alone.
  package struct Stopped: ExplainedError {
    package var message: String
    package var hint: String? { nil }
  }

  /// Controls until the end.
  ///
  /// - Throws: ``Stopped`` when the task is cancelled; errors of the connection.
  package func run() throws -> ControlReport {
    let client = try connect()
    var run = ControlRun(client, control, tell)
    do {
      try run.begin(at: beginSeconds, end: endSeconds)
      try run.execute()
      try client.close()
      return run.report
    } catch is CancellationError {
      try client.close()
      throw stopped(run)
    } catch let error as TraCIError {
      try client.flushLog()
      if error.code == .cancelled { throw stopped(run) }
      guard [.closed, .timeout, .nonsense].contains(error.code) else { throw error }
      throw PlainError(
        message: "control ended at \(run.seconds) s: \(error.message)",
        hint: "The signals continue with their plan. " + (error.hint ?? ""))
    }
  }

  private func connect() throws -> TraCIClient {
    do throws(TraCIError) {
      return try TraCIClient(address, patienceSeconds: patienceSeconds, log: log) {
        [tell] in tell(.waiting($0))
      }
    } catch {
      guard error.code == .cancelled else { throw error }
      throw Stopped(message: "stopped before the street answered: no signal was taken over")
    }
  }

  private func stopped(_ run: ControlRun) -> Stopped {
    Stopped(
      message:
        "stopped at \(run.seconds) s: the signals continue with their plan from the current stage")
  }
}
