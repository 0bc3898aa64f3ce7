import Catalog
import Parking
import SimpleFeatures
import Simulation

/// What processes on parking have in common in their inputs and outputs.
enum ParkingInputs {
  /// A time, as ``ParkingClock`` reads it.
  static let time = InputType.text(length: 10...40).instant

  /// What a time is for, and how it is written.
  static func time(_ words: LocalisedText) -> LocalisedText {
    LocalisedText(
      zh: words.zh + "；RFC 3339，不带时区时按停车场的本地时间",
      en: words.en + "; RFC 3339, or local time of the car parks if without a zone")
  }

  /// The identifier of a car park.
  static let lot = InputType.text(length: 1 ... .max)

  /// Runs `body`, with errors of parking as faults of a process.
  static func translating<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ParkingError {
      throw ProcessError(
        error.code.rawValue, error.message, hint: error.hint,
        status: error.code == .invalidValue ? 400 : 422)
    }
  }

  /// A note on a number of things, `3 lots were counted long ago`; none for 0.
  static func note(_ count: Int, _ one: String, _ many: String, _ rest: String) -> [JSONValue] {
    count == 0 ? [] : [.string("\(count) \(count == 1 ? one : many) \(rest)")]
  }

  /// The first names of a list, and how many more there are.
  static func listed(_ names: [String], most: Int = 6) -> String {
    names.prefix(most).joined(separator: ", ")
      + (names.count > most ? " and \(names.count - most) more" : "")
  }

  /// A probability or a share of the capacity, 0…1, with four decimals.
  static func share(_ value: Double) -> PropertyValue { rounded(min(1, max(0, value)), 4) }

  /// Rounded to a number of decimals, as answers tell it.
  static func rounded(_ value: Double, _ decimals: Int) -> PropertyValue {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return .real((value * scale).rounded() / scale)
  }
}
