import Foundation
import Synchronization

/// A folder of one test's own, removed with all it holds.
final class TestFolder: Sendable {
  let path: String
  private let count = Mutex(0)

  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "yutu-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// The path of a file that no other has.
  func fresh(_ name: String) -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return file(".\(name)-\(number)")
  }

  /// Writes a file and answers its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: file(name)), encoding: .utf8)
  }

  func bytes(_ name: String) throws -> Data { try bytes(at: file(name)) }
  func bytes(at path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// The names of the files in the folder, hidden ones left out.
  var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { !$0.hasPrefix(".") }.sorted()
  }
}
