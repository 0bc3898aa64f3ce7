import Catalog
import Flood
package import Foundation
import SimpleFeatures
package import Simulation

/// The frame of a run of a city that another flood begins from (hot start).
package struct FloodOrigin: Sendable {
  /// The run.
  package let run: RunFolder
  /// The index of the frame.
  let frame: Int
  /// The times of the run's frames until then, s.
  let seconds: [Double]
  private let lattice: RasterLattice

  /// The frame of a run at a moment, or before it.
  ///
  /// - Parameters:
  ///   - id: The run's.
  ///   - moment: `nil` for its last frame.
  ///   - runs: The folder of the city's runs.
  /// - Throws: ``ProcessError`` where there is no such run or it has no frame then.
  package init(_ id: String, at moment: Date?, in runs: String) throws {
    run = try RunFolder(id, in: runs)
    guard run.record.process == FloodEngine.id else {
      throw ProcessError(
        "invalid-input", "run \(id) is one of \(run.record.process), which no flood begins from",
        hint: "name a run of the process flood")
    }
    let frames = try run.frames()
    let last = frames.seconds[frames.count - 1]
    if let moment, moment.timeIntervalSince(run.start) > last + 1e-3 {
      throw ProcessError(
        "outside-time", "run \(id) has no values at \(moment.formatted(.iso8601))",
        hint: "it goes from \(run.start.formatted(.iso8601)) to "
          + run.start.addingTimeInterval(last).formatted(.iso8601), status: 404)
    }
    frame = try run.frame(at: moment, of: frames.seconds)
    seconds = Array(frames.seconds.prefix(frame + 1))
    lattice = frames.head.lattice
    guard let before = run.record.from, before.seconds > second else { return }
    throw ProcessError(
      "outside-time", "until \(before.seconds) s run \(id) is that which it begins from",
      hint: "begin from that one: \(before.run)")
  }

  /// The second of the frame.
  var second: Double { seconds[frame] }

  /// What the record of a run that begins from it says.
  var record: RunRecord.Origin { RunRecord.Origin(run: run.record.id, seconds: second) }

  /// The keys of the flood that the run was asked for, as JSON; `nil` where it is not kept.
  var flood: String? { try? CatalogFile.readText(of: "\(run.path)/\(Self.floodFile)") }

  /// The changes of features that it was computed with, as JSON; `nil` where they are not kept.
  var edits: String? { try? CatalogFile.readText(of: "\(run.path)/\(Self.editsFile)") }

  /// The name of the file of those keys.
  static let floodFile = "flood.json"
  /// The name of the file of those changes.
  static let editsFile = "edits.json"

  /// The flood with the time axis of the run.
  ///
  /// - Throws: ``ProcessError`` where the flood has another.
  func placed(_ flood: CityFlood) throws -> CityFlood {
    if let start = flood.start, start != run.start {
      throw ProcessError(
        "invalid-input",
        "the flood starts at \(start.formatted(.iso8601)), the run that it begins from at "
          + "\(run.start.formatted(.iso8601))", hint: "leave `start` out")
    }
    guard flood.durationSeconds > second else {
      throw ProcessError(
        "invalid-input",
        "the flood is over after \(flood.durationSeconds) s, and begins from \(second) s",
        hint: "give it a longer `duration`: it counts from the start of the run")
    }
    let clock = RunClock(
      endSeconds: flood.durationSeconds, everySeconds: CityFloodInputs.frameSeconds(of: flood))
    let own = (0..<clock.frames(until: second)).map { clock.seconds(ofFrame: $0) }
    guard own == seconds else {
      throw ProcessError(
        "invalid-input", "the run that it begins from has frames at other times",
        hint: "keep `output: {every: …}`, or begin from a moment that both have")
    }
    var placed = flood
    placed.start = run.start
    return placed
  }

  /// - Throws: ``ProcessError`` for other cells than those of the run.
  func check(_ cells: RasterLattice) throws {
    guard cells == lattice else {
      throw ProcessError(
        "invalid-input", "the run that it begins from has other cells",
        hint: "keep its area and the size of its cells")
    }
  }
}
