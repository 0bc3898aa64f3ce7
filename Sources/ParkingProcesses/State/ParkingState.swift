import Parking
import SimpleFeatures

/// The tariffs, counts and exceptional days in use at one time, and the lots' clock.
struct ParkingState: Sendable {
  var tariffs: TariffCatalog
  /// The clock of the counts' times.
  var clock: ParkingClock
  var exceptions = DayExceptions.none
  /// `nil` where there are none.
  var counts: OccupancyModel?
  /// What users of the data have to know of the files that it comes from.
  var notes: [String] = []

  /// The notes as an answer has them, those in place first.
  func told(_ others: [JSONValue]) -> JSONValue { .array(notes.map { .string($0) } + others) }
}
