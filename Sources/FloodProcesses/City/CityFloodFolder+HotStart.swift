import Catalog
import Datasets
import Flood
import Foundation
import SimpleFeatures
import Simulation

/// The state of another run that a flood begins from, among its inputs.
extension CityFloodFolder {
  /// The name of its folder there.
  static let hotStart = "hot-start"

  private var hotStart: String { "\(path)/inputs/\(Self.hotStart)" }

  /// Computes the state that the run begins from, unless it is there.
  ///
  /// - Parameters:
  ///   - runs: The folder of the city's runs.
  ///   - progress: Hears which share of the way is done.
  /// - Throws: ``ProcessError`` where the other run has gone; what computing it throws.
  package func prepareHotStart(
    in runs: String, _ stop: CityFloodRun.Stop = CityFloodRun.Stop(),
    _ progress: (Double) -> Void = { _ in }
  ) throws {
    guard let from = record?.from,
      !FileManager.default.fileExists(atPath: "\(hotStart)/\(FloodHotStart.state)")
    else { return }
    let other = CityFloodFolder(try RunFolder(from.run, in: runs).path)
    var reader = try FrameReader("\(other.path)/\(FrameFile.name)")
    guard let frame = reader.seconds.firstIndex(of: from.seconds) else {
      throw ProcessError(
        "outside-time", "run \(from.run) has no frame at \(from.seconds) s any more",
        hint: "make the run again")
    }
    let replay = FloodReplay(folder: other, frame: frame, seconds: from.seconds)
    let run = try replay.run(stop, progress)
    let state = try self.state(continuing: run)
    try FileManager.default.createDirectory(atPath: hotStart, withIntermediateDirectories: true)
    let frames = FrameFile(folder: hotStart)
    try frames.begin(reader.head, after: 0)
    for index in 0...frame { try frames.append(try reader.frame(index)) }
    for name in ["gauges.csv", "storages.csv", "structures.csv"] {
      guard let rows = FileManager.default.contents(atPath: "\(other.path)/\(name)") else {
        continue
      }
      try FloodInputFolder.write(
        FloodReadings.rows(of: [UInt8](rows), until: from.seconds), to: "\(hotStart)/\(name)")
    }
    let origin: JSONValue = [
      "run": .string(from.run), "seconds": .real(from.seconds),
      "steps": .integer(run.progress.steps),
    ]
    try FloodInputFolder.write(
      Array((origin.indentedText + "\n").utf8), to: "\(hotStart)/\(FloodHotStart.origin)")
    try FloodInputFolder.write(state, to: "\(hotStart)/\(FloodHotStart.state)")
  }

  /// The state of this run that goes on from another.
  private func state(continuing other: Simulation.Run<FloodEngine>) throws -> [UInt8] {
    var scenario = try FloodScenario.load(file: scenario)
    scenario.hotStart = nil
    var sources = FloodSources(scenario)
    let setup = try sources.setup()
    return try other.withModel { try FloodEngine(setup, continuing: $0).encoded() }
  }
}
