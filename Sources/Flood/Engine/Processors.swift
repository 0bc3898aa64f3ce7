import Foundation

/// The machine's processors.
enum Processors {
  static var count: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
