public import SimpleFeatures

extension RasterGrid {
  /// Cells that meet a condition as regions that hang together, also at corners, each in order.
  ///
  /// - Complexity: Linear in the number of cells, and sorting each region.
  public func regions(where isIn: (Int) -> Bool) -> [[Int]] {
    var isSeen = [Bool](repeating: false, count: values.count)
    var regions: [[Int]] = []
    for start in values.indices where !isSeen[start] && isIn(start) {
      var region: [Int] = []
      var waiting = [start]
      isSeen[start] = true
      while let cell = waiting.popLast() {
        region.append(cell)
        lattice.forEachAround(cell) { next in
          guard !isSeen[next], isIn(next) else { return }
          isSeen[next] = true
          waiting.append(next)
        }
      }
      regions.append(region.sorted())
    }
    return regions
  }
}

extension RasterLattice {
  /// The outline of some cells, each named once: a polygon of straight lines along their sides for
  /// each part, cells that touch at a corner alone being two.
  public func outline(of cells: [Int]) -> Geometry {
    let isIn = Set(cells)
    let outlines = CellOutlines(self)
    var sides = BoundaryEdges()
    for cell in cells {
      outlines.addSides(ofColumn: cell % columns, row: cell / columns, to: &sides) {
        isIn.contains($1 * columns + $0)
      }
    }
    return outlines.areas(within: sides).demotedFromMulti
  }
}
