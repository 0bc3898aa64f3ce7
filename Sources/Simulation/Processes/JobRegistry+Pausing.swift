import SimpleFeatures

/// Jobs that wait until they are told to go on.
extension JobRegistry {
  /// Tells a job to stop and keep what it has computed, and answers once it has.
  ///
  /// Its place goes to others. One that has ended meanwhile, or is paused already, stays as it is.
  ///
  /// - Returns: What is known of it now.
  /// - Throws: ``SimulationError`` `no-such-job`, `not-pausable`; what its process throws.
  @discardableResult
  public func pause(_ id: String) async throws -> JobStatus {
    let (job, process) = try pausable(id)
    if let task = job.task {
      job.pause.ask()
      task.cancel()
      await task.value
    } else if !job.status.isPaused {
      if job.isKept { try process.keep(.paused, ofJob: id) }
      change(id) { $0.isPaused = true }
    }
    guard let status = jobs[id]?.status else { throw Self.unknown(id) }
    return status
  }

  /// Tells a job that is paused to go on when its turn comes; another stays as it is.
  ///
  /// - Parameter snapshot: The map as it is; a job that has begun goes on with what it keeps.
  /// - Returns: What is known of it now.
  /// - Throws: ``SimulationError`` `no-such-job`, `not-pausable`; what its process throws.
  @discardableResult
  public func resume(_ id: String, on snapshot: any MapSnapshot) throws -> JobStatus {
    let (job, process) = try pausable(id)
    if job.status.isPaused, let kept = job.kept {
      if job.isKept { try process.keep(.goesOn, ofJob: id) }
      jobs[id]?.work = Work(process: process, inputs: kept.inputs, snapshot: snapshot)
      change(id) { $0.isPaused = false }
      startWaiting()
    }
    guard let status = jobs[id]?.status else { throw Self.unknown(id) }
    return status
  }

  private func pausable(
    _ id: String
  ) throws(SimulationError) -> (job: Job, process: any ResumableProcess) {
    guard let job = jobs[id] else { throw Self.unknown(id) }
    guard !job.status.state.isEnd else {
      throw SimulationError(
        .notPausable, "job \(id) has ended: it is \(job.status.state.rawValue)",
        hint: "execute the process again")
    }
    guard let process = job.kept?.process else {
      throw SimulationError(
        .notPausable, "jobs of the process \(job.status.process) cannot be paused",
        hint: "let it go on, or end it: DELETE /jobs/\(id)")
    }
    return (job, process)
  }

  /// Has the process forget that a dismissed job was to go on.
  func keepDismissed(_ id: String) {
    guard let job = jobs[id], job.isKept else { return }
    // Where that fails, the job comes back when the city is served again.
    try? job.kept?.process.keep(.dismissed, ofJob: id)
    jobs[id]?.kept = nil
  }
}
