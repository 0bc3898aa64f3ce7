import SimpleFeatures

/// Why a city file cannot be opened, read or written.
package struct CityError: ExplainedError, Equatable {
  /// A stable name for the kind of fault, for programs.
  package enum Code: String, Sendable {
    case notFound = "city-not-found"
    case notACity = "not-a-city"
    case newerVersion = "city-newer-version"
    case busy = "city-busy"
    case damaged = "city-damaged"
    case unwritable = "city-unwritable"
    case moved = "city-moved"
  }

  package var code: Code
  package var message: String
  package var hint: String?

  package init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
