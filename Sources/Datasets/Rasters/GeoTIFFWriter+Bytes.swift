import CGDAL
import Foundation
package import SimpleFeatures

extension GeoTIFFWriter {
  /// A GeoTIFF of a raster, as bytes: made in memory, no file is written.
  ///
  /// - Parameter head: What it says of its values; its lattice is the raster's.
  package static func bytes(
    of grid: RasterGrid, _ head: RasterFileHead
  ) throws(ImportError) -> [UInt8] {
    let path = "/vsimem/\(UUID().uuidString).tif"
    defer { _ = GDALSession.run { unsafe VSIUnlink(path) } }
    let writer = try GeoTIFFWriter(path, for: "the answer", head)
    try writer.write(rows: 0..<grid.rows, grid.values)
    try writer.finish()
    return VirtualFile.head(path, VirtualFile.byteCount(path) ?? 0)
  }
}
