import Catalog
import Datasets
import SimpleFeatures

/// Which property of a file fills which field of a layer.
///
/// A field takes the first property that has a value among: those that the person names, which
/// then stand alone; else the field's own name, the layer file's aliases in their order, and the
/// columns that were guessed.
struct FieldMapping {
  /// What a property fills.
  private struct Target {
    var field: Int
    /// 0 is the best.
    var rank: Int
    /// By what numbers are multiplied; `nil` where the unit is the field's.
    var factor: Double?
    var unit: String?
    var codes: [String: String]
  }

  /// A property of the record before, whose targets are those of the same place in the next.
  private struct Column {
    var name: String
    var targets: [Target]
  }

  private let fieldCount: Int
  private let identifiers: [String]
  /// Whether the person named the identifier, which then stands alone.
  private let namesIdentifier: Bool
  private var targets: [String: [Target]] = [:]
  private var columns: [Column] = []
  private(set) var ignoredProperties: [String] = []
  /// Sources that the person named and no record has had so far.
  private var unseenSources: [[String]]
  private var seen: Set<String> = []
  /// How many names of ignored properties are kept.
  private static let keptNames = 200

  /// - Parameters:
  ///   - named: What the person said.
  ///   - guessed: Columns for further fields, by field name.
  /// - Throws: ``ImportErrorCode/unknownField``, ``ImportErrorCode/unknownUnit``,
  ///   ``ImportErrorCode/unknownCode``.
  init(
    _ layer: LayerDefinition, named: ImportMapping, guessed: [String: ImportMapping.Source] = [:]
  ) throws(ImportError) {
    fieldCount = layer.fields.count
    let identifier = named.fields["id"]?.columns
    identifiers = identifier ?? layer.identifiers + (guessed["id"]?.columns ?? [])
    namesIdentifier = identifier.map { $0 != ["id"] } ?? false
    unseenSources = named.fields.values.map(\.columns).filter { $0 != ["id"] }
    for name in named.fields.keys.sorted() where name != "id" && layer.field(named: name) == nil {
      throw .unknownField(name, of: layer)
    }
    for (index, field) in layer.fields.enumerated() {
      if let source = named.fields[field.name] {
        try add(source, to: field, index, from: 0)
        continue
      }
      let own = [field.name] + field.aliases
      try add(ImportMapping.Source(own), to: field, index, from: 0)
      if let source = guessed[field.name] { try add(source, to: field, index, from: own.count) }
    }
  }

  private mutating func add(
    _ source: ImportMapping.Source, to field: Field, _ index: Int, from rank: Int
  ) throws(ImportError) {
    let factor = try source.unit.map { (unit) throws(ImportError) in
      try Self.factor(from: unit, to: field)
    }
    try Self.check(source.codes, of: field)
    for (offset, name) in source.columns.enumerated() {
      targets[name, default: []].append(
        Target(
          field: index, rank: rank + offset, factor: factor == 1 ? nil : factor, unit: source.unit,
          codes: source.codes))
    }
  }

  /// Checks that what a mapping turns words into are codes of the field, or their names.
  private static func check(_ codes: [String: String], of field: Field) throws(ImportError) {
    guard !field.codes.isEmpty else { return }
    let known = Set(field.codes.flatMap(\.names).map { $0.lowercased() })
    for (word, code) in codes.sorted(by: { $0.key < $1.key })
    where !known.contains(code.lowercased()) {
      throw ImportError(
        .unknownCode,
        "the mapping turns \"\(word)\" into \"\(code)\", which is no code of \(field.name)",
        hint: choices(for: code, among: field.codes.map(\.value)))
    }
  }

  /// By what numbers of a column are multiplied to be those of a field.
  static func factor(from unit: String, to field: Field) throws(ImportError) -> Double {
    guard let from = UnitOfMeasure(unit) else {
      throw ImportError(
        .unknownUnit, "\"\(unit)\" is no unit that is known",
        hint: "known are " + UnitOfMeasure.names.joined(separator: ", "))
    }
    guard let to = field.unit.flatMap({ UnitOfMeasure($0) }), let factor = from.factor(to: to)
    else {
      throw ImportError(
        .unknownUnit,
        "\(field.name) is kept in \(field.unit ?? "no unit"), which \(unit) cannot become",
        hint: "leave the unit out, or name another column")
    }
    return factor
  }

  // MARK: Records

  /// The raw value for each field; null where the file has none.
  mutating func values(of feature: Feature) -> [PropertyValue] {
    var values = [PropertyValue](repeating: .null, count: fieldCount)
    var ranks = [Int](repeating: .max, count: fieldCount)
    for (place, property) in feature.properties.enumerated() {
      if place >= columns.count || columns[place].name != property.name {
        resolve(property.name, at: place)
      }
      guard !property.value.isNull else { continue }
      for target in columns[place].targets where target.rank < ranks[target.field] {
        values[target.field] = Self.value(property.value, for: target)
        ranks[target.field] = target.rank
      }
    }
    return values
  }

  /// Finds what a property fills, once for all records that have it in the same place.
  private mutating func resolve(_ name: String, at place: Int) {
    if !unseenSources.isEmpty { unseenSources.removeAll { $0.contains(name) } }
    let found = targets[name] ?? []
    if found.isEmpty { ignore(name) }
    let column = Column(name: name, targets: found)
    if place < columns.count { columns[place] = column } else { columns.append(column) }
  }

  private static func value(_ value: PropertyValue, for target: Target) -> PropertyValue {
    if !target.codes.isEmpty, let code = target.codes[FieldValue.plainText(value)] {
      return .text(code)
    }
    guard let factor = target.factor, let unit = target.unit, !value.isNull else { return value }
    if let number = FieldValue.number(value) {
      return .real(UnitOfMeasure.converted(number, by: factor))
    }
    // What is no plain number keeps its unit, so that nobody takes it for the field's.
    let text = FieldValue.plainText(value)
    return text.allSatisfy(\.isWhitespace) ? .null : .text(text + unit)
  }

  /// The record's own id: the property that the person named, else the `id` member, else the
  /// first identifier property that has a value.
  func identifier(of feature: Feature) -> String? {
    if !namesIdentifier, let id = feature.id, !id.isEmpty { return id }
    for name in identifiers {
      guard let value = feature[name], !value.isNull else { continue }
      let text =
        if case .real(let number) = value, let whole = Int64(exactly: number) {
          String(whole)
        } else {
          FieldValue.plainText(value)
        }
      if !text.isEmpty { return text }
    }
    return nil
  }

  /// Throws where the person named a column that no record has had.
  func checkNamedColumns() throws(ImportError) {
    guard let column = unseenSources.map({ $0[0] }).min() else { return }
    throw ImportError(
      .unknownColumn, "the mapping names a column \"\(column)\", which no record has",
      hint: "columns that fill no field so far: " + ignoredProperties.joined(separator: ", "))
  }

  private mutating func ignore(_ name: String) {
    guard seen.count < FieldMapping.keptNames, !identifiers.contains(name),
      seen.insert(name).inserted
    else { return }
    ignoredProperties.append(name)
  }
}

extension ImportError {
  fileprivate static func unknownField(_ name: String, of layer: LayerDefinition) -> ImportError {
    if let field = layer.fieldsByTitle[name.lowercased()] {
      return ImportError(
        .unknownField, "the mapping names two columns for the field \(field)",
        hint: "\(name) is a title of it: keep one of the two")
    }
    return ImportError(
      .unknownField, "layer \"\(layer.id)\" has no field \"\(name)\"",
      hint: choices(for: name, among: layer.fields.map { ($0.name, [$0.title.zh] + $0.aliases) }))
  }
}
