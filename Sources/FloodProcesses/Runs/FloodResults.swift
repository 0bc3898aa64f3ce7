import Datasets
package import Flood
import Foundation
package import SimpleFeatures
package import Simulation
import Synchronization

/// The files of a flood run: frames and largest values as GeoTIFFs, readings as CSV.
package final class FloodResults: FrameSink {
  let folder: ResultFolder
  /// The times of frames.
  let clock: RunClock
  private let fields: [(name: String, unit: String)]
  private let envelopes: Numerics.Envelopes
  private let lines: Mutex<FloodReadings>
  private let hasInlets: Bool
  /// Where frames go; `nil` for GeoTIFFs of their own.
  private let frames: FrameFile?

  /// The file to resume from.
  static let state = "run.state"

  /// - Parameter framesInOneFile: Whether frames go into one ``FrameFile`` instead of GeoTIFFs.
  package init(
    of setup: FloodSetup, _ output: FloodScenario.Output, in folder: ResultFolder,
    framesInOneFile: Bool = false
  ) {
    self.folder = folder
    frames = framesInOneFile ? FrameFile(folder: folder.path) : nil
    clock = Self.clock(of: setup, output)
    fields =
      [("depth", "m")]
      + (setup.framesHaveVelocity ? [("velocity-east", "m/s"), ("velocity-north", "m/s")] : [])
    envelopes = setup.numerics.envelopes
    lines = Mutex(FloodReadings(of: setup))
    hasInlets = !setup.inlets.isEmpty
  }

  /// The times of frames.
  static func clock(of setup: FloodSetup, _ output: FloodScenario.Output) -> RunClock {
    RunClock(
      endSeconds: setup.durationSeconds,
      everySeconds: output.everySeconds ?? setup.durationSeconds)
  }

  /// `run.json` of the same run where the folder holds it whole; `nil` where there is still to do.
  ///
  /// - Throws: ``PlainError`` where the folder holds another run.
  package func finishedReport(of fingerprint: String) throws -> String? {
    guard let bytes = folder.read("run.json") else { return nil }
    struct Told: Decodable {
      var state: String
      /// `nil` where nothing has been computed yet.
      var fingerprint: String?
    }
    guard let told = try? JSONDecoder().decode(Told.self, from: Data(bytes)),
      told.fingerprint ?? fingerprint == fingerprint
    else {
      throw PlainError(
        message: "\(folder.path) holds results of another scenario, or files changed since",
        hint: "run it into another folder; only the same run can be resumed")
    }
    guard told.state == FloodReport.State.finished.rawValue else { return nil }
    try folder.check(
      has: names(ofFrames: clock.frameCount) + readings.names + ["balance.json"]
        + largest.map(\.name) + (hasInlets ? [Self.inlets] : []))
    // It goes last, so an interruption may have left it.
    folder.remove(Self.state)
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(_ json: JSONValue, to name: String) throws {
    try folder.write([Array((json.indentedText + "\n").utf8)], to: name)
  }

  // MARK: Readings

  private var readings: FloodReadings { lines.withLock { $0 } }

  /// Goes on with the readings that are there until the time of a saved state.
  func takeReadings(until seconds: Double) {
    lines.withLock { $0.take(until: seconds) { folder.read($0) } }
  }

  /// Begins with what another run has told until the moment that this one begins from.
  func take(_ before: FloodHotStart, until seconds: Double, _ head: FrameHead) throws {
    lines.withLock { lines in
      lines.take(until: seconds) { name in
        FileManager.default.contents(atPath: "\(before.path)/\(name)").map { [UInt8]($0) }
      }
    }
    try writeReadings()
    var reader = try before.frames()
    guard reader.head.fields.map(\.name).starts(with: head.fields.map(\.name)) else {
      throw PlainError(
        message: "the run begins from one whose frames hold no velocities",
        hint: "leave them out: output: {velocity: false}")
    }
    try begin(head, after: 0)
    for index in 0..<clock.frames(until: seconds) {
      var frame = try reader.frame(index)
      frame.fields = Array(frame.fields.prefix(head.fields.count))
      try append(frame)
    }
  }

  func read(_ engine: FloodEngine, at seconds: Double) {
    lines.withLock { $0.add(engine, at: seconds) }
  }

  func writeReadings() throws { try readings.write(to: folder) }

  // MARK: Frames

  /// Sees that all files of what was before are there.
  package func begin(_ head: FrameHead, after frames: Int) throws {
    try folder.check(has: names(ofFrames: frames) + (frames > 0 ? readings.names : []))
    try self.frames?.begin(head, after: frames)
  }

  package func append(_ frame: Frame) throws {
    if let frames { return try frames.append(frame) }
    for (field, grid) in zip(fields, frame.fields) {
      try GridFile.write(
        grid, to: folder.file(name(field.name, at: frame.seconds)), unit: field.unit)
    }
  }

  /// What ends the run stands in `run.json`.
  package func finish(_ summary: JSONValue) throws { try frames?.finish(summary) }

  private func name(_ field: String, at seconds: Double) -> String {
    "\(field)-\(ResultFolder.text(ofSeconds: seconds)).tif"
  }

  private func names(ofFrames count: Int) -> [String] {
    guard frames == nil else { return count > 0 ? [FrameFile.name] : [] }
    return (0..<count).flatMap { index in
      fields.map { name($0.name, at: clock.seconds(ofFrame: index)) }
    }
  }

  // MARK: Largest values

  /// The largest values of the whole run, as far as they are kept.
  private var largest: [(name: String, unit: String, grid: (FloodEngine) -> RasterGrid?)] {
    [("max-depth.tif", "m", { $0.largestDepth() }), ("max-level.tif", "m", Self.highestLevel)]
      + (envelopes.contains(.speed) ? [("max-speed.tif", "m/s", { $0.largestSpeed() })] : [])
      + (envelopes.contains(.hazard) ? [("max-hazard.tif", "m2/s", { $0.largestHazard() })] : [])
      + (envelopes.contains(.arrival) ? [("arrival.tif", "s", { $0.arrival() })] : [])
  }

  func writeLargest(of engine: FloodEngine) throws {
    for (name, unit, grid) in largest {
      guard let grid = grid(engine) else { continue }
      try GridFile.write(grid, to: folder.file(name), unit: unit)
    }
    if hasInlets { try writeInlets(of: engine) }
  }

  /// What storm inlets took, in a file.
  private static let inlets = "inlets.csv"

  private func writeInlets(of engine: FloodEngine) throws {
    let lattice = engine.setup.terrain.lattice
    let rows = zip(engine.setup.inlets, engine.inlets).map { inlet, reading in
      let (row, column) = inlet.cell.quotientAndRemainder(dividingBy: lattice.columns)
      return "\(inlet.id),\(lattice.x(ofColumn: column)),\(lattice.y(ofRow: row)),"
        + "\(inlet.cubicMetresPerSecond),\(String(format: "%.3f", reading.takenCubicMetres))"
    }
    let text = (["id,x,y,capacity_m3s,taken_m3"] + rows).joined(separator: "\n") + "\n"
    try folder.write([Array(text.utf8)], to: Self.inlets)
  }

  private static func highestLevel(_ engine: FloodEngine) -> RasterGrid? {
    guard let depth = engine.largestDepth() else { return nil }
    var level = engine.bed()
    for cell in level.values.indices {
      level.values[cell] = depth.values[cell] > 0 ? level.values[cell] + depth.values[cell] : .nan
    }
    return level
  }
}
