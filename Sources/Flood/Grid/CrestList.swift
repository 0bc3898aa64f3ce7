import FloodCells
import SimpleFeatures

/// Crests on faces, row by row.
final class CrestList<Water: FixedWidthInteger & BitwiseCopyable & Sendable> {
  private let starts, columns: Memory<Int32>
  private let isSouthern: Memory<Bool>
  private let heights: Memory<Water>
  private let sorted: [LeveeFace]

  init(_ crests: [LeveeFace], _ lattice: RasterLattice, units: (Double) -> Water) {
    // Where a face has several, the highest holds.
    var highest: [Int: LeveeFace] = [:]
    for crest in crests {
      let face = crest.cell * 2 + (crest.isSouthern ? 1 : 0)
      if let known = highest[face], known.heightMetres >= crest.heightMetres { continue }
      highest[face] = crest
    }
    sorted = highest.sorted { $0.key < $1.key }.map(\.value)
    starts = Memory(count: lattice.rows + 1, filledWith: 0)
    columns = Memory(count: sorted.count, filledWith: 0)
    isSouthern = Memory(count: sorted.count, filledWith: false)
    heights = Memory(count: sorted.count, filledWith: 0)
    for (i, crest) in sorted.enumerated() {
      columns.row[i] = Int32(crest.cell % lattice.columns)
      isSouthern.row[i] = crest.isSouthern
      heights.row[i] = units(crest.heightMetres)
      starts.row[crest.cell / lattice.columns + 1] += 1
    }
    for row in 0..<lattice.rows { starts.row[row + 1] += starts.row[row] }
  }

  var rows: CrestRows<Water> {
    CrestRows(
      starts: starts.row, columns: columns.row, isSouthern: isSouthern.row, heights: heights.row)
  }

  /// Notes which tiles have crests.
  func mark(_ tiles: Tiles, stride: Int) {
    for crest in sorted {
      tiles.hasCrests[tiles.tile(ofColumn: crest.cell % stride, row: crest.cell / stride)] = true
    }
  }
}
