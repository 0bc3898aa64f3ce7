import Foundation
public import SimpleFeatures

/// Runs processes as jobs: some at once, the others in the order in which they came.
///
/// Jobs that have ended are kept up to a number and a size, the latest; so are the layers that
/// they gave.
public actor JobRegistry {
  private struct Job {
    var status: JobStatus
    /// What to do, until it begins: the map is not held longer than it is looked at.
    var work: Work?
    /// Until it has let go, which may be after it has ended.
    var task: Task<Void, Never>?
    var listeners: [Int: AsyncStream<JobStatus>.Continuation] = [:]
  }

  private struct Work {
    var process: any Process
    var inputs: InputValues
    var snapshot: any MapSnapshot
  }

  private let runningLimit: Int
  private let waitingLimit: Int
  private let keptLimit: Int
  private let keptBytes: Int
  private let results: (any ResultKeeping)?
  private var jobs: [String: Job] = [:]
  /// Ids in the order in which the jobs came.
  private var order: [String] = []
  private var nextListener = 0

  /// A registry with its bounds.
  ///
  /// - Parameters:
  ///   - keptBytes: How large the outputs of the jobs that are kept may be together.
  ///   - results: Where outputs become layers; `nil` for nowhere.
  public init(
    runningAtOnce: Int = 2, waiting: Int = 100, kept: Int = 100, keptBytes: Int = 64 << 20,
    results: (any ResultKeeping)? = nil
  ) {
    runningLimit = runningAtOnce
    waitingLimit = waiting
    keptLimit = kept
    self.keptBytes = keptBytes
    self.results = results
  }

  /// Takes a job and gives its id.
  ///
  /// - Parameter note: Handed back in ``JobStatus/note``.
  /// - Throws: ``SimulationError`` `too-many-jobs` where as many wait as may.
  public func submit(
    _ process: any Process, _ inputs: InputValues, on snapshot: any MapSnapshot,
    note: JSONValue = .null
  ) throws(SimulationError) -> String {
    let waiting = jobs.values.count { $0.status.state == .accepted }
    guard waiting < waitingLimit || running < runningLimit else {
      throw SimulationError(
        .tooManyJobs, "\(waiting) jobs wait already", hint: "try again when some have ended")
    }
    let id = UUID().uuidString.lowercased()
    jobs[id] = Job(
      status: JobStatus(id: id, process: process.id, note: note),
      work: Work(process: process, inputs: inputs, snapshot: snapshot))
    order.append(id)
    startWaiting()
    return id
  }

  /// What is known of all jobs that are kept, in the order in which they came.
  public var all: [JobStatus] { order.compactMap { jobs[$0]?.status } }

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
    job.task?.cancel()
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

  private static func unknown(_ id: String) -> SimulationError {
    SimulationError(.noSuchJob, "there is no job \(id)", hint: "it may have ended long ago")
  }

  // MARK: The life of jobs

  private var running: Int { jobs.values.count { $0.task != nil } }

  private func startWaiting() {
    for id in order where running < runningLimit {
      guard let job = jobs[id], let work = job.work else { continue }
      change(id) {
        $0.state = .running
        $0.started = Date()
      }
      jobs[id]?.work = nil
      jobs[id]?.task = Task(executorPreference: ProcessThreads.shared) {
        await self.perform(id, work)
      }
    }
  }

  private func perform(_ id: String, _ work: Work) async {
    do {
      let outputs = try await work.process.outputs(of: work.inputs, on: work.snapshot) { progress in
        Task { await self.change(id) { $0.progress = progress } }
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
      end(id) {
        $0.state = isCancelled ? .dismissed : .failed
        if !isCancelled { $0.failure = ProcessError(error) }
      }
    }
    jobs[id]?.task = nil
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

  private func change(_ id: String, _ body: (inout JobStatus) -> Void) {
    guard var job = jobs[id], !job.status.state.isEnd else { return }
    let share = job.status.progress.share
    body(&job.status)
    // Reports may overtake each other.
    if job.status.state == .running, job.status.progress.share < share { return }
    job.status.updated = Date()
    job.status.changeCount += 1
    if job.status.state.isEnd { job.status.finished = job.status.updated }
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

  /// Lets go of the jobs that ended first, until no more are kept than may.
  private func dropOldest() {
    var ended = order.filter { jobs[$0].map { $0.status.state.isEnd && $0.task == nil } ?? true }
    var bytes = ended.reduce(0) { $0 + (jobs[$1]?.status.result?.byteCount ?? 0) }
    // The latest stays, however large it is.
    while ended.count > keptLimit || bytes > keptBytes && ended.count > 1 {
      let old = ended.removeFirst()
      bytes -= jobs[old]?.status.result?.byteCount ?? 0
      jobs[old] = nil
      order.removeAll { $0 == old }
      results?.forget(job: old)
    }
  }

  private func forget(_ listener: Int, of id: String) { jobs[id]?.listeners[listener] = nil }
}
