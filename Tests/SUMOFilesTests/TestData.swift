import Foundation
import SUMOFiles
import TestSupport

extension TestData {
  static func network(_ name: String) -> String { path("traffic/resco/\(name)/\(name).net.xml") }
  static func routes(_ name: String) -> String { path("traffic/resco/\(name)/\(name).rou.xml") }

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
