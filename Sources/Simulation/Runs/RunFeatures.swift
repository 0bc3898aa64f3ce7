public import SimpleFeatures

/// Makes layers of a model's runs: features and rasters of what the frames of a run do to the city.
///
/// The map asks it and knows nothing of the model: it gives the answers fields and tiles by the
/// layer files of the run.
public protocol RunFeatures: Sendable {
  /// The id of the process whose runs it reads.
  var process: String { get }

  /// The features of a layer as they are at a frame, in degrees of longitude and latitude
  /// (CGCS2000), each with an id of its own.
  ///
  /// - Parameters:
  ///   - layer: Its name in the run's record.
  ///   - index: Of a frame that is there.
  /// - Throws: Where files of the run are damaged.
  func features(of layer: String, in run: RunFolder, atFrame index: Int) throws -> [Feature]

  /// The values of a raster as they are at a frame, on the cells of the frames; NaN where there is
  /// nothing to draw.
  ///
  /// - Parameters:
  ///   - layer: Its name in the run's record, where its source is ``RunLayer/Source/made``.
  ///   - index: Of a frame that is there.
  /// - Throws: Where files of the run are damaged.
  func grid(of layer: String, in run: RunFolder, atFrame index: Int) throws -> RasterGrid
}
