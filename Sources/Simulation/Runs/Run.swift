public import SimpleFeatures
import Synchronization

/// One run of a model: from its setup, or a saved state, to the last frame.
///
/// ```swift
/// let run = try Run<Basin>(setup, clock: RunClock(endSeconds: 3600, everySeconds: 60))
/// try run.execute(into: MemorySink(), progress: { print($0.share) })
/// ```
///
/// Steps end at the times of outputs, frames and readings, whether the run is broken or not: a
/// resumed run gives what an unbroken one does.
///
/// ``execute(into:options:reading:saving:progress:)`` keeps its thread until the run ends; all else
/// may be asked from any thread meanwhile.
public final class Run<Model: SimulationModel>: Sendable {
  /// The times of its frames.
  public let clock: RunClock

  private struct Life {
    var state = RunState.ready
    var frames = 0
    var readings = 0
    var steps = 0
    var lastStepSeconds = 0.0
    var work = RunWork()
    var isCancelled = false
  }

  private let readings: RunClock
  private let owner: RunCheckpoint.Owner
  private let start = ContinuousClock.now
  private let model: Mutex<Model>
  private let life: Mutex<Life>

  /// A run from the beginning, or one that goes on from what was saved.
  ///
  /// - Parameters:
  ///   - clock: The times of frames.
  ///   - readingsEverySeconds: From one reading to the next; `nil` for those with each frame.
  ///   - fingerprint: Differs for runs whose inputs differ; a saved state is of one alone.
  ///   - saved: The bytes of a ``RunCheckpoint``.
  ///   - before: The model's state that it begins from (hot start) where it is not resumed, and the
  ///     steps until then; what is due by then is there already.
  /// - Throws: ``SimulationError`` `invalid-state` where these are damaged or of another model,
  ///   version or run; what the model throws.
  public init(
    _ setup: Model.Setup, clock: RunClock, readingsEverySeconds: Double? = nil,
    fingerprint: String = "", resuming saved: [UInt8]? = nil,
    startingFrom before: (state: [UInt8], steps: Int)? = nil
  ) throws {
    self.clock = clock
    let readings = RunClock(
      endSeconds: clock.endSeconds, everySeconds: readingsEverySeconds ?? clock.everySeconds)
    self.readings = readings
    owner = RunCheckpoint.Owner(model: Model.id, version: Model.version, fingerprint: fingerprint)
    guard let saved else {
      let begun = try before.map { try Model(setup, restoring: $0.state) }
      let given = begun.map {
        (clock.frames(until: $0.seconds), readings.frames(until: $0.seconds))
      }
      model = Mutex(try begun ?? Model(setup))
      life = Mutex(
        Life(frames: given?.0 ?? 0, readings: given?.1 ?? 0, steps: before?.steps ?? 0))
      return
    }
    let checkpoint = try RunCheckpoint(encoded: saved, of: owner)
    let restored = try Model(setup, restoring: checkpoint.state)
    let seconds = restored.seconds
    guard checkpoint.frames == clock.frames(until: seconds), seconds <= clock.endSeconds else {
      throw SimulationError(
        .invalidState,
        "the state saved at \(seconds) s with \(checkpoint.frames) frames is of a run with "
          + "other times",
        hint: "resume with the same duration and interval, or start the run again")
    }
    model = Mutex(restored)
    life = Mutex(
      Life(
        frames: checkpoint.frames, readings: readings.frames(until: seconds),
        steps: checkpoint.steps, work: checkpoint.work))
  }

  /// Where the run is in its life.
  public var state: RunState { life.withLock { $0.state } }

  /// Ends the run within one step.
  public func cancel() { life.withLock { $0.isCancelled = true } }

  /// The state as it is now, to go on by itself; also while the run is under way.
  ///
  /// - Throws: What the model throws.
  public func fork() throws -> sending Model { try model.withLock { try $0.fork() } }

  /// What `body` finds in the model as it is now, which it leaves as it is.
  public func withModel<Result: Sendable>(
    _ body: @Sendable (Model) throws -> Result
  ) rethrows -> Result {
    try model.withLock { try body($0) }
  }

  /// How far the run is.
  public var progress: RunProgress { progress(model.withLock { ($0.seconds, $0.balance) }) }

  private func progress(_ model: (seconds: Double, balance: BalanceLedger)) -> RunProgress {
    let life = life.withLock { $0 }
    return RunProgress(
      seconds: model.seconds, share: model.seconds / clock.endSeconds, steps: life.steps,
      lastStepSeconds: life.lastStepSeconds, frames: life.frames, work: work(life),
      balanceError: model.balance.error, relativeBalanceError: model.balance.relativeError)
  }

  /// What the run took so far.
  private func work(_ life: Life) -> RunWork {
    var work = life.work
    work.seconds += start.duration(to: .now) / .seconds(1)
    return work
  }

  /// Runs to the end and gives each frame to the sink.
  ///
  /// - Parameters:
  ///   - reading: Is called at the time of each reading, before the frame of that time; asks
  ///     ``withModel(_:)``.
  ///   - saving: Keeps the run as it is, to resume from: at outputs, in between as the options say,
  ///     when it is cancelled, and at the end.
  ///   - progress: Hears how far the run is, as often as the options say and at the end.
  /// - Throws: ``SimulationError`` `cancelled`, `unbalanced`, `stalled`; whatever model, sink,
  ///   `reading` and `saving` throw. The sink's frames stay.
  public func execute(
    into sink: some FrameSink, options: RunOptions = RunOptions(),
    reading: (Double) throws -> Void = { _ in },
    saving: (RunCheckpoint) throws -> Void = { _ in },
    progress: (RunProgress) -> Void = { _ in }
  ) throws {
    try begin()
    do {
      try sink.begin(model.withLock { $0.head }, after: life.withLock { $0.frames })
      var pace = RunPace(options)
      func save() throws {
        try saving(checkpoint())
        pace.saved()
      }
      if try giveOutputs(to: sink, reading) { try save() }
      while hasMoreFrames {
        guard !life.withLock({ $0.isCancelled }), !Task.isCancelled else {
          try save()
          let seconds = (model.withLock { $0.seconds } * 10).rounded() / 10
          throw SimulationError(.cancelled, "the run was stopped at \(seconds) s")
        }
        try step()
        let isAtOutput = try giveOutputs(to: sink, reading)
        if hasMoreFrames, pace.isTimeToSave(atOutput: isAtOutput) { try save() }
        if pace.isTimeToTell {
          progress(self.progress(try model.withLock { ($0.seconds, try $0.checkedBalance()) }))
        }
      }
      try save()
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

  private var hasMoreFrames: Bool { life.withLock { $0.frames } < clock.frameCount }

  /// One step, no further than the next output.
  private func step() throws {
    var life = life.withLock { $0 }
    let target = min(
      clock.seconds(ofFrame: life.frames), readings.seconds(ofFrame: life.readings))
    let span = try life.work.measure {
      try model.withLock { model in
        let before = model.seconds
        try model.step(notBeyond: target)
        guard model.seconds > before, model.seconds <= target else {
          throw SimulationError(
            .stalled,
            "a step went from \(before) s to \(model.seconds) s on the way to \(target) s",
            hint: "report this with the scenario: it is a fault of the model")
        }
        return model.seconds - before
      }
    }
    self.life.withLock {
      $0.steps += 1
      $0.lastStepSeconds = span
      $0.work = life.work
    }
  }

  /// Gives what is due by now; whether there was any.
  private func giveOutputs(
    to sink: some FrameSink, _ reading: (Double) throws -> Void
  ) throws -> Bool {
    let seconds = model.withLock { $0.seconds }
    let given = life.withLock { $0 }
    let hasReading = readings.frames(until: seconds) > given.readings
    let hasFrame = clock.frames(until: seconds) > given.frames
    guard hasReading || hasFrame else { return false }
    try model.withLock { _ = try $0.checkedBalance() }
    if hasReading {
      try reading(seconds)
      life.withLock { $0.readings += 1 }
    }
    if hasFrame {
      try sink.append(model.withLock { $0.frame() })
      life.withLock { $0.frames += 1 }
    }
    return true
  }

  /// The run to resume from.
  func checkpoint() -> RunCheckpoint {
    let state = model.withLock { $0.encoded() }
    let life = life.withLock { $0 }
    return RunCheckpoint(
      owner, frames: life.frames, steps: life.steps, work: work(life), state: state)
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
