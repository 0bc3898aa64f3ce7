import Compression
import SimpleFeatures

@testable import Flood
@testable import Simulation

/// What runs leave behind to go on from, and to be looked at; each behind a checksum, which is made
/// to hold.
extension FuzzTarget {
  private static let words: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0, 0, 0, 0, 0x80],
    [0, 0, 0, 0, 0, 0, 0xF8, 0x7F], [0, 0, 0, 0, 0, 0, 0xF0, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF],
    [0, 0, 0x80, 0x7F], [0, 0, 0xC0, 0x7F], [1, 0, 0, 0, 0, 0, 0, 0],
  ]

  static let runState = FuzzTarget("run-state", words: words, samples: runSamples) {
    let owner = RunCheckpoint.Owner(model: "flood", version: "1", fingerprint: "a")
    return { bytes in
      do throws(SimulationError) {
        let checkpoint = try RunCheckpoint(encoded: sealed(bytes), of: owner)
        let again = try RunCheckpoint(encoded: checkpoint.bytes, of: owner)
        return again.bytes == checkpoint.bytes ? nil : "it does not read back"
      } catch {
        return fault(error)
      }
    }
  }

  /// The state of a flood: taken up, it can be asked for all that a run tells, and goes on or says
  /// why not.
  static let floodState = FuzzTarget(
    "flood-state", words: words, longestBytes: 8192, samples: floodSamples
  ) {
    let setup = try floodSetup()
    return { bytes in
      do {
        let engine = try FloodEngine(setup)
        try engine.restore(sealed(bytes))
        _ = engine.frame()
        _ = engine.balance
        _ = engine.largestDepth()
        _ = engine.limit
        guard engine.seconds < 60 else { return nil }
        try engine.step(notBeyond: 61)
        _ = engine.encoded()
        return nil
      } catch {
        return fault(error)
      }
    }
  }

  static func floodSetup() throws -> FloodSetup {
    let lattice = RasterLattice(
      columns: 8, rows: 8, originX: 0, originY: 80, cellWidth: 10, cellHeight: 10, crs: "")
    var terrain = RasterGrid(lattice)
    for row in 0..<8 {
      for column in 0..<8 { terrain[column, row] = Float(column + row) * 0.1 }
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 60)
    setup.numerics.threads = 1
    setup.framesHaveVelocity = true
    setup.initial = .level(0.5)
    setup.inflows = [
      Inflow(id: "pipe", cells: [0], cubicMetresPerSecond: TimeSeries(constant: 0.1))
    ]
    setup.storages = [
      Storage(
        id: "lake",
        table: [
          .init(levelMetres: 0, areaSquareMetres: 500, volumeCubicMetres: 0),
          .init(levelMetres: 4, areaSquareMetres: 500, volumeCubicMetres: 2000),
        ], initialLevelMetres: 1)
    ]
    setup.gates = [
      Gate(id: "sluice", from: .cells([9, 10]), to: .storage(0), widthMetres: 4, sillMetres: 0.2)
    ]
    return setup
  }

  /// A frame of a run after one that stands alone, and the head of a file of frames.
  static let frame = FuzzTarget("frame", words: words, samples: frameSamples) {
    let head = try FloodEngine(try floodSetup()).head
    return { bytes in
      do throws(SimulationError) {
        _ = try FrameHead(encoded: bytes)
      } catch {
        if let fault = fault(error) { return fault }
      }
      do throws(SimulationError) {
        var decoder = try FrameDecoder(head)
        _ = try decoder.decode(bytes)
        _ = try decoder.decode(bytes)
        return nil
      } catch {
        return fault(error)
      }
    }
  }

  @Sendable
  private static func runSamples() throws -> [[UInt8]] {
    let owner = RunCheckpoint.Owner(model: "flood", version: "1", fingerprint: "a")
    let checkpoint = RunCheckpoint(owner, frames: 2, steps: 9, work: RunWork(), state: [1, 2, 3])
    return [checkpoint.bytes.dropLast(4)]
  }

  @Sendable
  private static func floodSamples() throws -> [[UInt8]] {
    let engine = try FloodEngine(try floodSetup())
    let first = engine.encoded()
    try engine.run(until: 10)
    return [first, engine.encoded()].map { $0.dropLast(4) }
  }

  @Sendable
  private static func frameSamples() throws -> [[UInt8]] {
    let engine = try FloodEngine(try floodSetup())
    var encoder = try FrameEncoder(engine.head)
    var samples = [try engine.head.encoded()]
    for seconds in [0.0, 10, 20] {
      try engine.run(until: seconds)
      samples.append(try encoder.encode(engine.frame()))
    }
    return samples
  }

  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var sum = StateWriter()
    sum.put(crc32(bytes[...]))
    return bytes + sum.bytes
  }
}
