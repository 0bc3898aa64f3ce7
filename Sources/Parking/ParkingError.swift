public import SimpleFeatures

/// Why parking cannot be forecast, chosen or assigned.
public typealias ParkingError = CodedError<ParkingErrorCode>

/// The kinds of ``ParkingError``, as stable names for programs.
public enum ParkingErrorCode: String, Sendable {
  /// A lot that is named and not there.
  case missingReference = "missing-reference"
  /// A time or number without meaning.
  case invalidValue = "invalid-value"
  /// Counts from which nothing can be told.
  case noHistory = "no-history"
  /// A tariff, an hour or a permit that cannot be read.
  case invalidTariff = "invalid-tariff"
  /// Spaces and drivers that cannot be brought together.
  case infeasible
}
