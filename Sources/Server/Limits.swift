import Foundation
import HTTPTypes
package import Simulation

/// How much one client, and all of them together, may ask of the server.
package struct Limits: Sendable {
  /// The longest body of a request, in bytes.
  package var bodyBytes = 1 << 20
  /// The longest path and query of a request, in bytes.
  package var targetBytes = 8 << 10
  /// Request line and headers together, in bytes.
  package var headerBytes = 16 << 10
  /// How many headers a request may have.
  package var headerCount = 100
  /// How long an answer may take to make, in seconds.
  package var requestSeconds = 30.0
  /// How long the head or the body of a request may take to arrive, in seconds.
  package var arrivalSeconds = 10.0
  /// How long an answer may take to leave, in seconds.
  package var answerSeconds = 60.0
  /// How long answers may take to be made and to leave once the server stops, in seconds.
  package var stopSeconds = 30.0
  /// How long a connection may lie idle between two requests, in seconds.
  package var idleSeconds = 60.0
  /// How long a closed connection waits for what the client has still to send, in seconds.
  package var lingerSeconds = 2.0
  /// Requests at work or waiting for a reader at once.
  package var concurrentRequests = 256
  /// Requests of one client at work or waiting at once.
  package var clientRequests = 128
  /// Open connections; beyond them those that have been silent longest are closed.
  package var connections = 5_000
  /// Bodies of requests that are still arriving, together, in bytes.
  package var arrivingBytes = 32 << 20
  /// Large answers that are being made or have not left yet, together, in bytes.
  package var largeAnswerBytes = 64 << 20
  /// Answers up to this size take no room among the large ones, in bytes.
  package var smallAnswerBytes = 16 << 10
  /// How long a client may take in nothing of a large answer while others wait for its room, in
  /// seconds.
  package var stalledSeconds = 5.0
  /// Requests that read many features at once.
  package var readsAtOnce = ProcessInfo.processInfo.activeProcessorCount + 1
  /// Tiles that are built at once.
  package var tilesAtOnce = ProcessInfo.processInfo.activeProcessorCount + 1
  /// Tiles that are kept ready in memory, in bytes.
  package var tileCacheBytes = 64 << 20
  /// Processes that are executed at once while their clients wait, brief ones apart.
  package var executionsAtOnce = 3
  /// Such processes of one client that are at work or wait for their turn.
  package var clientExecutions = 32
  /// Jobs that run, wait and are kept, of all clients and of each.
  package var jobs = JobLimits()
  /// What an input that is given by reference may have, in bytes.
  package var referenceBytes = 8 << 20
  /// Inputs of one request that are given by reference.
  package var references = 16
  /// What the references of one request may have together, in bytes.
  package var referencesBytes = 16 << 20
  /// Requests with references that are read, or executed once they are, at once.
  package var referenceRequestsAtOnce = 3
  /// Clients that listen to events of jobs at once.
  package var eventStreams = 100
  /// How long a client that has closed its side may still wait for its answer, in milliseconds.
  ///
  /// One that has gone closes its side too: nothing tells the two apart.
  package var halfClosedMilliseconds = 50

  /// Whether a request's head promises a larger body than is taken.
  func exceedsBody(_ headers: HTTPFields) -> Bool {
    guard let text = headers[.contentLength] else { return false }
    // What does not fit an integer is larger than anything.
    return Int(text).map { $0 > bodyBytes } ?? true
  }

  /// What of a bound may be one client's: others always find some of it free.
  func share(of bound: Int) -> Int { bound / 2 }

  /// The limits that hold unless somebody asks for others.
  package init() {}
}
