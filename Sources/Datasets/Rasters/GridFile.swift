import Catalog
import Foundation
package import SimpleFeatures

/// Whole rasters from and to files.
package enum GridFile {
  /// Cells beyond which a file is not read whole: 16 GiB of numbers.
  private static let mostCells = 1 << 32

  /// Whether a file is a raster by its first bytes: a TIFF, an ESRI ASCII grid, anything gzipped.
  package static func isRaster(_ path: String) -> Bool {
    let head = VirtualFile.head(path, 64)
    let text = String(decoding: head, as: UTF8.self).lowercased()
    return head.starts(with: [0x1F, 0x8B]) || text.drop(while: \.isWhitespace).hasPrefix("ncols")
      || ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { head.starts(with: $0.utf8) }
  }

  /// All values of a GeoTIFF or an ESRI ASCII grid, also gzipped; the lattice's CRS is empty where
  /// the file names none.
  ///
  /// - Throws: ``ImportError`` as ``RasterFile`` does, for grids whose text is not what their head
  ///   says, and for more cells than memory should hold.
  package static func read(_ path: String) throws(ImportError) -> (
    grid: RasterGrid, text: ASCIIGridText?
  ) {
    // First, since GDAL says of a faulty head only that it knows no such file.
    let text = try ASCIIGridText(path)
    let file = try RasterFile(path)
    guard file.lattice.cellCount <= mostCells else {
      throw ImportError(
        .unsuitableRaster, "\(path) holds \(file.lattice.cellCount) cells",
        hint: "cut it with gdal_translate -srcwin, or make its cells larger")
    }
    var grid = RasterGrid(file.lattice)
    for first in stride(from: 0, to: file.lattice.rows, by: 256) {
      let rows = first..<min(first + 256, file.lattice.rows)
      let values = try file.values(rows: rows)
      let start = first * file.lattice.columns
      grid.values.replaceSubrange(start..<start + values.count, with: values)
    }
    return (grid, text)
  }

  /// Writes a raster as a GeoTIFF (tiled, deflated, without loss, NaN for no value), reads it back
  /// and gives it its name: what has the name is whole.
  ///
  /// - Parameter unit: UCUM unit of the values; `nil` for none.
  /// - Throws: ``ImportError`` `unwritable-file`; a file of that name is as it was.
  package static func write(
    _ grid: RasterGrid, to path: String, unit: String?
  ) throws(ImportError) {
    let part = PartName.make(for: path)
    defer { unsafe _ = unlink(part) }
    let head = RasterFileHead(
      lattice: grid.lattice, type: .float32, noValue: .nan, unit: unit, datum: nil)
    let writer = try GeoTIFFWriter(part, for: path, head)
    for first in stride(from: 0, to: grid.rows, by: 256) {
      let rows = first..<min(first + 256, grid.rows)
      let cells = rows.lowerBound * grid.columns..<rows.upperBound * grid.columns
      try writer.write(rows: rows, Array(grid.values[cells]))
    }
    try writer.finish()
    try check(part, holds: grid, path)
    do {
      try PartName.replace(path, with: part)
    } catch {
      throw .unwritable(path, error.code.rawValue)
    }
  }

  /// GDAL does not always say that a disk is full.
  private static func check(
    _ part: String, holds grid: RasterGrid, _ path: String
  ) throws(ImportError) {
    do throws(ImportError) {
      let file = try GDALRaster(part)
      for first in stride(from: 0, to: grid.rows, by: 256) {
        let rows = first..<min(first + 256, grid.rows)
        let start = rows.lowerBound * grid.columns
        let values = try file.values(rows: rows)
        let isSame = values.indices.allSatisfy {
          let (a, b) = (values[$0], grid.values[start + $0])
          return a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
        }
        guard isSame else { throw ImportError(.unreadableRaster, "other values than written") }
      }
    } catch {
      throw .unwritable(path, as: part, "what arrived on the disk is not whole")
    }
  }
}
