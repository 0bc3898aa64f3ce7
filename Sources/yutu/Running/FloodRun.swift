import CMalloc
import Catalog
import Flood
import Foundation
import Ingest
import SimpleFeatures
import Simulation

/// One flood run from the first step to the last, with its files.
///
/// Steps end at output times whether a run is broken or not, so a resumed run writes the bytes of
/// an unbroken one.
struct FloodRun {
  private let report: FloodReport
  private let folder: ResultFolder
  private let engine: FloodEngine
  private var setup: FloodSetup { engine.setup }
  private var frames: OutputTimes
  private var readings: OutputTimes
  private var lines: FloodReadings
  /// What the steps took, and all before this process.
  private var counted = RunWork()
  private let start = ContinuousClock.now
  private var lastSaved = ContinuousClock.now
  private var wetCells = 0

  /// Seconds of work after which a state is saved, between outputs and at them.
  private static let (longestUnsaved, shortestUnsaved) = (30.0, 1.0)
  /// Depth from which on a cell counts as wet on the terminal, metres.
  private static let wetMetres: Float = 0.01

  init(_ sources: FloodSources, _ setup: FloodSetup, into folder: ResultFolder) throws {
    self.folder = folder
    engine = try FloodEngine(setup)
    report = FloodReport(sources: sources, setup: engine.setup)
    let output = sources.scenario.output
    frames = OutputTimes(every: output.everySeconds, end: setup.durationSeconds)
    readings = OutputTimes(
      every: output.gaugesEverySeconds ?? output.everySeconds, end: setup.durationSeconds)
    lines = FloodReadings(of: engine.setup)
    giveBackMemory()
  }

  /// `run.json` of the same run where the folder holds it whole; `nil` where there is still to do.
  ///
  /// - Throws: ``CommandFault`` where the folder holds another run.
  func finishedReport() throws -> String? {
    guard let bytes = folder.read("run.json") else { return nil }
    struct Told: Decodable { var state, fingerprint: String }
    guard let told = try? JSONDecoder().decode(Told.self, from: Data(bytes)),
      told.fingerprint == report.sources.fingerprint
    else {
      throw CommandFault(
        message: "\(folder.path) holds results of another scenario, or files changed since",
        hint: "run it into another folder; only the same run can go on")
    }
    guard told.state == FloodReport.State.finished.rawValue else { return nil }
    try folder.check(
      has: frameNames(until: setup.durationSeconds) + lines.names + ["balance.json"]
        + largest.map(\.name))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Goes on from the state that the folder holds; from the beginning where it holds none.
  mutating func resume() throws {
    guard let bytes = folder.read(RunState.name) else { return }
    let state = try RunState(
      bytes, of: folder.file(RunState.name), expecting: report.sources.fingerprint)
    do { try engine.restore(state.engine) } catch {
      throw CommandFault(
        message: "\(folder.file(RunState.name)): \(error.message)",
        hint: "remove the folder of results and run the scenario again")
    }
    try folder.check(has: frameNames(until: engine.seconds) + lines.names)
    counted = state.work
    frames.advance(past: engine.seconds)
    readings.advance(past: engine.seconds)
    lines.take(from: folder, until: engine.seconds)
  }

  /// How far it is, for people.
  struct Progress {
    var seconds, duration: Double
    var wetCells: Int
    var lastStepSeconds: Double
    var cellUpdatesPerSecond: Double
    var relativeError: Double
  }

  /// Runs to the end and answers what `run.json` says.
  ///
  /// - Throws: `CancellationError` within a step once the task is cancelled; the state is saved
  ///   then. Errors of the engine and of files.
  mutating func run(_ progress: (Progress) -> Void) throws -> JSONValue {
    do {
      try tell(.running)
      try writeDueOutputs()
      var lastTold = ContinuousClock.now
      while engine.seconds < setup.durationSeconds {
        try checkCancelled()
        let before = engine.seconds
        let next = min(frames.next ?? .infinity, readings.next ?? .infinity)
        let end = min(next, setup.durationSeconds)
        try counted.measure { [engine] in try engine.step(notBeyond: end) }
        try writeDueOutputs()
        if lastSaved.duration(to: .now) > .seconds(Self.longestUnsaved) { try save() }
        if lastTold.duration(to: .now) > .milliseconds(200) {
          lastTold = .now
          progress(
            Progress(
              seconds: engine.seconds, duration: setup.durationSeconds, wetCells: wetCells,
              lastStepSeconds: engine.seconds - before,
              cellUpdatesPerSecond: Double(engine.cellUpdates) / max(counted.stepSeconds, 1e-9),
              relativeError: engine.water.relativeError))
        }
      }
      try finish()
      let json = try tell(.finished)
      folder.remove(RunState.name)
      return json
    } catch {
      let isStopped = error is CancellationError
      _ = try? tell(isStopped ? .stopped : .failed, isStopped ? nil : "\(error)")
      throw error
    }
  }

  private var work: RunWork {
    var work = counted
    work.seconds += start.duration(to: .now) / .seconds(1)
    return work
  }

  private mutating func checkCancelled() throws {
    guard Task.isCancelled else { return }
    try save()
    throw CancellationError()
  }

  /// Gives back what the C library keeps of memory that files and states took for a while: without,
  /// half as much again as the engine has.
  private func giveBackMemory() { malloc_trim(0) }

  // MARK: Files

  @discardableResult
  private func tell(_ state: FloodReport.State, _ error: String? = nil) throws -> JSONValue {
    let json = report.run(engine, state, work, error: error)
    try folder.write(Array((json.indentedText + "\n").utf8), to: "run.json")
    return json
  }

  /// Writes what is due by now; the state last, since it says what has been written.
  private mutating func writeDueOutputs() throws {
    var isDue = false
    if [readings.next, frames.next].contains(where: { $0.map { $0 <= engine.seconds } ?? false }) {
      try engine.checkBalance()
    }
    while let time = readings.next, time <= engine.seconds {
      lines.add(engine, at: time)
      readings.advance()
      isDue = true
    }
    while let time = frames.next, time <= engine.seconds {
      try writeFrame(at: time)
      frames.advance()
      isDue = true
    }
    let unsaved = lastSaved.duration(to: .now)
    if isDue, engine.seconds == 0 || unsaved > .seconds(Self.shortestUnsaved) { try save() }
    if isDue { giveBackMemory() }
  }

  /// The fields of a frame by the beginnings of their names.
  private var fields: [String] {
    ["depth"] + (setup.framesHaveVelocity ? ["velocity-east", "velocity-north"] : [])
  }

  private func name(_ field: String, at seconds: Double) -> String {
    "\(field)-\(ResultFolder.text(ofSeconds: seconds)).tif"
  }

  /// The files of all frames until a time.
  private func frameNames(until seconds: Double) -> [String] {
    var times = OutputTimes(
      every: report.sources.scenario.output.everySeconds, end: setup.durationSeconds)
    var names: [String] = []
    while let time = times.next, time <= seconds {
      names += fields.map { name($0, at: time) }
      times.advance()
    }
    return names
  }

  private mutating func writeFrame(at seconds: Double) throws {
    let depth = engine.depth()
    wetCells = depth.values.count { $0 >= Self.wetMetres }
    var grids = [(depth, "m")]
    if setup.framesHaveVelocity {
      let velocity = engine.velocity()
      grids += [(velocity.east, "m/s"), (velocity.north, "m/s")]
    }
    for (field, (grid, unit)) in zip(fields, grids) {
      try GridFile.write(grid, to: folder.file(name(field, at: seconds)), unit: unit)
    }
  }

  /// Readings and balance go first: a state never claims more than there is.
  private mutating func save() throws {
    try lines.write(to: folder)
    let balance = FloodReport.balance(engine).indentedText + "\n"
    try folder.write(Array(balance.utf8), to: "balance.json")
    let state = RunState(
      fingerprint: report.sources.fingerprint, work: work, engine: engine.encoded())
    try folder.write(state.head, state.engine, to: RunState.name)
    lastSaved = .now
  }

  private mutating func finish() throws {
    for (name, unit, grid) in largest {
      guard let grid = grid() else { continue }
      try GridFile.write(grid, to: folder.file(name), unit: unit)
    }
    try save()
  }

  /// The largest values of the whole run, as far as they are kept.
  private var largest: [(name: String, unit: String, grid: () -> RasterGrid?)] {
    let kept = setup.numerics.envelopes
    return [("max-depth.tif", "m", engine.largestDepth), ("max-level.tif", "m", highestLevel)]
      + (kept.contains(.speed) ? [("max-speed.tif", "m/s", engine.largestSpeed)] : [])
      + (kept.contains(.hazard) ? [("max-hazard.tif", "m2/s", engine.largestHazard)] : [])
      + (kept.contains(.arrival) ? [("arrival.tif", "s", engine.arrival)] : [])
  }

  private func highestLevel() -> RasterGrid? {
    guard let depth = engine.largestDepth() else { return nil }
    var level = engine.bed()
    for cell in level.values.indices {
      level.values[cell] = depth.values[cell] > 0 ? level.values[cell] + depth.values[cell] : .nan
    }
    return level
  }
}
