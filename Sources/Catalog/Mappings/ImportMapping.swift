import SimpleFeatures

/// How the columns of a file fill the fields of a layer: what a person said, or a kept file of it.
///
/// ```yaml
/// layer: building
/// crs: EPSG:4547
/// fields:
///   id: 建筑编号
///   height: {column: 楼高, unit: cm}
///   usage: {column: 用途, codes: {住: residential, 商: commercial}}
/// ```
package struct ImportMapping: Equatable, Sendable {
  /// What fills one field.
  package struct Source: Equatable, Sendable {
    /// One or several, of which the first that has a value counts.
    package var columns: [String]
    /// Unit of the column's numbers; `nil` for the field's own.
    package var unit: String?
    /// The field's codes by the file's words for them.
    package var codes: [String: String] = [:]

    package init(_ columns: [String], unit: String? = nil, codes: [String: String] = [:]) {
      self.columns = columns
      self.unit = unit
      self.codes = codes
    }
  }

  /// The layer that it is made for; `nil` for any.
  package var layer: String?
  /// The file's own layer, table or sheet.
  package var sourceLayer: String?
  package var crs: String?
  /// Encoding of the file's text.
  package var encoding: String?
  /// By field name; `id` is the identifier, and a few more names stand for columns of coordinates.
  package var fields: [String: Source] = [:]

  package init(fields: [String: Source] = [:]) { self.fields = fields }

  /// The same with what `other` says in place of what this one says.
  package func overruled(by other: ImportMapping) -> ImportMapping {
    var result = self
    result.layer = other.layer ?? layer
    result.sourceLayer = other.sourceLayer ?? sourceLayer
    result.crs = other.crs ?? crs
    result.encoding = other.encoding ?? encoding
    result.fields.merge(other.fields) { $1 }
    return result
  }
}

// MARK: Fields by their titles

extension ImportMapping {
  /// The same with the names of fields in place of their titles and aliases, and with the two sides
  /// of an entry exchanged where only the column's is the name of a field: 管径=diameter.
  ///
  /// - Parameters:
  ///   - names: The names that may be filled.
  ///   - titles: Other words for them, by the word in lower case. They count on the field's side
  ///     alone: a column may well be called so.
  /// - Returns: The mapping; an entry for a field that has one already stays as it is.
  package func resolved(names: Set<String>, titles: [String: String]) -> ImportMapping {
    var result = self
    for (key, source) in fields.sorted(by: { $0.key < $1.key }) where !names.contains(key) {
      let other = source.columns.count == 1 ? source.columns[0] : ""
      var resolved = source
      let name: String
      if names.contains(other) {
        (name, resolved.columns) = (other, [key])
      } else if let field = titles[key.lowercased()] {
        name = field
      } else {
        continue
      }
      guard result.fields[name] == nil else { continue }
      result.fields[key] = nil
      result.fields[name] = resolved
    }
    return result
  }
}

extension LayerDefinition {
  /// The names of fields by their titles and aliases in lower case, where a word is of one field.
  package var fieldsByTitle: [String: String] {
    var owners: [String: Set<String>] = [:]
    for field in fields {
      for word in field.aliases + [field.title.zh, field.title.en] {
        owners[word.lowercased(), default: []].insert(field.name)
      }
    }
    return owners.compactMapValues { $0.count == 1 ? $0.first : nil }
  }
}

// MARK: Files

extension KeySet {
  fileprivate static let mapping = KeySet(
    owner: "the mapping", required: ["fields"],
    optional: ["layer", "source-layer", "crs", "encoding"])
  fileprivate static let source = KeySet(
    owner: "the field", required: ["column"], optional: ["unit", "codes"])
}

extension ImportMapping: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> ImportMapping? {
    reader.mapping(tree)
  }
}

extension ImportMapping {
  /// The mapping as the text of a file that ``load(file:)`` takes.
  package var yaml: String {
    var lines: [String] = []
    let head = [
      ("layer", layer), ("source-layer", sourceLayer), ("crs", crs), ("encoding", encoding),
    ]
    for (key, value) in head { if let value { lines.append("\(key): \(quoted(value))") } }
    lines.append("fields:")
    for (name, source) in fields.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(name): \(Self.text(of: source))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of source: Source) -> String {
    let names = source.columns.map(quoted).joined(separator: ", ")
    let columns = source.columns.count == 1 ? names : "[\(names)]"
    guard source.unit != nil || !source.codes.isEmpty else { return columns }
    var parts = ["column: \(columns)"]
    if let unit = source.unit { parts.append("unit: \(quoted(unit))") }
    if !source.codes.isEmpty {
      let codes = source.codes.sorted { $0.key < $1.key }
        .map { "\(quoted($0.key)): \(quoted($0.value))" }
      parts.append("codes: {\(codes.joined(separator: ", "))}")
    }
    return "{\(parts.joined(separator: ", "))}"
  }
}

/// The text in double quotes; JSON's are YAML's.
private func quoted(_ text: String) -> String { JSONValue.string(text).text }

extension ConfigReader {
  /// The mapping that `tree` states; `nil` where a fault was noted.
  fileprivate mutating func mapping(_ tree: YAMLTree) -> ImportMapping? {
    guard let entries = entries(of: tree, keys: .mapping) else { return nil }
    var mapping = ImportMapping()
    mapping.layer = text(entries["layer"], "layer")
    mapping.sourceLayer = text(entries["source-layer"], "source-layer")
    mapping.crs = text(entries["crs"], "crs")
    mapping.encoding = text(entries["encoding"], "encoding")
    for entry in pairs(entries["fields"], "fields") {
      guard let source = source(entry.value, of: entry.key) else { continue }
      if mapping.fields.updateValue(source, forKey: entry.key) != nil {
        note(entry.keyPosition, "the field `\(entry.key)` stands twice", hint: "keep one of them")
      }
    }
    return mapping
  }

  private mutating func source(_ tree: YAMLTree, of field: String) -> ImportMapping.Source? {
    guard case .mapping = tree.content else {
      return columns(tree, field).map { ImportMapping.Source($0) }
    }
    guard let entries = entries(of: tree, keys: .source),
      let columns = columns(entries["column"], "column")
    else { return nil }
    let unit = text(entries["unit"], "unit")
    if let unit, let place = entries["unit"]?.position, UnitOfMeasure(unit) == nil {
      note(
        place, "`\(unit)` is no unit that is known",
        hint: "known are \(UnitOfMeasure.names.joined(separator: ", "))")
    }
    var codes: [String: String] = [:]
    for entry in pairs(entries["codes"], "codes") {
      codes[entry.key] = text(entry.value, entry.key)
    }
    return ImportMapping.Source(columns, unit: unit, codes: codes)
  }

  /// The name of a column, or a list of them.
  private mutating func columns(_ tree: YAMLTree?, _ key: String) -> [String]? {
    guard let tree else { return nil }
    guard case .list = tree.content else { return text(tree, key).map { [$0] } }
    let columns = names(tree, key)
    return columns.isEmpty ? nil : columns
  }
}
