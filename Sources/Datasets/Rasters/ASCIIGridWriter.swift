import Foundation
import SimpleFeatures

/// Writes an ESRI ASCII grid row by row; numbers are the shortest that read back as the same value.
///
/// The format has no place for a CRS, a unit or cells that are not square.
package struct ASCIIGridWriter {
  private let handle: FileHandle
  private let noValue: String

  /// - Throws: ``ImportError`` where cells are not square or the file cannot be written.
  package init(_ path: String, _ head: RasterFileHead) throws(ImportError) {
    let lattice = head.lattice
    guard abs(lattice.cellWidth / lattice.cellHeight - 1) < 1e-9 else {
      throw ImportError(
        .unknownFormat,
        "an ESRI ASCII grid has square cells, these are \(lattice.cellWidth) x "
          + "\(lattice.cellHeight)", hint: "name the file .tif")
    }
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw ImportError(
        .unwritableFile, "\(path) cannot be written", hint: "check the folder and its permissions")
    }
    self.handle = handle
    noValue = head.noValue.map { $0.isNaN ? "nan" : "\(Float($0))" } ?? "-9999"
    let box = lattice.envelope
    try write(
      """
      ncols \(lattice.columns)
      nrows \(lattice.rows)
      xllcorner \(box.minX)
      yllcorner \(box.minY)
      cellsize \(lattice.cellWidth)
      NODATA_value \(noValue)

      """)
  }

  private func write(_ text: String) throws(ImportError) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw ImportError(
        .unwritableFile, "the grid cannot be written: \(error.localizedDescription)",
        hint: "check the disk")
    }
  }

  /// Writes some rows; NaN becomes the head's no-value.
  package func write(rows: Range<Int>, _ values: [Float]) throws(ImportError) {
    let columns = values.count / max(rows.count, 1)
    var text = ""
    for (i, value) in values.enumerated() {
      text += value.isNaN ? noValue : "\(value)"
      text += (i + 1) % columns == 0 ? "\n" : " "
    }
    try write(text)
  }

  package func finish() throws(ImportError) {
    do { try handle.close() } catch {
      throw ImportError(
        .unwritableFile, "the grid cannot be closed: \(error.localizedDescription)",
        hint: "check the disk")
    }
  }
}
