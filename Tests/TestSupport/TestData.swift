package import Foundation

/// Real data: `$YUTU_TEST_DATA`, else `../shared/data` beside the repository.
package enum TestData {
  private static let environment = ProcessInfo.processInfo.environment

  /// The checkout that the tests were built in.
  package static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  package static let folder: String =
    environment["YUTU_TEST_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    ?? repository.appending(path: "../shared/data").standardized.path

  /// The path of a file or folder in it.
  package static func path(_ name: String) -> String { folder + "/" + name }

  /// Whether the data is there, or must be: with `CI=true` a missing folder fails the tests,
  /// elsewhere they are skipped.
  package static let isExpected: Bool =
    environment["CI"] == "true" || FileManager.default.fileExists(atPath: folder)
}
