import Catalog
import Datasets
import Flood
import Foundation
import SimpleFeatures
import Simulation
import Synchronization

/// The floods of all members of an ensemble of rain, and how probable depths are.
struct CityFloodEnsemble {
  /// The id of its process.
  static let id = "flood-ensemble"
  /// Depths whose probabilities are told, centimetres.
  private static let thresholds = [15, 30, 50]
  /// What it gives, in the order in which people look at it.
  static let layers =
    thresholds.map { RunLayer("probability-\($0)cm", .raster("probability-\($0)cm.tif")) }
    + [RunLayer("worst-depth", .raster("worst-depth.tif"))]

  /// The folder of a member, counted from 1, in that of its ensemble.
  static func folder(ofMember number: Int, in path: String) -> String {
    "\(path)/members/\(number)"
  }

  private let folder: CityFloodFolder
  private let version: String
  private let stop: CityFloodRun.Stop

  /// An ensemble whose inputs are whole.
  ///
  /// - Parameter version: The program's.
  init(_ folder: CityFloodFolder, version: String, _ stop: CityFloodRun.Stop) {
    self.folder = folder
    self.version = version
    self.stop = stop
  }

  /// Runs all members to the end, as many at once as there are cores, and answers what `run.json`
  /// says.
  ///
  /// Members that have ended are not computed again. After each the probabilities are those of the
  /// members so far.
  func execute(_ progress: @escaping @Sendable (ProcessProgress) -> Void) throws -> JSONValue {
    // Nobody else writes, or removes it, as long as it goes on.
    let hold = try ResultFolder(folder.path, continues: true)
    defer { withExtendedLifetime(hold) {} }
    let scenarios = folder.scenarios
    let shared = Mutex(Shared(shares: Array(repeating: 0, count: scenarios.count)))
    inParallel(scenarios.count, threads: ProcessInfo.processInfo.activeProcessorCount) {
      member, _ in
      guard shared.withLock({ $0.error == nil }) else { return }
      do {
        try run(member, scenarios[member], shared, progress)
      } catch {
        shared.withLock { $0.error = $0.error ?? error }
      }
    }
    if let error = shared.withLock({ $0.error }) {
      // One that was stopped does not go on by itself when the city is served again.
      let isStopped = (error as? SimulationError)?.code == .cancelled
      _ = try? tell(isStopped ? stop.end : .failed, scenarios.count)
      throw error
    }
    return try tell(.finished, scenarios.count)
  }

  /// Writes how it ended.
  private func tell(_ state: FloodReport.State, _ members: Int) throws -> JSONValue {
    let report: JSONValue = [
      "state": .string(state.rawValue), "members": .integer(members),
      "thresholds_cm": .array(Self.thresholds.map { .integer($0) }), "version": .string(version),
    ]
    try FloodInputFolder.write(
      Array((report.indentedText + "\n").utf8), to: "\(folder.path)/run.json")
    return report
  }

  /// What the threads share.
  private struct Shared {
    /// How far each member is.
    var shares: [Double]
    var error: (any Error)?
    var worst: RasterGrid?
    /// Members that were deeper, for each threshold and cell.
    var counts: [[Float]] = []
    var ended = 0

    init(shares: [Double]) { self.shares = shares }

    var progress: ProcessProgress {
      ProcessProgress(
        share: shares.reduce(0, +) / Double(shares.count),
        details: ["members": .integer(ended), "of": .integer(shares.count)])
    }
  }

  private func run(
    _ member: Int, _ scenario: String, _ shared: borrowing Mutex<Shared>,
    _ progress: @escaping @Sendable (ProcessProgress) -> Void
  ) throws {
    let path = Self.folder(ofMember: member + 1, in: folder.path)
    try computed(scenario, path) { share in
      progress(
        shared.withLock {
          $0.shares[member] = share
          return $0.progress
        })
    }
    let deepest = try GridFile.read("\(path)/max-depth.tif").grid
    let all = try shared.withLock {
      $0.shares[member] = 1
      try add(deepest, to: &$0)
      return $0.progress
    }
    progress(all)
  }

  /// Computes a member, unless it has ended before.
  private func computed(
    _ scenario: String, _ path: String, _ progress: (Double) -> Void
  ) throws {
    var read = try FloodScenario.load(file: scenario)
    // Members share the cores: each has one.
    read.numerics.threads = 1
    read.output.hasVelocity = false
    read.output.envelopes = []
    var sources = FloodSources(read)
    let setup = try sources.setup()
    let results = FloodResults(
      of: setup, sources.scenario.output, in: try ResultFolder(path, continues: true),
      framesInOneFile: true)
    guard try results.finishedReport(of: sources.fingerprint) == nil else { return }
    let run = try FloodRun(sources, setup, into: results, version: version)
    stop.listen { run.cancel() }
    _ = try run.execute { progress($0.share) }
  }

  /// Counts a member, and writes what is known of all so far.
  private func add(_ deepest: RasterGrid, to shared: inout Shared) throws {
    if shared.counts.isEmpty {
      shared.counts = Self.thresholds.map { _ in
        deepest.values.map { $0.isNaN ? .nan : 0 }
      }
    }
    var worst = shared.worst ?? deepest
    for (cell, depth) in deepest.values.enumerated() where depth > worst.values[cell] {
      worst.values[cell] = depth
    }
    shared.worst = worst
    shared.ended += 1
    for (index, threshold) in Self.thresholds.enumerated() {
      for (cell, depth) in deepest.values.enumerated() where depth * 100 > Float(threshold) {
        shared.counts[index][cell] += 1
      }
      // Never probable is no value, as dry is no depth.
      let share = shared.counts[index].map { $0 == 0 ? .nan : 100 * $0 / Float(shared.ended) }
      try GridFile.write(
        RasterGrid(deepest.lattice, values: share),
        to: "\(folder.path)/probability-\(threshold)cm.tif", unit: "%")
    }
    let shown = worst.values.map { $0 > 0 ? $0 : .nan }
    try GridFile.write(
      RasterGrid(worst.lattice, values: shown), to: "\(folder.path)/worst-depth.tif", unit: "m")
  }
}
