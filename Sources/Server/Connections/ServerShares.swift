import CityFile

/// What clients share: each has a bound, and of each bound a single client only gets a share.
final class ServerShares: Sendable {
  let limits: Limits
  /// Requests that are being answered.
  let places: ServerLoad
  /// Bodies of requests that are still arriving, in bytes.
  let bodies: FairSemaphore<Client>
  /// Large answers that are being made or have not left yet, in bytes.
  let room: FairSemaphore<Client>
  /// Requests that read many features.
  let reads: FairSemaphore<Client>
  /// Tiles that are being built.
  let builds: FairSemaphore<Client>
  /// Processes that are executed or wait for that while their clients do, brief ones apart.
  let waitingExecutions: FairSemaphore<Client>
  /// Processes that are executed while their clients wait, brief ones apart.
  let executions: FairSemaphore<Client>
  /// Requests with references, which hold what they have read.
  let references: FairSemaphore<Client>
  /// Connections that follow jobs.
  let listeners: FairSemaphore<Client>

  init(_ limits: Limits) {
    self.limits = limits
    places = ServerLoad(limit: limits.concurrentRequests, share: limits.clientRequests)
    bodies = FairSemaphore(
      limit: limits.arrivingBytes, share: limits.share(of: limits.arrivingBytes))
    room = FairSemaphore(
      limit: limits.largeAnswerBytes, share: limits.share(of: limits.largeAnswerBytes))
    reads = FairSemaphore(limit: limits.readsAtOnce, share: limits.readsAtOnce - 1)
    builds = FairSemaphore(limit: limits.tilesAtOnce, share: limits.tilesAtOnce - 1)
    waitingExecutions = FairSemaphore(limit: .max, share: limits.clientExecutions)
    executions = FairSemaphore(
      limit: limits.executionsAtOnce, share: max(1, limits.executionsAtOnce - 1))
    references = FairSemaphore(
      limit: limits.referenceRequestsAtOnce, share: max(1, limits.referenceRequestsAtOnce - 1))
    listeners = FairSemaphore(
      limit: limits.eventStreams, share: limits.share(of: limits.eventStreams))
  }
}
