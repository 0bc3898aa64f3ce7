import Datasets
import Foundation

/// Reads and prepares the records of a file on a thread of its own, a few batches ahead of the one
/// that takes them.
///
/// The records come in the order of the file, so a commit is the same with one core or two.
// Invariant: batches and state are used under the lock alone, source and preparer by the thread
// alone until it has finished.
final class RecordReading: @unchecked Sendable {
  /// Batches that wait at most.
  private static let maximumWaiting = 4
  /// Records of a batch, and bytes after which it is full all the same.
  private static let batchRecords = 256
  private static let batchBytes = 1 << 19

  private enum State {
    case running
    case finished((any Error)?)
    /// Nobody takes records any more.
    case abandoned
  }

  // Guarded by `condition`.
  private let condition = NSCondition()
  private var waiting: [[NormalisedRecord]] = []
  private var state = State.running

  // Used by the thread alone until it has finished.
  private let source: any RecordSource
  private(set) var preparer: RecordNormaliser

  init(_ source: any RecordSource, _ preparer: RecordNormaliser) {
    self.source = source
    self.preparer = preparer
    sourceProblems = source.problems
    let thread = Thread { [self] in run() }
    thread.name = "yutu-reading"
    // Shapes may be nested deeply, and GDAL's drivers are generous with the stack.
    thread.stackSize = 16 << 20
    thread.start()
  }

  /// The next records; `nil` after the last.
  ///
  /// - Throws: What ended the reading.
  func next() throws -> [NormalisedRecord]? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty {
      if case .finished(let error) = state {
        if let error { throw error }
        return nil
      }
      condition.wait()
    }
    condition.broadcast()
    return waiting.removeFirst()
  }

  /// Ends the reading early and waits until the thread has let go of the file.
  func abandon() {
    condition.lock()
    defer { condition.unlock() }
    guard case .running = state else { return }
    state = .abandoned
    waiting = []
    condition.broadcast()
    while case .abandoned = state { condition.wait() }
  }

  /// How much has been read; for after the end.
  var extent: ReadExtent { source.extent }

  /// What was decided about the file; for after the end.
  var remarks: [String] { source.remarks + preparer.remarks }

  /// What is wrong with the file as a whole or with files beside it, known from the start.
  let sourceProblems: [RecordDiagnostic]

  // MARK: The thread

  private func run() {
    var failure: (any Error)?
    do {
      while let batch = try readBatch(), hand(over: batch) {}
    } catch {
      failure = error
    }
    condition.lock()
    state = .finished(failure)
    condition.broadcast()
    condition.unlock()
  }

  private func readBatch() throws -> [NormalisedRecord]? {
    var batch: [NormalisedRecord] = []
    batch.reserveCapacity(Self.batchRecords)
    var bytes = 0
    while batch.count < Self.batchRecords, bytes < Self.batchBytes,
      let record = try source.next()
    {
      batch.append(preparer.prepared(record, source.extent))
      bytes += batch[batch.count - 1].weight
    }
    return batch.isEmpty ? nil : batch
  }

  /// Waits for room and puts the batch there; false where nobody wants it.
  private func hand(over batch: [NormalisedRecord]) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while case .running = state, waiting.count >= Self.maximumWaiting { condition.wait() }
    guard case .running = state else { return false }
    waiting.append(batch)
    condition.broadcast()
    return true
  }
}
