import Catalog
import CityFile
import FeatureStore
import HTTPTypes
import Logging
import OneMap
import SimpleFeatures
import Simulation

/// Where processes are executed: at once, in turn, or as jobs.
final class ProcessExecutor: Sendable {
  /// In the order in which they were registered.
  let all: [OfferedProcess]
  let jobs: JobRegistry
  let limits: Limits
  private let map: CityMap
  private let token: TokenCheck

  /// - Throws: ``SimulationError`` `invalid-schema`.
  init(
    _ processes: [any Simulation.Process], map: CityMap, token: TokenCheck, limits: Limits
  ) throws(SimulationError) {
    var all: [OfferedProcess] = []
    for process in processes { all.append(try OfferedProcess(process)) }
    precondition(Set(all.map(\.id)).count == all.count, "two processes have one id")
    self.all = all
    self.map = map
    self.token = token
    self.limits = limits
    jobs = JobRegistry(limits.jobs, results: map.results) { process, error in
      let problem = HTTPProblem(ofProcess: error, process)
      return ProcessError(
        problem.code, problem.detail, hint: problem.hint, status: problem.status.code)
    }
  }

  /// Longitude and latitude of all that the city has; `nil` where that is nothing.
  func extent() async throws -> Envelope? { try await map.layers().extent }

  /// What processes are called, by their ids.
  var titles: [String: LocalisedText] {
    Dictionary(all.map { ($0.id, $0.process.title) }) { first, _ in first }
  }

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
      throw HTTPProblem(ofProcess: error, offered.id)
    }
  }

  private func executeInTurn(
    _ offered: OfferedProcess, _ inputs: InputValues
  ) async throws -> ProcessOutputs {
    guard let connection = ClientConnection.current else { throw CancellationError() }
    let (client, shares) = (connection.client, connection.shares)
    guard shares.waitingExecutions.tryEnter(1, of: client) else {
      throw HTTPProblem(
        .tooManyRequests, "processes-busy",
        "\(limits.clientExecutions) processes from your address are at work or waiting",
        hint: "try again soon, or send Prefer: respond-async", headers: [.retryAfter: "2"])
    }
    defer { shares.waitingExecutions.leave(1, of: client) }
    try await shares.executions.enter(1, of: client)
    defer { shares.executions.leave(1, of: client) }
    let snapshot = try await CitySnapshot(map)
    return try await withTaskExecutorPreference(ProcessThreads.shared) {
      let outputs = try await offered.process.outputs(of: inputs, on: snapshot) { _ in }
      // As long as there is no room for it nobody makes more of its kind.
      try await connection.takeRoom(bytes: outputs.byteCount)
      return outputs
    }
  }

  /// The ids of the jobs of whoever asks.
  func ownJobs(_ request: APIRequest) async -> [String] {
    await jobs.all(of: owner(of: request)).map(\.id)
  }

  /// Whose jobs a request starts and lists: those of the token's holder, else of its client.
  func owner(of request: APIRequest) -> String {
    if (try? token.check(request.headers)) != nil { return "token" }
    return ClientConnection.current?.client.name ?? ""
  }

  /// Takes a job and gives its status.
  func submit(
    _ offered: OfferedProcess, _ request: ExecuteRequest, owner: String
  ) async throws -> JobStatus {
    let snapshot = try await CitySnapshot(map)
    let id: String
    do {
      id = try await jobs.submit(
        offered.process, request.inputs, on: snapshot, note: request.form.note,
        owner: owner, inputBytes: request.byteCount)
    } catch {
      let isFull = error.code == .tooManyJobs
      throw HTTPProblem(
        isFull ? .tooManyRequests : .internalServerError, error.code.rawValue, error.message,
        hint: error.hint, headers: isFull ? [.retryAfter: "10"] : [:])
    }
    return try await job(id)
  }

  /// Tells a job that is paused to go on.
  func resume(_ id: String) async throws -> JobStatus {
    try await jobs.resume(id, on: CitySnapshot(map))
  }

  /// Starts a job that a service asks for; one that cannot be started is logged.
  func start(_ job: RequestedJob) async {
    do {
      guard let offered = all.first(where: { $0.id == job.process }) else { return }
      _ = try await jobs.submit(
        offered.process, InputValues(unchecked: job.inputs), on: CitySnapshot(map),
        owner: "token", id: job.id, brokenOff: job.brokenOff)
    } catch {
      HTTPProblem(ofProcess: error, job.process)
        .log(error, of: "the job \(job.id)", Logger(label: "yutu"))
    }
  }

  /// - Throws: ``HTTPProblem`` 404.
  func job(_ id: String) async throws(HTTPProblem) -> JobStatus {
    guard let status = await jobs.status(id) else { throw Self.noJob(id) }
    return status
  }

  static func noJob(_ id: String) -> HTTPProblem {
    HTTPProblem(
      .notFound, "no-such-job", "there is no job \"\(id)\"",
      hint: "GET /jobs lists yours; only the latest are kept", type: .noSuchJob)
  }

  /// A place among those who listen to events, until it is let go.
  final class Listening: Sendable {
    private let places: FairSemaphore<Client>
    private let client: Client

    fileprivate init(_ places: FairSemaphore<Client>, _ client: Client) {
      (self.places, self.client) = (places, client)
    }

    deinit { places.leave(1, of: client) }
  }

  /// Lets another listener to events in.
  ///
  /// - Throws: ``HTTPProblem`` 503 where there are too many.
  func listen() throws(HTTPProblem) -> Listening? {
    guard let connection = ClientConnection.current else { return nil }
    let places = connection.shares.listeners
    guard places.tryEnter(1, of: connection.client) else {
      throw HTTPProblem(
        .serviceUnavailable, "too-many-listeners",
        "at most \(limits.eventStreams) connections follow jobs, of one client "
          + "\(limits.share(of: limits.eventStreams))",
        hint: "poll /jobs/{jobId} instead", headers: [.retryAfter: "10"])
    }
    return Listening(places, connection.client)
  }
}

extension HTTPProblem {
  /// The problem that stands for what a process threw; what it does not tell is logged.
  init(ofProcess error: any Error, _ process: String) {
    switch error {
    case let error as HTTPProblem: self = error
    case let error as CityError: self.init(error)
    case let error as StoreError:
      self.init(.unprocessableContent, error.code.rawValue, error.message, hint: error.hint)
    default: self.init(ProcessError(error))
    }
    log(error, of: "process \(process)", Logger(label: "yutu"))
  }

  init(_ fault: ProcessError) {
    let headers: HTTPFields = fault.status == 503 ? [.retryAfter: "5"] : [:]
    self.init(
      HTTPResponse.Status(code: fault.status), fault.code, fault.message, hint: fault.hint,
      headers: headers)
    chineseHint = fault.chineseHint
  }
}
