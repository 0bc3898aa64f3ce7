import Catalog
import SimpleFeatures

/// A table whose columns say where its records lie, as a stream of features with shapes.
final class GeoreferencedTable: RecordSource {
  private let table: any RecordSource
  private let file: String
  /// `nil` for a table without rows.
  private let columns: CoordinateColumns?
  private let crs: Result<DeclaredCRS, ImportError>
  private let ownRemarks: [String]
  /// Records that were read to find the columns, last first.
  private var waiting: [SourceRecord]
  /// Columns of coordinates that no field of the layer wants, two at most.
  ///
  /// To hash Chinese names for each row takes longer than to compare them.
  private let dropped: [String]
  private var blankRows = 0

  /// How many records are looked at.
  private static let sampleCount = 200

  init(_ table: any RecordSource, _ request: SourceRequest) throws {
    self.table = table
    file = request.file
    var sample: [SourceRecord] = []
    while sample.count < Self.sampleCount, let record = try table.next() { sample.append(record) }
    waiting = sample.reversed()
    let features = sample.compactMap { try? $0.feature.get() }
    let names = features.max { $0.properties.count < $1.properties.count }?.properties.map(\.name)
    guard let names, !names.isEmpty else {
      let isEmpty = ImportError(
        .nothingAccepted, "\(request.file) holds no features", hint: "is it the right file?")
      crs = sample.isEmpty && request.crs == nil ? .failure(isEmpty) : .success(.none)
      (columns, ownRemarks, dropped) = (nil, [], [])
      return
    }
    let named = try CoordinateColumns.named(request.coordinateColumns, in: names)
    let guess = named == nil ? try Self.guess(names, features, request) : nil
    guard let columns = named ?? guess?.columns else {
      (columns, crs, ownRemarks, dropped) = (nil, .success(.none), [], [])
      return
    }
    let statement = CoordinateStatement(
      columns, isGuess: named == nil, namesDegrees: guess?.namesDegrees ?? true, features, request)
    self.columns = columns
    // Whoever only looks at the columns need not know where they lie.
    crs = Result { () throws(ImportError) in try statement.declaredCRS() }
    ownRemarks = statement.remarks
    let wanted =
      request.layer.fields.flatMap { [$0.name] + $0.aliases }
      + request.fieldMapping.fields.values.flatMap(\.columns) + request.layer.identifiers
    dropped = columns.names.filter { !wanted.contains($0) }
  }

  /// The columns that seem to say it; `nil` for lines of a survey, whose points say it.
  private static func guess(
    _ names: [String], _ sample: [Feature], _ request: SourceRequest
  ) throws(ImportError) -> CoordinateGuess? {
    guard request.isOptionallyPlaced else {
      return try CoordinateGuess(names, sample, of: request.file)
    }
    let guess = try? CoordinateGuess(names, sample, of: request.file)
    if case .shape? = guess?.columns { return guess }
    return nil
  }

  var declaredCRS: DeclaredCRS { get throws { try crs.get() } }

  var extent: ReadExtent { table.extent }

  var remarks: [String] {
    let blanks = blankRows == 0 ? [] : ["\(blankRows) blank rows are passed over"]
    return table.remarks + ownRemarks + blanks
  }

  func next() throws -> SourceRecord? {
    while var record = try waiting.popLast() ?? table.next() {
      guard let columns, case .success(let feature) = record.feature else { return record }
      let filled = feature.properties.filter { !Self.isBlank($0.value) }
      if filled.isEmpty {
        blankRows += 1
        continue
      }
      do throws(FormatError) {
        record.feature = .success(try placed(feature, filled, columns))
      } catch {
        record.feature = .failure(error)
        record.properties = feature.properties
      }
      return record
    }
    return nil
  }

  private static func isBlank(_ value: PropertyValue) -> Bool {
    if case .text(let text) = value { return TableText.trimmed(text).isEmpty }
    return value.isNull
  }

  private func placed(
    _ feature: Feature, _ filled: [Property], _ columns: CoordinateColumns
  ) throws(FormatError) -> Feature {
    if filled.count > 1, filled.allSatisfy({ $0.value == .text($0.name) }) {
      throw FormatError(.notARecord, "the row repeats the names of the columns")
    }
    if columns.names.allSatisfy({ name in !filled.contains { $0.name == name } }),
      filled.contains(where: Self.isTotal)
    {
      throw FormatError(.notARecord, "the row holds totals and no place")
    }
    var feature = feature
    feature.geometry = try geometry(feature, columns)
    feature.properties.removeAll { dropped.contains($0.name) }
    return feature
  }

  private static func isTotal(_ property: Property) -> Bool {
    guard case .text(let text) = property.value else { return false }
    return TableText.totals.contains(text.filter { !$0.isWhitespace }.lowercased())
  }

  private func geometry(
    _ feature: Feature, _ columns: CoordinateColumns
  ) throws(FormatError) -> Geometry {
    switch columns {
    case .shape(let column): return try shape(feature, column)
    case .degrees(let x, let y):
      return .point(
        x: try number(feature, x, CoordinateText.degrees),
        y: try number(feature, y, CoordinateText.degrees))
    case .metres(let x, let y):
      return .point(
        x: try number(feature, x, CoordinateText.number),
        y: try number(feature, y, CoordinateText.number))
    }
  }

  private func number(
    _ feature: Feature, _ column: String, _ reading: (PropertyValue?) -> Double?
  ) throws(FormatError) -> Double {
    let value = feature[column] ?? .null
    if let number = reading(value) { return number }
    guard !Self.isBlank(value) else {
      throw FormatError(.badCoordinate, "the coordinate \"\(column)\" is empty")
    }
    throw FormatError(
      .badCoordinate, "the coordinate \"\(column)\" is \"\(Self.words(value))\", which is no number"
    )
  }

  private func shape(_ feature: Feature, _ column: String) throws(FormatError) -> Geometry {
    let value = feature[column] ?? .null
    guard !Self.isBlank(value) else {
      throw FormatError(.badCoordinate, "the shape \"\(column)\" is empty")
    }
    let text: GeometryText
    do throws(FormatError) {
      text = try GeometryText(value)
    } catch {
      throw FormatError(
        .badCoordinate, "\"\(column)\" is \"\(Self.words(value))\": \(error.message)",
        hint: error.hint)
    }
    if case .named(let name) = text.declaredCRS, case .success(.named(let first)) = crs,
      name != first
    {
      throw FormatError(
        .badCoordinate, "the shape is in \(name), the first of the file in \(first)",
        hint: "bring shapes of different systems in as files of their own")
    }
    return text.geometry
  }

  private static func words(_ value: PropertyValue) -> String {
    switch value {
    case .null: ""
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text), .json(let text): text.count > 40 ? text.prefix(40) + "…" : text
    }
  }
}
