import CityFile
import FeatureStore
import HTTPTypes
import OneMap
import SimpleFeatures
import Simulation
import Synchronization

/// Where processes are executed: at once, in turn, or as jobs.
final class ProcessExecutor: Sendable {
  /// In the order in which they were registered.
  let all: [OfferedProcess]
  let jobs: JobRegistry
  let limits: Limits
  private let map: CityMap
  /// For processes that take their time while their client waits.
  private let turns: WeightedSemaphore
  private let executing = Atomic(0)
  private let listening = Atomic(0)

  /// - Throws: ``SimulationError`` `invalid-schema`.
  init(
    _ processes: [any Simulation.Process], map: CityMap, limits: Limits
  ) throws(SimulationError) {
    var all: [OfferedProcess] = []
    for process in processes { all.append(try OfferedProcess(process)) }
    precondition(Set(all.map(\.id)).count == all.count, "two processes have one id")
    self.all = all
    self.map = map
    self.limits = limits
    turns = WeightedSemaphore(limit: limits.executionsAtOnce)
    jobs = JobRegistry(
      runningAtOnce: limits.jobsAtOnce, waiting: limits.jobsWaiting, kept: limits.jobsKept,
      keptBytes: limits.jobBytes, results: map.results)
  }

  /// How many processes are executed or wait while their clients do.
  var executingCount: Int { executing.load(ordering: .relaxed) }

  /// - Throws: ``HTTPProblem`` 404.
  func process(_ id: String) throws(HTTPProblem) -> OfferedProcess {
    if let found = all.first(where: { $0.id == id }) { return found }
    throw HTTPProblem(
      .notFound, "no-such-process", "there is no process \"\(id)\"",
      hint: all.isEmpty
        ? "this server has none"
        : choices(for: id, among: all.map(\.id), listedBy: "GET /processes"),
      type: .noSuchProcess)
  }

  /// Executes a process while its client waits.
  func execute(
    _ offered: OfferedProcess, _ inputs: InputValues
  ) async throws -> ProcessOutputs {
    do {
      if let brief = offered.process as? any BriefProcess, brief.isBrief(inputs) {
        return try brief.answer(inputs)
      }
      return try await executeInTurn(offered, inputs)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw HTTPProblem(ofProcess: error)
    }
  }

  private func executeInTurn(
    _ offered: OfferedProcess, _ inputs: InputValues
  ) async throws -> ProcessOutputs {
    let most = limits.executionsAtOnce + limits.executionsWaiting
    defer { executing.subtract(1, ordering: .relaxed) }
    guard executing.add(1, ordering: .relaxed).newValue <= most else {
      throw HTTPProblem(
        .serviceUnavailable, "processes-busy", "\(most) processes are at work or waiting",
        hint: "try again soon, or send Prefer: respond-async", headers: [.retryAfter: "2"])
    }
    try await turns.enter(1)
    defer { turns.leave(1) }
    let snapshot = try await CitySnapshot(map)
    return try await withTaskExecutorPreference(ProcessThreads.shared) {
      try await offered.process.outputs(of: inputs, on: snapshot) { _ in }
    }
  }

  /// Takes a job and gives its status.
  func submit(
    _ offered: OfferedProcess, _ request: ExecuteRequest
  ) async throws -> JobStatus {
    let snapshot = try await CitySnapshot(map)
    let id: String
    do {
      id = try await jobs.submit(
        offered.process, request.inputs, on: snapshot, note: request.form.note)
    } catch {
      throw HTTPProblem(
        .tooManyRequests, error.code.rawValue, error.message, hint: error.hint,
        headers: [.retryAfter: "10"])
    }
    return try await job(id)
  }

  /// - Throws: ``HTTPProblem`` 404.
  func job(_ id: String) async throws(HTTPProblem) -> JobStatus {
    guard let status = await jobs.status(id) else { throw Self.noJob(id) }
    return status
  }

  static func noJob(_ id: String) -> HTTPProblem {
    HTTPProblem(
      .notFound, "no-such-job", "there is no job \"\(id)\"",
      hint: "GET /jobs lists them; only the latest are kept", type: .noSuchJob)
  }

  /// A place among those who listen to events, until it is let go.
  final class Listening: Sendable {
    private let executor: ProcessExecutor

    fileprivate init(_ executor: ProcessExecutor) { self.executor = executor }

    deinit { executor.listening.subtract(1, ordering: .relaxed) }
  }

  /// Lets another listener to events in.
  ///
  /// - Throws: ``HTTPProblem`` 503 where there are too many.
  func listen() throws(HTTPProblem) -> Listening {
    let count = listening.add(1, ordering: .relaxed).newValue
    let place = Listening(self)
    guard count <= limits.eventStreams else {
      throw HTTPProblem(
        .serviceUnavailable, "too-many-listeners",
        "\(limits.eventStreams) clients are following jobs already",
        hint: "poll /jobs/{jobId} instead", headers: [.retryAfter: "10"])
    }
    return place
  }
}

extension HTTPProblem {
  /// The problem that stands for what a process threw.
  init(ofProcess error: any Error) {
    switch error {
    case let error as HTTPProblem: self = error
    case let error as CityError: self.init(error)
    case let error as StoreError:
      self.init(.unprocessableContent, error.code.rawValue, error.message, hint: error.hint)
    default: self.init(ProcessError(error))
    }
  }

  init(_ fault: ProcessError) {
    let headers: HTTPFields = fault.status == 503 ? [.retryAfter: "5"] : [:]
    self.init(
      HTTPResponse.Status(code: fault.status), fault.code, fault.message, hint: fault.hint,
      headers: headers)
    chineseHint = fault.chineseHint
  }
}
