import Catalog
import Datasets
import SimpleFeatures

/// The lines of a survey as records with shapes: each runs straight from the point that it names as
/// its start to the one that it names as its end.
final class SurveyedLines: RecordSource {
  private let lines: any RecordSource
  private let points: SurveyPoints
  private let fixes: Bool
  private var mapping: FieldMapping
  private let fromField: Int
  private let toField: Int
  private var section: SectionSize
  let declaredCRS: DeclaredCRS
  /// Records by the pair of their points, negative where it came as end and start.
  private var seen: [UInt64: Int] = [:]
  private var blankRows = 0
  private var namedCount = 0

  private typealias Diagnostic = NormalisedRecord.Diagnostic

  /// - Parameters:
  ///   - points: In the system of the lines, where those have shapes of their own.
  ///   - declaredCRS: What is said of that system.
  init(
    _ lines: SampledSource, _ points: SurveyPoints, _ declaredCRS: DeclaredCRS,
    _ request: Importer.Request
  ) throws {
    let layer = request.layer
    let guess = MappingGuess(layer, named: request.fieldMapping, sample: lines.sample)
    let field = { (end: String) in
      layer.fields.firstIndex { $0.name == SurveyInput.end(of: layer, end)?.field }
    }
    guard let from = field("from"), let to = field("to") else {
      throw ImportError(
        .unsuitableLayer, "the layer \"\(layer.id)\" does not say between which points lines run",
        hint: "its relations `from` and `to` would")
    }
    let names = [from, to].map { layer.fields[$0].name }
    for name in names where !guess.lines.contains(where: { $0.field == name }) {
      guard !lines.sample.isEmpty else { continue }
      throw ImportError(
        .unclearCoordinates,
        "\(request.file) is a table of lines, and no column is known to hold \(name)",
        hint: "name it: --map \(name)=COLUMN; or name the coordinates: --map geometry=COLUMN")
    }
    mapping = try FieldMapping(layer, named: request.fieldMapping, guessed: guess.guessed)
    section = SectionSize(layer, guess)
    (fromField, toField) = (from, to)
    fixes = request.fixes
    self.lines = lines
    self.points = points
    self.declaredCRS = declaredCRS
  }

  var extent: ReadExtent { lines.extent }

  var problems: [RecordDiagnostic] { lines.problems + points.problems }

  var remarks: [String] {
    var remarks = lines.remarks
    remarks.append("lines run between \(points.count) points of \(points.name)")
    if namedCount > 0 {
      remarks.append("\(namedCount) lines without a number are called by those of their points")
    }
    if blankRows > 0 { remarks.append("\(blankRows) blank rows are passed over") }
    return remarks
  }

  func next() throws -> SourceRecord? {
    while var record = try lines.next() {
      guard case .success(var feature) = record.feature else { return record }
      if feature.geometry == nil, feature.properties.allSatisfy({ $0.value.filledText == nil }) {
        blankRows += 1
        continue
      }
      do throws(Diagnostic) {
        try place(&feature, &record)
      } catch {
        record.remarks.append(error)
      }
      if let remark = section.split(&feature) { record.remarks.append(remark) }
      record.feature = .success(feature)
      return record
    }
    return nil
  }

  // MARK: Ends

  private func place(_ feature: inout Feature, _ record: inout SourceRecord) throws(Diagnostic) {
    let values = mapping.values(of: feature)
    guard let from = values[fromField].filledText, let to = values[toField].filledText else {
      throw Self.rejection(
        "missing-end", "the line does not name both of its points",
        hint: "correct the record: each line has a start and an end")
    }
    guard from != to else {
      throw Self.rejection(
        "equal-ends", "the line starts and ends at the same point, \(from)",
        hint: "correct one of its ends")
    }
    let (start, end) = (points.index(of: from), points.index(of: to))
    guard let start, let end else {
      // Where the known end lies, so that the map can show it.
      if let known = start ?? end { feature.geometry = shape([known]) }
      let missing = [(from, start), (to, end)].filter { $0.1 == nil }.map(\.0)
      throw Self.rejection(
        "missing-point",
        "\(points.name) has no point \(missing.joined(separator: " and no point "))",
        hint: "was it left out, or is its number written in another way?")
    }
    for (index, number) in [(start, from), (end, to)] where points.isUnclear(index) {
      feature.geometry = shape([index])
      throw Self.rejection(
        "duplicate-point", "the point \(number) is given at several places",
        hint: "give each point a number of its own")
    }
    let hasNumber = mapping.identifier(of: feature) != nil
    try checkTwin(start, end, record.number, hasNumber, &record)
    if !hasNumber {
      feature.id = "\(from)-\(to)"
      namedCount += 1
    }
    if let drawn = feature.geometry?.demotedFromMulti, !drawn.isEmpty {
      if drawn.kind == .lineString { try checkDrawn(drawn, start, end, &feature, &record) }
    } else {
      feature.geometry = shape([start, end])
    }
  }

  private func shape(_ indices: [Int]) -> Geometry {
    let ordinates = indices.flatMap { [points.place($0).x, points.place($0).y] }
    return indices.count == 1
      ? .point(x: ordinates[0], y: ordinates[1]) : .lineString(ordinates)
  }

  /// A line whose two points an earlier one has: the same again, or a pipe beside it.
  private func checkTwin(
    _ start: Int, _ end: Int, _ number: Int, _ hasNumber: Bool, _ record: inout SourceRecord
  ) throws(Diagnostic) {
    let pair = UInt64(min(start, end)) << 32 | UInt64(max(start, end))
    let signed = start < end ? number : -number
    guard let first = seen[pair] else {
      seen[pair] = signed
      return
    }
    let names = "\(points.number(start)) and \(points.number(end))"
    let way = (first > 0) == (signed > 0) ? "" : " in the other direction"
    let words = "the line between \(names) has come before\(way), in record \(abs(first))"
    guard hasNumber else {
      throw Self.rejection(
        "line-twice", words, hint: "keep one; pipes side by side need numbers of their own")
    }
    record.remarks.append(
      Diagnostic(
        severity: .warning, rule: "line-twice", message: words,
        hint: "keep one, unless two pipes lie side by side"))
  }

  /// Holds a line that the file draws against its points.
  private func checkDrawn(
    _ line: Geometry, _ start: Int, _ end: Int, _ feature: inout Feature,
    _ record: inout SourceRecord
  ) throws(Diagnostic) {
    let last = line.ordinates.count - line.stride
    let head = (x: line.ordinates[0], y: line.ordinates[1])
    let tail = (x: line.ordinates[last], y: line.ordinates[last + 1])
    let isNear = { (point: Int, place: (x: Double, y: Double)) in
      self.points.metres(point, to: place) <= SurveyTolerance.lineEndMetres
    }
    if isNear(start, head) && isNear(end, tail) { return }
    let names = "\(points.number(start)) to \(points.number(end))"
    guard isNear(start, tail) && isNear(end, head) else {
      record.remarks.append(
        Diagnostic(
          severity: .warning, rule: "off-its-points",
          message: "the line is drawn elsewhere than from \(names)",
          hint: "correct the drawing, the numbers or the points"))
      return
    }
    if fixes { feature.geometry = line.reversed }
    record.remarks.append(
      Diagnostic(
        severity: fixes ? .repaired : .warning, rule: "reversed-line",
        message: "the line is drawn against its direction, which is \(names)"
          + (fixes ? "; turned round" : ""), hint: fixes ? nil : "--fix turns it round"))
  }

  private static func rejection(_ rule: String, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(severity: .rejected, rule: rule, message: message, hint: hint)
  }
}

extension Geometry {
  /// A line with its vertices the other way round.
  fileprivate var reversed: Geometry {
    var result = self
    let count = ordinates.count / stride
    result.ordinates = (0..<count).reversed().flatMap {
      ordinates[$0 * stride..<($0 + 1) * stride]
    }
    return result
  }
}
