/// A raster in memory: one 32-bit number for each cell of a lattice.
///
/// Values lie flat, row by row from the north-western cell: the value of (column, row) is at
/// `row * lattice.columns + column`. NaN stands for no value. Rasters of classes hold the code of
/// each cell as a whole number 0 to 255.
///
/// ```swift
/// let lattice = RasterLattice(
///   columns: 2, rows: 1, originX: 0, originY: 5, cellWidth: 5, cellHeight: 5, crs: "EPSG:4547")
/// let terrain = RasterGrid(lattice, values: [20.5, .nan])
/// terrain[0, 0]  // 20.5
/// ```
public struct RasterGrid: Sendable {
  /// Where the cells lie.
  public let lattice: RasterLattice
  /// One value a cell, row by row from the north-west; NaN where there is none.
  public var values: [Float]

  /// A raster of values that fit the lattice.
  ///
  /// - Precondition: There is one value for each cell.
  public init(_ lattice: RasterLattice, values: [Float]) {
    precondition(values.count == lattice.cellCount, "one value for each cell")
    self.lattice = lattice
    self.values = values
  }

  /// A raster of one value everywhere; without any value unless one is given.
  public init(_ lattice: RasterLattice, filledWith value: Float = .nan) {
    self.lattice = lattice
    values = [Float](repeating: value, count: lattice.cellCount)
  }

  /// The number of columns.
  @inlinable public var columns: Int { lattice.columns }
  /// The number of rows.
  @inlinable public var rows: Int { lattice.rows }

  /// The value of one cell; NaN where there is none.
  ///
  /// - Precondition: The cell lies in the raster.
  @inlinable
  public subscript(column: Int, row: Int) -> Float {
    get { values[row * lattice.columns + column] }
    set { values[row * lattice.columns + column] = newValue }
  }

  /// The value of the cell that holds a point; `nil` outside and where there is none.
  public func value(x: Double, y: Double) -> Float? {
    guard let cell = lattice.cell(x: x, y: y) else { return nil }
    let value = self[cell.column, cell.row]
    return value.isNaN ? nil : value
  }

  /// The smallest and the largest value; `nil` where no cell has one.
  public var range: ClosedRange<Float>? {
    var (low, high) = (Float.infinity, -Float.infinity)
    for value in values {
      if value < low { low = value }
      if value > high { high = value }
    }
    return low <= high ? low...high : nil
  }

  /// The number of cells that have a value.
  public var valueCount: Int { values.reduce(0) { $0 + ($1.isNaN ? 0 : 1) } }

  /// Whether two rasters lie on equal lattices and hold the same values, NaN equal to NaN.
  public func isIdentical(to other: RasterGrid) -> Bool {
    lattice == other.lattice
      && zip(values, other.values).allSatisfy {
        $0.bitPattern == $1.bitPattern || ($0.isNaN && $1.isNaN)
      }
  }
}
