import Foundation
import SimpleFeatures

/// The problems of one import, however many: kept in a file without a name until they are written
/// where people look for them.
package final class ProblemSpool {
  package let layer: String
  package let source: String
  private let path: String
  private let handle: FileHandle
  private var text = JSONText(capacity: 1 << 17)
  package private(set) var count = 0
  /// How many have a place on the map.
  package private(set) var placedCount = 0

  /// - Parameters:
  ///   - layer: The layer of the import.
  ///   - source: The file that is imported.
  package init(layer: String, source: String) throws(ImportError) {
    self.layer = layer
    self.source = source
    path = FileManager.default.temporaryDirectory
      .appending(path: "yutu-problems-\(UUID().uuidString).geojsonl").path
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forUpdatingAtPath: path)
    else { throw .unwritableReport(path, "it cannot be made") }
    self.handle = handle
  }

  deinit {
    try? handle.close()
    try? FileManager.default.removeItem(atPath: path)
  }

  package func add(_ problem: Problem) throws(ImportError) {
    count += 1
    placedCount += problem.place == nil ? 0 : 1
    let name = URL(fileURLWithPath: source).lastPathComponent
    let place = problem.place.map { Geometry.point(x: $0.longitude, y: $0.latitude) }
    text.feature(
      id: "\(layer)/\(name)/\(problem.record)/\(problem.rule)/\(count)", geometry: place,
      properties: [
        Property("layer", .text(layer)), Property("source", .text(name)),
        Property("record", .integer(Int64(problem.record))),
        Property("line", problem.position.map { .integer(Int64($0.line)) } ?? .null),
        Property("severity", .text(problem.severity.rawValue)),
        Property("rule", .text(problem.rule)),
        Property("feature", problem.featureID.map { .text($0) } ?? .null),
        Property("message", .text(problem.message)),
        Property("hint", problem.hint.map { .text($0) } ?? .null),
      ])
    text.raw("\n")
    if text.bytes.count > 1 << 16 { try flush() }
  }

  /// The problems as GeoJSON lines: a source of records for another import.
  package func lines() throws -> String {
    try flush()
    return path
  }

  private func flush() throws(ImportError) {
    do {
      try handle.write(contentsOf: text.bytes)
    } catch {
      throw .unwritableReport(path, error.localizedDescription)
    }
    text.removeAll()
  }
}

extension ImportError {
  static func unwritableReport(_ path: String, _ words: String) -> ImportError {
    ImportError(
      .unwritableFile, "the report \(path) cannot be written: \(words)",
      hint: "check the folder, its permissions and the disk")
  }
}
