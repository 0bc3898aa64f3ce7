import Foundation
import SimpleFeatures

/// The files that a command writes beside the city.
package enum OutputPaths {
  /// Refuses to write over what the command reads.
  package static func check(_ outputs: [String?], against inputs: [String?]) throws {
    for output in outputs.compactMap({ $0 }) where output != "-" {
      guard let own = identity(output) else { continue }
      for input in inputs.compactMap({ $0 }) where identity(input) == own {
        throw PlainError(
          message: "\(output) is read by this command and would be overwritten",
          hint: "write to another file")
      }
    }
  }

  /// Finds out whether files can be written, before work begins whose result would be lost.
  ///
  /// Nothing is written.
  package static func tryPaths(_ paths: [String?]) throws {
    for path in paths.compactMap({ $0 }) {
      guard let obstacle = obstacle(path) else { continue }
      throw PlainError(
        message: "\(path) cannot be written: \(obstacle)", hint: "name another file or folder")
    }
  }

  /// Why a file cannot be written; `nil` where nothing is known to be in the way.
  package static func obstacle(_ path: String) -> String? {
    guard !path.isEmpty else { return "its name is empty" }
    // A link is written through.
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if ResourcePaths.isFolder(real) { return "it is a folder" }
    if FileManager.default.fileExists(atPath: real) {
      return unsafe access(real, W_OK) == 0 ? nil : reason()
    }
    if path.hasSuffix("/") { return "that is the name of a folder" }
    let folder = URL(fileURLWithPath: real).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      return "there is no folder \(folder)"
    }
    guard ResourcePaths.isFolder(folder) else { return "\(folder) is no folder" }
    return unsafe access(folder, W_OK | X_OK) == 0 ? nil : "folder \(folder): \(reason())"
  }

  /// What the last call of the system complained of.
  private static func reason() -> String {
    switch errno {
    case EACCES, EPERM: "you have no permission to write there"
    case EROFS: "it can only be read from there"
    default: "the system refuses"
    }
  }

  /// Device and number of a file; `nil` where there is none.
  private static func identity(_ path: String) -> [Int]? {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: real),
      let device = attributes[.systemNumber] as? Int,
      let number = attributes[.systemFileNumber] as? Int
    else { return nil }
    return [device, number]
  }
}
