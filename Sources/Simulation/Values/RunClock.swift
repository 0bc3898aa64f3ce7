/// The times at which a run gives frames or readings: k times an interval, and its end.
///
/// Each is one product, so that no error adds up and a resumed run meets the same times bit for
/// bit.
public struct RunClock: Sendable, Equatable {
  /// When the run ends, in seconds.
  public let endSeconds: Double
  /// From one frame to the next, in seconds.
  public let everySeconds: Double
  /// How many frames there are, that of time 0 included.
  public let frameCount: Int

  /// The times 0, `every`, 2 `every` … and `end`.
  ///
  /// - Precondition: Both are positive and finite, and fewer frames than a number counts exactly.
  public init(endSeconds: Double, everySeconds: Double) {
    precondition(endSeconds > 0 && everySeconds > 0 && endSeconds.isFinite)
    precondition(endSeconds / everySeconds < 0x1p52, "frames are too many")
    self.endSeconds = endSeconds
    self.everySeconds = everySeconds
    var whole = Int(endSeconds / everySeconds)
    while Double(whole) * everySeconds >= endSeconds { whole -= 1 }
    frameCount = whole + 2
  }

  /// How many frames there are until a time, and at it.
  public func frames(until seconds: Double) -> Int {
    guard seconds >= 0 else { return 0 }
    var count = Int(min(seconds, endSeconds) / everySeconds) + 2
    while self.seconds(ofFrame: count - 1) > seconds { count -= 1 }
    return min(count, frameCount)
  }

  /// The time of a frame, from 0 on; frames after the last are at the end.
  public func seconds(ofFrame index: Int) -> Double {
    index >= frameCount - 1 ? endSeconds : Double(index) * everySeconds
  }
}
