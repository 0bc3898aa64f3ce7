package import GeometryCore
package import SimpleFeatures

/// One record of a file, or why it is none.
package struct SourceRecord: Sendable {
  /// Counts from 1 over the whole file.
  package var number: Int
  /// Where the record starts, in files that are text.
  package var position: TextPosition?
  /// The feature, or the fault that spoils it.
  package var feature: Result<Feature, FormatError>
  /// The id of a record whose feature cannot be read, where it is known.
  package var id: String?
  /// The properties of a record whose shape alone cannot be read.
  package var properties: [Property] = []
  /// How many rings of the shape were closed while it was read.
  package var closedRings = 0
  /// What the source noticed about the record; one that is `rejected` is not used.
  package var remarks: [Diagnostic] = []

  /// Something that the record's owner should know.
  package struct Diagnostic: Error {
    package var severity: RecordDiagnostic.Severity
    package var rule: String
    package var message: String
    package var hint: String?

    package init(
      severity: RecordDiagnostic.Severity, rule: String, message: String, hint: String? = nil
    ) {
      self.severity = severity
      self.rule = rule
      self.message = message
      self.hint = hint
    }
  }

  package init(number: Int, position: TextPosition? = nil, feature: Result<Feature, FormatError>) {
    self.number = number
    self.position = position
    self.feature = feature
  }
}

/// A file as a stream of records, none of which is held longer than it is used.
///
/// Used by one thread at a time.
package protocol RecordSource: AnyObject {
  /// The next record; `nil` at the end.
  ///
  /// - Throws: ``FormatError`` or ``ImportError`` for a file after whose fault nothing can be
  ///   trusted.
  func next() throws -> SourceRecord?

  /// What the file says of its coordinates; known once the first record was asked for.
  var declaredCRS: DeclaredCRS { get throws }

  /// How far reading is.
  var extent: ReadExtent { get }

  /// What was decided where the file left a choice, one sentence each; complete at the end.
  var remarks: [String] { get }

  /// What is wrong with the file as a whole or with files beside it, as records of number 0; known
  /// before the first record.
  var problems: [RecordDiagnostic] { get }
}

extension RecordSource {
  package var remarks: [String] { [] }
  package var problems: [RecordDiagnostic] { [] }
}

/// What a file says of its CRS.
package enum DeclaredCRS: Equatable, Sendable {
  /// Nothing: a person has to name it.
  case none
  /// The format has only one, longitude and latitude of WGS 84.
  case impliedByFormat
  /// An identifier such as `EPSG:4547` or a URN.
  case named(String)
  /// A description that no registered system matches, by its own name.
  case unknown(String)

  /// The system, where the file names one that can be used.
  ///
  /// - Throws: ``GeometryError`` for an identifier that is not known.
  package func system() throws(GeometryError) -> CoordinateReferenceSystem? {
    switch self {
    case .none, .unknown: nil
    case .impliedByFormat: .crs84
    case .named(let identifier): try CoordinateReferenceSystem(identifier)
    }
  }
}

/// How much of a file has been read.
package struct ReadExtent: Equatable, Sendable {
  /// What is counted.
  package enum Unit: Sendable {
    case bytes
    case records
  }

  package var unit: Unit
  package var done: Int
  /// `nil` where it cannot be known before the end.
  package var total: Int?

  package init(_ unit: Unit, done: Int, total: Int?) {
    self.unit = unit
    self.done = done
    self.total = total
  }
}

extension PropertyValue {
  /// Roughly how much memory the value takes, in bytes.
  package var weight: Int {
    switch self {
    case .null, .boolean, .integer, .real: 32
    case .text(let text), .json(let text): 32 + text.utf8.count
    }
  }
}
