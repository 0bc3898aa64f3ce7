import CEmbedded
import Foundation

/// This program, as it names itself to people and in files.
package enum Program {
  /// What the file VERSION said when it was built.
  package static let version = unsafe String(cString: yutu_version())
    .trimmingCharacters(in: .whitespacesAndNewlines)
}
