import Foundation
import SimpleFeatures

/// The files that a command writes beside the city.
enum Output {
  /// Refuses to write over what the command reads.
  static func check(_ outputs: [String?], against inputs: [String?]) throws {
    for output in outputs.compactMap({ $0 }) where output != "-" {
      guard let own = identity(output) else { continue }
      for input in inputs.compactMap({ $0 }) where identity(input) == own {
        throw CommandFault(
          message: "\(output) is read by this command and would be overwritten",
          hint: "write to another file")
      }
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
