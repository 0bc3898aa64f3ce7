package import Catalog
package import SimpleFeatures

/// A raster file: GeoTIFF, or an ESRI ASCII grid, also gzipped.
///
/// One band, north up. Values are what the file means: scaled as it says, NaN where it has none.
/// For one thread.
package final class RasterFile {
  package let path: String
  private let rows: any RasterRows

  /// Opens a file and reads its head, in a process of its own where this program offers one.
  ///
  /// - Throws: ``ImportError`` `unreadable-raster` for a file that cannot be read;
  ///   `unsuitable-raster` with the way out for several bands, complex numbers, cells that are
  ///   turned or have no place, and sizes beyond reason.
  package init(_ path: String) throws(ImportError) {
    self.path = path
    rows =
      if let executable = DatasetWorker.executable { try WorkerRaster(path, executable) } else {
        try GDALRaster(path)
      }
  }

  /// All that is known before the cells.
  var head: RasterHead { rows.head }
  /// Where the cells lie; its CRS is empty where the file names none.
  package var lattice: RasterLattice { rows.head.lattice }
  /// What heights count from, where the file's CRS says it.
  package var datum: VerticalDatum? { rows.head.datum }
  /// What stands for no value in the file, scaled as values are.
  package var noValue: Double? { rows.head.noValue }
  /// Whether the file holds finer numbers than 32-bit floating point.
  package var isRounded: Bool { rows.head.isRounded }

  /// The values of some rows, row by row; NaN where there is none.
  ///
  /// - Precondition: The rows are not north of those that were asked for before.
  /// - Throws: ``ImportError`` `unreadable-raster` where the file is cut off or damaged.
  package func values(rows range: Range<Int>) throws(ImportError) -> [Float] {
    try rows.values(rows: range)
  }
}

/// The cells of a raster file, wherever they are read.
protocol RasterRows: AnyObject {
  var head: RasterHead { get }
  func values(rows: Range<Int>) throws(ImportError) -> [Float]
}

/// What is known of a raster file before its cells.
struct RasterHead: Sendable {
  var lattice: RasterLattice
  var datum: VerticalDatum?
  var noValue: Double?
  var isRounded: Bool

  /// Columns and rows beyond which a file is refused: a small file can claim any size.
  static let longestSide = 200_000
}
