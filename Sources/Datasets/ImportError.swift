package import SimpleFeatures

/// Why a whole import cannot be done; the city is unchanged.
package typealias ImportError = CodedError<ImportErrorCode>

/// The kinds of ``ImportError``, as stable names for programs.
package enum ImportErrorCode: String, Sendable {
  case unknownField = "unknown-field"
  case unknownColumn = "unknown-column"
  case unknownUnit = "unknown-unit"
  case unknownCode = "unknown-code"
  case unknownFormat = "unknown-format"
  case noFeatures = "layer-without-features"
  case nothingAccepted = "nothing-accepted"
  case unreadableFile = "unreadable-file"
  case unwritableFile = "unwritable-file"
  case formatLimit = "format-limit"
  case unreadableRaster = "unreadable-raster"
  case unsuitableRaster = "unsuitable-raster"
  case missingCRS = "missing-crs"
  case mixedDatums = "mixed-datums"
  case unclearLayer = "unclear-source-layer"
  case unclearEncoding = "unclear-encoding"
  case unclearCoordinates = "unclear-coordinates"
  case farFromCity = "far-from-city"
  case missingPoints = "missing-points"
  case unsuitableLayer = "unsuitable-layer"
}
