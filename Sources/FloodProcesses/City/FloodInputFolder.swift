import Datasets
import Flood
import Foundation
import SimpleFeatures

/// The folder of a run's inputs: a flood scenario with the files that it names, which `yutu run`
/// runs by itself.
struct FloodInputFolder {
  let path: String
  /// The keys of the scenario in their order, with comments.
  private var lines: [String] = ["model: flood"]

  /// Scenarios that differ in their rain alone.
  var members = 1

  static let scenario = "scenario.yml"

  /// The name of a file of a member, from 0: the first has the plain one.
  static func name(_ file: String, ofMember member: Int) -> String {
    guard member > 0, let point = file.lastIndex(of: ".") else { return file }
    return file[..<point] + "-\(member + 1)" + file[point...]
  }

  /// Makes the folder.
  init(_ path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Adds a line of words that nobody reads but people.
  mutating func comment(_ words: String) { lines.append("# " + words.replacing("\n", with: " ")) }

  /// Adds a key; JSON is YAML too.
  mutating func add(_ key: String, _ value: JSONValue) { lines.append("\(key): \(value.text)") }

  func write(_ grid: RasterGrid, to name: String, unit: String?) throws {
    try GridFile.write(grid, to: "\(path)/\(name)", unit: unit)
  }

  /// Writes features in the CRS of the run.
  func write(_ features: [Feature], to name: String) throws {
    let text = JSONText.features(of: features) { text, feature in
      text.feature(id: feature.id, geometry: feature.geometry, properties: feature.properties)
    }
    try write(text.bytes, to: name)
  }

  /// Writes a table of times and numbers.
  func write(_ series: TimeSeries, unit: String, to name: String) throws {
    let rows = zip(series.seconds, series.values).map { "\($0),\($1)" }
    try write(Array((["s,\(unit)"] + rows).joined(separator: "\n").utf8) + [10], to: name)
  }

  func write(_ lines: [String], to name: String) throws {
    try write(Array(lines.joined(separator: "\n").utf8) + [10], to: name)
  }

  /// Writes the scenario, which makes the folder whole.
  func finish() throws {
    for member in (0..<members).reversed() {
      let own = lines.map { line in
        line.hasPrefix("rain:")
          ? line.replacing("rain.csv", with: Self.name("rain.csv", ofMember: member)) : line
      }
      try write(own, to: Self.name(Self.scenario, ofMember: member))
    }
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Self.write(bytes, to: "\(path)/\(name)")
  }

  /// Writes a file as a whole or not at all.
  static func write(_ bytes: [UInt8], to target: String) throws {
    let part = PartName.make(for: target)
    defer { unsafe _ = unlink(part) }
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: part))
      try PartName.replace(target, with: part)
    } catch {
      throw PlainError(
        message: "\(target) cannot be written: \(error.localizedDescription)",
        hint: "check the folder, its permissions and the disk")
    }
  }
}
