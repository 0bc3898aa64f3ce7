import SimpleFeatures

/// Outlines of cells along their sides, between corners that are numbered row by row from the
/// north-west.
struct CellOutlines {
  private let lattice: RasterLattice
  /// Corners in a row.
  private let width: Int

  init(_ lattice: RasterLattice) {
    self.lattice = lattice
    width = lattice.columns + 1
  }

  /// Adds those sides of a cell beyond which the outline does not go on, counter-clockwise.
  ///
  /// - Parameter isIn: Whether a column and row of the lattice are within the outline.
  func addSides(
    ofColumn column: Int, row: Int, to edges: inout BoundaryEdges,
    where isIn: (_ column: Int, _ row: Int) -> Bool
  ) {
    let northWest = row * width + column
    let (northEast, southWest) = (northWest + 1, northWest + width)
    let southEast = southWest + 1
    if column == 0 || !isIn(column - 1, row) { edges.add(northWest, southWest) }
    if row == lattice.rows - 1 || !isIn(column, row + 1) { edges.add(southWest, southEast) }
    if column == lattice.columns - 1 || !isIn(column + 1, row) { edges.add(southEast, northEast) }
    if row == 0 || !isIn(column, row - 1) { edges.add(northEast, northWest) }
  }

  /// The areas within some sides.
  func areas(within edges: BoundaryEdges) -> Geometry {
    ContourRings(edges.rings(place: place).map { straightened($0).map(place) }).multiPolygon
  }

  private func place(_ corner: Int) -> SIMD2<Double> {
    SIMD2(
      lattice.originX + Double(corner % width) * lattice.cellWidth,
      lattice.originY - Double(corner / width) * lattice.cellHeight)
  }

  /// A ring without the corners at which it goes straight on: those between corners of one row or
  /// column.
  private func straightened(_ ring: [Int]) -> [Int] {
    ring.indices.filter { index in
      let before = ring[index == 0 ? ring.count - 1 : index - 1]
      let after = ring[index == ring.count - 1 ? 0 : index + 1]
      return before / width != after / width && before % width != after % width
    }.map { ring[$0] }
  }
}
