import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import Simulation

@Suite("Frames are kept in few bytes and come back as they were")
struct FrameCodecTests {
  private static let fields = [
    FrameField(
      name: "depth", unit: "m", resolution: 0.001, zh: "水深", en: "Depth", isAboveGround: true),
    FrameField(name: "u", unit: "m/s", resolution: 0.01, zh: "东向流速", en: "Eastward velocity"),
    FrameField(name: "v", unit: "m/s", resolution: 0.01, zh: "北向流速", en: "Northward velocity"),
  ]

  private func head(_ ground: RasterGrid, fields: Int = 3, keepsGround: Bool = true) -> FrameHead {
    FrameHead(
      model: "flood", version: "1", lattice: ground.lattice,
      fields: Array(Self.fields.prefix(fields)), ground: keepsGround ? ground : nil)
  }

  /// Whether a raster is another rounded to a resolution, and no value more or less.
  private func isRounded(_ kept: RasterGrid, _ grid: RasterGrid, _ resolution: Double) -> Bool {
    zip(kept.values, grid.values).allSatisfy { kept, value in
      if value.isNaN { return kept.isNaN }
      let slack = resolution / 2 + Double(abs(value).ulp)
      return abs(Double(kept) - Double(value)) <= slack
    }
  }

  @Test(
    "A flood in a real valley takes 1.5 bytes a wet cell, 3.5 with velocities",
    .enabled(if: TestData.isExpected, "needs the test data folder"))
  func size() throws {
    let valley = try TestData.valley(columns: 60..<360, rows: 950..<1200)
    let source = (0..<20).compactMap { k -> Int? in
      let cell = valley.lattice.cell(x: 232_625 + Double(k) * 10, y: 830_500 - Double(k) * 10)
      return cell.map { $0.row * valley.columns + $0.column }
    }
    #expect(source.count == 20)
    var flood = SmallFlood(valley, source: source)
    var all = try FrameEncoder(head(valley))
    var depths = try FrameEncoder(head(valley, fields: 1))
    var decoder = try FrameDecoder(head(valley))
    var (wet, bytes, depthBytes) = (0, 0, 0)
    for minute in 1...12 {
      flood.advance(to: Double(minute) * 120, inflow: 3000)
      let fields = flood.fields
      let coded = try all.encode(Frame(seconds: Double(minute), fields: fields))
      let back = try decoder.decode(coded)
      for (i, field) in Self.fields.enumerated() {
        #expect(isRounded(back.fields[i], fields[i], field.resolution))
      }
      wet += fields[0].values.count { $0 >= 0.0005 }
      bytes += coded.count
      depthBytes += try depths.encode(Frame(seconds: Double(minute), fields: [fields[0]])).count
    }
    let (depthShare, share) = (Double(depthBytes) / Double(wet), Double(bytes) / Double(wet))
    #expect(wet > 100_000, "\(wet) wet cells")
    #expect(depthShare <= 1.5, "\(depthShare) bytes a wet cell for depth")
    #expect(share <= 3.5, "\(share) bytes a wet cell for depth and velocity")
  }

  @Test("Fields of any shape, with gaps and of either sign, come back rounded", arguments: 0..<60)
  func anyShape(_ seed: Int) throws {
    var dice = RandomSource(seed: UInt64(seed))
    let lattice = RasterLattice(
      columns: seed == 0 ? 0 : Int.random(in: 1...150, using: &dice),
      rows: Int.random(in: 1...50, using: &dice), originX: 0, originY: 0, cellWidth: 1,
      cellHeight: 1)
    let ground = grid(lattice, &dice, scale: 40)
    let head = head(ground, keepsGround: seed % 3 > 0)
    var (coder, decoder) = (try FrameEncoder(head), try FrameDecoder(head))
    var fields = Self.fields.map { _ in grid(lattice, &dice, scale: 3) }
    for k in 0..<12 {
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: fields[1] = grid(lattice, &dice, scale: 1e4)
      case 1: fields[0] = grid(lattice, &dice, scale: 1e6)
      case 2: for i in fields.indices { fields[i].values = fields[i].values.map { $0 * 1.001 } }
      default: break
      }
      if seed % 2 == 0 {
        // Velocities where there is water, as floods have them.
        for i in fields[0].values.indices where !(abs(fields[0].values[i]) >= 0.0005) {
          for f in 1...2 { fields[f].values[i] = fields[0].values[i].isNaN ? .nan : 0 }
        }
      }
      let frame = Frame(
        seconds: Double(k), fields: fields, numbers: [("水位", Double(k) / 3), ("", .infinity)])
      let bytes = try coder.encode(frame)
      let back = try decoder.decode(bytes)
      #expect(back.seconds == frame.seconds)
      #expect(back.numbers.map(\.name) == ["水位", ""])
      #expect(back.numbers.map(\.value) == [Double(k) / 3, .infinity])
      for (i, field) in Self.fields.enumerated() {
        #expect(isRounded(back.fields[i], fields[i], field.resolution), "\(field.name) of \(k)")
      }
    }
  }

  @Test("The first fields of a frame are the same whichever of them were read before")
  func firstFields() throws {
    var dice = RandomSource(seed: 7)
    let lattice = RasterLattice(
      columns: 90, rows: 40, originX: 0, originY: 0, cellWidth: 1, cellHeight: 1)
    let folder = Folder()
    let file = FrameFile(folder: folder.path)
    try file.begin(head(grid(lattice, &dice, scale: 40)), after: 0)
    for k in 0..<25 {
      let fields = Self.fields.map { _ in grid(lattice, &dice, scale: 3) }
      try file.append(Frame(seconds: Double(k), fields: fields))
    }
    let path = folder.path + "/" + FrameFile.name
    var whole = try FrameReader(path)
    let frames = try (0..<25).map { try whole.frame($0) }
    var reader = try FrameReader(path)
    for _ in 0..<200 {
      let index = Int.random(in: 0..<25, using: &dice)
      let count = Int.random(in: 1...4, using: &dice)
      let fields = try reader.frame(index, fieldCount: count > 3 ? nil : count).fields
      #expect(fields.count >= min(count, 3))
      for (field, known) in zip(fields, frames[index].fields) {
        #expect(field.isIdentical(to: known), "frame \(index), \(count) fields")
      }
    }
  }

  /// Ramps, noise, zeros and gaps in patches.
  private func grid(
    _ lattice: RasterLattice, _ dice: inout RandomSource, scale: Float
  ) -> RasterGrid {
    var grid = RasterGrid(lattice, filledWith: 0)
    let kind = Int.random(in: 0..<5, using: &dice)
    let slope = Float.random(in: -1...1, using: &dice) * scale
    for i in grid.values.indices {
      let (column, row) = (i % max(lattice.columns, 1), i / max(lattice.columns, 1))
      let patch = (column / 13 + row / 7) % 4
      grid.values[i] =
        switch kind {
        case 0: slope + Float(column) * 0.01 - Float(row) * 0.02
        case 1: Float.random(in: -scale...scale, using: &dice)
        case 2: patch == 0 ? .nan : patch == 1 ? 0 : slope * sin(Float(column) / 9)
        case 3: Float.random(in: 0...1, using: &dice) < 0.02 ? scale : 0
        default: patch < 3 ? slope + Float.random(in: -0.004...0.004, using: &dice) : .nan
        }
    }
    return grid
  }

  @Test("A depth that is infinite or absurd is an error that names it, and the run's frames go on")
  func huge() throws {
    let lattice = RasterLattice(
      columns: 3, rows: 2, originX: 0, originY: 0, cellWidth: 1, cellHeight: 1)
    let calm = RasterGrid(lattice, values: [0, 1, 2, .nan, 0, 5])
    var (coder, decoder) = (try FrameEncoder(head(calm)), try FrameDecoder(head(calm)))
    for bad: Float in [.infinity, -.infinity, 1.1e6, -1e30] {
      var wild = calm
      wild[1, 1] = bad
      let error = #expect(throws: SimulationError.self) {
        try coder.encode(Frame(seconds: 0, fields: [wild, calm, calm]))
      }
      #expect(error?.code == .notStorable)
      #expect(error?.message.contains("`depth` is \(bad) in column 1, row 1") == true)
    }
    for k in 0..<3 {
      let frame = Frame(seconds: Double(k), fields: [calm, calm, calm])
      #expect(try decoder.decode(coder.encode(frame)).fields[0].isIdentical(to: calm))
    }
    var wild = calm
    wild[0, 0] = .infinity
    #expect(throws: SimulationError.self) { try FrameEncoder(head(wild)) }
  }

  @Test("Damaged frames are told or give some frame, and never end the process")
  func damage() throws {
    var dice = RandomSource(seed: 5)
    let lattice = RasterLattice(
      columns: 70, rows: 20, originX: 0, originY: 0, cellWidth: 1, cellHeight: 1)
    let ground = grid(lattice, &dice, scale: 5)
    let head = head(ground)
    var coder = try FrameEncoder(head)
    let first = try coder.encode(
      Frame(seconds: 0, fields: (0..<3).map { _ in grid(lattice, &dice, scale: 2) }))
    let second = try coder.encode(
      Frame(seconds: 1, fields: (0..<3).map { _ in grid(lattice, &dice, scale: 2) }))
    var told = 0
    for _ in 0..<1500 {
      var decoder = try FrameDecoder(head)
      _ = try decoder.decode(first)
      var damaged = second
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let place = Int.random(in: 8..<damaged.count, using: &dice)
        damaged[place] = UInt8.random(in: 0...255, using: &dice)
      }
      if Bool.random(using: &dice) { damaged.removeLast(Int.random(in: 0...20, using: &dice)) }
      do { _ = try decoder.decode(damaged) } catch { told += 1 }
    }
    #expect(told > 500)
  }
}
