import Catalog
import SimpleFeatures
import Synchronization
import Testing

@testable import Simulation

/// A process that counts until it may end, and keeps for each job how far it has come.
private struct Counting: ResumableProcess {
  final class Shelf: Sendable {
    let counts = Mutex<[String: Int]>([:])
    let standings = Mutex<[JobStanding]>([])
    let mayEnd = Mutex(false)
  }

  let id = "counting"
  let title = LocalisedText(zh: "计数", en: "Counting")
  let inputs = InputSet()
  let outputs = OutputSet()
  let shelf = Shelf()

  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let id = CurrentJob.id ?? ""
    while !shelf.mayEnd.withLock({ $0 }) {
      shelf.counts.withLock { $0[id, default: 0] += 1 }
      try await Task.sleep(for: .milliseconds(1))
    }
    return ProcessOutputs(["counted": .integer(shelf.counts.withLock { $0[id] ?? 0 })])
  }

  func keep(request inputs: JSONValue, ofJob id: String) {
    shelf.counts.withLock { $0[id, default: 0] += 0 }
  }

  func keep(_ standing: JobStanding, ofJob id: String) throws {
    guard shelf.counts.withLock({ $0[id] }) != nil else {
      throw ProcessError("unknown-run", "nothing is kept")
    }
    shelf.standings.withLock { $0.append(standing) }
  }

  func count(_ id: String) -> Int { shelf.counts.withLock { $0[id] ?? 0 } }

  /// Waits until a job has counted further.
  func counted(_ id: String, beyond count: Int = 0) async throws {
    while self.count(id) <= count { try await Task.sleep(for: .milliseconds(1)) }
  }
}

@Suite("Jobs are paused and go on", .timeLimit(.minutes(1)))
struct JobPauseTests {
  private static var one: JobLimits {
    var limits = JobLimits()
    (limits.running, limits.runningOfOwner) = (1, 1)
    return limits
  }

  @Test("A paused job leaves its place to others, and goes on from where it was")
  func pausing() async throws {
    let jobs = JobRegistry(Self.one)
    let process = Counting()
    let none = InputValues(unchecked: .object([]))
    let first = try await jobs.submit(process, none, on: EmptyMap())
    let second = try await jobs.submit(process, none, on: EmptyMap())
    try await process.counted(first)
    let paused = try await jobs.pause(first)
    #expect(paused.state == .accepted && paused.isPaused)
    let count = process.count(first)
    try await process.counted(second, beyond: 3)
    #expect(process.count(first) == count)
    // Paused again it stays as it is; another that goes on already does.
    #expect(try await jobs.pause(first).isPaused)
    #expect(try await jobs.resume(second, on: EmptyMap()).state == .running)

    #expect(try await jobs.resume(first, on: EmptyMap()).state == .accepted)
    #expect(process.shelf.standings.withLock { $0 } == [.goesOn])
    process.shelf.mayEnd.withLock { $0 = true }
    for id in [first, second] {
      for await _ in try await jobs.changes(id) {}
      let status = try #require(await jobs.status(id))
      #expect(status.state == .successful && !status.isPaused)
      #expect(status.result?.text == "{\"counted\":\(process.count(id))}")
    }
    let error = await #expect(throws: SimulationError.self) { try await jobs.pause(first) }
    #expect(error?.code == .notPausable)
  }

  @Test("One that waits or was paused before the server went stays so until it is told otherwise")
  func waiting() async throws {
    let jobs = JobRegistry(Self.one)
    let process = Counting()
    let none = InputValues(unchecked: .object([]))
    process.shelf.counts.withLock { $0["old"] = 7 }
    let old = RequestedJob.BrokenOff(share: 0.4, isPaused: true)
    let id = try await jobs.submit(process, none, on: EmptyMap(), id: "old", brokenOff: old)
    let status = try #require(await jobs.status(id))
    #expect(status.isPaused && status.progress.share == 0.4)
    let running = try await jobs.submit(process, none, on: EmptyMap())
    let waiting = try await jobs.submit(process, none, on: EmptyMap())
    try await jobs.pause(waiting)
    try await process.counted(running)
    try await jobs.dismiss(running)
    // Both that could begin are paused.
    while process.count(running) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await jobs.status(id)?.state == .accepted)
    #expect(await jobs.status(waiting)?.state == .accepted && process.count(waiting) == 0)
    try await jobs.resume(id, on: EmptyMap())
    try await process.counted(id, beyond: 7)
    try await jobs.pause(id)
    try await jobs.dismiss(id)
    #expect(await jobs.status(id)?.state == .dismissed)
    #expect(process.shelf.standings.withLock { $0.last } == .dismissed)
    let error = await #expect(throws: SimulationError.self) {
      try await jobs.resume(id, on: EmptyMap())
    }
    #expect(error?.code == .notPausable)
  }

  @Test("A job of which nothing is kept any more is not told to go on")
  func removed() async throws {
    let jobs = JobRegistry(Self.one)
    let process = Counting()
    let id = try await jobs.submit(
      process, InputValues(unchecked: .object([])), on: EmptyMap(), id: "gone",
      brokenOff: RequestedJob.BrokenOff(share: 0, isPaused: true))
    await #expect(throws: ProcessError.self) { try await jobs.resume(id, on: EmptyMap()) }
    #expect(await jobs.status(id)?.isPaused == true)
    let waiting = try await jobs.submit(
      Waiting(gate: Waiting.Gate()), InputValues(unchecked: 1), on: EmptyMap())
    let error = await #expect(throws: SimulationError.self) { try await jobs.pause(waiting) }
    #expect(error?.code == .notPausable)
    try await jobs.cancel(waiting)
  }
}
