import Parking
import SimpleFeatures
import Simulation

/// What processes on parking have in common in their inputs and outputs.
enum ParkingInputs {
  static func time(_ description: String) -> JSONValue {
    [
      "type": "string", "minLength": 10, "maxLength": 40,
      "description": .string(
        description + "; RFC 3339, or without a zone on the clock of the lots"),
    ]
  }

  static func place(_ description: String) -> JSONValue {
    [
      "type": "array", "items": ["type": "number", "minimum": -180, "maximum": 180],
      "minItems": 2, "maxItems": 2, "description": .string("[longitude, latitude]: " + description),
    ]
  }

  /// The schema of an object.
  ///
  /// An empty `required` is none: OpenAPI 3.0 refuses it.
  static func object(
    required: [String], _ members: [(String, JSONValue)], description: String? = nil
  ) -> JSONValue {
    var schema: [(String, JSONValue)] = [
      ("type", "object"), ("additionalProperties", false), ("properties", .object(members)),
    ]
    if !required.isEmpty { schema.append(("required", .strings(required))) }
    if let description { schema.append(("description", .string(description))) }
    return .object(schema)
  }

  /// Runs `body`, with errors of parking as faults of a process.
  static func telling<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ParkingError {
      throw ProcessError(
        error.code.rawValue, error.message, hint: error.hint,
        status: error.code == .invalidValue ? 400 : 422)
    }
  }

  /// A feature collection; `write` gets each item.
  static func features<Item>(
    _ items: [Item], _ write: (inout JSONText, Item) -> Void
  ) -> JSONText {
    var text = JSONText(capacity: 256 + 512 * items.count)
    text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
    for (number, item) in items.enumerated() {
      if number > 0 { text.raw(",") }
      write(&text, item)
    }
    text.raw("]}")
    return text
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
