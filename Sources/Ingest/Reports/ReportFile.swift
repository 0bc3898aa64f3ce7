package import Datasets
import Foundation
import SimpleFeatures

/// The report of an import as a file of its own, with every problem: text, JSON or GeoJSON by the
/// file's ending.
package struct ReportFile {
  private enum Form {
    case text, json, geoJSON, lines
  }

  private let path: String
  private let form: Form
  /// Says an English text in the reader's language.
  private let told: (String) -> String

  /// - Parameters:
  ///   - path: Ends in `.txt`, `.json`, `.geojson` or `.geojsonl`.
  ///   - told: Says an English text in the reader's language, in a file of text.
  package init(
    _ path: String, told: @escaping (String) -> String = { $0 }
  ) throws(ImportError) {
    self.path = path
    self.told = told
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "txt", "log": form = .text
    case "json": form = .json
    case "geojson": form = .geoJSON
    case "geojsonl", "ndjson", "jsonl": form = .lines
    case let other:
      throw ImportError(
        .unknownFormat, "\"\(other)\" is not a format of reports",
        hint: "name the file .txt, .json, .geojson or .geojsonl")
    }
  }

  /// Writes the file anew.
  ///
  /// - Parameter report: The whole report; `nil` where the import failed.
  package func write(_ report: ImportReport?, _ spool: ProblemSpool) throws {
    try publish(commit: report?.commit) { try write(report, spool, to: $0) }
  }

  /// Writes under another name first: what has the name is whole.
  ///
  /// An older file stays until then.
  private func publish(commit: Int?, _ write: (FileHandle) throws -> Void) throws(ImportError) {
    // A link is written through.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let part = PartName.make(for: target)
    defer { unsafe _ = unlink(part) }
    guard FileManager.default.createFile(atPath: part, contents: nil),
      let handle = FileHandle(forWritingAtPath: part)
    else { throw unwritable("it cannot be made", commit: commit) }
    do {
      defer { try? handle.close() }
      try write(handle)
      try PartName.replace(target, with: part)
    } catch {
      throw unwritable(error.localizedDescription, commit: commit)
    }
  }

  /// Refuses a form that places records on a map: cells are reported by their number.
  package func checkTakesRasters() throws(ImportError) {
    guard form == .text || form == .json else {
      throw ImportError(
        .unknownFormat, "the report on a raster has no features, as \(path) would need",
        hint: "name the file .txt or .json")
    }
  }

  /// Writes the file anew.
  package func write(_ report: RasterReport) throws(ImportError) {
    let text =
      form == .json
      ? report.json.text : ([report.summary] + report.lines).map(told).joined(separator: "\n")
    try publish(commit: report.commit) { try $0.write(contentsOf: Data((text + "\n").utf8)) }
  }

  private func unwritable(_ words: String, commit: Int?) -> ImportError {
    var error = ImportError.unwritableReport(path, words)
    if let commit {
      error.message = "commit \(commit) is kept, but " + error.message
    }
    return error
  }

  private func write(
    _ report: ImportReport?, _ spool: ProblemSpool, to handle: FileHandle
  ) throws {
    var text = JSONText(capacity: 1 << 17)
    text.raw(head(report))
    var isFirst = true
    try spool.forEachFeature { feature in
      if !isFirst { text.raw(form == .json || form == .geoJSON ? ",\n" : "\n") }
      isFirst = false
      append(feature, spool.name, to: &text)
      if text.bytes.count > 1 << 16 {
        try handle.write(contentsOf: text.bytes)
        text.removeAll()
      }
    }
    text.raw(foot(isEmpty: isFirst))
    try handle.write(contentsOf: text.bytes)
  }

  private func head(_ report: ImportReport?) -> String {
    switch form {
    case .text: return report.map { told($0.summary) + "\n" } ?? ""
    case .geoJSON: return "{\"type\":\"FeatureCollection\",\"features\":[\n"
    case .lines: return ""
    case .json:
      guard case .object(let entries)? = report?.json else { return "{\"problems\":[\n" }
      let others = JSONValue.object(entries.filter { $0.0 != "problems" }).text
      return others.dropLast() + ",\"problems\":[\n"
    }
  }

  private func foot(isEmpty: Bool) -> String {
    switch form {
    case .json, .geoJSON: "\n]}\n"
    case .text, .lines: isEmpty ? "" : "\n"
    }
  }

  private func append(_ feature: Feature, _ name: String, to text: inout JSONText) {
    switch form {
    case .text: text.raw(RecordDiagnostic(feature).map { $0.line(file: name, told: told) } ?? "")
    case .json: text.raw(RecordDiagnostic(feature).map { $0.json.text } ?? "{}")
    case .geoJSON, .lines:
      text.feature(id: feature.id, geometry: feature.geometry, properties: feature.properties)
    }
  }
}
