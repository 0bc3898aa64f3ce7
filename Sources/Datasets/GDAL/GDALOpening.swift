import CGDAL

extension GDALSession {
  /// Opens a file for reading with these drivers only; `nil` and GDAL's words where none can.
  ///
  /// - Parameter flags: What the file should be: `GDAL_OF_RASTER` or `GDAL_OF_VECTOR`.
  static func open(
    _ path: String, _ flags: Int32, drivers: [String], options: [String]
  ) -> (dataset: GDALDatasetH?, words: String) {
    let (handle, words) = unsafe run {
      unsafe withOptions(drivers) { drivers in
        unsafe withOptions(options) { options in
          unsafe GDALOpenEx(
            path, UInt32(flags | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR), readOnly(drivers),
            readOnly(options), nil)
        }
      }
    }
    return unsafe (handle, words)
  }

  private static func readOnly(
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> UnsafePointer<UnsafePointer<CChar>?>? {
    unsafe list.map {
      unsafe UnsafePointer(
        unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafePointer<CChar>?.self))
    }
  }
}
