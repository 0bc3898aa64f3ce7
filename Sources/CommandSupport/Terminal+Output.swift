// C's stdout is a variable, which Swift takes to be shared without care; nobody sets it.
@unsafe @preconcurrency import Foundation
import SimpleFeatures

extension Terminal {
  /// Sends what was printed on its way.
  ///
  /// - Throws: ``PlainError`` where standard output could not take all of it.
  package static func flushOutput() throws {
    guard unsafe fflush(stdout) != 0 || ferror(stdout) != 0 else { return }
    throw PlainError(
      message: "standard output cannot be written: \(unsafe String(cString: strerror(errno)))",
      hint: "the output is incomplete: see that its disk has room, then repeat")
  }
}
