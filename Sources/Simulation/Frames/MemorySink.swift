public import SimpleFeatures
import Synchronization

/// Keeps frames in memory, for tests and short runs.
public final class MemorySink: FrameSink {
  private struct Content {
    var head: FrameHead?
    var frames: [Frame] = []
    var summary: JSONValue?
  }

  private let content = Mutex(Content())

  /// An empty sink.
  public init() {}

  /// The head; `nil` before the run begins.
  public var head: FrameHead? { content.withLock { $0.head } }
  /// The frames so far.
  public var frames: [Frame] { content.withLock { $0.frames } }
  /// What the run ended with; `nil` before.
  public var summary: JSONValue? { content.withLock { $0.summary } }

  /// Begins anew, or goes on after so many frames.
  public func begin(_ head: FrameHead, after frames: Int) throws {
    try content.withLock { content in
      guard frames <= content.frames.count else {
        throw SimulationError(
          .invalidFrame,
          "the run goes on after frame \(frames), but \(content.frames.count) are kept")
      }
      content.head = head
      content.frames.removeLast(content.frames.count - frames)
      content.summary = nil
    }
  }

  /// Takes the next frame.
  public func append(_ frame: Frame) throws {
    try content.withLock { content in
      guard let head = content.head else {
        throw SimulationError(.invalidFrame, "a frame came before the run began")
      }
      try frame.check(against: head, after: content.frames.last?.seconds)
      content.frames.append(frame)
    }
  }

  /// Keeps the summary.
  public func finish(_ summary: JSONValue) throws { content.withLock { $0.summary = summary } }
}
