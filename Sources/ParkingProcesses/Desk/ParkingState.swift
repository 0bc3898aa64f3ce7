import Parking
import SimpleFeatures

/// The tariffs, counts and days of exception in place at one time, and the lots' clock.
struct ParkingState: Sendable {
  var tariffs: TariffCatalog
  /// What the times of the counts are told by.
  var clock: ParkingClock
  var exceptions = DayExceptions.none
  /// `nil` where there are none.
  var counts: OccupancyModel?
  /// What who uses all this has to know.
  var notes: [String] = []

  /// The notes as an answer has them, those in place first.
  func told(_ others: [JSONValue]) -> JSONValue { .array(notes.map { .string($0) } + others) }
}
