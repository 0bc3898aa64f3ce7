import GeometryCore
import Messages
package import SimpleFeatures

/// Something about one record of a file that its owner should know.
package struct RecordDiagnostic: Equatable, Sendable {
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
    package init?(inside shape: Geometry) {
      guard !shape.isEmpty else { return nil }
      let point = (try? shape.pointOnSurface()) ?? shape
      (longitude, latitude) = (point.ordinates[0], point.ordinates[1])
    }
  }

  package var severity: Severity
  /// A stable name of the rule that the record broke.
  package var rule: String
  /// Counts from 1; 0 for what is about the file as a whole or files beside it.
  package var record: Int
  /// Where the record stands, in files that are text.
  package var position: TextPosition?
  package var featureID: String?
  /// Where it is, in the city's coordinates, where that is known.
  package var place: Place?
  package var message: String
  package var hint: String?

  package init(
    severity: Severity, rule: String, record: Int, position: TextPosition? = nil,
    featureID: String? = nil, place: Place? = nil, message: String, hint: String? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.record = record
    self.position = position
    self.featureID = featureID
    self.place = place
    self.message = message
    self.hint = hint
  }
}

extension RecordDiagnostic {
  package var json: JSONValue {
    [
      "severity": .string(severity.rawValue), "rule": .string(rule), "record": .integer(record),
      "line": JSONValue(position?.line), "column": JSONValue(position?.column),
      "id": JSONValue(featureID), "message": .string(BilingualText.both(message)),
      "hint": JSONValue(hint),
      "longitude": place.map { .real($0.longitude) } ?? nil,
      "latitude": place.map { .real($0.latitude) } ?? nil,
    ]
  }

  /// What is wrong, wherever it is: equal for records that have the same problem.
  package struct Words: Hashable, Sendable {
    var severity: Severity
    var rule: String
    var message: String
    var hint: String?
  }

  package var words: Words {
    Words(severity: severity, rule: rule, message: message, hint: hint)
  }

  /// The problem as one line for people: `file:line:column: rejected: record 3: message (hint)`.
  ///
  /// - Parameters:
  ///   - count: How many records have it, this one being the first.
  ///   - told: Says an English text in the reader's language.
  package func line(
    file: String, count: Int = 1, told: (String) -> String = BilingualText.both
  ) -> String {
    var line = "\(file)\(position.map { ":\($0)" } ?? "")"
    line += told(severity.rawValue) == severity.rawValue ? ": " : "："
    var parts = [severity.rawValue]
    if count > 1 { parts.append("\(count.of("record")), the first is \(record)") }
    if count == 1, record > 0 {
      parts.append("record \(record)" + (featureID.map { ": id \($0)" } ?? ""))
    }
    for part in parts {
      let words = told(part)
      // Another language has marks of its own.
      line += words + (words == part ? ": " : "：")
    }
    line += told(message)
    guard let hint else { return line }
    let words = told(hint)
    return line + (words == hint ? " (\(words))" : "（\(words)）")
  }
}

// MARK: As a feature

extension RecordDiagnostic {
  /// The problem as a feature of the layer ``ProblemLayer/id``.
  package func feature(id: String, layer: String, source: String) -> Feature {
    func whole(_ number: Int?) -> PropertyValue { number.map { .integer(Int64($0)) } ?? .null }
    func text(_ text: String?) -> PropertyValue { text.map { .text($0) } ?? .null }
    return Feature(
      id: id, geometry: place.map { .point(x: $0.longitude, y: $0.latitude) },
      properties: [
        Property("layer", .text(layer)), Property("source", .text(source)),
        Property("record", whole(record)), Property("line", whole(position?.line)),
        Property("column", whole(position?.column)),
        Property("severity", .text(severity.rawValue)), Property("rule", .text(rule)),
        Property("feature", text(featureID)), Property("message", .text(message)),
        Property("hint", text(hint)),
      ])
  }

  /// The problem that such a feature is; `nil` for any other.
  package init?(_ feature: Feature) {
    func whole(_ name: String) -> Int? {
      if case .integer(let number)? = feature[name] { Int(number) } else { nil }
    }
    func text(_ name: String) -> String? {
      if case .text(let text)? = feature[name] { text } else { nil }
    }
    guard let severity = text("severity").flatMap({ Severity(rawValue: $0) }),
      let rule = text("rule"), let record = whole("record"), let message = text("message")
    else { return nil }
    let position = whole("line").map { TextPosition(line: $0, column: whole("column") ?? 1) }
    self.init(
      severity: severity, rule: rule, record: record, position: position,
      featureID: text("feature"), place: feature.geometry.flatMap { Place(inside: $0) },
      message: message, hint: text("hint"))
  }
}
