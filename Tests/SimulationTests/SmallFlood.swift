import Foundation
import SimpleFeatures
import TestSupport
import Testing

/// A flood computed the simplest way that is not wrong: local inertia (de Almeida, Bates, Freer and
/// Souvignet 2012, doi:10.1029/2011WR011570, theta = 0.9) over a piece of real ground.
struct SmallFlood {
  let ground: RasterGrid
  private(set) var seconds = 0.0
  private(set) var depth: [Float]
  private var east: [Float]
  private var south: [Float]
  private let columns: Int
  private let rows: Int
  /// Where water has been, with a cell around it: nothing happens elsewhere.
  private var wetColumns: Range<Int>
  private var wetRows: Range<Int>

  /// Where the water comes in.
  private let source: [Int]

  init(_ ground: RasterGrid, source: [Int]) {
    self.ground = ground
    self.source = source
    (columns, rows) = (ground.columns, ground.rows)
    depth = [Float](repeating: 0, count: columns * rows)
    east = depth
    south = depth
    let first = (column: (source.first ?? 0) % columns, row: (source.first ?? 0) / columns)
    wetColumns = first.column..<first.column + 1
    wetRows = first.row..<first.row + 1
    for cell in source { spread(cell % columns, cell / columns) }
  }

  /// There is water in a cell.
  private mutating func spread(_ column: Int, _ row: Int) {
    let (across, down) = (
      max(0, column - 1)..<min(columns, column + 2), max(0, row - 1)..<min(rows, row + 2)
    )
    wetColumns =
      min(wetColumns.lowerBound, across.lowerBound)..<max(wetColumns.upperBound, across.upperBound)
    wetRows = min(wetRows.lowerBound, down.lowerBound)..<max(wetRows.upperBound, down.upperBound)
  }

  /// Depth, and eastward and northward velocity.
  var fields: [RasterGrid] {
    let lattice = ground.lattice
    var grids = [RasterGrid](repeating: RasterGrid(lattice, filledWith: 0), count: 3)
    for i in depth.indices {
      guard !ground.values[i].isNaN else {
        for k in 0..<3 { grids[k].values[i] = .nan }
        continue
      }
      grids[0].values[i] = depth[i]
      guard depth[i] > 0.001 else { continue }
      let west = i % columns > 0 ? east[i - 1] : 0
      let north = i >= columns ? south[i - columns] : 0
      grids[1].values[i] = (west + east[i]) / 2 / depth[i]
      grids[2].values[i] = -(north + south[i]) / 2 / depth[i]
    }
    return grids
  }

  mutating func advance(to end: Double, inflow: Float) {
    let size = Float(ground.lattice.cellWidth)
    while seconds < end {
      let deepest = max(depth.max() ?? 0, 0.1)
      let step = min(Float(end - seconds), 0.5 * size / (9.81 * deepest).squareRoot())
      for i in source { depth[i] += inflow * step / (size * size) / Float(source.count) }
      discharge(&east, by: 1, step, size)
      discharge(&south, by: columns, step, size)
      fill(step / size)
      seconds = end - seconds <= Double(step) ? end : seconds + Double(step)
    }
  }

  /// Moves the water.
  private mutating func fill(_ share: Float) {
    for row in wetRows {
      for column in wetColumns {
        let i = row * columns + column
        let west = column > 0 ? east[i - 1] : 0
        let north = row > 0 ? south[i - columns] : 0
        depth[i] = max(0, depth[i] + (west - east[i] + north - south[i]) * share)
        if depth[i] > 0 { spread(column, row) }
      }
    }
  }

  private func discharge(_ flow: inout [Float], by next: Int, _ step: Float, _ size: Float) {
    let (old, heights, depth) = (flow, ground.values, depth)
    for row in wetRows.clamped(to: 0..<(next == 1 ? rows : rows - 1)) {
      for column in wetColumns.clamped(to: 0..<(next == 1 ? columns - 1 : columns)) {
        let i = row * columns + column
        let (a, b) = (heights[i], heights[i + next])
        guard depth[i] > 0 || depth[i + next] > 0, !a.isNaN, !b.isNaN else { continue }
        let (left, right) = (a + depth[i], b + depth[i + next])
        let height = max(left, right) - max(a, b)
        guard height > 0.001 else {
          flow[i] = 0
          continue
        }
        let before = i >= next ? old[i - next] : 0
        let smooth = 0.9 * old[i] + 0.05 * (before + old[i + next])
        let friction = 9.81 * step * 0.0016 * abs(old[i]) / (height * height * cbrt(height))
        let pushed = (smooth - 9.81 * height * step * (right - left) / size) / (1 + friction)
        // No more than a fifth of a cell's water leaves through one side, and no faster than a
        // wave.
        let most = 0.2 * (pushed > 0 ? depth[i] : depth[i + next]) * size / step
        flow[i] = min(max(pushed, -most), most)
      }
    }
  }
}

extension TestData {
  /// Heights of the valley of the Environment Agency's test 5, 10 m cells, a part of it.
  static func valley(columns: Range<Int>, rows: Range<Int>) throws -> RasterGrid {
    let path = folder + "/flood/valley-dam-break/ea5-10m.dem.raw.gz"
    let text = try unzipped(path)
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let all = RasterLattice(
      columns: 1378, rows: 1224, originX: 231335, originY: 829885 + 12240, cellWidth: 10,
      cellHeight: 10)
    var grid = RasterGrid(all.part(columns: columns, rows: rows))
    for (i, row) in rows.enumerated() {
      let words = lines[6 + row].split(separator: UInt8(ascii: " "))
      for (k, column) in columns.enumerated() {
        let height = Float(String(decoding: words[column], as: UTF8.self)) ?? .nan
        grid[k, i] = height <= -9999 ? .nan : height
      }
    }
    return grid
  }

  private static func unzipped(_ path: String) throws -> [UInt8] {
    let process = Foundation.Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(data)
  }
}
