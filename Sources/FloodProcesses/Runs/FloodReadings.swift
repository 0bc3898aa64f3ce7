import Flood
import Foundation

/// What gauges, storages, gates and pumps read over time, each kind as the lines of a CSV file.
struct FloodReadings: Sendable {
  private var gauges = ReadingLines("gauges.csv", "id,time_s,depth_m,level_m,u_ms,v_ms")
  private var storages = ReadingLines("storages.csv", "id,time_s,level_m,volume_m3")
  private var structures = ReadingLines("structures.csv", "id,kind,time_s,flow_m3s,passed_m3")
  private let files: [any WritableKeyPath<FloodReadings, ReadingLines> & Sendable]

  init(of setup: FloodSetup) {
    var files: [any WritableKeyPath<FloodReadings, ReadingLines> & Sendable] = [\.gauges]
    if !setup.storages.isEmpty { files.append(\.storages) }
    if !setup.gates.isEmpty || !setup.pumps.isEmpty { files.append(\.structures) }
    self.files = files
  }

  /// The names of its files.
  var names: [String] { files.map { self[keyPath: $0].name } }

  /// Adds what is read now.
  mutating func add(_ engine: FloodEngine, at seconds: Double) {
    let time = ResultFolder.text(ofSeconds: seconds)
    for gauge in engine.setup.gauges {
      let reading = engine.reading(at: gauge)
      gauges.add(
        [gauge.id, time],
        [
          reading?.depthMetres, reading?.levelMetres, reading?.eastwards, reading?.northwards,
        ])
    }
    for storage in engine.storages {
      storages.add([storage.id, time], [storage.levelMetres, storage.volumeCubicMetres])
    }
    for one in engine.structures {
      structures.add(
        [one.id, one.kind.rawValue, time], [one.cubicMetresPerSecond, one.passedCubicMetres])
    }
  }

  /// Takes up what the files of a broken run say until a time, which an unbroken one has then.
  ///
  /// - Parameter read: Gives the bytes of a file; `nil` where there is none.
  mutating func take(until seconds: Double, _ read: (String) -> [UInt8]?) {
    for file in files {
      let name = self[keyPath: file].name
      self[keyPath: file].take(
        String(decoding: read(name) ?? [], as: UTF8.self), until: seconds)
    }
  }

  /// The rows of a file until a time.
  static func rows(of file: [UInt8], until seconds: Double) -> [UInt8] {
    let text = String(decoding: file, as: UTF8.self)
    var lines = ReadingLines("", String(text.prefix { $0 != "\n" }))
    lines.take(text, until: seconds)
    return Array(lines.text.utf8)
  }

  func write(to folder: ResultFolder) throws {
    for file in files {
      let lines = self[keyPath: file]
      try folder.write([Array(lines.text.utf8)], to: lines.name)
    }
  }
}

/// The lines of one CSV file whose rows are told at growing times.
private struct ReadingLines {
  let name: String
  private let header: [Substring]
  private(set) var text: String

  init(_ name: String, _ header: String) {
    self.name = name
    self.header = header.split(separator: ",")
    text = header + "\n"
  }

  /// - Parameter numbers: `nil` for what reads nothing, such as a gauge on a wall.
  mutating func add(_ words: [String], _ numbers: [Double?]) {
    text += (words + numbers.map { $0.map(Self.decimals) ?? "" }).joined(separator: ",") + "\n"
  }

  mutating func take(_ file: String, until seconds: Double) {
    guard let column = header.firstIndex(of: "time_s") else { return }
    for line in file.split(separator: "\n").dropFirst() {
      let words = line.split(separator: ",", omittingEmptySubsequences: false)
      guard words.count == header.count, let time = Double(words[column]), time <= seconds else {
        continue
      }
      text += line + "\n"
    }
  }

  /// Micrometres are finer than any gauge.
  private static func decimals(_ number: Double) -> String {
    let text = String(format: "%.6f", number)
    return text == "-0.000000" ? "0.000000" : text
  }
}
