public import SUMOFiles

extension SignalProgram {
  /// The offset as all files of a plan say it, in seconds: at least 0 and below the cycle.
  ///
  /// The same lights at the same times as with ``offsetSeconds``, which may be any number.
  public var offsetInCycleSeconds: Double {
    guard cycleSeconds > 0, cycleSeconds.isFinite, offsetSeconds.isFinite else {
      return offsetSeconds
    }
    let rest = offsetSeconds.truncatingRemainder(dividingBy: cycleSeconds)
    let offsetSeconds = rest < 0 ? rest + cycleSeconds : rest
    // Rounding may have made a cycle of almost one; and there is no zero below zero.
    return offsetSeconds >= cycleSeconds || offsetSeconds == 0 ? 0 : offsetSeconds
  }
}
