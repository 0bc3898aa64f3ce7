import Catalog
import Datasets
import Flood
import Foundation
import SimpleFeatures
import Simulation

/// Computes a run again until one of its frames: what it computes once it computes always.
struct FloodReplay {
  /// The run's folder.
  let folder: CityFloodFolder
  /// The frame.
  let frame: Int
  /// Its time, s.
  let seconds: Double

  private struct Reached: Error {}

  /// Ends a run at a time.
  private struct End: FrameSink {
    let seconds: Double
    func begin(_ head: FrameHead, after frames: Int) {}
    func append(_ frame: Frame) throws { if frame.seconds >= seconds { throw Reached() } }
    func finish(_ summary: JSONValue) {}
  }

  /// The run as it was at the frame: from what it saved last, where that is not later.
  ///
  /// - Parameter progress: Hears which share of the way is done.
  /// - Throws: `SimulationError` `cancelled`; ``PlainError`` where the frames that are kept were
  ///   computed otherwise.
  func run(
    _ stop: CityFloodRun.Stop, _ progress: (Double) -> Void
  ) throws -> Simulation.Run<FloodEngine> {
    var sources = FloodSources(try FloodScenario.load(file: folder.scenario))
    let setup = try sources.setup()
    let clock = FloodResults.clock(of: setup, sources.scenario.output)
    var found: Simulation.Run<FloodEngine>?
    if let saved = FileManager.default.contents(atPath: "\(folder.path)/\(FloodResults.state)") {
      found = try? FloodRun.begun(sources, setup, clock, from: [UInt8](saved))
    }
    if let later = found?.progress.seconds, later > seconds { found = nil }
    let run = try found ?? FloodRun.begun(sources, setup, clock, from: nil)
    stop.listen { run.cancel() }
    if run.progress.seconds < seconds {
      do {
        // Nobody resumes it.
        let never = RunOptions(saveEvery: .seconds(1e9), saveAtOutputsAfter: .seconds(1e9))
        try run.execute(
          into: End(seconds: seconds), options: never,
          progress: { progress($0.seconds / seconds) })
      } catch is Reached {
        // There it is.
      }
    }
    try check(run)
    return run
  }

  private func check(_ run: Simulation.Run<FloodEngine>) throws {
    var reader = try FrameReader("\(folder.path)/\(FrameFile.name)")
    let kept = try reader.frame(frame, fieldCount: 1).fields[0]
    let resolution = Float(reader.head.fields[0].resolution)
    let found = run.withModel { ($0.seconds, $0.depth()) }
    let isSame =
      found.0 == seconds
      && zip(kept.values, found.1.values).allSatisfy {
        $0.isNaN == $1.isNaN && !(abs($0 - $1) > resolution)
      }
    guard !isSame else { return }
    throw PlainError(
      message: "\(folder.path) holds other frames than its inputs give now",
      hint: "it was computed by another version: run it again, and begin from that")
  }
}
