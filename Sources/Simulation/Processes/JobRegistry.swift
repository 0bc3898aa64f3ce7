import Foundation
public import SimpleFeatures

/// Runs processes as jobs: some at once, the others in the order in which they came.
///
/// Jobs that have ended are kept up to a number, the latest.
public actor JobRegistry {
  private struct Job {
    var status: JobStatus
    /// What to do, until it begins: the map is not held longer than it is looked at.
    var work: Work?
    var task: Task<Void, Never>?
    var listeners: [Int: AsyncStream<JobStatus>.Continuation] = [:]
  }

  private struct Work {
    var process: any Process
    var inputs: JSONValue
    var snapshot: any MapSnapshot
  }

  private let runningLimit: Int
  private let waitingLimit: Int
  private let keptLimit: Int
  private var jobs: [String: Job] = [:]
  /// Ids in the order in which the jobs came.
  private var order: [String] = []
  private var nextListener = 0

  /// A registry with its bounds.
  public init(runningAtOnce: Int = 2, waiting: Int = 100, kept: Int = 100) {
    runningLimit = runningAtOnce
    waitingLimit = waiting
    keptLimit = kept
  }

  /// Takes a job and gives its id.
  ///
  /// - Throws: ``SimulationError`` `too-many-jobs` where as many wait as may.
  public func submit(
    _ process: any Process, _ inputs: JSONValue, on snapshot: any MapSnapshot
  ) throws(SimulationError) -> String {
    let waiting = jobs.values.count { $0.status.state == .accepted }
    guard waiting < waitingLimit || running < runningLimit else {
      throw SimulationError(
        .tooManyJobs, "\(waiting) jobs wait already", hint: "try again when some have ended")
    }
    let id = UUID().uuidString.lowercased()
    jobs[id] = Job(
      status: JobStatus(id: id, process: process.id),
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
  /// - Throws: ``SimulationError`` `no-such-job`.
  public func changes(_ id: String) throws(SimulationError) -> AsyncStream<JobStatus> {
    guard let status = jobs[id]?.status else { throw Self.unknown(id) }
    let (stream, listener) = AsyncStream.makeStream(
      of: JobStatus.self, bufferingPolicy: .bufferingNewest(16))
    listener.yield(status)
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
    if job.task == nil { end(id) { $0.state = .dismissed } }
  }

  private static func unknown(_ id: String) -> SimulationError {
    SimulationError(.noSuchJob, "there is no job \(id)", hint: "it may have ended long ago")
  }

  // MARK: The life of jobs

  private var running: Int { jobs.values.count { $0.status.state == .running } }

  private func startWaiting() {
    for id in order where running < runningLimit {
      guard let job = jobs[id], let work = job.work else { continue }
      change(id) { $0.state = .running }
      jobs[id]?.work = nil
      jobs[id]?.task = Task { await perform(id, work) }
    }
  }

  private func perform(_ id: String, _ work: Work) async {
    do {
      let result = try await work.process.execute(work.inputs, on: work.snapshot) { progress in
        Task { await self.change(id) { $0.progress = progress } }
      }
      end(id) {
        $0.state = .successful
        $0.progress.share = 1
        $0.result = result
      }
    } catch {
      let isCancelled = Task.isCancelled
      let words = error as? any ExplainedError
      end(id) {
        $0.state = isCancelled ? .dismissed : .failed
        if !isCancelled { $0.failure = (words?.message ?? "\(error)", words?.hint) }
      }
    }
    startWaiting()
  }

  private func change(_ id: String, _ body: (inout JobStatus) -> Void) {
    guard var job = jobs[id], !job.status.state.isEnd else { return }
    let share = job.status.progress.share
    body(&job.status)
    // Reports may overtake each other.
    if job.status.state == .running, job.status.progress.share < share { return }
    jobs[id] = job
    for listener in job.listeners.values { listener.yield(job.status) }
  }

  private func end(_ id: String, _ body: (inout JobStatus) -> Void) {
    change(id, body)
    for listener in jobs[id]?.listeners.values ?? [:].values { listener.finish() }
    jobs[id]?.listeners = [:]
    jobs[id]?.task = nil
    jobs[id]?.work = nil
    let ended = order.filter { jobs[$0]?.status.state.isEnd ?? true }
    for old in ended.dropLast(keptLimit) {
      jobs[old] = nil
      order.removeAll { $0 == old }
    }
  }

  private func forget(_ listener: Int, of id: String) { jobs[id]?.listeners[listener] = nil }
}
