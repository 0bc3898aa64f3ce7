import Catalog
import SimpleFeatures

/// Which property of a file fills which field of a layer.
///
/// A field takes the first property that has a value among: the one that the person names, the
/// field's own name, then the layer file's aliases in their order. A named property stands alone.
struct FieldMapping {
  private struct Source {
    var field: Int
    /// 0 is the best.
    var rank: Int
  }

  private let fields: [Field]
  private let identifiers: [String]
  /// Whether the person named the identifier, which then stands alone.
  private let namesIdentifier: Bool
  private var sources: [String: [Source]] = [:]
  private(set) var ignoredProperties: [String] = []
  /// Columns that the person named and no record has had so far.
  private(set) var unseenColumns: Set<String>
  private var seen: Set<String> = []
  /// How many names of ignored properties are kept.
  private static let keptNames = 200

  /// - Parameter named: Property names by field name, as the person gave them; `id` names the
  ///   identifier.
  /// - Throws: ``ImportError/Code/unknownField``.
  init(_ layer: LayerDefinition, named: [String: String]) throws {
    fields = layer.fields
    unseenColumns = Set(named.values).subtracting(["id"])
    identifiers = named["id"].map { [$0] } ?? layer.identifiers
    namesIdentifier = named["id"].map { $0 != "id" } ?? false
    for name in named.keys.sorted() where name != "id" && layer.field(named: name) == nil {
      throw ImportError(
        .unknownField, "layer \"\(layer.id)\" has no field \"\(name)\"",
        hint: "it has: " + layer.fields.map(\.name).joined(separator: ", "))
    }
    for (index, field) in fields.enumerated() {
      let names = named[field.name].map { [$0] } ?? [field.name] + field.aliases
      for (rank, name) in names.enumerated() {
        sources[name, default: []].append(Source(field: index, rank: rank))
      }
    }
  }

  /// The raw value for each field; null where the file has none.
  mutating func values(of feature: Feature) -> [PropertyValue] {
    var values = [PropertyValue](repeating: .null, count: fields.count)
    var ranks = [Int](repeating: .max, count: fields.count)
    for property in feature.properties {
      if !unseenColumns.isEmpty { unseenColumns.remove(property.name) }
      guard let targets = sources[property.name] else {
        ignore(property.name)
        continue
      }
      for target in targets where !property.value.isNull && target.rank < ranks[target.field] {
        values[target.field] = property.value
        ranks[target.field] = target.rank
      }
    }
    return values
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
  func checkNamedColumns() throws {
    guard let column = unseenColumns.min() else { return }
    throw ImportError(
      .unknownColumn, "--map names a column \"\(column)\", which no record has",
      hint: "columns that fill no field so far: " + ignoredProperties.joined(separator: ", "))
  }

  private mutating func ignore(_ name: String) {
    guard seen.count < FieldMapping.keptNames, !identifiers.contains(name),
      seen.insert(name).inserted
    else { return }
    ignoredProperties.append(name)
  }
}
