import Foundation
import SUMOFiles
import SimpleFeatures

/// Real scenarios: `$YUTU_TEST_DATA/traffic/resco`, else `../shared/data` beside the repository.
enum TestData {
  private static let environment = ProcessInfo.processInfo.environment

  static let folder: String =
    (environment["YUTU_TEST_DATA"].flatMap { $0.isEmpty ? nil : $0 }
      ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data")
      .standardized.path) + "/traffic/resco"

  /// On CI a missing folder fails the tests; elsewhere they are skipped.
  static let isExpected: Bool =
    environment["CI"] == "true" || FileManager.default.fileExists(atPath: folder)

  static func network(_ name: String) -> String { "\(folder)/\(name)/\(name).net.xml" }
  static func routes(_ name: String) -> String { "\(folder)/\(name)/\(name).rou.xml" }

  /// A made-up avenue of two junctions, A0 and B0, with turn lanes and crossings.
  static func avenue() throws -> String {
    try String(
      contentsOfFile: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Files/avenue.net.xml").path, encoding: .utf8)
  }

  /// The error that something throws; `nil` where it goes well.
  static func fault<T>(_ body: () throws -> T) -> SUMOError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? SUMOError
    }
  }
}
