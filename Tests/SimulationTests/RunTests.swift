import SimpleFeatures
import Synchronization
import TestSupport
import Testing

@testable import Simulation

@Suite("A run goes from its first frame to its last, whatever happens between")
struct RunTests {
  private let clock = RunClock(endSeconds: 100, everySeconds: 30)

  /// Frames as numbers that can be compared bit for bit.
  private func bits(_ sink: MemorySink) -> [[UInt64]] {
    sink.frames.map { [$0.seconds.bitPattern, $0.numbers[0].value.bitPattern] }
  }

  @Test("Frames come exactly at their times and hold what the formula says")
  func closedForm() throws {
    let sink = MemorySink()
    let run = try Run<Basin>(Basin.Setup(), clock: clock)
    #expect(run.state == .ready)
    try run.execute(into: sink)
    #expect(sink.frames.map(\.seconds) == [0, 30, 60, 90, 100])
    for frame in sink.frames {
      let expected = Basin.volume(Basin.Setup(), at: frame.seconds)
      #expect(abs(frame.numbers[0].value - expected) < 1e-9)
    }
    #expect(run.state == .finished)
    #expect(run.progress.share == 1 && run.progress.frames == 5)
    #expect(sink.summary?.text.contains("\"model\":\"basin\"") == true)
    #expect(throws: SimulationError.self) { try run.execute(into: sink) }
  }

  @Test("A run resumed from any saved state gives the frames of the unbroken one, bit for bit")
  func resume() throws {
    let whole = MemorySink()
    var saved: [[UInt8]] = []
    try Run<Basin>(Basin.Setup(), clock: clock).execute(
      into: whole, options: RunOptions(saveEvery: .zero), saving: { saved.append($0.bytes) })
    #expect(saved.count > 15, "saved in each step and at each frame")
    for state in saved {
      let sink = MemorySink()
      // What another process has written before it was killed, and a frame more than was saved.
      try sink.begin(whole.frames.isEmpty ? Basin(Basin.Setup()).head : whole.head!, after: 0)
      let resumed = try Run<Basin>(Basin.Setup(), clock: clock, resuming: state)
      let kept = resumed.progress.frames
      for frame in whole.frames.prefix(kept + 1) { try sink.append(frame) }
      try resumed.execute(into: sink)
      #expect(bits(sink) == bits(whole))
      #expect(sink.summary?.text == whole.summary?.text)
    }
  }

  @Test("A saved state that is damaged, of another version or other times is refused")
  func badStates() throws {
    var saved: [[UInt8]] = []
    try Run<Basin>(Basin.Setup(), clock: clock).execute(
      into: MemorySink(), saving: { saved.append($0.bytes) })
    let state = saved[2]
    for i in state.indices {
      var damaged = state
      damaged[i] ^= 4
      #expect(throws: SimulationError.self, "byte \(i)") {
        try Run<Basin>(Basin.Setup(), clock: clock, resuming: damaged)
      }
    }
    for count in 0..<state.count {
      #expect(throws: SimulationError.self) {
        try Run<Basin>(Basin.Setup(), clock: clock, resuming: Array(state.prefix(count)))
      }
    }
    let other = RunCheckpoint(
      .init(model: "basin", version: "2", fingerprint: ""), frames: 1, steps: 1, work: RunWork(),
      state: []
    ).bytes
    let error = #expect(throws: SimulationError.self) {
      try Run<Basin>(Basin.Setup(), clock: clock, resuming: other)
    }
    #expect(error?.message.contains("basin 2") == true)
    #expect(throws: SimulationError.self) {
      try Run<Basin>(
        Basin.Setup(), clock: RunClock(endSeconds: 100, everySeconds: 10), resuming: state)
    }
  }

  @Test("A run that is told to end does so within one step and keeps its frames")
  func cancelling() throws {
    let steps = Mutex(0)
    let running = Mutex<Run<Basin>?>(nil)
    var setup = Basin.Setup()
    setup.beforeStep = { time in
      steps.withLock { $0 += 1 }
      if time > 40 { running.withLock { $0 }?.cancel() }
    }
    let run = try Run<Basin>(setup, clock: clock)
    running.withLock { $0 = run }
    let sink = MemorySink()
    let error = #expect(throws: SimulationError.self) { try run.execute(into: sink) }
    #expect(error?.code == .cancelled && run.state == .cancelled)
    #expect(sink.frames.map(\.seconds) == [0, 30])
    #expect(run.progress.seconds > 40 && run.progress.seconds <= 40 + 14)
    #expect(run.progress.steps == steps.withLock { $0 })
    running.withLock { $0 = nil }
  }

  @Test("A task that is cancelled ends its run")
  func taskCancelling() async throws {
    var setup = Basin.Setup()
    setup.longestStep = 1e-4
    let run = try Run<Basin>(setup, clock: RunClock(endSeconds: 1e9, everySeconds: 1e6))
    let task = Task.detached(executorPreference: OwnThread()) {
      try run.execute(into: MemorySink())
    }
    while run.progress.steps < 10 { await Task.yield() }
    task.cancel()
    await #expect(throws: SimulationError.self) { try await task.value }
    #expect(run.state == .cancelled)
  }

  @Test("A model that makes water fails, says how much, and earlier frames stay")
  func unbalanced() throws {
    var setup = Basin.Setup()
    setup.made = 1e-3
    let sink = MemorySink()
    let run = try Run<Basin>(setup, clock: clock)
    let error = #expect(throws: SimulationError.self) { try run.execute(into: sink) }
    #expect(error?.code == .unbalanced && run.state == .failed)
    #expect(error?.message.contains("m3") == true && error?.hint != nil)
    #expect(sink.frames.map(\.seconds) == [0] && sink.summary == nil)
    setup.made = .nan
    #expect(throws: SimulationError.self) {
      try Run<Basin>(setup, clock: clock).execute(into: MemorySink())
    }
  }

  @Test("A model whose time stands still fails instead of running for ever")
  func stalled() throws {
    var setup = Basin.Setup()
    setup.stallsAt = 50
    let error = #expect(throws: SimulationError.self) {
      try Run<Basin>(setup, clock: clock).execute(into: MemorySink())
    }
    #expect(error?.code == .stalled)
  }

  @Test("A state that is forked goes its own way and leaves the run as it was")
  func fork() throws {
    let whole = MemorySink()
    try Run<Basin>(Basin.Setup(), clock: clock).execute(into: whole)
    let sink = MemorySink()
    let run = try Run<Basin>(Basin.Setup(), clock: clock)
    var forks: [Basin] = []
    try run.execute(into: sink, saving: { _ in forks.append(try run.fork()) })
    #expect(bits(sink) == bits(whole))
    #expect(forks.map(\.seconds) == [0, 30, 60, 90, 100])
    // The same continuation, and one with twice the water.
    var same = forks[1]
    while same.seconds < 60 { same.step(notBeyond: 60) }
    #expect(same.volume.bitPattern == whole.frames[2].numbers[0].value.bitPattern)
    #expect(forks[1].seconds == 30)
  }

  @Test("Progress comes no more often than asked for, and at the end")
  func progress() throws {
    var told: [RunProgress] = []
    let run = try Run<Basin>(Basin.Setup(), clock: clock)
    try run.execute(
      into: MemorySink(), options: RunOptions(tellEvery: .seconds(3600)),
      progress: { told.append($0) })
    #expect(told.count == 1 && told[0].seconds == 100 && told[0].frames == 5)
    var often: [RunProgress] = []
    try Run<Basin>(Basin.Setup(), clock: clock).execute(
      into: MemorySink(), options: RunOptions(tellEvery: .zero), progress: { often.append($0) })
    #expect(often.count == told[0].steps + 1)
    #expect(zip(often, often.dropFirst()).allSatisfy { $0.share <= $1.share })
    #expect(often.allSatisfy { $0.relativeBalanceError < 1e-12 })
  }
}
