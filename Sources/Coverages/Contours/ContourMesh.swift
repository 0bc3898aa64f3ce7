import SimpleFeatures

/// The surface that contours are cut from: straight between the centres of cells.
///
/// Four neighbouring centres that all have a value make a square, cut into four triangles about
/// its middle, whose value is the mean of the four. Each triangle is flat, so a level crosses it in
/// one straight line, and no square is ambiguous.
///
/// Points are named by numbers, so that what two triangles share is the same point bit for bit:
/// the centre of cell i is i, the middle of the square south-east of it is `cells + i`, and from
/// `2 * cells` on the crossings of a level with a side of a triangle.
struct ContourMesh {
  let grid: RasterGrid
  /// Rising.
  let levels: [Double]
  private let cells: Int
  private let width: Int

  init(_ grid: RasterGrid, levels: [Double]) {
    self.grid = grid
    self.levels = levels
    cells = grid.lattice.cellCount
    width = grid.columns
  }

  /// A point of the mesh with its value.
  struct Point {
    var id: Int
    var value: Double
    /// How many of the levels lie at or below it: the band that it is in.
    var band: Int
  }

  /// A square of four centres, named by the north-western one; `nil` where a centre is outside or
  /// has no value.
  func square(column: Int, row: Int) -> (nw: Point, sw: Point, se: Point, ne: Point)? {
    guard column >= 0, row >= 0, column + 1 < width, row + 1 < grid.rows else { return nil }
    let i = row * width + column
    let (nw, ne) = (grid.values[i], grid.values[i + 1])
    let (sw, se) = (grid.values[i + width], grid.values[i + width + 1])
    guard nw.isFinite, ne.isFinite, sw.isFinite, se.isFinite else { return nil }
    return (
      point(i, Double(nw)), point(i + width, Double(sw)), point(i + width + 1, Double(se)),
      point(i + 1, Double(ne))
    )
  }

  /// The middle of the square that `nw` names.
  func middle(_ square: (nw: Point, sw: Point, se: Point, ne: Point)) -> Point {
    let sum = square.nw.value + square.sw.value + square.se.value + square.ne.value
    return point(cells + square.nw.id, sum / 4)
  }

  private func point(_ id: Int, _ value: Double) -> Point {
    Point(id: id, value: value, band: levels.partitioningIndex { $0 > value })
  }

  // MARK: Crossings

  /// The point where the level `index` crosses the side between two points.
  ///
  /// The name of an end itself where the crossing cannot be told from it.
  func crossing(_ a: Point, _ b: Point, level index: Int) -> Int {
    // Sides go from the smaller id, whichever triangle asks.
    let (first, last) = a.id < b.id ? (a, b) : (b, a)
    let id = 2 * cells + side(first.id, last.id) * levels.count + index
    let place = place(between: first.id, first.value, last.id, last.value, level: index)
    if place == self.place(of: first.id) { return first.id }
    if place == self.place(of: last.id) { return last.id }
    return id
  }

  /// Sides by their southern or eastern end and a direction: 6 for each cell.
  ///
  /// Between centres: 0 from the west, 1 from the north. From a centre to a middle: 2 to 5, the
  /// corners of the square row by row.
  private func side(_ first: Int, _ last: Int) -> Int {
    guard last >= cells else { return last * 6 + (last == first + 1 ? 0 : 1) }
    let corner = first - (last - cells)
    let direction = corner < 2 ? 2 + corner : 4 + corner - width
    return (last - cells) * 6 + direction
  }

  private func ends(ofSide side: Int) -> (first: Int, last: Int) {
    let (cell, direction) = (side / 6, side % 6)
    switch direction {
    case 0: return (cell - 1, cell)
    case 1: return (cell - width, cell)
    default:
      let corner = direction < 4 ? direction - 2 : direction - 4 + width
      return (cell + corner, cells + cell)
    }
  }

  /// The place of a point.
  func place(of id: Int) -> SIMD2<Double> {
    if id < 2 * cells {
      let (cell, shift) = id < cells ? (id, 0.5) : (id - cells, 1.0)
      let lattice = grid.lattice
      return SIMD2(
        lattice.originX + (Double(cell % width) + shift) * lattice.cellWidth,
        lattice.originY - (Double(cell / width) + shift) * lattice.cellHeight)
    }
    let (side, level) = (id - 2 * cells).quotientAndRemainder(dividingBy: levels.count)
    let (first, last) = ends(ofSide: side)
    return place(between: first, value(of: first), last, value(of: last), level: level)
  }

  private func value(of id: Int) -> Double {
    guard id >= cells else { return Double(grid.values[id]) }
    let i = id - cells
    return
      (Double(grid.values[i]) + Double(grid.values[i + width])
      + Double(grid.values[i + width + 1]) + Double(grid.values[i + 1])) / 4
  }

  private func place(
    between first: Int, _ firstValue: Double, _ last: Int, _ lastValue: Double, level: Int
  ) -> SIMD2<Double> {
    let (start, end) = (place(of: first), place(of: last))
    let share = (levels[level] - firstValue) / (lastValue - firstValue)
    return start + share * (end - start)
  }
}
