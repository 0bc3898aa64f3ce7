import CMalloc
package import Flood
import Foundation
package import SimpleFeatures
package import Simulation

/// One flood run from the first step to the last, with its files.
package struct FloodRun {
  private let report: FloodReport
  private let results: FloodResults
  private let run: Simulation.Run<FloodEngine>

  /// Saved at most once in 30 s between outputs, once in a second at them.
  private static let options = RunOptions(
    saveEvery: .seconds(30), saveAtOutputsAfter: .seconds(1), tellEvery: .milliseconds(200))

  /// A run that goes on from the state among the results, or from the beginning where none is.
  ///
  /// - Parameter version: The program's, for `run.json`.
  package init(
    _ sources: FloodSources, _ setup: FloodSetup, into results: FloodResults, version: String
  ) throws {
    self.results = results
    let saved = results.folder.read(FloodResults.state)
    do {
      run = try Self.begun(sources, setup, results.clock, from: saved)
    } catch let error as SimulationError {
      throw PlainError(
        message: "\(results.folder.file(FloodResults.state)): \(error.message)",
        hint: "run it into another folder, or remove this one and run it again")
    }
    report = FloodReport(
      sources: sources, setup: run.withModel { $0.setup }, version: version)
    let progress = run.progress
    if saved == nil, let before = sources.hotStart {
      try results.take(before, until: progress.seconds, run.withModel { $0.head })
    } else if progress.frames > 0 {
      results.takeReadings(until: progress.seconds)
    }
    giveBackMemory()
  }

  /// The run of a setup from what it saved, from the state of another or from the beginning.
  ///
  /// - Parameter clock: The times of its frames.
  static func begun(
    _ sources: FloodSources, _ setup: FloodSetup, _ clock: RunClock, from saved: [UInt8]?
  ) throws -> Simulation.Run<FloodEngine> {
    let before = saved == nil ? sources.hotStart : nil
    return try Simulation.Run(
      setup, clock: clock, readingsEverySeconds: sources.scenario.output.gaugesEverySeconds,
      fingerprint: sources.fingerprint, resuming: saved,
      startingFrom: before.map { (state: try $0.state(), steps: try $0.steps()) })
  }

  /// Runs to the end and answers what `run.json` says.
  ///
  /// - Parameters:
  ///   - stoppedAs: How it stands where it was told to end.
  ///   - progress: Is told how far it is.
  /// - Throws: `SimulationError` `cancelled` within a step once the task is cancelled; the state is
  ///   saved then. Errors of the engine and of files.
  package func execute(
    stoppedAs: () -> FloodReport.State = { .stopped }, _ progress: (RunProgress) -> Void
  ) throws -> JSONValue {
    do {
      try tell(.running)
      try run.execute(
        into: results, options: Self.options,
        reading: { [results] time in run.withModel { results.read($0, at: time) } },
        saving: save, progress: progress)
      try run.withModel { [results] in try results.writeLargest(of: $0) }
      let json = try tell(.finished)
      results.folder.remove(FloodResults.state)
      return json
    } catch {
      let isStopped = run.state == .cancelled
      if isStopped { try? run.withModel { [results] in try results.writeLargest(of: $0) } }
      _ = try? tell(isStopped ? stoppedAs() : .failed, isStopped ? nil : "\(error)")
      throw error
    }
  }

  @discardableResult
  private func tell(_ state: FloodReport.State, _ error: String? = nil) throws -> JSONValue {
    let json = run.withModel { [report, work = run.progress.work] in
      report.run($0, state, work, error: error)
    }
    try results.write(json, to: "run.json")
    return json
  }

  /// Readings and balance go first: a state never claims more than there is.
  private func save(_ checkpoint: RunCheckpoint) throws {
    try results.writeReadings()
    try results.write(run.withModel { FloodReport.balance($0) }, to: "balance.json")
    try tell(.running)
    try results.folder.write(checkpoint.pieces, to: FloodResults.state)
    giveBackMemory()
  }

  /// Ends the run within one step; its state is saved.
  package func cancel() { run.cancel() }

  /// How far it is, how wide the flood, how fast the work and how exact the balance, for people.
  package func line(_ progress: RunProgress) -> String {
    let perSecond =
      Double(run.withModel { $0.cellUpdates }) / max(progress.work.stepSeconds, 1e-9)
    return "\(Self.clock(progress.seconds)) of \(Self.clock(run.clock.endSeconds)) "
      + "(\(Int(100 * progress.share)) %), \(run.withModel { $0.cells(deeperThan: 0.01) }) cells "
      + "above 1 cm, "
      + "step \(Self.short(progress.lastStepSeconds)) s, "
      + "\((perSecond / 1e5).rounded() / 10) M cell updates/s, "
      + "balance \(Self.short(progress.relativeBalanceError))"
  }

  private static func short(_ number: Double) -> String { String(format: "%.2g", number) }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }

  /// Gives back what the C library keeps of memory that files and states took for a while: without,
  /// half as much again as the engine has.
  private func giveBackMemory() { malloc_trim(0) }
}
