import SimpleFeatures

extension LayerCatalog {
  /// The JSON Schema (2020-12) of a layer file, for editors that complete and check YAML.
  ///
  /// It says all that a schema can say. What needs more than one place of the file, such as labels
  /// that name fields or aliases that collide, only ``parse(yaml:file:)`` checks.
  public static func jsonSchema() -> String { LayerSchema.document.indentedText + "\n" }
}

/// The parts of the schema, from the same tables that the reader uses.
enum LayerSchema {
  static let document = JSONValue.object(
    [
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .string("https://yutu.example/layers/schema.json")),
      ("title", .string("A layer of the one map")), ("type", .string("object")),
      ("properties", .object(allKeys.map { ($0, properties[$0] ?? .null) })),
      ("additionalProperties", .boolean(false)),
      ("allOf", .array(LayerKind.allCases.map(demands))),
    ])

  /// The keys of all kinds, in the order of the reader's tables.
  private static let allKeys = LayerKind.allCases.flatMap { KeySet.layer($0).all }
    .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }

  private static let properties: [String: JSONValue] = {
    let properties: [String: JSONValue] = [
      "kind": choice(
        LayerKind.self, "What the layer consists of.", default: LayerDefaults.kind.rawValue),
      "id": pattern(NameRules.idPattern, "The file's name without `.yml`."),
      "title": localised, "description": localised,
      "role": pattern(
        NameRules.idPattern,
        "What the layer is to the models, as in `road-network`; Layers/README.md lists the roles."),
      "theme": choice(Theme.self, "Data category of CJJ/T 315-2022."),
      "level": choice(CIMLevel.self, "CIM level, from the surface (1) to parts (7)."),
      "geometry": choice(GeometryType.self, "Lines and polygons may have several parts."),
      "aliases": words("Other words by which people look for the layer."),
      "identifiers": words(
        "Properties from which a record's id is taken when it has no `id` member."),
      "duplicates": choice(
        DuplicateRule.self, "What happens to records of one import with one id.",
        default: LayerDefaults.duplicates.rawValue),
      "fields": .object([
        ("type", .string("array")), ("maxItems", .integer(LayerLimits.fieldCount)),
        ("items", field),
      ]),
      "openstreetmap": openStreetMap, "key": key, "relations": list(relation), "rules": list(rule),
      "raster": raster,
      "remote": remote, "tiles": tiles, "style": style, "provenance": provenance,
    ]
    precondition(Set(properties.keys) == Set(allKeys), "the schema lacks keys of the layer")
    return properties
  }()

  /// What a layer of `kind` must have and must not; a layer without `kind` holds features.
  private static func demands(_ kind: LayerKind) -> JSONValue {
    let keys = KeySet.layer(kind)
    let asked: [(String, JSONValue)] = kind == .features ? [] : [("required", .strings(["kind"]))]
    return [
      "if": .object(
        [("properties", ["kind": ["const": .string(kind.rawValue)]])] + asked),
      "then": .object([
        ("required", .strings(keys.required)),
        (
          "properties",
          .object(allKeys.filter { !keys.all.contains($0) }.map { ($0, .boolean(false)) })
        ),
      ]),
    ]
  }

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
        "description": localised,
        "type": choice(FieldType.self, "How values are stored."),
        "unit": described(line, "UCUM unit of a number, as in `m`, `km/h`, `1`."),
        "datum": datum,
        "grade": choice(Grade.self, "Access class where it is stricter than the layer's."),
        "required": .object([
          ("type", .string("boolean")), ("default", .boolean(false)),
          ("description", .string("Whether a record without it is rejected.")),
        ]),
        "aliases": words("Names by which files may call the field."),
        "minimum": number,
        "maximum": number,
        "codes": .object([
          ("type", .string("array")), ("minItems", .integer(1)), ("items", code),
        ]),
      ]))

  static let code = JSONValue.object(
    mapping(
      .code,
      [
        "value": scalar, "zh": line, "en": line,
        "aliases": words("Other words that files use for the code."),
      ]))

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
        "label_zooms": labelZooms, "categories": categories,
        "icon": described(
          line, "The icon of the features: the name of an SVG file in the folder `icons`."),
        "sign": choice(
          LayerStyle.SafetySign.self,
          "Draws the icon as a safety sign of ISO 3864-1 and GB 2894: a triangle for warnings, a "
            + "square for the others; without this key on a circle."),
        "rank": rank(default: LayerDefaults.rank),
        "cluster": .object([
          ("type", .string("boolean")),
          (
            "description",
            .string(
              "Whether the map page gathers points that would lie over each other into clusters "
                + "with their number; without this key those with an icon and many features.")
          ),
        ]),
        "opacity": bounded(
          "number", LayerLimits.opacity.lowerBound, LayerLimits.opacity.upperBound,
          default: LayerDefaults.opacity),
        "shown": .object([
          ("type", .string("boolean")), ("default", .boolean(LayerDefaults.isShown)),
          ("description", .string("Whether the map page shows the layer at first.")),
        ]),
      ]))

  static let labelZooms = described(
    .object(
      mapping(
        .labelZooms,
        [
          "field": line,
          "levels": .object([
            ("type", .string("array")), ("minItems", .integer(1)),
            (
              "items",
              .object(mapping(.labelLevel, ["value": scalar, "minzoom": zoom, "maxzoom": zoom]))
            ),
          ]),
        ])), "Labels from `minzoom` until before `maxzoom`, by the values of a field.")

  static func rank(default usual: Int?) -> JSONValue {
    described(
      bounded(
        "integer", Double(LayerLimits.rank.lowerBound), Double(LayerLimits.rank.upperBound),
        default: usual.map(Double.init)),
      "How prominent labels and icons are: 1 from afar and first, 9 for details.")
  }

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
                  "rank": rank(default: nil),
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
        "grade": choice(Grade.self, "Access class after GB/T 43697."),
      ]))
}
