import Catalog
import SimpleFeatures
import Synchronization
import Testing

@testable import Simulation

/// A map with nothing on it.
struct EmptyMap: MapSnapshot {
  let commit = 4

  func raster(_ layer: String, on lattice: RasterLattice) -> RasterGrid { RasterGrid(lattice) }
  func features(_ layer: String, in area: Envelope, crs: String) -> [Feature] { [] }
  func layers(withRole role: LayerRole) -> [String] { [] }
  func rasters(withRole role: LayerRole) -> [MapRaster] { [] }
  func with(_ scenario: Scenario) -> any MapSnapshot { self }
  func forEachFeature(of layer: String, meeting area: Envelope?, _ body: (Feature) throws -> Void) {
  }
}

/// A process that waits at a gate, and notes how many of its kind work at once.
struct Waiting: Simulation.Process {
  final class Gate: Sendable {
    let isOpen = Mutex(false)
    /// Inputs for which it stays shut.
    let held = Mutex<Set<String>>([])
    let working = Mutex((now: 0, most: 0, order: [String]()))
  }

  let id = "waiting"
  let title = LocalisedText(zh: "等待", en: "Waiting")
  let inputs = InputSet()
  let outputs = OutputSet()
  let gate: Gate

  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let inputs = inputs.json
    gate.working.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
      $0.order.append(inputs.text)
    }
    defer { gate.working.withLock { $0.now -= 1 } }
    progress(ProcessProgress(share: 0.5, details: ["at": "gate"]))
    while !gate.isOpen.withLock({ $0 }) || gate.held.withLock({ $0.contains(inputs.text) }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    if inputs.text == "\"bad\"" {
      throw SimulationError(.unbalanced, "it lost water", hint: "mend it")
    }
    return ProcessOutputs(["commit": .integer(snapshot.commit), "inputs": inputs])
  }
}

@Suite(
  "Jobs run some at a time, in their order, and can be followed and ended", .timeLimit(.minutes(10))
)
struct JobRegistryTests {
  /// Limits that are the same for all owners and for one.
  private static func limits(running: Int, waiting: Int = 100, kept: Int = 100) -> JobLimits {
    var limits = JobLimits()
    (limits.running, limits.runningOfOwner) = (running, running)
    (limits.waiting, limits.waitingOfOwner, limits.keptOfOwner) = (waiting, waiting, kept)
    return limits
  }

  private func end(_ jobs: JobRegistry, _ id: String) async throws -> JobStatus {
    var last: JobStatus?
    for await status in try await jobs.changes(id) { last = status }
    return try #require(last)
  }

  @Test("Two work at once, the others wait for them, and each gives its own result")
  func bounds() async throws {
    let jobs = JobRegistry(Self.limits(running: 2, waiting: 3))
    let process = Waiting(gate: Waiting.Gate())
    var ids: [String] = []
    for i in 0..<5 {
      ids.append(
        try await jobs.submit(process, InputValues(unchecked: .integer(i)), on: EmptyMap()))
    }
    let error = await #expect(throws: SimulationError.self) {
      try await jobs.submit(process, InputValues(unchecked: 9), on: EmptyMap())
    }
    #expect(error?.code == .tooManyJobs)
    #expect(await jobs.all.map(\.state) == [.running, .running, .accepted, .accepted, .accepted])
    while process.gate.working.withLock({ $0.now }) < 2 {
      try await Task.sleep(for: .milliseconds(2))
    }
    process.gate.isOpen.withLock { $0 = true }
    for (i, id) in ids.enumerated() {
      let status = try await end(jobs, id)
      #expect(status.state == .successful && status.progress.share == 1)
      #expect(status.result?.text == "{\"commit\":4,\"inputs\":\(i)}")
    }
    let working = process.gate.working.withLock { $0 }
    #expect(working.most == 2 && Set(working.order.prefix(2)) == ["0", "1"])
    #expect(Set(ids).count == 5)
  }

  @Test("A job that fails says why; others go on")
  func failure() async throws {
    let jobs = JobRegistry(Self.limits(running: 1))
    let process = Waiting(gate: Waiting.Gate())
    process.gate.isOpen.withLock { $0 = true }
    let bad = try await jobs.submit(process, InputValues(unchecked: "bad"), on: EmptyMap())
    let good = try await jobs.submit(process, InputValues(unchecked: "good"), on: EmptyMap())
    let status = try await end(jobs, bad)
    #expect(status.state == .failed && status.result == nil)
    #expect(status.failure?.message == "it lost water" && status.failure?.hint == "mend it")
    #expect(try await end(jobs, good).state == .successful)
  }

  @Test("A job can be ended while it works and while it waits")
  func cancelling() async throws {
    let jobs = JobRegistry(Self.limits(running: 1))
    let process = Waiting(gate: Waiting.Gate())
    let first = try await jobs.submit(process, InputValues(unchecked: 1), on: EmptyMap())
    let second = try await jobs.submit(process, InputValues(unchecked: 2), on: EmptyMap())
    let third = try await jobs.submit(process, InputValues(unchecked: 3), on: EmptyMap())
    try await jobs.cancel(second)
    #expect(await jobs.status(second)?.state == .dismissed)
    try await jobs.cancel(first)
    #expect(try await end(jobs, first).state == .dismissed)
    process.gate.isOpen.withLock { $0 = true }
    #expect(try await end(jobs, third).state == .successful)
    #expect(process.gate.working.withLock { $0.order } == ["1", "3"])
    let error = await #expect(throws: SimulationError.self) { try await jobs.cancel("none") }
    #expect(error?.code == .noSuchJob)
  }

  @Test("Only the latest jobs are kept")
  func kept() async throws {
    let jobs = JobRegistry(Self.limits(running: 1, kept: 2))
    let process = Waiting(gate: Waiting.Gate())
    process.gate.isOpen.withLock { $0 = true }
    var ids: [String] = []
    for i in 0..<5 {
      ids.append(
        try await jobs.submit(process, InputValues(unchecked: .integer(i)), on: EmptyMap()))
      _ = try await end(jobs, ids[i])
    }
    #expect(await jobs.all.map(\.id) == Array(ids.suffix(2)))
    #expect(await jobs.status(ids[0]) == nil)
  }

  @Test("Each owner has jobs of his own, which another's never push out")
  func owners() async throws {
    var limits = Self.limits(running: 1, kept: 2)
    limits.kept = 16
    let jobs = JobRegistry(limits)
    let process = Waiting(gate: Waiting.Gate())
    process.gate.isOpen.withLock { $0 = true }
    func run(_ owner: String) async throws -> String {
      let id = try await jobs.submit(
        process, InputValues(unchecked: 1), on: EmptyMap(), owner: owner)
      _ = try await end(jobs, id)
      return id
    }
    let own = try await run("a")
    for _ in 0..<6 { _ = try await run("b") }
    #expect(await jobs.all(of: "a").map(\.id) == [own])
    #expect(await jobs.all(of: "b").count == 2)
    // Many owners together are bounded too, at the cost of whoever has most.
    for number in 0..<20 { _ = try await run("c\(number)") }
    #expect(await jobs.all.count == 16)
  }

  @Test("However many jobs an owner sends, another's wait and run as if they were few")
  func shares() async throws {
    var limits = JobLimits()
    (limits.running, limits.runningOfOwner, limits.waitingOfOwner) = (2, 1, 3)
    limits.inputBytes = 100
    let jobs = JobRegistry(limits)
    let process = Waiting(gate: Waiting.Gate())
    func submit(_ number: Int, _ owner: String, bytes: Int = 0) async throws -> String {
      try await jobs.submit(
        process, InputValues(unchecked: .integer(number)), on: EmptyMap(), owner: owner,
        inputBytes: bytes)
    }
    for number in 0..<4 { _ = try await submit(number, "a", bytes: 12) }
    let many = await #expect(throws: SimulationError.self) { try await submit(9, "a") }
    #expect(many?.code == .tooManyJobs && many?.message.contains("3 of your jobs") == true)
    let first = try await submit(10, "b", bytes: 40)
    #expect(await jobs.status(first)?.state == .running)
    let large = await #expect(throws: SimulationError.self) { try await submit(11, "b", bytes: 20) }
    #expect(large?.code == .tooManyJobs && large?.message.contains("100 bytes") == true)
    let second = try await submit(12, "b")
    process.gate.held.withLock { $0 = ["0"] }
    process.gate.isOpen.withLock { $0 = true }
    _ = try await end(jobs, second)
    let order = process.gate.working.withLock { $0.order }
    #expect(Set(order) == ["0", "10", "12"] && order.last == "12", "\(order)")
    process.gate.held.withLock { $0 = [] }
  }

  @Test("A model becomes a process: its frames go to the sink, its summary is the result")
  func model() async throws {
    let sink = MemorySink()
    let process = ModelProcess<Basin>(
      title: LocalisedText(zh: "水池", en: "Basin"), inputs: InputSet()
    ) { inputs, snapshot in
      var setup = Basin.Setup()
      setup.seed = UInt64(snapshot.commit)
      if inputs.json.text == "\"endless\"" { setup.longestStep = 1e-4 }
      return ModelProcess<Basin>.Plan(
        setup: setup, clock: RunClock(endSeconds: 1e4, everySeconds: 1e3), sink: sink)
    }
    #expect(process.id == "basin")
    let jobs = JobRegistry()
    let id = try await jobs.submit(process, InputValues(unchecked: .object([])), on: EmptyMap())
    let status = try await end(jobs, id)
    #expect(status.state == .successful && sink.frames.count == 11)
    #expect(status.result?.text.contains("\"frames\":11") == true)
    let endless = try await jobs.submit(process, InputValues(unchecked: "endless"), on: EmptyMap())
    try await jobs.cancel(endless)
    #expect(try await end(jobs, endless).state == .dismissed)
  }
}
