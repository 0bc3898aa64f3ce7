import Catalog
import Datasets
import FeatureStore
import GeometryCore
import SimpleFeatures

/// Writes prepared records into the layer, unites those of one id, and reports on each.
struct RecordWriting {
  private(set) var report: ImportReport
  private(set) var counts = CommitCounts()
  private let layer: LayerDefinition
  private let fixes: Bool
  /// How many records without a known id were left out.
  private var namelessRejections = 0
  /// How many records were merged into a row.
  private var pieces: [Int64: Int] = [:]
  /// How many records of one id are merged at most: each merge goes over all pieces before it.
  private static let maximumPieces = 300
  /// The longest id that is accepted, in bytes.
  private static let maximumIDBytes = 256

  private let problem: (RecordDiagnostic) throws -> Void
  /// `nil` where nothing is known of it.
  private let area: CityArea?
  /// How many features were written, how many of them far from the city, and the least distance of
  /// those in metres.
  private var written = 0
  private var far = 0
  private var leastFarness = Double.infinity

  init(
    _ request: Importer.Request, _ report: ImportReport, within area: CityArea?,
    problem: @escaping (RecordDiagnostic) throws -> Void
  ) {
    layer = request.layer
    fixes = request.fixes
    self.report = report
    self.area = area
    self.problem = problem
  }

  /// Counts a record and reports what is known of it; of one that is left out the city's feature
  /// stays.
  mutating func take(_ record: NormalisedRecord, sparingIn writer: LayerWriter) throws {
    report.read += 1
    report.flattened += record.isFlattened ? 1 : 0
    report.identifiedByGeometry += record.isIdentifiedByGeometry ? 1 : 0
    for remark in record.remarks { try note(remark, record) }
    if record.content == nil {
      if let id = record.id {
        // The file names the feature, so what the city knows of it stays.
        try writer.retain(id: id)
      } else {
        namelessRejections += 1
      }
    }
    counts.rejected = report.rejected
  }

  /// Writes a record that was taken, unless it is left out, or reports why not.
  mutating func write(_ record: NormalisedRecord, to writer: LayerWriter) throws {
    guard let content = record.content else { return }
    do {
      try write(content, of: record, to: writer)
      try checkPlace(content.geometry.envelope, of: record)
    } catch let rejection as NormalisedRecord.Diagnostic {
      try note(rejection, record)
      if let id = record.id { try writer.retain(id: id) }
    }
    counts.rejected = report.rejected
  }

  /// Warns of a feature that lies far from all others of the city.
  private mutating func checkPlace(_ box: Envelope, of record: NormalisedRecord) throws {
    written += 1
    guard let area, let metres = area.farness(of: box) else { return }
    far += 1
    leastFarness = min(leastFarness, metres)
    // In steps, so that features of one place have one problem.
    let steps = [200, 500, 1000, 2000, 5000, 10_000]
    let kilometres = steps.last { Double($0) * 1000 < metres } ?? steps[0]
    try note(
      NormalisedRecord.Diagnostic(
        severity: .warning, rule: "far-from-city",
        message: "it lies more than \(kilometres) km from the rest of the city",
        hint: "check the file's CRS (--crs) and the order of its coordinates"),
      record)
  }

  /// Refuses a file all of whose features lie far from the city.
  ///
  /// - Throws: ``ImportErrorCode/farFromCity``.
  func checkPlaces() throws(ImportError) {
    guard written > 0, far == written else { return }
    throw .farFromCity(
      message: "the features of \(report.source) lie \(Int(leastFarness / 1000)) km and more from "
        + "the rest of the city")
  }

  /// Removes the features that the file does not name, if it is known which it names.
  mutating func removeOthers(from writer: LayerWriter) throws {
    guard namelessRejections == 0 else {
      report.remarks.append(
        "nothing was removed: \(namelessRejections) rejected records have no id, so they may be "
          + "features that the city knows")
      return
    }
    counts.removed = try writer.removeUntouched()
  }

  /// Takes over what is known once all records have been read.
  mutating func finish(_ reading: RecordReading) {
    report.ignoredProperties = reading.preparer.mapping.ignoredProperties
    report.remarks += reading.remarks
  }

  /// The report on the whole file; without a commit, nothing has changed.
  func report(of commit: Commit?) -> ImportReport {
    var report = report
    report.commit = report.isDryRun ? nil : commit?.number
    report.added = commit?.counts.added ?? 0
    report.changed = commit?.counts.changed ?? 0
    report.removed = commit?.counts.removed ?? 0
    report.rules = commit?.rules ?? RuleReport()
    // Those that were found record by record have been told with their lines.
    let told = Set(report.countsByRule.map(\.rule))
    report.rules.breaches.removeAll { told.contains($0.rule) }
    report.unchanged = commit?.counts.unchanged ?? counts.changed + counts.unchanged
    return report
  }

  private mutating func note(_ remark: NormalisedRecord.Diagnostic, _ record: NormalisedRecord)
    throws
  {
    let found = RecordDiagnostic(
      severity: remark.severity, rule: remark.rule, record: record.number,
      position: record.position, featureID: record.id, place: record.place,
      message: remark.message, hint: remark.hint)
    try note(found)
  }

  /// Reports what is about no single record, or about one.
  mutating func note(_ found: RecordDiagnostic) throws {
    report.note(found)
    try problem(found)
  }

  private mutating func write(
    _ content: NormalisedRecord.Content, of record: NormalisedRecord, to writer: LayerWriter
  ) throws {
    guard content.id.utf8.count <= Self.maximumIDBytes else {
      throw rejection(
        "id", "the id is longer than \(Self.maximumIDBytes) bytes",
        hint: "name another column: --map id=COLUMN")
    }
    let outcome = try writer.write(
      id: content.id, geometry: content.geometry, values: content.values, keeping: content.kept)
    switch outcome {
    case .added: counts.added += 1
    case .changed: counts.changed += 1
    case .unchanged: counts.unchanged += 1
    case .duplicate(let existing):
      if existing.geometry == content.geometry, existing.values == content.values {
        try leaveOutTwin()
      } else {
        try merge(content, of: record, with: existing, in: writer)
      }
    }
  }

  /// A record that says again what one before it has said.
  private mutating func leaveOutTwin() throws {
    guard fixes || layer.duplicates == .union else {
      throw rejection(
        "duplicate-id", "the same record has come before in this file",
        hint: "--fix leaves such records out")
    }
    report.united += 1
  }

  private mutating func merge(
    _ content: NormalisedRecord.Content, of record: NormalisedRecord, with existing: StoredFeature,
    in writer: LayerWriter
  ) throws {
    guard !record.isIdentifiedByGeometry else {
      throw rejection(
        "duplicate-id", "a record of the same shape has come before, and neither has an id",
        hint: "name the column that tells them apart: --map id=COLUMN")
    }
    guard layer.duplicates == .union else {
      throw rejection(
        "duplicate-id", "the id has come before in this file",
        hint: "give each record an id of its own, or name another column: --map id=COLUMN")
    }
    let contradictions = layer.fields.indices.filter { index in
      let (old, new) = (existing.values[index], content.values[index])
      return !old.isNull && !new.isNull && old != new
    }
    if !contradictions.isEmpty {
      let words = contradictions.map { index in
        let (old, new) = (existing.values[index], content.values[index])
        return "\(layer.fields[index].name) is \(FieldValue.plainText(old)) there, "
          + "\(FieldValue.plainText(new)) here"
      }.joined(separator: "; ")
      let near = existing.geometry.envelope.expanded(by: 1e-6)
      guard near.intersects(content.geometry.envelope) else {
        throw rejection(
          "duplicate-id", "the id has come before for a shape elsewhere (\(words))",
          hint: "give each object an id of its own, or name another column: --map id=COLUMN")
      }
      try note(
        NormalisedRecord.Diagnostic(
          severity: .warning, rule: "contradicting-pieces",
          message: "merged with a record of the same id; the first one's values stay (\(words))"),
        record)
    }
    guard pieces[existing.row, default: 1] < Self.maximumPieces else {
      throw rejection(
        "duplicate-id", "\(Self.maximumPieces) records have this id already",
        hint: "is the id in another column? --map id=COLUMN")
    }
    pieces[existing.row, default: 1] += 1
    var merged = existing
    do throws(GeometryError) {
      merged.geometry = try Geometry.union(of: [existing.geometry, content.geometry])
    } catch {
      throw rejection(
        "duplicate-id", "it cannot be merged with the record of the same id: \(error.message)",
        hint: error.hint)
    }
    for (index, value) in content.values.enumerated() where existing.values[index].isNull {
      merged.values[index] = value
    }
    try writer.rewrite(merged)
    report.united += 1
  }

  private func rejection(
    _ rule: String, _ message: String, hint: String?
  ) -> NormalisedRecord.Diagnostic {
    NormalisedRecord.Diagnostic(severity: .rejected, rule: rule, message: message, hint: hint)
  }
}

extension ImportError {
  /// A file that lies where the city does not.
  static func farFromCity(message: String) -> ImportError {
    ImportError(
      .farFromCity, message,
      hint: "check the file's CRS (--crs) and the order of its coordinates; --accept-breaches "
        + "imports them all the same")
  }
}
