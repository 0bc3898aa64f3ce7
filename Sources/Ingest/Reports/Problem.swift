import GeometryCore
package import SimpleFeatures

/// Something about one record of a file that its owner should know.
package struct Problem: Equatable, Sendable {
  /// What it means for the record.
  package enum Severity: String, Sendable {
    /// The record is not in the city.
    case rejected
    /// The record is in the city, its geometry made valid.
    case repaired
    /// The record is in the city, but a value of it is not.
    case warning
  }

  /// Longitude and latitude of CGCS2000, in degrees.
  package struct Place: Equatable, Sendable {
    package var longitude: Double
    package var latitude: Double

    /// A point inside a shape, or on it; `nil` for none.
    init?(inside shape: Geometry) {
      guard !shape.isEmpty else { return nil }
      let point = (try? shape.pointOnSurface()) ?? shape
      (longitude, latitude) = (point.ordinates[0], point.ordinates[1])
    }
  }

  package var severity: Severity
  /// A stable name of the rule that the record broke.
  package var rule: String
  /// Counts from 1.
  package var record: Int
  /// Where the record stands, in files that are text.
  package var position: TextPosition?
  package var featureID: String?
  /// Where it is, in the city's coordinates, where that is known.
  package var place: Place?
  package var message: String
  package var hint: String?
}

extension Problem {
  var json: JSONValue {
    [
      "severity": .string(severity.rawValue), "rule": .string(rule), "record": .integer(record),
      "line": JSONValue(position?.line), "column": JSONValue(position?.column),
      "id": JSONValue(featureID), "message": .string(message), "hint": JSONValue(hint),
      "longitude": place.map { .real($0.longitude) } ?? nil,
      "latitude": place.map { .real($0.latitude) } ?? nil,
    ]
  }

  /// The problem as one line for people: `file:line:column: rejected: message (hint)`.
  package func line(file: String) -> String {
    let name = featureID.map { " id \($0):" } ?? ""
    let way = hint.map { " (\($0))" } ?? ""
    let place = position.map { ":\($0)" } ?? ""
    return "\(file)\(place): \(severity.rawValue): record \(record):\(name) \(message)\(way)"
  }
}
