import SimpleFeatures

/// Where the centres of one raster's cells lie in another, counted in the other's cells.
///
/// A mapping through a projection costs much more than a multiplication, and it bends little over
/// a few cells. So it is followed exactly at the corners, the middle and four places around it of
/// blocks of ``blockSize`` cells; where these prove that straight lines between the corners stay
/// within ``toleranceCells``, they are used, elsewhere every cell is mapped.
struct SamplePositions {
  /// The number of cells between two exact points.
  static let blockSize = 16
  /// How far, in cells of the source, a position may be off.
  static let toleranceCells = 0.02

  /// Cells of a block at which straight lines are held against the mapping: bends that cancel out
  /// in the middle show beside it.
  static let proofs = [8, 4, 12, 4, 12].enumerated().map { i, column in
    (column: column, row: [8, 4, 4, 12, 12][i])
  }

  let source: RasterLattice
  let target: RasterLattice
  /// Columns and rows beyond the target that are mapped too: 0 or 1.
  let margin: Int
  /// The number of positions in a row of a band.
  var width: Int { target.columns + margin }

  /// Positions of one band of at most ``blockSize`` rows, the margin aside: column and row by
  /// turns, row by row.
  ///
  /// - Parameter map: Turns points of the target's CRS into the source's, in place; NaN for a point
  ///   that the source's CRS does not have.
  func band(
    from firstRow: Int, map: (inout [Double]) throws -> Void
  ) rethrows -> [Double] {
    let size = Self.blockSize
    let rowCount = min(size, target.rows - firstRow) + margin
    let blocks = (width + size - 1) / size
    // The northern and southern corners of all blocks, then the places that prove them.
    var nodes: [Double] = []
    for offset in [0, size] {
      for block in 0...blocks { append(block * size, firstRow + offset, to: &nodes) }
    }
    for block in 0..<blocks {
      for proof in Self.proofs {
        append(block * size + proof.column, firstRow + proof.row, to: &nodes)
      }
    }
    try map(&nodes)
    toCells(&nodes)

    var band = [Double](repeating: .nan, count: 2 * rowCount * width)
    for block in 0..<blocks {
      let columns = block * size..<min(width, (block + 1) * size)
      let corners = BlockCorners(nodes, block: block, blocks: blocks)
      if corners.areStraight {
        for row in 0..<rowCount {
          for column in columns {
            let place = corners.at(
              Double(column - columns.lowerBound) / Double(size), Double(row) / Double(size))
            let i = 2 * (row * width + column)
            (band[i], band[i + 1]) = place
          }
        }
      } else {
        var exact: [Double] = []
        for row in 0..<rowCount {
          for column in columns { append(column, firstRow + row, to: &exact) }
        }
        try map(&exact)
        toCells(&exact)
        for row in 0..<rowCount {
          let from = 2 * row * columns.count
          let to = 2 * (row * width + columns.lowerBound)
          for k in 0..<2 * columns.count { band[to + k] = exact[from + k] }
        }
      }
    }
    return band
  }

  private func append(_ column: Int, _ row: Int, to points: inout [Double]) {
    points.append(target.x(ofColumn: column))
    points.append(target.y(ofRow: row))
  }

  private func toCells(_ points: inout [Double]) {
    for i in stride(from: 0, to: points.count, by: 2) {
      points[i] = source.columnPosition(points[i])
      points[i + 1] = source.rowPosition(points[i + 1])
    }
  }
}

/// The positions of a block's four corners, and whether its middle lies between them.
private struct BlockCorners {
  private let column: (nw: Double, ne: Double, sw: Double, se: Double)
  private let row: (nw: Double, ne: Double, sw: Double, se: Double)
  private(set) var areStraight = false

  init(_ nodes: [Double], block: Int, blocks: Int) {
    let north = 2 * block
    let south = 2 * (blocks + 1 + block)
    column = (nodes[north], nodes[north + 2], nodes[south], nodes[south + 2])
    row = (nodes[north + 1], nodes[north + 3], nodes[south + 1], nodes[south + 3])
    let proofs = SamplePositions.proofs
    let first = 2 * (2 * (blocks + 1) + block * proofs.count)
    var worst = 0.0
    for (i, proof) in proofs.enumerated() {
      let size = Double(SamplePositions.blockSize)
      let place = at(Double(proof.column) / size, Double(proof.row) / size)
      let error = max(abs(place.0 - nodes[first + 2 * i]), abs(place.1 - nodes[first + 2 * i + 1]))
      // Not a number where a corner is none.
      worst = error.isNaN ? .infinity : max(worst, error)
    }
    areStraight = worst <= SamplePositions.toleranceCells
  }

  func at(_ u: Double, _ v: Double) -> (Double, Double) {
    let north = (column.nw + u * (column.ne - column.nw), row.nw + u * (row.ne - row.nw))
    let south = (column.sw + u * (column.se - column.sw), row.sw + u * (row.se - row.sw))
    return (north.0 + v * (south.0 - north.0), north.1 + v * (south.1 - north.1))
  }
}
