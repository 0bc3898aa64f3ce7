package import Foundation
import SimpleFeatures

/// What is known of rasters at times before their cells.
struct RasterSeriesHead: Codable, Sendable {
  /// The first raster's, whose cells are those of all.
  var raster: RasterHead
  /// The unit that the file names.
  var unit: String?
  /// In the order in which their cells come.
  var slices: [RasterSlice]
}

/// One raster of a series.
package struct RasterSlice: Codable, Sendable, Equatable {
  /// When it is.
  package var moment: Date
  /// Which member of an ensemble it belongs to, from 0.
  package var member: Int
}
