package import SimpleFeatures

/// What an export wrote, and what the format could not hold.
package struct ExportReport: Equatable, Sendable {
  package var layer: String
  package var format: ExportFormat
  package var features = 0
  /// The system of the file's coordinates: `EPSG:4490` unless another was asked for.
  package var crs: String
  /// How coordinates came there, in words; `none` where they are the city's.
  package var operation = "none"
  /// How far a coordinate may be off by that, in metres.
  package var accuracyMetres = 0.0
  /// In the order in which they came up.
  package var losses: [ExportDiagnostic] = []

  /// The report as one JSON object.
  package var json: JSONValue {
    [
      "layer": .string(layer), "format": .string(format.rawValue), "features": .integer(features),
      "crs": .string(crs), "operation": .string(operation),
      "accuracyMetres": .real(accuracyMetres),
      "losses": .array(
        losses.map {
          [
            "rule": .string($0.rule.rawValue), "column": JSONValue($0.column),
            "count": JSONValue($0.count), "first": JSONValue($0.firstID),
            "message": .string($0.message),
          ]
        }),
    ]
  }
}

/// Something of the layer that its file does not hold as the city does.
package struct ExportDiagnostic: Equatable, Sendable {
  package var rule: Rule
  /// The file's column; `nil` where it concerns the whole file.
  package var column: String?
  /// How many values are concerned; `nil` where all of the column or file.
  package var count: Int?
  /// The id of the first feature that is concerned.
  package var firstID: String?
  /// What became of it.
  package var message: String

  /// The loss as one line for people.
  package var line: String {
    guard let count, let firstID else { return column.map { "\($0): \(message)" } ?? message }
    return column.map { "\(count) × \($0): \(message), first in feature \"\(firstID)\"" }
      ?? "\(count) × \(message), first in feature \"\(firstID)\""
  }

  /// A stable name for the kind of loss, for programs.
  package enum Rule: String, Sendable {
    case renamed
    case dateAsDateTime = "date-as-datetime"
    case dateTimeAsText = "datetime-as-text"
    case booleanAsNumber = "boolean-as-number"
    case numberAsText = "number-as-text"
    case typesBeside = "types-beside"
    case noCRS = "no-crs"
    case textCut = "text-cut"
    case emptyText = "empty-text"
    case trailingSpaces = "trailing-spaces"
    case character
    case digits
    case fractionOfSecond = "fraction-of-second"
    case negativeZero = "negative-zero"
    case ringDirection = "ring-direction"
    case null
    case otherType = "other-type"
    case formula

    /// What became of single values; empty for what concerns whole columns.
    var words: String {
      switch self {
      case .renamed, .dateAsDateTime, .dateTimeAsText, .booleanAsNumber, .numberAsText,
        .typesBeside, .noCRS, .ringDirection:
        ""
      case .textCut: "texts cut to \(ShapefileLimits.textBytes) bytes"
      case .emptyText: "empty texts, which cannot be told from no text"
      case .trailingSpaces: "texts without the spaces at their end"
      case .character: "texts with characters that the file cannot hold, now question marks or gone"
      case .digits: "numbers rounded to the digits that fit"
      case .fractionOfSecond: "times cut to milliseconds"
      case .negativeZero: "negative zeros, now zero"
      case .null: "missing values left blank, which some programs read as 0 or empty"
      case .formula: "texts behind an apostrophe, which spreadsheets would run as formulas"
      case .otherType: "values that are not of the field's type, left out"
      }
    }
  }
}

/// The losses as they come up, counted.
struct LossTally {
  private struct Key: Hashable {
    var rule: ExportDiagnostic.Rule
    var column: String?
  }

  private(set) var losses: [ExportDiagnostic] = []
  private var indexes: [Key: Int] = [:]

  /// Notes what is true of a whole column or of the file.
  mutating func note(_ rule: ExportDiagnostic.Rule, _ column: String? = nil, _ message: String) {
    losses.append(
      ExportDiagnostic(rule: rule, column: column, count: nil, firstID: nil, message: message))
  }

  /// Counts one value.
  mutating func count(_ rule: ExportDiagnostic.Rule, _ column: String? = nil, in id: String) {
    if let index = indexes[Key(rule: rule, column: column)] {
      losses[index].count = (losses[index].count ?? 0) + 1
    } else {
      indexes[Key(rule: rule, column: column)] = losses.count
      losses.append(
        ExportDiagnostic(rule: rule, column: column, count: 1, firstID: id, message: rule.words))
    }
  }
}
