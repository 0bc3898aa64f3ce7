/// Where the cells of a raster lie: a north-up grid of equal cells over one CRS.
///
/// Column 0 is the westernmost, row 0 the northernmost. Lengths are in units of the CRS: metres
/// for projected systems, degrees for geographic ones.
public struct RasterLattice: Hashable, Sendable {
  /// The number of columns, west to east.
  public var columns: Int
  /// The number of rows, north to south.
  public var rows: Int
  /// The x of the north-western corner of the north-western cell.
  public var originX: Double
  /// The y of the north-western corner of the north-western cell.
  public var originY: Double
  /// The width of a cell, positive.
  public var cellWidth: Double
  /// The height of a cell, positive.
  public var cellHeight: Double
  /// The CRS, such as `EPSG:4547`; empty for a local one that nothing is known of.
  public var crs: String

  /// A lattice by its north-western corner.
  ///
  /// - Precondition: Counts are not negative, cells have positive width and height.
  public init(
    columns: Int, rows: Int, originX: Double, originY: Double, cellWidth: Double,
    cellHeight: Double, crs: String = ""
  ) {
    precondition(columns >= 0 && rows >= 0 && cellWidth > 0 && cellHeight > 0)
    self.columns = columns
    self.rows = rows
    self.originX = originX
    self.originY = originY
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.crs = crs
  }

  /// The number of cells.
  @inlinable public var cellCount: Int { columns * rows }

  /// The box that the cells cover; empty where there are none.
  public var envelope: Envelope {
    guard cellCount > 0 else { return .empty }
    return Envelope(
      minX: originX, minY: originY - Double(rows) * cellHeight,
      maxX: originX + Double(columns) * cellWidth, maxY: originY)
  }

  /// The x of the centres of a column; any whole number, also outside the raster.
  @inlinable
  public func x(ofColumn column: Int) -> Double { originX + (Double(column) + 0.5) * cellWidth }

  /// The y of the centres of a row; any whole number, also outside the raster.
  @inlinable
  public func y(ofRow row: Int) -> Double { originY - (Double(row) + 0.5) * cellHeight }

  /// The distance of `x` east of the western edge, in cells.
  @inlinable
  public func columnPosition(_ x: Double) -> Double { (x - originX) / cellWidth }

  /// The distance of `y` south of the northern edge, in cells.
  @inlinable
  public func rowPosition(_ y: Double) -> Double { (originY - y) / cellHeight }

  /// The cell that holds a point, western and northern edges included; `nil` outside.
  public func cell(x: Double, y: Double) -> (column: Int, row: Int)? {
    let (column, row) = (columnPosition(x), rowPosition(y))
    guard column >= 0, column < Double(columns), row >= 0, row < Double(rows) else { return nil }
    return (Int(column), Int(row))
  }

  /// The lattice of some of the columns and rows; they may lie outside this one.
  public func part(columns: Range<Int>, rows: Range<Int>) -> RasterLattice {
    var part = self
    part.columns = columns.count
    part.rows = rows.count
    part.originX = originX + Double(columns.lowerBound) * cellWidth
    part.originY = originY - Double(rows.lowerBound) * cellHeight
    return part
  }

  /// The columns and rows whose cells share area with `box`; they may lie outside this lattice.
  ///
  /// Overlaps thinner than 1e-6 of a cell do not count, so the box of a part gives that part.
  public func cells(covering box: Envelope) -> (columns: Range<Int>, rows: Range<Int>) {
    guard !box.isEmpty else { return (0..<0, 0..<0) }
    func range(_ low: Double, _ high: Double) -> Range<Int> {
      let bound = 1e15
      let first = Int(min(max((low + 1e-6).rounded(.down), -bound), bound))
      let end = Int(min(max((high - 1e-6).rounded(.up), -bound), bound))
      return first..<max(first, end)
    }
    return (
      range(columnPosition(box.minX), columnPosition(box.maxX)),
      range(rowPosition(box.maxY), rowPosition(box.minY))
    )
  }

  /// The whole numbers of columns and rows by which the cells of `other` lie east and south of
  /// these; `nil` where the two do not share one grid of cells.
  ///
  /// Cell sizes may differ by what adds up to 1/1000 of a cell over `other`, corners by 1/1000 of a
  /// cell: files print their numbers rounded.
  public func offset(of other: RasterLattice) -> (columns: Int, rows: Int)? {
    guard other.crs == crs else { return nil }
    let column = columnPosition(other.originX)
    let row = rowPosition(other.originY)
    let span = Double(max(other.columns, other.rows, 1))
    guard abs(column) < 1e9, abs(row) < 1e9,
      abs(other.cellWidth / cellWidth - 1) * span <= 1e-3,
      abs(other.cellHeight / cellHeight - 1) * span <= 1e-3,
      abs(column - column.rounded()) <= 1e-3, abs(row - row.rounded()) <= 1e-3
    else { return nil }
    return (Int(column.rounded()), Int(row.rounded()))
  }
}
