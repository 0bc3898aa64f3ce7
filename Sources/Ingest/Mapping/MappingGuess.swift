package import Catalog
package import Datasets
import SimpleFeatures

/// What the columns of a file seem to mean for a layer, to be shown before it is used.
package struct MappingGuess: Sendable {
  /// One field and what fills it.
  package struct Line: Equatable, Sendable {
    /// Why the column fills the field.
    package enum Reason: String, Sendable {
      /// The person said so.
      case named
      /// It is called like the field or one of its aliases.
      case alias
      /// Its name is nearly that, and its values fit.
      case guess
    }

    package var field: String
    package var source: ImportMapping.Source
    package var reason: Reason
    /// The first value of the sample, as text.
    package var example: String?
  }

  package let layer: LayerDefinition
  /// Sorted by the layer's fields, `id` first.
  package private(set) var lines: [Line] = []
  /// Columns of the sample that fill nothing, in the order of the file.
  package private(set) var unused: [String] = []
  /// Columns that a field might mean, but whose values or units do not fit it.
  package private(set) var doubts: [String] = []
  /// What the reader has decided without being told: encoding, columns of coordinates.
  package var remarks: [String] = []

  private struct Column {
    var name: String
    var parts: ColumnName
    var values: [PropertyValue]
  }

  /// How many values of a column are tried.
  private static let triedValues = 50

  package init(_ layer: LayerDefinition, named: ImportMapping, sample: [SourceRecord]) {
    self.layer = layer
    let columns = Self.columns(of: sample)
    let names = Set(columns.map(\.name))
    var taken = Set(named.fields.values.flatMap(\.columns))
    var fields: [(name: String, names: [String], field: Field?)] = [("id", layer.identifiers, nil)]
    fields += layer.fields.map { ($0.name, [$0.name] + $0.aliases, $0) }
    // What is exactly called so comes before what only seems so.
    var found: [String: Line] = [:]
    for (name, own, _) in fields {
      if let source = named.fields[name] {
        found[name] = Line(field: name, source: source, reason: .named)
      } else {
        let present = own.filter { names.contains($0) && (name == "id" || !taken.contains($0)) }
        guard !present.isEmpty else { continue }
        found[name] = Line(field: name, source: ImportMapping.Source(present), reason: .alias)
        if name != "id" { taken.formUnion(present) }
      }
    }
    for (name, own, field) in fields where found[name] == nil {
      guard let field else { continue }
      let titles = (own + [field.title.zh, field.title.en]).map { ColumnName.folded($0) }
      let candidates = columns.filter { column in
        !taken.contains(column.name) && titles.contains { column.parts.means(folded: $0) }
      }
      guard let column = candidates.first, let source = source(column, for: field) else {
        continue
      }
      found[name] = Line(field: name, source: source, reason: .guess)
      taken.insert(column.name)
    }
    for (name, _, _) in fields {
      guard var line = found[name] else { continue }
      line.example = columns.first { line.source.columns.contains($0.name) }
        .flatMap { $0.values.first }.map { FieldValue.plainText($0) }
      lines.append(line)
    }
    unused = columns.map(\.name).filter {
      !taken.contains($0) && !layer.identifiers.contains($0)
    }
  }

  /// The guessed columns by field.
  package var guessed: [String: ImportMapping.Source] {
    var result: [String: ImportMapping.Source] = [:]
    for line in lines where line.reason == .guess { result[line.field] = line.source }
    return result
  }

  /// Everything that was found, to be kept in a file and used again.
  package func mapping(keeping named: ImportMapping) -> ImportMapping {
    var result = named
    result.layer = layer.id
    for line in lines { result.fields[line.field] = line.source }
    return result
  }

  /// The column as the source of a field, if its unit and most of its values fit.
  private mutating func source(_ column: Column, for field: Field) -> ImportMapping.Source? {
    let source = ImportMapping.Source([column.name], unit: column.parts.unit)
    var factor = 1.0
    if let unit = column.parts.unit, field.type == .real || field.type == .integer {
      guard let known = try? FieldMapping.factor(from: unit, to: field) else {
        doubts.append("\(column.name) may mean \(field.name), but its unit does not fit")
        return nil
      }
      factor = known
    }
    let converter = FieldConverter(field)
    let fitting = column.values.filter { value in
      let number = FieldValue.number(value)
      let scaled = factor == 1 ? value : number.map { .real($0 * factor) } ?? value
      return (try? converter.converted(scaled)) != nil
        || ValueFix.fixed(value, for: field) != nil
    }
    guard fitting.count * 2 >= column.values.count else {
      doubts.append("\(column.name) may mean \(field.name), but its values do not fit")
      return nil
    }
    return field.type == .real || field.type == .integer
      ? source : ImportMapping.Source([column.name])
  }

  private static func columns(of sample: [SourceRecord]) -> [Column] {
    var columns: [Column] = []
    var places: [String: Int] = [:]
    for record in sample {
      guard case .success(let feature) = record.feature,
        feature.properties.count <= RecordNormaliser.mostProperties
      else { continue }
      for property in feature.properties {
        let place = places[property.name] ?? columns.count
        if place == columns.count {
          places[property.name] = place
          columns.append(
            Column(name: property.name, parts: ColumnName(property.name), values: []))
        }
        if !property.value.isNull, columns[place].values.count < triedValues {
          columns[place].values.append(property.value)
        }
      }
    }
    return columns
  }
}
