import Foundation

/// CPU time of the whole process.
package enum ProcessClock {
  /// Seconds.
  package static var cpuSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
