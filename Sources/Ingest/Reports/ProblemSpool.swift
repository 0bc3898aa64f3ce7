package import Datasets
import Foundation
package import SimpleFeatures

/// The problems of one import, however many: kept in a file without a name until they are written
/// where people look for them.
package final class ProblemSpool {
  package let layer: String
  /// The file that is imported, as the person named it.
  package let name: String
  private let path: String
  private let handle: FileHandle
  private var text = JSONText(capacity: 1 << 17)
  package private(set) var count = 0
  /// The record of the last problem, and how many it has had.
  private var lastRecord = 0
  private var ordinal = 0
  /// How many have a place on the map.
  package private(set) var placedCount = 0

  /// - Parameters:
  ///   - layer: The layer of the import.
  ///   - source: The file that is imported.
  package init(layer: String, source: String) throws(ImportError) {
    self.layer = layer
    name = source
    let place = FileManager.default.temporaryDirectory
      .appending(path: "yutu-problems-\(UUID().uuidString).geojsonl").path
    guard FileManager.default.createFile(atPath: place, contents: nil),
      let handle = FileHandle(forUpdatingAtPath: place)
    else { throw .unwritableReport(place, "it cannot be made") }
    self.handle = handle
    // Without a name it is gone with the process, however that ends.
    try? FileManager.default.removeItem(atPath: place)
    path = "/dev/fd/\(handle.fileDescriptor)"
  }

  deinit { try? handle.close() }

  package func add(_ problem: RecordDiagnostic) throws(ImportError) {
    count += 1
    ordinal = problem.record == lastRecord ? ordinal + 1 : 1
    lastRecord = problem.record
    placedCount += problem.place == nil ? 0 : 1
    let feature = problem.feature(
      id: "\(layer)/\(name)/\(problem.record)/\(ordinal)", layer: layer, source: name)
    text.feature(id: feature.id, geometry: feature.geometry, properties: feature.properties)
    text.raw("\n")
    if text.bytes.count > 1 << 16 { try flush() }
  }

  /// Calls `body` for each problem, as a feature of the layer ``ProblemLayer/id``.
  package func forEachFeature(_ body: (Feature) throws -> Void) throws {
    try flush()
    guard count > 0 else { return }
    let source = try GeoJSONSource(path)
    while let record = try source.next() { try body(try record.feature.get()) }
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
