import CGDAL
import Foundation

/// A file of vector layers as GDAL reads it. For one thread at a time.
@safe final class VectorFile {
  /// One of the file's own layers: a table of a GeoPackage, a sheet, a folder of a KML file.
  struct Layer {
    var name: String
    /// Number of features where the file knows it without being read.
    var count: Int?
  }

  let path: String
  /// GDAL's name of the format: `GPKG`, `ESRI Shapefile`.
  let format: String
  let layers: [Layer]
  let dataset: GDALDatasetH

  /// - Parameters:
  ///   - drivers: The GDAL drivers that may read the file.
  ///   - options: `NAME=VALUE` for the driver.
  /// - Throws: ``ImportError`` `unreadable-file`.
  init(_ path: String, drivers: [String], options: [String] = []) throws(ImportError) {
    self.path = path
    let (handle, words) = unsafe GDALSession.open(
      path, GDAL_OF_VECTOR, drivers: drivers, options: options)
    guard let handle = unsafe handle else {
      throw ImportError(
        .unreadableFile, "\(path) cannot be read: \(words)", hint: "is it whole, and what it says?")
    }
    unsafe dataset = handle
    format = unsafe String(cString: GDALGetDriverShortName(GDALGetDatasetDriver(handle)))
    layers = (0..<(unsafe GDALDatasetGetLayerCount(handle))).map { index in
      let layer = unsafe GDALDatasetGetLayer(handle, index)
      let count = unsafe OGR_L_GetFeatureCount(layer, 0)
      return unsafe Layer(
        name: String(cString: OGR_L_GetName(layer)), count: count < 0 ? nil : Int(count))
    }
  }

  deinit { unsafe GDALClose(dataset) }

  /// The handle of a layer, which belongs to the file.
  func handle(of layer: Int) -> OGRLayerH? { unsafe GDALDatasetGetLayer(dataset, Int32(layer)) }
}
