public import SimpleFeatures

/// The share of each cell's area that a polygon covers, 0...1, over the cells around it.
public struct CellCoverage: Sendable {
  /// The columns that the polygon's box meets.
  public let columns: Range<Int>
  /// The rows that the polygon's box meets.
  public let rows: Range<Int>
  /// One share a cell, row by row.
  public let shares: [Double]

  /// The share of one cell; 0 outside the polygon's box.
  @inlinable
  public subscript(column: Int, row: Int) -> Double {
    guard columns.contains(column), rows.contains(row) else { return 0 }
    return shares[
      (row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }
}

extension RasterLattice {
  /// The exact share of each cell that lies in a polygon: how porous a cell with buildings is.
  ///
  /// Sums the signed areas between each edge and the east, as font rasterisers do: in a cell, the
  /// trapezium to the right of the edge; in all cells further east, the height that the edge spans.
  /// Outer rings count positive and inner ones negative, whichever way they turn.
  ///
  /// - Parameter polygon: A valid polygon or multipolygon in the lattice's CRS; nothing for other
  ///   kinds.
  /// - Complexity: O(v + crossings of edges with cells + cells of the box).
  public func coverage(of polygon: Geometry) -> CellCoverage {
    let box = cells(covering: polygon.envelope)
    var sums = CoverageSums(
      self, box.columns.clamped(to: 0..<columns), box.rows.clamped(to: 0..<rows))
    for part in polygon.partEnds.indices {
      for (i, path) in polygon.pathRange(ofPart: part).enumerated() {
        sums.add(polygon, path: path, isOuter: i == 0)
      }
    }
    return sums.coverage
  }
}

/// Signed areas and heights by cell, until they are summed up along the rows.
private struct CoverageSums {
  private let lattice: RasterLattice
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// A row has one place more than it has columns: what lies east of the box.
  private let width: Int
  private var sums: [Double]

  init(_ lattice: RasterLattice, _ columns: Range<Int>, _ rows: Range<Int>) {
    self.lattice = lattice
    self.columns = columns
    self.rows = rows
    width = columns.count + 1
    sums = Array(repeating: 0, count: width * rows.count)
  }

  mutating func add(_ polygon: Geometry, path: Int, isOuter: Bool) {
    guard !sums.isEmpty else { return }
    let vertices = polygon.vertexRange(ofPath: path).map { i in
      (
        x: lattice.columnPosition(polygon.ordinates[i * polygon.stride])
          - Double(columns.lowerBound),
        y: lattice.rowPosition(polygon.ordinates[i * polygon.stride + 1])
          - Double(rows.lowerBound)
      )
    }
    var twiceArea = 0.0
    for (a, b) in zip(vertices, vertices.dropFirst()) {
      // About the first vertex: far from the origin the products would lose their digits.
      twiceArea +=
        (a.x - vertices[0].x) * (b.y - vertices[0].y)
        - (b.x - vertices[0].x) * (a.y - vertices[0].y)
    }
    // An edge that goes down with the polygon to its east counts positive.
    let sign = (twiceArea < 0) == isOuter ? 1.0 : -1.0
    for (a, b) in zip(vertices, vertices.dropFirst()) { addEdge(a, b, sign) }
  }

  private mutating func addEdge(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ s: Double
  ) {
    guard a.y != b.y else { return }
    let sign = a.y < b.y ? s : -s
    let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let first = max(0, Int(max(top.y, 0)))
    let end = min(rows.count, Int(min(bottom.y.rounded(.up), Double(rows.count))))
    guard first < end else { return }
    for row in first..<end {
      let y0 = max(top.y, Double(row))
      let y1 = min(bottom.y, Double(row + 1))
      guard y1 > y0 else { continue }
      let x0 = y0 == top.y ? top.x : top.x + (y0 - top.y) * slope
      let x1 = y1 == bottom.y ? bottom.x : top.x + (y1 - top.y) * slope
      addPiece(row: row, from: min(x0, x1), to: max(x0, x1), height: sign * (y1 - y0))
    }
  }

  /// Adds a straight piece within one row, from its western to its eastern end.
  private mutating func addPiece(row: Int, from west: Double, to east: Double, height: Double) {
    let start = row * width
    let bound = Double(columns.count)
    if east <= 0 {
      sums[start] += height
      return
    }
    if west >= bound { return }
    // The parts beyond the western and the eastern side.
    var (west, east, height) = (west, east, height)
    if west < 0 {
      let share = -west / (east - west)
      sums[start] += height * share
      height -= height * share
      west = 0
    }
    if east > bound {
      height -= height * (east - bound) / (east - west)
      east = bound
    }
    var x = west
    repeat {
      let column = min(Int(x), columns.count - 1)
      let next = min(east, Double(column + 1))
      let part = east > west ? height * (next - x) / (east - west) : height
      // The mean share of the cell that lies east of the piece.
      let inside = Double(column + 1) - (x + next) / 2
      sums[start + column] += part * inside
      sums[start + column + 1] += part * (1 - inside)
      x = next
    } while x < east
  }

  var coverage: CellCoverage {
    var shares: [Double] = []
    shares.reserveCapacity(columns.count * rows.count)
    for row in rows.indices {
      var covered = 0.0
      for i in 0..<columns.count {
        covered += sums[(row - rows.lowerBound) * width + i]
        shares.append(min(max(covered, 0), 1))
      }
    }
    return CellCoverage(columns: columns, rows: rows, shares: shares)
  }
}
