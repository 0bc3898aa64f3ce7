import Foundation

/// CPU time of the whole process.
enum ProcessClock {
  /// Seconds.
  static var cpu_s: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
