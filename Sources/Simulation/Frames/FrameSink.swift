public import SimpleFeatures

/// Where a run gives its frames: memory, a file, the one map.
public protocol FrameSink: Sendable {
  /// Begins with a head, or goes on after so many frames that are there; later ones go.
  ///
  /// - Throws: Where the sink cannot be written, holds fewer frames or those of another run.
  func begin(_ head: FrameHead, after frames: Int) throws

  /// Takes the next frame; its time is later than the one before.
  ///
  /// When it throws, all earlier frames are as they were.
  func append(_ frame: Frame) throws

  /// Ends the run with a summary, such as its balance.
  func finish(_ summary: JSONValue) throws
}

extension Frame {
  /// - Throws: ``SimulationError`` `invalid-frame` where the frame does not fit the head or does
  ///   not come after `last`.
  func check(against head: FrameHead, after last: Double?) throws(SimulationError) {
    guard fields.count == head.fields.count, fields.allSatisfy({ $0.lattice == head.lattice })
    else {
      throw SimulationError(.invalidFrame, "the frame's fields are not those of the run")
    }
    guard seconds.isFinite, last.map({ seconds > $0 }) ?? true else {
      throw SimulationError(
        .invalidFrame,
        "a frame at \(seconds) s cannot follow one at \(last ?? 0) s")
    }
  }
}
