import Foundation

/// What a run took, seconds; of a resumed run the processes before included.
struct RunWork {
  /// Wall time from the engine's setup on: steps and files.
  var seconds = 0.0
  /// Wall time of the steps alone.
  var stepSeconds = 0.0
  /// CPU time of the steps alone, all threads together.
  var stepCPUSeconds = 0.0

  /// Does a step and counts what it took.
  mutating func measure(_ step: () throws -> Void) rethrows {
    let (start, startCPU) = (ContinuousClock.now, Self.cpuSeconds)
    try step()
    stepSeconds += start.duration(to: .now) / .seconds(1)
    stepCPUSeconds += Self.cpuSeconds - startCPU
  }

  /// CPU time of this process.
  private static var cpuSeconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
