public import SimpleFeatures

/// Where water runs off over a terrain, its depressions filled up to where they overflow.
///
/// Depressions are filled by a priority flood from the outlets inwards (R. Barnes et al., 2014,
/// doi:10.1016/j.cageo.2013.04.024). Each cell drains to the one of its eight neighbours to which
/// the filled terrain falls most steeply (D8: O'Callaghan and Mark, 1984,
/// doi:10.1016/S0734-189X(84)80011-0), on level ground to the one from which the flood came.
///
/// ```swift
/// let drainage = TerrainDrainage(terrain)
/// let depth = zip(drainage.filled.values, terrain.values).map { $0 - $1 }
/// let catchment = drainage.catchment(above: cell)
/// ```
public struct TerrainDrainage: Sendable {
  /// The terrain with its depressions filled; NaN where it has no height.
  public let filled: RasterGrid
  /// The cell that each drains to; -1 for outlets and for cells without a height.
  public let downstream: [Int32]
  /// The cells with a height, each after the one that it drains to.
  private let order: [Int32]

  /// The drainage of a terrain over its edges, and into cells that are outlets themselves.
  ///
  /// - Parameters:
  ///   - terrain: Heights; fewer than 2^31 cells. Water leaves where cells have none.
  ///   - outlets: Cells into which water runs for good, such as rivers; one flag a cell, empty
  ///     for none.
  /// - Complexity: O(n log n) for n cells.
  public init(_ terrain: RasterGrid, outlets: [Bool] = []) {
    precondition(outlets.isEmpty || outlets.count == terrain.values.count)
    var flood = Flood(terrain)
    for cell in terrain.values.indices where !terrain.values[cell].isNaN {
      if terrain.isAtEdge(cell) || (!outlets.isEmpty && outlets[cell]) { flood.start(at: cell) }
    }
    flood.run()
    filled = flood.filled
    order = flood.order
    downstream = flood.steepest()
  }

  /// All cells whose water passes a cell, that one included, in order; none for a cell without a
  /// height.
  ///
  /// - Complexity: Linear in the number of cells.
  public func catchment(above cell: Int) -> [Int] {
    guard !filled.values[cell].isNaN else { return [] }
    var isInside = [Bool](repeating: false, count: filled.values.count)
    isInside[cell] = true
    for next in order {
      let below = downstream[Int(next)]
      if below >= 0, isInside[Int(below)] { isInside[Int(next)] = true }
    }
    return isInside.indices.filter { isInside[$0] }
  }

  /// How many cells drain through each, itself included; 0 without a height.
  public func accumulation() -> [Int32] {
    var counts = filled.values.map { $0.isNaN ? Int32(0) : 1 }
    for cell in order.reversed() where downstream[Int(cell)] >= 0 {
      counts[Int(downstream[Int(cell)])] += counts[Int(cell)]
    }
    return counts
  }
}

/// The flood from the outlets inwards.
private struct Flood {
  var filled: RasterGrid
  var order: [Int32] = []
  /// From which cell the flood came to each: itself at an outlet, -1 where it has not come.
  private var from: [Int32]
  private var waiting = CellPriorityQueue()

  init(_ terrain: RasterGrid) {
    filled = terrain
    from = Array(repeating: -1, count: terrain.values.count)
  }

  mutating func start(at cell: Int) {
    from[cell] = Int32(cell)
    waiting.push(cell, height: filled.values[cell])
  }

  mutating func run() {
    let lattice = filled.lattice
    while let (cell, height) = waiting.pop() {
      order.append(Int32(cell))
      lattice.forEachAround(cell) { next in
        guard from[next] < 0, !filled.values[next].isNaN else { return }
        from[next] = Int32(cell)
        filled.values[next] = max(filled.values[next], height)
        waiting.push(next, height: filled.values[next])
      }
    }
  }

  /// The steepest way down of each cell.
  func steepest() -> [Int32] {
    let (width, height) = (filled.lattice.cellWidth, filled.lattice.cellHeight)
    let diagonal = (width * width + height * height).squareRoot()
    var downstream = from
    for cell in from.indices {
      guard from[cell] >= 0 else { continue }
      guard Int(from[cell]) != cell else {
        downstream[cell] = -1
        continue
      }
      var steepest = 0.0
      filled.lattice.forEachAround(cell) { next in
        let apart = abs(next - cell)
        let metres = apart == 1 ? width : apart == filled.columns ? height : diagonal
        let slope = Double(filled.values[cell] - filled.values[next]) / metres
        // A comparison with NaN is false.
        if slope > steepest {
          steepest = slope
          downstream[cell] = Int32(next)
        }
      }
    }
    return downstream
  }
}

extension RasterLattice {
  /// Calls `body` for each of the up to eight cells around one.
  ///
  /// Of a lattice and no raster, so that `body` may change a raster in place.
  func forEachAround(_ cell: Int, _ body: (Int) -> Void) {
    let (column, row) = (cell % columns, cell / columns)
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) where x != column || y != row {
        body(y * columns + x)
      }
    }
  }
}

extension RasterGrid {
  /// Whether a cell lies at the border or beside a cell without a value.
  fileprivate func isAtEdge(_ cell: Int) -> Bool {
    let (column, row) = (cell % columns, cell / columns)
    guard column > 0, row > 0, column < columns - 1, row < rows - 1 else { return true }
    var isAtEdge = false
    lattice.forEachAround(cell) { if values[$0].isNaN { isAtEdge = true } }
    return isAtEdge
  }
}
