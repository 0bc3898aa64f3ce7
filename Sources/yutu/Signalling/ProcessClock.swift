import Foundation

/// CPU time of the whole process.
enum ProcessClock {
  /// Seconds.
  static var cpuSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
