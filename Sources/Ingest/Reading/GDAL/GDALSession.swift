import CGDAL

/// GDAL as one process uses it: drivers registered once, faults as words and not on the terminal.
enum GDALSession {
  private static let isReady: Bool = {
    GDALAllRegister()
    return true
  }()

  /// Runs `body` with GDAL ready and silent, and gives GDAL's words for a fault.
  static func run<Result>(_ body: () -> Result) -> (result: Result, words: String) {
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

  /// Runs `body` with `options` as the list of C strings that GDAL wants.
  static func withOptions<Result>(
    _ options: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = nil
    for option in options { unsafe list = unsafe CSLAddString(list, option) }
    defer { unsafe CSLDestroy(list) }
    return unsafe body(list)
  }
}
