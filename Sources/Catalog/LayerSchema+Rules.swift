import SimpleFeatures

/// Keys, relations and rules.
extension LayerSchema {
  static let key = JSONValue.object(
    mapping(
      .key,
      [
        "fields": words("Fields whose values, taken together, no two features share."),
        "code": .object(
          mapping(
            .permanentCode,
            [
              "field": described(line, "The field that carries the permanent code."),
              "scheme": described(line, "The scheme's name; `neutral` needs no pattern."),
              "pattern": described(line, "Regular expression that a whole code matches."),
            ])),
      ]))

  static let relation = JSONValue.object(
    mapping(
      .relation,
      [
        "id": ruleID, "title": localised,
        "field": described(line, "The field that holds the reference."),
        "layer": layerNames,
        "target": described(line, "The target's field; left out for its id."),
        "required": .object([
          ("type", .string("boolean")), ("default", .boolean(false)),
          ("description", .string("Whether every feature must have its target.")),
        ]),
        "cardinality": choice(
          LayerRelation.Cardinality.self, "How many features may name one target.",
          default: LayerDefaults.cardinality.rawValue),
      ]))

  static let rule = JSONValue.object([
    ("oneOf", .array(LayerRule.Kind.allCases.map(rule)))
  ])

  private static func rule(_ kind: LayerRule.Kind) -> JSONValue {
    let keys = KeySet.rule(kind)
    let values: [String: JSONValue] = [
      "id": ruleID, "check": ["const": .string(kind.rawValue)],
      "severity": choice(LayerRule.Severity.self, "What a breach does."), "message": localised,
      "field": line, "fields": words("Fields of the layer."), "minimum": number,
      "maximum": number,
      "relation": choice(Comparison.Relation.self, "How the two fields must compare."),
      "other": line, "times": number, "plus": number, "layer": layerNames, "among": line,
      "metres": bounded(
        "number", LayerLimits.metres.lowerBound, LayerLimits.metres.upperBound),
      "square_metres": bounded(
        "number", LayerLimits.squareMetres.lowerBound, LayerLimits.squareMetres.upperBound),
    ]
    return .object(mapping(keys, values.filter { keys.all.contains($0.key) }))
  }

  private static let ruleID = pattern(
    NameRules.idPattern, "Unique among the layer's relations and rules.")

  private static let layerNames: JSONValue = [
    "anyOf": [
      line, ["type": "array", "items": line, "minItems": .integer(1), "uniqueItems": true],
    ],
    "description": "The id of a layer, or a list of them.",
  ]

  static func list(_ items: JSONValue) -> JSONValue {
    ["type": "array", "maxItems": .integer(LayerLimits.ruleCount), "items": items]
  }
}
