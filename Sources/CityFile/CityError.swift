package import SimpleFeatures

/// Why a city file cannot be opened, read or written.
package typealias CityError = CodedError<CityErrorCode>

/// The kinds of ``CityError``, as stable names for programs.
package enum CityErrorCode: String, Sendable {
  case notFound = "city-not-found"
  case notACity = "not-a-city"
  case newerVersion = "city-newer-version"
  case busy = "city-busy"
  case damaged = "city-damaged"
  case unwritable = "city-unwritable"
  case moved = "city-moved"
}
