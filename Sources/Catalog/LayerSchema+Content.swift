import SimpleFeatures

/// Rasters and remote maps.
extension LayerSchema {
  static let raster = JSONValue.object(
    mapping(
      .raster,
      [
        "title": localised,
        "type": choice(RasterRule.CellType.self, "How a cell is stored."),
        "unit": described(line, "UCUM unit of the value."), "datum": datum,
        "minimum": number, "maximum": number,
        "precision": described(
          .object([("type", "number"), ("exclusiveMinimum", 0)]),
          "The step to which tiles of values round, in the value's unit."),
        "resampling": choice(
          RasterRule.Resampling.self, "How a value between cells is found.",
          default: LayerDefaults.resampling.rawValue),
        "codes": .object([
          ("type", .string("array")), ("minItems", .integer(1)),
          (
            "items",
            .object(
              mapping(
                .cellClass,
                [
                  "value": bounded("integer", -32768, 32767), "zh": line, "en": line,
                  "colour": colour,
                ]))
          ),
        ]),
        "ramp": .object([
          ("type", .string("array")), ("minItems", .integer(2)),
          ("items", .object(mapping(.colourStop, ["value": number, "colour": colour]))),
        ]),
      ]))

  static let remote = JSONValue.object(
    mapping(
      .remote,
      [
        "url": described(
          line,
          "Address of a tile with "
            + RemoteMap.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ") + "."
        ),
        "layer": line, "style": line, "matrixset": line,
        "grid": choice(RemoteMap.Grid.self, "Which of our tile matrix sets it equals."),
        "offset": bounded(
          "integer", Double(LayerLimits.levelOffset.lowerBound),
          Double(LayerLimits.levelOffset.upperBound), default: Double(LayerDefaults.levelOffset)),
        "format": described(line, "Media type of the tiles."),
        "token": pattern(
          NameRules.variablePattern, "The environment variable that holds the access token."),
        "attribution": localised,
        "enabled": .object([("type", .string("boolean")), ("default", .boolean(false))]),
      ]))
}
