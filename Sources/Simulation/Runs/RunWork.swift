import Foundation

/// What a run took, seconds; of a resumed run the processes before included.
public struct RunWork: Sendable, Equatable {
  /// Wall time since the run was made: steps and outputs.
  public var seconds = 0.0
  /// Wall time of the steps alone.
  public var stepSeconds = 0.0
  /// CPU time of the process during the steps, all threads together.
  public var stepCPUSeconds = 0.0

  /// Nothing yet.
  public init() {}

  /// Does a step and counts what it took.
  mutating func measure<Result>(_ step: () throws -> Result) rethrows -> Result {
    let (start, startCPU) = (ContinuousClock.now, Self.cpuSeconds)
    let result = try step()
    stepSeconds += start.duration(to: .now) / .seconds(1)
    stepCPUSeconds += Self.cpuSeconds - startCPU
    return result
  }

  /// CPU time of this process.
  private static var cpuSeconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
