extension ConfigReader {
  /// A field as far as it could be read, so that others may refer to it.
  struct ReadField {
    var name: String
    /// `nil` where the file does not give a usable one.
    var type: FieldType?
    var codeValues: [String]
    /// `nil` where it has faults.
    var field: Field?
  }

  /// The fields in the order of the file, with their names and aliases checked for collisions.
  mutating func fields(_ tree: YAMLTree?) -> [ReadField] {
    var result: [ReadField] = []
    var owners: [String: String] = [:]
    let items = items(tree, "fields")
    if items.count > LayerLimits.fieldCount, let tree {
      note(tree.position, "a layer has at most \(LayerLimits.fieldCount) fields")
    }
    for item in items {
      var keys = KeySet.field
      if let name = word(of: "name", in: item) { keys.owner = "the field `\(shown(name))`" }
      guard let entries = entries(of: item, keys: keys) else { continue }
      let name = fieldName(entries["name"], taken: result.map(\.name))
      let field = field(entries, name: name)
      if let name {
        claim(name, for: name, at: entries["name"], owners: &owners)
        aliases(entries["aliases"], of: name, owners: &owners)
        result.append(
          ReadField(
            name: name, type: field.type, codeValues: field.codeValues, field: field.field))
      }
    }
    return result
  }

  private mutating func fieldName(_ tree: YAMLTree?, taken: [String]) -> String? {
    guard let name = text(tree, "name"), let tree else { return nil }
    if NameRules.isReservedColumn(name) {
      note(
        tree.position, "the field name `\(name)` is reserved",
        hint: "choose another; reserved are \(list(NameRules.reservedColumns))")
      return nil
    }
    guard NameRules.isFieldName(name) else {
      note(
        tree.position, "`\(shown(name))` is not a field name",
        hint: "lower-case letters, digits and `_`, at most \(LayerLimits.nameLength) characters, "
          + "a letter first; other spellings go into `aliases`")
      return nil
    }
    if taken.contains(name) {
      note(tree.position, "there are two fields called `\(name)`", hint: "rename one of them")
      return nil
    }
    return name
  }

  // MARK: Aliases

  /// Takes `alias` for a field; letter case does not count, as in shapefiles and SQLite.
  private mutating func claim(
    _ alias: String, for field: String, at tree: YAMLTree?, owners: inout [String: String]
  ) {
    let key = alias.lowercased()
    guard let tree, let owner = owners[key] else {
      owners[key] = field
      return
    }
    if owner != field {
      note(
        tree.position, "`\(shown(alias))` already stands for the field `\(owner)`",
        hint: "a property of a file can fill one field only")
    }
  }

  private mutating func aliases(
    _ tree: YAMLTree?, of field: String, owners: inout [String: String]
  ) {
    guard case .list(let items)? = tree?.content else { return }
    for item in items {
      guard case .scalar(let alias, _) = item.content else { continue }
      claim(alias, for: field, at: item, owners: &owners)
    }
  }

  // MARK: The rest of a field

  private mutating func field(
    _ entries: Entries, name: String?
  ) -> (field: Field?, type: FieldType?, codeValues: [String]) {
    let title = localised(entries["title"], "title")
    let description = localised(entries["description"], "description")
    let type = choice(entries["type"], "type", FieldType.self)
    let datum = choice(entries["datum"], "datum", VerticalDatum.self)
    let isRequired = boolean(entries["required"], "required")
    let grade = choice(entries["grade"], "grade", Grade.self)
    let aliases = names(entries["aliases"], "aliases")
    let unit = text(entries["unit"], "unit")
    let minimum = number(entries["minimum"], "minimum")
    let maximum = number(entries["maximum"], "maximum")
    if let type, type != .integer, type != .real {
      for key in ["unit", "datum", "minimum", "maximum"] {
        guard let tree = entries[key] else { continue }
        note(
          tree.position, "`\(key)` goes with numbers, but the field's type is `\(type.rawValue)`")
      }
    }
    if let minimum, let maximum, minimum > maximum, let tree = entries["minimum"] {
      note(tree.position, "`minimum` is greater than `maximum`")
    }
    let codes = codes(entries["codes"], type: type)
    guard let name, let title, let type else {
      return (nil, type, codes.map(\.value))
    }
    let field = Field(
      name: name, title: title, description: description, type: type, unit: unit, datum: datum,
      grade: grade, isRequired: isRequired ?? false, aliases: aliases, codes: codes,
      minimum: minimum, maximum: maximum)
    return (field, type, codes.map(\.value))
  }

  private mutating func codes(_ tree: YAMLTree?, type: FieldType?) -> [Field.Code] {
    guard let tree else { return [] }
    if let type, type != .text, type != .integer {
      note(
        tree.position, "`codes` go with `text` and `integer`, but the type is `\(type.rawValue)`")
    }
    var codes: [Field.Code] = []
    var aliasPlaces: [YAMLTree?] = []
    for item in items(tree, "codes") {
      guard let entries = entries(of: item, keys: .code) else { continue }
      let zh = text(entries["zh"], "zh")
      let en = text(entries["en"], "en")
      guard let value = text(entries["value"], "value"), let place = entries["value"]?.position
      else { continue }
      if codes.contains(where: { $0.value == value }) {
        note(place, "the code `\(shown(value))` stands twice", hint: "keep one of them")
        continue
      }
      if type == .integer, Int64(value).map(String.init) != value {
        note(place, "the code `\(shown(value))` is not a whole number, as the field's type demands")
      }
      codes.append(
        Field.Code(
          value: value, title: LocalisedText(zh: zh ?? "", en: en ?? ""),
          aliases: names(entries["aliases"], "aliases")))
      aliasPlaces.append(entries["aliases"])
    }
    claimAliases(of: codes, at: aliasPlaces)
    if codes.isEmpty, case .list(let items) = tree.content, items.isEmpty {
      note(tree.position, "`codes` is empty", hint: "list codes, or remove the line")
    }
    return codes
  }

  /// Notes aliases that another code is called by, too: they would stand for neither.
  private mutating func claimAliases(of codes: [Field.Code], at places: [YAMLTree?]) {
    for (code, place) in zip(codes, places) {
      guard case .list(let items)? = place?.content else { continue }
      for item in items {
        guard case .scalar(let alias, _) = item.content else { continue }
        let key = alias.lowercased()
        guard
          let other = codes.first(where: { other in
            other.value != code.value && other.names.contains { $0.lowercased() == key }
          })
        else { continue }
        note(
          item.position, "`\(shown(alias))` already stands for the code `\(other.value)`",
          hint: "a word can stand for one code only")
      }
    }
  }
}
