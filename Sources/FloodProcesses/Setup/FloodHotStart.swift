import Datasets
import Foundation
import SimpleFeatures
import Simulation

/// The folder of the state of another run that one begins from, and of what was told until then.
struct FloodHotStart {
  let path: String

  /// The state of the engine; written last.
  static let state = "state"

  /// The bytes of the state.
  func state() throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: "\(path)/\(Self.state)") else {
      throw PlainError(
        message: "\(path) holds no state to begin from", hint: "make the run again")
    }
    return [UInt8](bytes)
  }

  /// The steps until then.
  func steps() throws -> Int {
    let told = FileManager.default.contents(atPath: "\(path)/\(Self.origin)")
    return try told.map { try JSONValue(parsing: Array($0))["steps"]?.wholeNumber ?? 0 } ?? 0
  }

  /// The name of the file that tells where it comes from.
  static let origin = "origin.json"

  /// The frames until then.
  func frames() throws -> FrameReader { try FrameReader("\(path)/\(FrameFile.name)") }
}

extension FloodSources {
  /// Notes the folder that the run begins from.
  mutating func openHotStart() throws {
    guard let said = scenario.hotStart else { return }
    hotStart = FloodHotStart(path: try open(said))
  }
}
