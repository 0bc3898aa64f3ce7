import Foundation
public import SimpleFeatures

/// Runs processes as jobs: some at once, the others in the order in which they came.
///
/// Of each owner the latest jobs that have ended are kept, up to a number and a size; so are the
/// layers that they gave.
public actor JobRegistry {
  struct Job {
    let owner: String
    let inputBytes: Int
    var status: JobStatus
    /// What to do, until it begins: the map is not held longer than it is looked at.
    var work: Work?
    /// What it can be told to go on with; `nil` where its process keeps nothing.
    var kept: (process: any ResumableProcess, inputs: InputValues)?
    /// Whether its process keeps something of it.
    var isKept = false
    /// Until it has let go, which may be after it has ended.
    var task: Task<Void, Never>?
    /// Tells the work whether it is to go on later.
    var pause = JobPause()
    var listeners: [Int: AsyncStream<JobStatus>.Continuation] = [:]
  }

  struct Work {
    var process: any Process
    var inputs: InputValues
    var snapshot: any MapSnapshot
  }

  private let limits: JobLimits
  private let results: (any ResultKeeping)?
  private let fault: @Sendable (_ process: String, any Error) -> ProcessError
  var jobs: [String: Job] = [:]
  /// Ids in the order in which the jobs came.
  private var order: [String] = []
  private var nextListener = 0

  /// A registry with its bounds.
  ///
  /// - Parameters:
  ///   - results: Where outputs become layers; `nil` for nowhere.
  ///   - fault: What is told of an error that a process threw.
  public init(
    _ limits: JobLimits = JobLimits(), results: (any ResultKeeping)? = nil,
    fault: @escaping @Sendable (_ process: String, any Error) -> ProcessError = {
      ProcessError($1)
    }
  ) {
    self.fault = fault
    self.limits = limits
    self.results = results
  }

  /// Takes a job and gives its id.
  ///
  /// - Parameters:
  ///   - note: Handed back in ``JobStatus/note``.
  ///   - owner: Whose job it is: no other's jobs are let go of for it, or wait for all of its
  ///     owner's.
  ///   - inputBytes: How large the inputs are.
  ///   - id: That of a job which was broken off, or is named already; `nil` for a new one.
  ///   - brokenOff: How far it was; `nil` for one of which nothing is kept.
  /// - Throws: ``SimulationError`` `too-many-jobs` where as many wait as may, of all or of the
  ///   owner, or their inputs would be larger than they may be; `unwritable-file` where its process
  ///   cannot keep what it asks for.
  public func submit(
    _ process: any Process, _ inputs: InputValues, on snapshot: any MapSnapshot,
    note: JSONValue = .null, owner: String = "", inputBytes: Int = 0, id known: String? = nil,
    brokenOff: RequestedJob.BrokenOff? = nil
  ) throws(SimulationError) -> String {
    try check(owner, inputBytes)
    let id = known ?? UUID().uuidString.lowercased()
    var job = Job(
      owner: owner, inputBytes: inputBytes,
      status: JobStatus(id: id, process: process.id, note: note),
      work: Work(process: process, inputs: inputs, snapshot: snapshot))
    job.kept = (process as? any ResumableProcess).map { ($0, inputs) }
    if let brokenOff {
      job.isKept = true
      job.status.progress.share = brokenOff.share
      job.status.isPaused = brokenOff.isPaused
    } else {
      job.isKept = try keep(job, id)
    }
    jobs[id] = job
    order.append(id)
    startWaiting()
    return id
  }

  /// Has the process keep what a job asks for; whether it can.
  private func keep(_ job: Job, _ id: String) throws(SimulationError) -> Bool {
    guard let kept = job.kept else { return false }
    do {
      try kept.process.keep(request: kept.inputs.json, ofJob: id)
    } catch {
      let fault = ProcessError(error)
      throw SimulationError(.unwritableFile, fault.message, hint: fault.hint)
    }
    return true
  }

  private func check(_ owner: String, _ inputBytes: Int) throws(SimulationError) {
    let waiting = jobs.values.filter { $0.work != nil && !$0.status.isPaused }
    let own = waiting.count { $0.owner == owner }
    let startsNow = running < limits.running && running(of: owner) < limits.runningOfOwner
    guard startsNow || waiting.count < limits.waiting else {
      throw SimulationError(
        .tooManyJobs, "\(waiting.count) jobs wait already", hint: "try again when some have ended")
    }
    guard startsNow || own < limits.waitingOfOwner else {
      throw SimulationError(
        .tooManyJobs, "\(own) of your jobs wait already", hint: "try again when some have ended")
    }
    let held = jobs.values.filter { $0.work != nil || $0.task != nil }
    let heldBytes = held.reduce(0) { $0 + $1.inputBytes }
    let ownBytes = held.reduce(0) { $0 + ($1.owner == owner ? $1.inputBytes : 0) }
    guard heldBytes + inputBytes <= limits.inputBytes,
      ownBytes + inputBytes <= limits.inputBytes / 2
    else {
      throw SimulationError(
        .tooManyJobs,
        "the inputs of jobs that wait or run may have \(limits.inputBytes) bytes together, those "
          + "of one client \(limits.inputBytes / 2)", hint: "try again when some have ended")
    }
  }

  /// What is known of all jobs that are kept, in the order in which they came.
  public var all: [JobStatus] { order.compactMap { jobs[$0]?.status } }

  /// What is known of an owner's jobs that are kept, in the order in which they came.
  public func all(of owner: String) -> [JobStatus] {
    order.compactMap { jobs[$0] }.filter { $0.owner == owner }.map(\.status)
  }

  /// What is known of a job; `nil` where there is none such, or it is no longer kept.
  public func status(_ id: String) -> JobStatus? { jobs[id]?.status }

  /// What becomes of a job from now on: its state at once, then each change until its end.
  ///
  /// - Parameter known: The ``JobStatus/changeCount`` that is known already, if any: its state is
  ///   then not told at once.
  /// - Throws: ``SimulationError`` `no-such-job`.
  public func changes(
    _ id: String, after known: Int? = nil
  ) throws(SimulationError) -> AsyncStream<JobStatus> {
    guard let status = jobs[id]?.status else { throw Self.unknown(id) }
    let (stream, listener) = AsyncStream.makeStream(
      of: JobStatus.self, bufferingPolicy: .bufferingNewest(16))
    if known != status.changeCount { listener.yield(status) }
    guard !status.state.isEnd else {
      listener.finish()
      return stream
    }
    nextListener += 1
    let number = nextListener
    jobs[id]?.listeners[number] = listener
    listener.onTermination = { [weak self] _ in
      Task { await self?.forget(number, of: id) }
    }
    return stream
  }

  /// Tells a job to end; one that has ended stays as it is.
  ///
  /// - Throws: ``SimulationError`` `no-such-job`.
  public func cancel(_ id: String) throws(SimulationError) {
    guard let job = jobs[id] else { throw Self.unknown(id) }
    guard !job.status.state.isEnd else { return }
    job.pause.takeBack()
    job.task?.cancel()
    if job.task == nil { keepDismissed(id) }
    // A job that is under way counts as running until it has let go.
    end(id) { $0.state = .dismissed }
  }

  /// Tells a job to end, or lets go of what one that has ended gave, layers included.
  ///
  /// - Returns: What is known of it now.
  /// - Throws: ``SimulationError`` `no-such-job`.
  @discardableResult
  public func dismiss(_ id: String) throws(SimulationError) -> JobStatus {
    try cancel(id)
    if var status = jobs[id]?.status, status.state != .dismissed {
      status.state = .dismissed
      (status.result, status.failure, status.layers) = (nil, nil, [])
      status.updated = Date()
      status.changeCount += 1
      jobs[id]?.status = status
      results?.forget(job: id)
    }
    guard let status = jobs[id]?.status else { throw Self.unknown(id) }
    return status
  }

  static func unknown(_ id: String) -> SimulationError {
    SimulationError(.noSuchJob, "there is no job \(id)", hint: "it may have ended long ago")
  }

  // MARK: The life of jobs

  private var running: Int { jobs.values.count { $0.task != nil } }

  private func running(of owner: String) -> Int {
    jobs.values.count { $0.task != nil && $0.owner == owner }
  }

  /// The job whose turn it is: the first of those whose owners have fewest at work.
  private var next: (id: String, work: Work)? {
    guard running < limits.running else { return nil }
    let waiting = order.compactMap { id in
      jobs[id].flatMap { job in
        job.status.isPaused ? nil : job.work.map { (id: id, work: $0, owner: job.owner) }
      }
    }
    let counts = Dictionary(
      Set(waiting.map(\.owner)).map { ($0, running(of: $0)) }, uniquingKeysWith: { $1 })
    return waiting.filter { counts[$0.owner, default: 0] < limits.runningOfOwner }
      .min { counts[$0.owner, default: 0] < counts[$1.owner, default: 0] }.map { ($0.id, $0.work) }
  }

  func startWaiting() {
    while let (id, work) = next {
      change(id) {
        $0.state = .running
        $0.started = Date()
      }
      let pause = JobPause()
      jobs[id]?.work = nil
      jobs[id]?.isKept = true
      jobs[id]?.pause = pause
      jobs[id]?.task = Task(executorPreference: ProcessThreads.shared) {
        await self.perform(id, work, pause)
      }
    }
  }

  private func perform(_ id: String, _ work: Work, _ pause: JobPause) async {
    do {
      let outputs = try await CurrentJob.$id.withValue(id) {
        try await CurrentJob.$pause.withValue(pause) {
          try await work.process.outputs(of: work.inputs, on: work.snapshot) { progress in
            // Who tells may run behind others; a thread that it started would, too.
            Task(executorPreference: ProcessThreads.shared) {
              await self.change(id) { $0.progress = progress }
            }
          }
        }
      }
      let layers = try await layers(of: outputs, id, work)
      if jobs[id]?.status.state == .running {
        end(id) {
          $0.state = .successful
          $0.progress.share = 1
          $0.result = outputs
          $0.layers = layers
        }
      } else {
        results?.forget(job: id)
      }
    } catch {
      let isCancelled = Task.isCancelled
      if isCancelled, pause.isAsked {
        change(id) { ($0.state, $0.isPaused) = (.accepted, true) }
      } else {
        end(id) {
          $0.state = isCancelled ? .dismissed : .failed
          if !isCancelled { $0.failure = fault(work.process.id, error) }
        }
      }
    }
    jobs[id]?.task = nil
    // It may have been paused just before.
    if jobs[id]?.status.state == .dismissed { keepDismissed(id) }
    if jobs[id]?.status.state.isEnd ?? true { jobs[id]?.kept = nil }
    dropOldest()
    startWaiting()
  }

  /// Makes layers of outputs, away from the registry's own turn.
  @concurrent
  private nonisolated func layers(
    of outputs: ProcessOutputs, _ id: String, _ work: Work
  ) async throws -> [String] {
    try results?.keep(
      outputs, ofJob: id, title: work.process.title, commit: work.snapshot.commit) ?? []
  }

  func change(_ id: String, _ body: (inout JobStatus) -> Void) {
    guard var job = jobs[id], !job.status.state.isEnd else { return }
    let share = job.status.progress.share
    body(&job.status)
    // Reports may overtake each other.
    if job.status.state == .running, job.status.progress.share < share { return }
    job.status.updated = Date()
    job.status.changeCount += 1
    if job.status.state.isEnd {
      job.status.finished = job.status.updated
      job.status.isPaused = false
    }
    jobs[id] = job
    for listener in job.listeners.values { listener.yield(job.status) }
  }

  private func end(_ id: String, _ body: (inout JobStatus) -> Void) {
    change(id, body)
    for listener in jobs[id]?.listeners.values ?? [:].values { listener.finish() }
    jobs[id]?.listeners = [:]
    jobs[id]?.work = nil
    dropOldest()
  }

  /// Lets go of an owner's jobs that ended first, until no more are kept than may; where many
  /// owners have many, of those of whoever has most.
  private func dropOldest() {
    var ended: [String: [String]] = [:]
    for id in order {
      guard let job = jobs[id], job.status.state.isEnd, job.task == nil else { continue }
      ended[job.owner, default: []].append(id)
    }
    for owner in ended.keys {
      // The latest stays, however large it is.
      while let own = ended[owner], own.count > 1,
        own.count > limits.keptOfOwner || bytes(of: own) > limits.keptBytes / 2
      {
        drop(own[0])
        ended[owner]?.removeFirst()
      }
    }
    while ended.values.reduce(0, { $0 + $1.count }) > 1,
      ended.values.reduce(0, { $0 + bytes(of: $1) }) > limits.keptBytes,
      let most = ended.max(by: { bytes(of: $0.value) < bytes(of: $1.value) })?.key,
      let old = ended[most]?.first
    {
      drop(old)
      ended[most]?.removeFirst()
    }
    while ended.values.reduce(0, { $0 + $1.count }) > limits.kept,
      let most = ended.max(by: { $0.value.count < $1.value.count })?.key,
      let old = ended[most]?.first
    {
      drop(old)
      ended[most]?.removeFirst()
    }
  }

  private func bytes(of ids: [String]) -> Int {
    ids.reduce(0) { $0 + (jobs[$1]?.status.result?.byteCount ?? 0) }
  }

  private func drop(_ id: String) {
    jobs[id] = nil
    order.removeAll { $0 == id }
    results?.forget(job: id)
  }

  private func forget(_ listener: Int, of id: String) { jobs[id]?.listeners[listener] = nil }
}
