import Catalog
import FeatureStore
import GeometryCore
import SimpleFeatures

/// The way of each record from the file into the layer, and the report on it.
struct RecordImporter {
  private(set) var report: ImportReport
  private(set) var counts = CommitCounts()
  /// What the reader decided about the file.
  var remarks: [String] {
    get { report.remarks }
    set { report.remarks = newValue }
  }
  private let layer: LayerDefinition
  private let transform: CoordinateTransform
  private(set) var mapping: FieldMapping
  private let rules: RecordRules
  /// Where the layer's file says what records break.
  private let places: LayerPlaces
  /// How many records were united into a row.
  private var pieces: [Int64: Int] = [:]
  /// How many records of one id are united at most: each union goes over all pieces before it.
  private static let maximumPieces = 300
  /// The longest id that is accepted, in bytes.
  private static let maximumIDBytes = 256

  init(_ request: Importer.Request, _ transform: CoordinateTransform, _ mapping: FieldMapping) {
    layer = request.layer
    report = ImportReport(layer: request.layer.id, source: request.file)
    report.crs = transform.from.identifier
    report.residuals = (try? transform.from.frame?.residuals()) ?? []
    self.transform = transform
    self.mapping = mapping
    rules = RecordRules(request.layer)
    places = LayerPlaces(request.layer)
  }

  /// Thrown inside to leave a record out.
  private struct Rejection: Error {
    var rule: String
    var message: String
    var hint: String?
  }

  /// The report on the whole file; without a commit, nothing has changed.
  func report(of commit: Commit?) -> ImportReport {
    var report = report
    report.commit = commit?.number
    report.added = commit?.counts.added ?? 0
    report.changed = commit?.counts.changed ?? 0
    report.removed = commit?.counts.removed ?? 0
    report.rules = commit?.rules ?? RuleReport()
    // Those that were found record by record have been told with their lines.
    let told = Set(report.countsByRule.map(\.rule))
    report.rules.breaches.removeAll { told.contains($0.rule) }
    report.unchanged = commit?.counts.unchanged ?? counts.changed + counts.unchanged
    report.operation = transform.operation
    report.accuracyMetres = transform.accuracyMetres
    report.ignoredProperties = mapping.ignoredProperties
    return report
  }

  /// Writes one record, or reports why not.
  mutating func add(_ record: SourceRecord, to writer: LayerWriter) throws {
    report.read += 1
    var id: String?
    do {
      let feature = try Self.readable(record)
      id = mapping.identifier(of: feature)
      let geometry = try placed(feature, record, id: id)
      let values = try values(of: feature, record, id: id)
      try write(id: try id ?? identifier(from: geometry), geometry, values, to: writer)
    } catch let rejection as Rejection {
      note(.rejected, rejection, record, id: id)
      // The file names the feature, so what the city knows of it stays.
      if let id { try writer.spare(id: id) }
    }
    counts.rejected = report.rejected
  }

  /// Removes the features that the file does not name.
  mutating func removeOthers(from writer: LayerWriter) throws {
    counts.removed = try writer.removeUntouched()
  }

  private mutating func note(
    _ severity: Problem.Severity, _ problem: Rejection, _ record: SourceRecord, id: String?
  ) {
    report.note(
      Problem(
        severity: severity, rule: problem.rule, record: record.number, position: record.position,
        featureID: id, message: problem.message, hint: problem.hint))
  }

  private static func readable(_ record: SourceRecord) throws(Rejection) -> Feature {
    do {
      return try record.feature.get()
    } catch {
      throw Rejection(rule: error.code.rawValue, message: error.message, hint: error.hint)
    }
  }

  // MARK: Geometry

  /// The record's geometry in the city's coordinates, valid and of the layer's type.
  private mutating func placed(
    _ feature: Feature, _ record: SourceRecord, id: String?
  ) throws -> Geometry {
    guard let source = feature.geometry?.demotedFromMulti, !source.isEmpty else {
      throw Rejection(rule: "no-geometry", message: "the record has no geometry")
    }
    guard source.kind.fits(layer.geometry) else {
      throw Rejection(
        rule: "geometry-type",
        message: "a \(source.kind.geoJSONName) does not belong into a layer of "
          + "\(layer.geometry.rawValue)s",
        hint: "import such records into a layer of their own")
    }
    guard source.envelope.width <= 180 || transform.from.isGeographic == false else {
      throw Rejection(
        rule: "antimeridian", message: "the shape is wider than 180 degrees",
        hint: "cut it at the antimeridian (RFC 7946 section 3.1.9)")
    }
    if source.layout != .xy { report.flattened += 1 }
    do throws(GeometryError) {
      let repair = try transform.transform(source.flattened).repaired()
      if let fault = repair.fault {
        let place = fault.x.flatMap { x in fault.y.map { " at \(x), \($0)" } } ?? ""
        note(
          .repaired,
          Rejection(rule: fault.rule, message: "\(fault.message)\(place); the shape was repaired"),
          record, id: id)
      }
      return repair.geometry
    } catch {
      throw Rejection(rule: error.code.rawValue, message: error.message, hint: error.hint)
    }
  }

  // MARK: Attributes

  private mutating func values(
    of feature: Feature, _ record: SourceRecord, id: String?
  ) throws -> [PropertyValue] {
    var values = mapping.values(of: feature)
    for (index, field) in layer.fields.enumerated() {
      do throws(FieldValue.Misfit) {
        values[index] = try FieldValue.converted(values[index], to: field)
      } catch {
        var misfit = Rejection(
          rule: error.rule, message: "\(field.name): \(error.message)",
          hint: hint(error, field))
        guard !field.isRequired else { throw misfit }
        misfit.message += "; left empty"
        values[index] = .null
        note(.warning, misfit, record, id: id)
      }
      if field.isRequired && values[index].isNull {
        throw Rejection(
          rule: "required", message: "\(field.name) is missing, but the layer requires it",
          hint: "name the column that holds it: --map \(field.name)=COLUMN")
      }
    }
    for breach in rules.breaches(of: values) {
      let place = places.text(places.position(of: breach.rule))
      let rejection = Rejection(
        rule: breach.rule, message: "\(breach.message.zh) / \(breach.message.en)",
        hint: "correct the record; the rule stands at \(place)")
      guard breach.severity == .warning else { throw rejection }
      note(.warning, rejection, record, id: id)
    }
    return values
  }

  /// What to do about a value that does not fit, with the line of the layer's file.
  private func hint(_ misfit: FieldValue.Misfit, _ field: Field) -> String? {
    switch misfit.rule {
    case "code":
      let place = places.text(places.position(ofCodesOf: field.name))
      return "add the code to the list at \(place), or correct the record"
    case "range":
      return "its bounds stand at \(places.text(places.position(ofField: field.name)))"
    default: return misfit.hint
    }
  }

  /// An id for a record without one: the same geometry gets the same id in every import.
  private mutating func identifier(from geometry: Geometry) throws -> String {
    report.identifiedByGeometry += 1
    return "g" + Fingerprint.text(of: WKB.encode(geometry))
  }

  // MARK: Writing

  private mutating func write(
    id: String, _ geometry: Geometry, _ values: [PropertyValue], to writer: LayerWriter
  ) throws {
    guard id.utf8.count <= Self.maximumIDBytes else {
      throw Rejection(
        rule: "id", message: "the id is longer than \(Self.maximumIDBytes) bytes",
        hint: "name another column: --map id=COLUMN")
    }
    switch try writer.write(id: id, geometry: geometry, values: values) {
    case .added: counts.added += 1
    case .changed: counts.changed += 1
    case .unchanged: counts.unchanged += 1
    case .duplicate(var existing):
      guard layer.duplicates == .union else {
        throw Rejection(
          rule: "duplicate-id", message: "the id has come before in this file",
          hint: "give each record an id of its own, or set \"duplicates: union\" for the layer")
      }
      guard pieces[existing.row, default: 1] < Self.maximumPieces else {
        throw Rejection(
          rule: "duplicate-id", message: "\(Self.maximumPieces) records have this id already",
          hint: "is the id in another column? --map id=COLUMN")
      }
      pieces[existing.row, default: 1] += 1
      existing.geometry = try union(existing.geometry, geometry)
      for (index, value) in values.enumerated() where existing.values[index].isNull {
        existing.values[index] = value
      }
      try writer.rewrite(existing)
      report.united += 1
    }
  }

  private func union(_ a: Geometry, _ b: Geometry) throws -> Geometry {
    do throws(GeometryError) {
      return try Geometry.union(of: [a, b])
    } catch {
      throw Rejection(
        rule: "duplicate-id", message: "it cannot be united with its namesake: \(error.message)",
        hint: error.hint)
    }
  }
}

extension Geometry.Kind {
  /// Whether a layer of `type` takes such geometries.
  fileprivate func fits(_ type: GeometryType) -> Bool {
    switch type {
    case .point: self == .point
    case .line: isLinear
    case .polygon: isPolygonal
    }
  }
}
