import SimpleFeatures

extension LayerSchema {
  static let line = JSONValue.object([("type", .string("string")), ("pattern", .string("\\S"))])

  /// Text, or a number or boolean that counts as the text it is written as.
  static let scalar = JSONValue.object([
    ("type", .strings(["string", "number", "boolean"]))
  ])

  static let colour = pattern(NameRules.colourPattern, "CSS colour, in quotes: \"#rrggbb\".")

  static let datum = choice(VerticalDatum.self, "What a height counts from.")

  static let number = JSONValue.object([("type", .string("number"))])

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
