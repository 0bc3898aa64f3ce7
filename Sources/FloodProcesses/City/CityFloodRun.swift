import Catalog
import Datasets
import Foundation
package import SimpleFeatures
package import Simulation
import Synchronization

/// A flood of a city that is computed into its folder, from the beginning or from where it was
/// broken off.
package struct CityFloodRun {
  /// Tells runs to end.
  package final class Stop: Sendable {
    private let pause: JobPause?
    private let state = Mutex<(isAsked: Bool, stops: [@Sendable () -> Void])>((false, []))

    /// - Parameter pause: Tells whether they are to go on later.
    init(pause: JobPause? = nil) { self.pause = pause }

    /// How a run stands that it has stopped.
    var end: FloodReport.State { pause?.isAsked == true ? .paused : .stopped }

    /// Whether they are to end and not to go on later.
    var isFinal: Bool { state.withLock { $0.isAsked } && pause?.isAsked != true }

    func ask() {
      state.withLock {
        $0.isAsked = true
        for stop in $0.stops { stop() }
      }
    }

    /// Lets go of the runs.
    func forget() { state.withLock { $0.stops = [] } }

    func listen(_ stop: @escaping @Sendable () -> Void) {
      state.withLock {
        $0.stops.append(stop)
        if $0.isAsked { stop() }
      }
    }
  }

  private let results: FloodResults
  private let run: FloodRun?
  private let stop: Stop
  private let done: JSONValue?

  /// The run of a folder whose inputs are whole.
  ///
  /// - Parameter version: The program's.
  /// - Throws: What reading the inputs throws; ``PlainError`` where another run fills the folder.
  package init(
    _ folder: CityFloodFolder, version: String, _ stop: Stop,
    _ progress: (ProcessProgress) -> Void = { _ in }
  ) throws {
    self.stop = stop
    try Self.prepare(folder, stop, progress)
    var sources = FloodSources(try FloodScenario.load(file: folder.scenario))
    let setup = try sources.setup()
    results = FloodResults(
      of: setup, sources.scenario.output, in: try ResultFolder(folder.path, continues: true),
      framesInOneFile: true)
    if let report = try results.finishedReport(of: sources.fingerprint) {
      done = try JSONValue(parsing: Array(report.utf8))
      run = nil
      return
    }
    done = nil
    let run = try FloodRun(sources, setup, into: results, version: version)
    stop.listen { run.cancel() }
    self.run = run
  }

  /// Computes the state of another run that it begins from; where it is stopped meanwhile, that is
  /// kept.
  private static func prepare(
    _ folder: CityFloodFolder, _ stop: Stop, _ progress: (ProcessProgress) -> Void
  ) throws {
    let hold = try ResultFolder(folder.path, continues: true)
    defer { withExtendedLifetime(hold) {} }
    do {
      try folder.prepareHotStart(in: (folder.path as NSString).deletingLastPathComponent, stop) {
        progress(ProcessProgress(share: 0, details: ["hotStart": .real($0)]))
      }
    } catch {
      let isStopped = (error as? SimulationError)?.code == .cancelled
      try? folder.tell(isStopped ? stop.end : .failed, in: hold)
      throw error
    }
  }

  /// Runs to the end and answers what `run.json` says.
  package func execute(_ progress: (ProcessProgress) -> Void) throws -> JSONValue {
    guard let run else { return done ?? .null }
    return try run.execute(
      stoppedAs: { stop.end },
      { progress(ProcessProgress(share: $0.share, details: $0.json)) })
  }

  /// Does long work on a thread of its own, which hears when its task is cancelled.
  package static func inTask<Value: Sendable>(
    _ body: @escaping @Sendable (Stop) throws -> Value
  ) async throws -> Value {
    let stop = Stop(pause: CurrentJob.pause)
    return try await withTaskCancellationHandler {
      try await onOwnThread(named: "flood", yieldsToOthers: true) {
        // Their folders are free for others once this is over.
        defer { stop.forget() }
        return try body(stop)
      }
    } onCancel: {
      stop.ask()
    }
  }
}
