import Catalog
package import SimpleFeatures

/// Parts of a raster, as files and answers hold them.
extension StoredRaster {
  /// The cells that share area with a box of the layer's own CRS, all of them without one; `nil`
  /// where the box lies beside them.
  ///
  /// - Returns: Their lattice, and their columns and rows as tiles are counted.
  package func part(
    covering box: Envelope? = nil
  ) -> (lattice: RasterLattice, columns: Range<Int>, rows: Range<Int>)? {
    var (columns, rows) = (0..<lattice.columns, 0..<lattice.rows)
    if let box {
      let cells = lattice.cells(covering: box)
      columns = cells.columns.clamped(to: columns)
      rows = cells.rows.clamped(to: rows)
    }
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return (
      lattice.part(columns: columns, rows: rows),
      columns.lowerBound + firstColumn..<columns.upperBound + firstColumn,
      rows.lowerBound + firstRow..<rows.upperBound + firstRow
    )
  }

  /// A number that no cell has, to stand for no value in a file: what the first file used, else one
  /// that the cells' type has to spare; `nil` where all are taken.
  ///
  /// - Parameter isText: Whether the file is one of digits, which cannot say NaN.
  package func spareNumber(isText: Bool = false) -> Double? {
    let fallback: Double =
      switch cellType {
      case .float32: isText ? -9999 : .nan
      case .int16: -32768
      case .uint8: bounds.lowerBound > 0 ? 0 : 255
      }
    return [noValue, fallback, -9999].compactMap(\.self).first { number in
      let fits =
        cellType.wholeNumbers.map { number == number.rounded() && $0.contains(Int(number)) } ?? true
      return fits && (number.isNaN || !bounds.contains(number))
    }
  }
}
