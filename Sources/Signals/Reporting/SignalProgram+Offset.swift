public import SUMOFiles

extension SignalProgram {
  /// The offset as all files of a plan say it, in seconds: at least 0 and below the cycle.
  ///
  /// The same lights at the same times as with ``offset_s``, which may be any number.
  public var offsetInCycle_s: Double {
    guard cycle_s > 0, cycle_s.isFinite, offset_s.isFinite else { return offset_s }
    let rest = offset_s.truncatingRemainder(dividingBy: cycle_s)
    let offset_s = rest < 0 ? rest + cycle_s : rest
    // Rounding may have made a cycle of almost one; and there is no zero below zero.
    return offset_s >= cycle_s || offset_s == 0 ? 0 : offset_s
  }
}
