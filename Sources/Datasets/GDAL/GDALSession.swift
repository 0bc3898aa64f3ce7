import CGDAL
import Foundation

/// GDAL as one process uses it: drivers registered once, faults as words and not on the terminal.
package enum GDALSession {
  private static let isReady: Bool = {
    // No file may make GDAL ask the network for another.
    unsafe CPLSetConfigOption("CPL_VSIL_CURL_ALLOWED_FILENAME", "none")
    GDALAllRegister()
    return true
  }()

  /// Lets GDAL keep so many bytes of the blocks of rasters, instead of a share of the machine's.
  static func keepBlocks(bytes: Int) { GDALSetCacheMax64(GIntBig(bytes)) }

  /// Runs `body` with GDAL ready and silent, and gives GDAL's words for a fault.
  package static func run<Result>(_ body: () -> Result) -> (result: Result, words: String) {
    _ = isReady
    unsafe CPLPushErrorHandler(CPLQuietErrorHandler)
    defer { CPLPopErrorHandler() }
    CPLErrorReset()
    let result = body()
    let isFault = CPLGetLastErrorType() == CE_Failure || CPLGetLastErrorType() == CE_Fatal
    let words =
      isFault ? unsafe CPLGetLastErrorMsg().map { unsafe String(cString: $0) } ?? "" : ""
    return (result, words)
  }

  /// Runs `body` under settings of GDAL that hold for this thread only.
  static func with<Result>(_ settings: [String: String], _ body: () -> Result) -> Result {
    for (name, value) in settings { unsafe CPLSetThreadLocalConfigOption(name, value) }
    defer { for name in settings.keys { unsafe CPLSetThreadLocalConfigOption(name, nil) } }
    return body()
  }

  /// Runs `body` with `options` as the list of C strings that GDAL wants.
  package static func withOptions<Result>(
    _ options: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = nil
    for option in options { unsafe list = unsafe CSLAddString(list, option) }
    defer { unsafe CSLDestroy(list) }
    return unsafe body(list)
  }

  // MARK: Texts

  /// The bytes of a C string.
  static func bytes(_ start: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(
      UnsafeRawBufferPointer(start: start, count: unsafe strlen(start)))
  }

  /// A C string in an encoding; `nil` where it is none of that.
  static func text(_ start: UnsafePointer<CChar>?, _ encoding: TextEncoding) -> String? {
    guard let start = unsafe start else { return nil }
    return encoding.text(unsafe bytes(start))
  }
}
