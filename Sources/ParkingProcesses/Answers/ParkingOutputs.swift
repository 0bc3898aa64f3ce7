import SimpleFeatures

/// Parts of the schemas of what processes on parking give, in the words of OpenAPI 3.0.
enum ParkingOutputs {
  /// The schema of a process's outputs.
  static func outputs(_ members: [(String, JSONValue)]) -> JSONValue {
    ["type": "object", "properties": .object(members + [("notes", notes)])]
  }

  /// A value with what it is; `null` where it is `optional` and not known.
  static func value(
    _ type: String, _ description: String, optional: Bool = false
  ) -> JSONValue {
    .object(
      [("type", .string(type)), ("description", .string(description))]
        + (optional ? [("nullable", true)] : []))
  }

  static func text(_ description: String, optional: Bool = false) -> JSONValue {
    value("string", description, optional: optional)
  }

  static func number(_ description: String, optional: Bool = false) -> JSONValue {
    value("number", description, optional: optional)
  }

  static func count(_ description: String, optional: Bool = false) -> JSONValue {
    value("integer", description, optional: optional)
  }

  /// One of some words.
  static func word(_ words: [String], _ description: String) -> JSONValue {
    ["type": "string", "enum": .strings(words), "description": .string(description)]
  }

  /// An object with named members; `others` are those whose names the inputs give.
  static func object(
    _ description: String, _ members: [(String, JSONValue)], others: JSONValue? = nil
  ) -> JSONValue {
    .object(
      [
        ("type", "object"), ("description", .string(description)),
        ("properties", .object(members)),
      ] + (others.map { [("additionalProperties", $0)] } ?? []))
  }

  static func list(_ description: String, of items: JSONValue) -> JSONValue {
    ["type": "array", "description": .string(description), "items": items]
  }

  /// A GeoJSON feature collection of points, longitude and latitude in degrees.
  static func points(
    _ description: String, id: String, _ properties: [(String, JSONValue)],
    others: JSONValue? = nil
  ) -> JSONValue {
    let point = object(
      "GeoJSON point, [longitude, latitude] in degrees",
      [
        ("type", word(["Point"], "what GeoJSON calls it")),
        ("coordinates", list("degrees", of: number("longitude, then latitude, degrees"))),
      ])
    let feature = object(
      "a GeoJSON feature",
      [
        ("type", word(["Feature"], "what GeoJSON calls it")), ("id", text(id)),
        ("geometry", point),
        ("properties", object("what is told of it", properties, others: others)),
      ])
    return [
      "type": "object", "contentMediaType": "application/geo+json",
      "description": .string(description),
      "properties": [
        "type": word(["FeatureCollection"], "what GeoJSON calls it"),
        "features": list(description, of: feature),
      ],
    ]
  }

  /// Numbers of lots by the reason for which they are not for a driver.
  static let refused: JSONValue = [
    "type": "object",
    "description": """
    how many lots are not for the driver, by reason: too-far (beyond within_m), unreachable (no \
    road), closed, no-spaces, height, permit, charger, accessible, hours, maximum-stay
    """,
    "additionalProperties": count("lots"),
  ]

  private static let notes = list(
    "what has to be known of the answer, as that counts are old",
    of: text("a sentence"))
}
