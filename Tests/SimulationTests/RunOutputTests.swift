import SimpleFeatures
import Testing

@testable import Simulation

@Suite("A run is read and saved when it was asked to be, and goes on from there")
struct RunOutputTests {
  private let clock = RunClock(endSeconds: 100, everySeconds: 30)
  /// Never by the wall clock.
  private let rarely = RunOptions(
    saveEvery: .seconds(3600), saveAtOutputsAfter: .seconds(3600), tellEvery: .seconds(3600))

  private func run(resuming saved: [UInt8]? = nil) throws -> Run<Basin> {
    try Run<Basin>(Basin.Setup(), clock: clock, readingsEverySeconds: 20, resuming: saved)
  }

  /// Time, water and frames so far at each reading, and the saved states.
  private func readings(
    of run: Run<Basin>, into sink: MemorySink = MemorySink(),
    saving: (RunCheckpoint) -> Void = { _ in }
  ) throws -> [[Double]] {
    var readings: [[Double]] = []
    try run.execute(
      into: sink, options: RunOptions(saveEvery: .zero),
      reading: { time in
        let (now, volume) = run.withModel { ($0.seconds, $0.volume) }
        #expect(now == time)
        readings.append([time, volume, Double(sink.frames.count)])
      }, saving: saving)
    return readings
  }

  @Test("Readings have times of their own, at which steps end, and come before a frame")
  func readings() throws {
    let sink = MemorySink()
    let readings = try readings(of: run(), into: sink)
    #expect(readings.map { $0[0] } == [0, 20, 40, 60, 80, 100])
    #expect(readings.map { $0[2] } == [0, 1, 2, 2, 3, 4])
    for reading in readings {
      #expect(abs(reading[1] - Basin.volume(Basin.Setup(), at: reading[0])) < 1e-9)
    }
    #expect(sink.frames.map(\.seconds) == [0, 30, 60, 90, 100])
    #expect(sink.frames[2].numbers[0].value == readings[3][1])
  }

  @Test("A resumed run gives the readings that were still to come, bit for bit")
  func resumedReadings() throws {
    let whole = MemorySink()
    var saved: [RunCheckpoint] = []
    let all = try readings(of: run(), into: whole, saving: { saved.append($0) })
    #expect(saved.count > 15)
    for checkpoint in saved {
      let sink = MemorySink()
      try sink.begin(whole.head!, after: 0)
      for frame in whole.frames.prefix(checkpoint.frames) { try sink.append(frame) }
      let resumed = try run(resuming: checkpoint.bytes)
      let since = resumed.withModel { $0.seconds }
      #expect(try readings(of: resumed, into: sink) == all.filter { $0[0] > since })
      #expect(sink.frames.map(\.seconds) == whole.frames.map(\.seconds))
    }
  }

  @Test("A run that is told to end is saved where it stands")
  func cancelling() throws {
    let whole = MemorySink()
    try run().execute(into: whole)
    let sink = MemorySink()
    var saved: [RunCheckpoint] = []
    let first = try run()
    #expect(throws: SimulationError.self) {
      try first.execute(
        into: sink, options: rarely, reading: { if $0 == 40 { first.cancel() } },
        saving: { saved.append($0) })
    }
    #expect(saved.map(\.frames) == [1, 2] && first.progress.seconds == 40)
    let second = try run(resuming: saved[1].bytes)
    #expect(second.progress.seconds == 40 && second.progress.steps == first.progress.steps)
    try second.execute(into: sink)
    #expect(sink.frames.map(\.numbers[0].value) == whole.frames.map(\.numbers[0].value))
  }

  @Test("It is saved at its beginning and its end, and between them no more often than asked for")
  func pace() throws {
    var saved: [Int] = []
    try run().execute(into: MemorySink(), options: rarely, saving: { saved.append($0.frames) })
    #expect(saved == [1, 5])
    var options = rarely
    options.saveAtOutputsAfter = .zero
    saved = []
    try run().execute(into: MemorySink(), options: options, saving: { saved.append($0.frames) })
    // At 0, 20, 30, 40, 60, 80, 90 and 100 s.
    #expect(saved == [1, 1, 2, 2, 3, 3, 4, 5])
  }

  @Test("What a run took is counted on where it is resumed")
  func work() throws {
    var saved: [RunCheckpoint] = []
    let first = try run()
    try first.execute(into: MemorySink(), saving: { saved.append($0) })
    let before = saved[3].work
    #expect(before.stepSeconds > 0 && before.seconds >= before.stepSeconds)
    #expect(first.progress.work.stepSeconds > before.stepSeconds)
    let resumed = try run(resuming: saved[3].bytes)
    let after = resumed.progress.work
    #expect(after.stepSeconds == before.stepSeconds)
    #expect(after.stepCPUSeconds == before.stepCPUSeconds)
    #expect(after.seconds > before.seconds)
  }

  @Test("A state of the same model with other inputs is refused")
  func otherInputs() throws {
    var saved: [UInt8] = []
    try Run<Basin>(Basin.Setup(), clock: clock, fingerprint: "a").execute(
      into: MemorySink(), saving: { saved = $0.bytes })
    _ = try Run<Basin>(Basin.Setup(), clock: clock, fingerprint: "a", resuming: saved)
    let error = #expect(throws: SimulationError.self) {
      try Run<Basin>(Basin.Setup(), clock: clock, fingerprint: "b", resuming: saved)
    }
    #expect(error?.message.contains("another scenario") == true)
  }
}
