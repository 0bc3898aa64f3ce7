import Catalog
package import FeatureStore
import Foundation
import SimpleFeatures

/// Writes a layer to a file, as GeoJSON or as GeoJSON lines by the file's ending.
package struct Exporter {
  private let layer: String
  private let path: String
  private let framing: GeoJSONFraming
  /// Bytes that are gathered before they are written.
  private static let bufferBytes = 1 << 18

  /// - Parameter path: Ends in `.geojson` or `.json`, or for lines in `.geojsonl`, `.geojsons`,
  ///   `.ndjson` or `.jsonl`; `-` is standard output, as lines.
  package init(layer: String, path: String) throws {
    self.layer = layer
    self.path = path
    switch path == "-" ? "-" : URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "geojson", "json": framing = .collection
    case "-", "geojsonl", "geojsons", "geojsonseq", "ndjson", "jsonl": framing = .lines
    case let other:
      throw ImportError(
        .unknownFormat, "\"\(other)\" is not a format that export writes",
        hint: "name the file .geojson, or .geojsonl for one feature a line")
    }
  }

  /// Writes every feature; the file appears under its name only when it is whole.
  ///
  /// - Returns: The number of features.
  package func run(
    from store: SpatiaLiteStore, seenFrom viewpoint: Viewpoint = .latest,
    progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    guard path != "-" else {
      return try store.readNow(viewpoint) { try write($0, to: .standardOutput, progress) }
    }
    let partial = path + ".part"
    guard FileManager.default.createFile(atPath: partial, contents: nil),
      let handle = FileHandle(forWritingAtPath: partial)
    else {
      throw ImportError(
        .unwritableFile, "\(path) cannot be written", hint: "check the folder and its permissions")
    }
    do {
      let count = try store.readNow(viewpoint) { try write($0, to: handle, progress) }
      try handle.close()
      try moveIntoPlace(partial)
      return count
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      throw error
    }
  }

  /// Renames, which replaces an older file in one step.
  private func moveIntoPlace(_ partial: String) throws {
    guard unsafe rename(partial, path) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw ImportError(
        .unwritableFile, "\(path) cannot be replaced: \(reason)",
        hint: "check that it is a file and who may write it")
    }
  }

  private func write(
    _ snapshot: any FeatureSnapshot, to handle: FileHandle, _ progress: (Int) -> Void
  ) throws -> Int {
    let marks = framing.marks
    var count = 0
    var text = JSONText(capacity: Exporter.bufferBytes * 2)
    text.raw(marks.open)
    let layer = try snapshot.layer(layer)
    try snapshot.forEachFeature(of: layer) { row in
      if count > 0 { text.raw(marks.between) }
      let feature = try row.feature()
      text.feature(
        id: feature.id, geometry: feature.geometry,
        properties: zip(layer.definition.fields, feature.values).map { Property($0.name, $1) })
      count += 1
      if text.bytes.count >= Exporter.bufferBytes {
        try handle.write(contentsOf: text.bytes)
        text.removeAll()
        progress(count)
      }
    }
    if count > 0 || framing == .collection { text.raw(marks.close) }
    try handle.write(contentsOf: text.bytes)
    return count
  }
}
