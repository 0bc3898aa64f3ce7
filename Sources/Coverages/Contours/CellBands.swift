public import SimpleFeatures

extension RasterGrid {
  /// The areas of the cells whose values lie between levels, along the sides of the cells.
  ///
  /// They have exactly the area of these cells, up to the border of those without a value, where
  /// ``contourBands(_:)`` draws smooth lines from centre to centre: for values that end at walls,
  /// or in single cells.
  ///
  /// - Parameter levels: Rising; n levels make up to n bands, the last of which is open. What is
  ///   below the first is in none.
  /// - Throws: ``CoverageError`` `bad-levels` for levels that do not rise.
  /// - Complexity: O(cells + e log e) for e sides of cells between bands.
  public func cellBands(_ levels: [Double]) throws(CoverageError) -> [ContourBand] {
    try Self.check(levels)
    let outlines = CellOutlines(lattice)
    return sides(of: levels.map { Float($0) }, outlines).enumerated().compactMap { index, sides in
      let geometry = outlines.areas(within: sides)
      guard !geometry.isEmpty else { return nil }
      return ContourBand(
        lower: levels[index], upper: index + 1 < levels.count ? levels[index + 1] : .infinity,
        geometry: geometry)
    }
  }

  /// The sides of cells of each band whose other side is in another one.
  private func sides(of levels: [Float], _ outlines: CellOutlines) -> [BoundaryEdges] {
    var sides = [BoundaryEdges](repeating: BoundaryEdges(), count: levels.count)
    let bands = values.map { value in
      value.isNaN ? -1 : levels.partitioningIndex { $0 > value } - 1
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let own = bands[row * columns + column]
        guard own >= 0 else { continue }
        outlines.addSides(ofColumn: column, row: row, to: &sides[own]) {
          bands[$1 * columns + $0] == own
        }
      }
    }
    return sides
  }
}
