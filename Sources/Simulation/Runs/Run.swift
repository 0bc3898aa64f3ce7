public import SimpleFeatures
import Synchronization

/// One run of a model: from its setup, or a saved state, to the last frame.
///
/// ```swift
/// let run = try Run<Basin>(setup, clock: RunClock(endSeconds: 3600, everySeconds: 60))
/// try run.execute(into: MemorySink(), progress: { print($0.share) })
/// ```
///
/// ``execute(into:options:saving:progress:)`` keeps its thread until the run ends; all else may be
/// asked from any thread meanwhile.
public final class Run<Model: SimulationModel>: Sendable {
  /// The times of its frames.
  public let clock: RunClock

  private struct Life {
    var state = RunState.ready
    var frames: Int
    var steps: Int
    var isCancelled = false
  }

  private let model: Mutex<Model>
  private let life: Mutex<Life>

  /// A run from the beginning.
  public init(_ setup: Model.Setup, clock: RunClock) throws {
    self.clock = clock
    model = Mutex(try Model(setup))
    life = Mutex(Life(frames: 0, steps: 0))
  }

  /// A run that goes on from what was saved.
  ///
  /// - Throws: ``SimulationError`` `invalid-state` where the bytes are damaged or of another
  ///   model, version or run.
  public init(_ setup: Model.Setup, clock: RunClock, resuming checkpoint: [UInt8]) throws {
    self.clock = clock
    let saved = try RunCheckpoint(encoded: checkpoint, Model.id, Model.version)
    let restored = try Model(setup, restoring: saved.state)
    let next = clock.seconds(ofFrame: saved.frames)
    let last = saved.frames > 0 ? clock.seconds(ofFrame: saved.frames - 1) : 0
    guard (0...clock.frameCount).contains(saved.frames), (last...next).contains(restored.seconds)
    else {
      throw SimulationError(
        .invalidState,
        "the state saved at \(restored.seconds) s with \(saved.frames) frames is of a run with "
          + "other times",
        hint: "resume with the same duration and interval, or start the run anew")
    }
    model = Mutex(restored)
    life = Mutex(Life(frames: saved.frames, steps: saved.steps))
  }

  /// Where the run is in its life.
  public var state: RunState { life.withLock { $0.state } }

  /// Ends the run within one step.
  public func cancel() { life.withLock { $0.isCancelled = true } }

  /// The state as it is now, to go on by itself; also while the run is under way.
  ///
  /// - Throws: What the model throws.
  public func fork() throws -> sending Model { try model.withLock { try $0.fork() } }

  /// How far the run is.
  public var progress: RunProgress {
    let (seconds, balance) = model.withLock { ($0.seconds, $0.balance) }
    let (frames, steps) = life.withLock { ($0.frames, $0.steps) }
    return RunProgress(
      seconds: seconds, share: seconds / clock.endSeconds, steps: steps, frames: frames,
      balanceError: balance.error, relativeBalanceError: balance.relativeError)
  }

  /// The run as bytes to resume from.
  func checkpoint() -> [UInt8] {
    let state = model.withLock { $0.encoded() }
    let (frames, steps) = life.withLock { ($0.frames, $0.steps) }
    return RunCheckpoint(frames: frames, steps: steps, state: state)
      .encoded(Model.id, Model.version)
  }

  /// Runs to the end and gives each frame to the sink.
  ///
  /// - Parameters:
  ///   - saving: Keeps the run as it is, to resume from: after each frame, and in between as the
  ///     options say.
  ///   - progress: Hears how far the run is, as often as the options say and at the end.
  /// - Throws: ``SimulationError`` `cancelled`, `unbalanced`, `stalled`; whatever model, sink and
  ///   `saving` throw. The sink's frames stay.
  public func execute(
    into sink: some FrameSink, options: RunOptions = RunOptions(),
    saving: ([UInt8]) throws -> Void = { _ in }, progress: (RunProgress) -> Void = { _ in }
  ) throws {
    try begin()
    do {
      try sink.begin(model.withLock { $0.head }, after: life.withLock { $0.frames })
      var pace = RunPace(options)
      while life.withLock({ $0.frames }) < clock.frameCount {
        try reach(pace: &pace, saving: saving, progress: progress)
        try sink.append(model.withLock { $0.frame() })
        life.withLock { $0.frames += 1 }
        try saving(checkpoint())
        pace.saved()
      }
      try sink.finish(summary)
      life.withLock { $0.state = .finished }
      progress(self.progress)
    } catch {
      let isCancelled = (error as? SimulationError)?.code == .cancelled
      life.withLock { $0.state = isCancelled ? .cancelled : .failed }
      throw error
    }
  }

  private func begin() throws {
    try life.withLock { life in
      guard life.state == .ready else {
        throw SimulationError(
          .invalidState, "the run is \(life.state.rawValue) already",
          hint: "make a run of its own, from the setup or a saved state")
      }
      life.state = .running
    }
  }

  /// Steps until the time of the next frame.
  private func reach(
    pace: inout RunPace, saving: ([UInt8]) throws -> Void, progress: (RunProgress) -> Void
  ) throws {
    let target = clock.seconds(ofFrame: life.withLock { $0.frames })
    while true {
      guard !life.withLock({ $0.isCancelled }), !Task.isCancelled else {
        throw SimulationError(.cancelled, "the run was told to end")
      }
      let reached = try model.withLock { model -> Bool in
        let before = model.seconds
        guard before < target else { return true }
        try model.step(notBeyond: target)
        guard model.seconds > before, model.seconds <= target else {
          throw SimulationError(
            .stalled,
            "a step went from \(before) s to \(model.seconds) s on the way to \(target) s",
            hint: "report this with the scenario: it is a fault of the model")
        }
        return false
      }
      if reached { return try checkBalance() }
      life.withLock { $0.steps += 1 }
      if pace.isTimeToSave { try saving(checkpoint()) }
      if pace.isTimeToTell {
        try checkBalance()
        progress(self.progress)
      }
    }
  }

  private func checkBalance() throws {
    try model.withLock { try $0.checkBalance() }
  }

  /// What the run ends with: model, version, time, steps, frames, balance.
  public var summary: JSONValue {
    let (seconds, balance) = model.withLock { ($0.seconds, $0.balance) }
    let (frames, steps) = life.withLock { ($0.frames, $0.steps) }
    return [
      "model": .string(Model.id), "version": .string(Model.version), "seconds": .real(seconds),
      "steps": .integer(steps), "frames": .integer(frames), "balance": balance.json,
    ]
  }
}
