import Parking
import SimpleFeatures

/// The tariffs and counts that a desk has at one time.
struct ParkingBooks: Sendable {
  var tariffs: TariffBook
  /// `nil` where there are none.
  var counts: CountBook?
  /// What who uses the counts has to know.
  var notes: [String] = []

  /// The notes as an answer has them, those on the counts first.
  func told(_ others: [JSONValue]) -> JSONValue { .array(notes.map { .string($0) } + others) }
}
