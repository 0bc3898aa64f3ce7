import SimpleFeatures

/// Where the centres of one raster's cells lie in another, counted in the other's cells.
///
/// A mapping through a projection costs much more than a multiplication, and it bends little over
/// a few cells. So it is followed exactly at the corners of blocks of cells and at seven places
/// between them; where these prove that straight lines between the corners stay within
/// ``toleranceCells``, they are used. Blocks of ``largeSize`` cells are tried first, then of
/// ``bandSize``, and where those bend too, every cell is mapped.
struct SamplePositions {
  /// The number of rows of a band.
  static let bandSize = 16
  /// The number of cells along the sides of the blocks that are tried first.
  private static let largeSize = 64
  /// How far, in cells of the source, a position may be off.
  static let toleranceCells = 0.02

  let source: RasterLattice
  let target: RasterLattice
  /// Columns and rows beyond the target that are mapped too: 0 or 1.
  let margin: Int
  /// The large blocks that hold the band; `nil` where one of them bends.
  private var largeBlocks: [BlockCorners]?

  init(source: RasterLattice, target: RasterLattice, margin: Int) {
    self.source = source
    self.target = target
    self.margin = margin
  }

  /// The number of positions in a row of a band.
  var width: Int { target.columns + margin }

  /// Positions of one band of at most ``bandSize`` rows, the margin aside: column and row by
  /// turns, row by row.
  ///
  /// - Parameters:
  ///   - firstRow: Bands follow one another from row 0 on.
  ///   - map: Turns points of the target's CRS into the source's, in place; NaN for a point that
  ///     the source's CRS does not have.
  mutating func band(
    from firstRow: Int, map: (inout [Double]) throws -> Void
  ) rethrows -> [Double] {
    let rowsAbove = firstRow % Self.largeSize
    if rowsAbove == 0 {
      largeBlocks = nil
      if min(target.columns, target.rows - firstRow) > Self.bandSize {
        let blocks = try blocks(size: Self.largeSize, from: firstRow, map: map)
        if blocks.allSatisfy(\.areStraight) { largeBlocks = blocks }
      }
    }
    let rowCount = min(Self.bandSize, target.rows - firstRow) + margin
    var band = [Double](repeating: .nan, count: 2 * rowCount * width)
    if let largeBlocks {
      for block in largeBlocks {
        fill(&band, block, size: Self.largeSize, rowsAbove: rowsAbove, rowCount: rowCount)
      }
      return band
    }
    for block in try blocks(size: Self.bandSize, from: firstRow, map: map) {
      if block.areStraight {
        fill(&band, block, size: Self.bandSize, rowsAbove: 0, rowCount: rowCount)
        continue
      }
      var exact: [Double] = []
      for row in 0..<rowCount {
        for column in block.columns { append(column, firstRow + row, to: &exact) }
      }
      try map(&exact)
      toCells(&exact)
      for row in 0..<rowCount {
        let from = 2 * row * block.columns.count
        let to = 2 * (row * width + block.columns.lowerBound)
        for k in 0..<2 * block.columns.count { band[to + k] = exact[from + k] }
      }
    }
    return band
  }

  /// Positions of a block's cells by straight lines.
  ///
  /// - Parameter rowsAbove: How many of the block's rows lie above the band.
  private func fill(
    _ band: inout [Double], _ block: BlockCorners, size: Int, rowsAbove: Int, rowCount: Int
  ) {
    var places = band.mutableSpan
    for row in 0..<rowCount {
      var i = 2 * (row * width + block.columns.lowerBound)
      let share = Double(rowsAbove + row) / Double(size)
      for column in 0..<block.columns.count {
        let place = block.at(Double(column) / Double(size), share)
        (places[i], places[i + 1]) = (place.0, place.1)
        i += 2
      }
    }
  }

  /// A row of blocks.
  private func blocks(
    size: Int, from firstRow: Int, map: (inout [Double]) throws -> Void
  ) rethrows -> [BlockCorners] {
    let count = (width + size - 1) / size
    // The northern and southern corners of all blocks, then the places that prove them.
    var nodes: [Double] = []
    for offset in [0, size] {
      for block in 0...count { append(block * size, firstRow + offset, to: &nodes) }
    }
    for block in 0..<count {
      for proof in BlockCorners.proofs {
        append(block * size + proof.column * size / 4, firstRow + proof.row * size / 4, to: &nodes)
      }
    }
    try map(&nodes)
    toCells(&nodes)
    return (0..<count).map { block in
      BlockCorners(
        nodes, block: block, of: count, columns: block * size..<min(width, (block + 1) * size))
    }
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

/// The positions of a block's four corners, and whether what lies between them does so on straight
/// lines.
private struct BlockCorners {
  /// Quarters of a block's sides at which straight lines are held against the mapping: bends that
  /// cancel out in the middle show beside it, those of conformal mappings at the edges.
  static let proofs = [
    (column: 2, row: 2), (column: 1, row: 1), (column: 3, row: 1), (column: 1, row: 3),
    (column: 3, row: 3), (column: 2, row: 0), (column: 0, row: 2),
  ]

  /// Columns of the target.
  let columns: Range<Int>
  private let column: (nw: Double, ne: Double, sw: Double, se: Double)
  private let row: (nw: Double, ne: Double, sw: Double, se: Double)
  private(set) var areStraight = false

  init(_ nodes: [Double], block: Int, of blocks: Int, columns: Range<Int>) {
    self.columns = columns
    let north = 2 * block
    let south = 2 * (blocks + 1 + block)
    column = (nodes[north], nodes[north + 2], nodes[south], nodes[south + 2])
    row = (nodes[north + 1], nodes[north + 3], nodes[south + 1], nodes[south + 3])
    let first = 2 * (2 * (blocks + 1) + block * Self.proofs.count)
    var worst = 0.0
    for (i, proof) in Self.proofs.enumerated() {
      let place = at(Double(proof.column) / 4, Double(proof.row) / 4)
      let error = max(abs(place.0 - nodes[first + 2 * i]), abs(place.1 - nodes[first + 2 * i + 1]))
      // Not a number where a corner is none.
      worst = error.isNaN ? .infinity : max(worst, error)
    }
    areStraight = worst <= SamplePositions.toleranceCells
  }

  @inline(__always)
  func at(_ u: Double, _ v: Double) -> (Double, Double) {
    let north = (column.nw + u * (column.ne - column.nw), row.nw + u * (row.ne - row.nw))
    let south = (column.sw + u * (column.se - column.sw), row.sw + u * (row.se - row.sw))
    return (north.0 + v * (south.0 - north.0), north.1 + v * (south.1 - north.1))
  }
}
