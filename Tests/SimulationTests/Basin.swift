import Foundation
import SimpleFeatures

@testable import Simulation

/// A basin into which water runs evenly and from which it runs in proportion to what is there:
/// V(t) = q/k + (V0 − q/k) exp(−k t), which each step solves exactly, however long it is.
///
/// It also throws dice, so that a run that is resumed shows whether the dice were saved.
struct Basin: SimulationModel {
  struct Setup: Sendable {
    var volume = 100.0
    var inflow = 2.0
    var rate = 0.01
    /// Seconds of a step at most.
    var longestStep = 7.0
    /// Water that a step makes out of nothing.
    var made = 0.0
    /// When time stands still.
    var stallsAt = Double.infinity
    var seed: UInt64 = 1
    /// Told before each step.
    var beforeStep: (@Sendable (Double) -> Void)?
  }

  static let id = "basin"
  static let version = "3"

  let setup: Setup
  private(set) var seconds = 0.0
  private(set) var volume: Double
  private var gained = 0.0
  private var lost = 0.0
  private var dice: RandomSource

  init(_ setup: Setup) {
    self.setup = setup
    volume = setup.volume
    dice = RandomSource(seed: setup.seed).source(named: "dice")
  }

  init(_ setup: Setup, restoring bytes: [UInt8]) throws {
    self.init(setup)
    var reader = StateReader(bytes)
    seconds = try reader.getDouble()
    volume = try reader.getDouble()
    gained = try reader.getDouble()
    lost = try reader.getDouble()
    dice = try RandomSource(from: &reader)
  }

  func encoded() -> [UInt8] {
    var writer = StateWriter()
    for number in [seconds, volume, gained, lost] { writer.put(number) }
    dice.encode(to: &writer)
    return writer.bytes
  }

  mutating func step(notBeyond end: Double) {
    setup.beforeStep?(seconds)
    guard seconds < setup.stallsAt else { return }
    let target = min(end, seconds + Double.random(in: 0.5...1, using: &dice) * setup.longestStep)
    let span = target - seconds
    let level = setup.inflow / setup.rate
    let after = level + (volume - level) * exp(-setup.rate * span)
    gained += setup.inflow * span
    lost += setup.inflow * span - (after - volume)
    volume = after + setup.made
    seconds = target
  }

  let balanceTolerance = 1e-9
  var balance: BalanceLedger {
    BalanceLedger(
      start: [.init("basin", setup.volume)], now: [.init("basin", volume)],
      gains: [.init("inflow", gained)], losses: [.init("outflow", lost)])
  }

  static let lattice = RasterLattice(
    columns: 2, rows: 1, originX: 0, originY: 0, cellWidth: 1, cellHeight: 1)

  var head: FrameHead {
    FrameHead(
      model: Self.id, version: Self.version, seed: setup.seed, lattice: Self.lattice,
      fields: [FrameField(name: "volume", unit: "m3", resolution: 0.001, zh: "水量", en: "Water")])
  }

  func frame() -> Frame {
    Frame(
      seconds: seconds, fields: [RasterGrid(Self.lattice, values: [Float(volume), .nan])],
      numbers: [("volume", volume)])
  }

  /// What the formula says.
  static func volume(_ setup: Setup, at time: Double) -> Double {
    let level = setup.inflow / setup.rate
    return level + (setup.volume - level) * exp(-setup.rate * time)
  }
}

/// A folder of its own that goes when the test has ended.
final class Folder: Sendable {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent(
        "yutu-simulation-\(UUID().uuidString)"
      ).path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }
}
