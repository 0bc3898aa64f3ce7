import Foundation
import OpenStreetMap
import TestSupport

extension TestData {
  /// The path of a real map.
  static func map(_ name: String) -> String { path("osm/" + name) }
}

/// A file that is there while something reads it.
enum TestFile {
  static func with<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    let url = FileManager.default.temporaryDirectory.appending(path: "yutu-osm-\(UUID())")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  /// All objects of a file with these bytes.
  static func objects(
    _ bytes: [UInt8], _ kinds: OSMKinds = .all, threads: Int = 1
  ) throws -> Objects {
    try with(bytes) { path in
      try Objects(of: try OSMFile(path: path), kinds, threads: threads)
    }
  }

  /// What is wrong with a file of these bytes; `nil` where it reads.
  static func fault(_ bytes: [UInt8]) throws -> OSMError? {
    do {
      _ = try objects(bytes)
      return nil
    } catch let error as OSMError {
      return error
    }
  }
}
