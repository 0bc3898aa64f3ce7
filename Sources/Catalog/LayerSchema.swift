import SimpleFeatures

extension LayerCatalog {
  /// The JSON Schema (2020-12) of a layer file, for editors that complete and check YAML.
  ///
  /// It says all that a schema can say. What needs more than one place of the file, such as labels
  /// that name fields or aliases that collide, only ``parse(yaml:file:)`` checks.
  public static func jsonSchema() -> String { LayerSchema.document.indentedText + "\n" }
}

/// The parts of the schema, from the same tables that the reader uses.
private enum LayerSchema {
  static let document = JSONValue.object(
    [
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .string("https://yutu.example/layers/schema.json")),
      ("title", .string("A layer of the one map")),
    ]
      + mapping(
        .layer,
        [
          "id": pattern(NameRules.idPattern, "The file's name without `.yml`."),
          "title": localised, "description": localised,
          "theme": choice(Theme.self, "Data category of CJJ/T 315-2022."),
          "geometry": choice(GeometryType.self, "Lines and polygons may have several parts."),
          "identifiers": words(
            "Properties from which a record's id is taken when it has no `id` member."),
          "duplicates": choice(
            DuplicateRule.self, "What happens to records of one import with one id.",
            default: LayerDefaults.duplicates.rawValue),
          "fields": .object([
            ("type", .string("array")), ("maxItems", .integer(LayerLimits.fieldCount)),
            ("items", field),
          ]),
          "tiles": tiles, "style": style, "provenance": provenance,
        ]))

  // MARK: Parts

  static let localised = JSONValue.object(mapping(.text, ["zh": line, "en": line]))

  static let field = JSONValue.object(
    mapping(
      .field,
      [
        "name": .object([
          ("type", .string("string")), ("pattern", .string(NameRules.fieldPattern)),
          ("maxLength", .integer(LayerLimits.nameLength)),
          ("not", .object([("enum", .strings(NameRules.reservedColumns))])),
        ]),
        "title": localised,
        "type": choice(FieldType.self, "How values are stored."),
        "unit": described(line, "UCUM unit of a number, as in `m`, `km/h`, `1`."),
        "required": .object([
          ("type", .string("boolean")), ("default", .boolean(false)),
          ("description", .string("Whether a record without it is rejected.")),
        ]),
        "aliases": words("Names by which files may call the field."),
        "minimum": .object([("type", .string("number"))]),
        "maximum": .object([("type", .string("number"))]),
        "codes": .object([
          ("type", .string("array")), ("minItems", .integer(1)), ("items", code),
        ]),
      ]))

  static let code = JSONValue.object(
    mapping(.code, ["value": scalar, "zh": line, "en": line]))

  static let tiles = JSONValue.object(
    mapping(
      .tiles,
      [
        "minzoom": zoom, "maxzoom": zoom,
        "buffer": bounded(
          "integer", Double(LayerLimits.buffer.lowerBound), Double(LayerLimits.buffer.upperBound),
          default: Double(LayerDefaults.buffer)),
        "simplification": bounded(
          "number", LayerLimits.simplification.lowerBound, LayerLimits.simplification.upperBound,
          default: LayerDefaults.simplification),
      ]))

  static let style = JSONValue.object(
    mapping(
      .style,
      [
        "colour": colour,
        "width": bounded(
          "number", LayerLimits.width.lowerBound, LayerLimits.width.upperBound,
          default: LayerDefaults.width),
        "label": described(line, "The field with the text that labels a feature."),
        "categories": categories,
      ]))

  static let categories = JSONValue.object(
    mapping(
      .categories,
      [
        "field": line,
        "colours": .object([
          ("type", .string("array")), ("minItems", .integer(1)),
          (
            "items",
            .object(
              mapping(
                .category,
                [
                  "value": scalar, "colour": colour,
                  "width": bounded(
                    "number", LayerLimits.width.lowerBound, LayerLimits.width.upperBound),
                ]))
          ),
        ]),
      ]))

  static let provenance = JSONValue.object(
    mapping(
      .provenance,
      [
        "owner": localised, "source": localised,
        "licence": described(line, "SPDX identifier or the name of the terms."),
        "grade": choice(Provenance.Grade.self, "Access class after GB/T 43697."),
      ]))

  // MARK: Building blocks

  static let line = JSONValue.object([("type", .string("string")), ("pattern", .string("\\S"))])

  /// Text, or a number or boolean that counts as the text it is written as.
  static let scalar = JSONValue.object([
    ("type", .strings(["string", "number", "boolean"]))
  ])

  static let colour = pattern(NameRules.colourPattern, "CSS colour, in quotes: \"#rrggbb\".")

  static let zoom = bounded(
    "integer", Double(LayerLimits.zoom.lowerBound), Double(LayerLimits.zoom.upperBound))

  static func mapping(_ keys: KeySet, _ values: [String: JSONValue]) -> [(String, JSONValue)] {
    precondition(Set(keys.all) == Set(values.keys), "the schema lacks keys of \(keys.owner)")
    return [
      ("type", .string("object")),
      ("required", .strings(keys.required)),
      ("additionalProperties", .boolean(false)),
      ("properties", .object(keys.all.compactMap { key in values[key].map { (key, $0) } })),
    ]
  }

  static func pattern(_ pattern: String, _ description: String) -> JSONValue {
    .object([
      ("type", .string("string")), ("pattern", .string(pattern)),
      ("maxLength", .integer(LayerLimits.nameLength)), ("description", .string(description)),
    ])
  }

  static func words(_ description: String) -> JSONValue {
    .object([
      ("type", .string("array")), ("items", line), ("uniqueItems", .boolean(true)),
      ("description", .string(description)),
    ])
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type, _ description: String, default value: String? = nil
  ) -> JSONValue where Choice.RawValue == String {
    .object(
      [("enum", .strings(Choice.allCases.map(\.rawValue)))]
        + (value.map { [("default", .string($0))] } ?? [])
        + [("description", .string(description))])
  }

  static func bounded(
    _ type: String, _ minimum: Double, _ maximum: Double, default value: Double? = nil
  ) -> JSONValue {
    .object(
      [("type", .string(type)), ("minimum", .real(minimum)), ("maximum", .real(maximum))]
        + (value.map { [("default", .real($0))] } ?? []))
  }

  static func described(_ schema: JSONValue, _ description: String) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    return .object(members + [("description", .string(description))])
  }
}
