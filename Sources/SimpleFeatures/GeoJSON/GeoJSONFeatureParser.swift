extension JSONCursor {
  /// Reads a GeoJSON feature; a bare geometry counts as a feature without properties.
  mutating func readFeature() throws(FormatError) -> Feature {
    skipWhitespace()
    let start = position
    guard current == UInt8(ascii: "{") else {
      throw fault(.notGeoJSON, "a record is not a JSON object")
    }
    var type: String?
    var feature = Feature(geometry: nil)
    try readObject { (key, cursor) throws(FormatError) in
      switch key {
      case "type":
        cursor.skipWhitespace()
        guard cursor.current == UInt8(ascii: "\"") else {
          throw cursor.fault(.notGeoJSON, "\"type\" is not a string")
        }
        type = try cursor.readString()
      case "id": feature.id = try cursor.readIdentifier()
      case "geometry": feature.geometry = try cursor.readGeometry()
      case "properties": feature.properties = try cursor.readProperties()
      default: try cursor.skipValue()
      }
    }
    switch type {
    case "Feature": return feature
    case "FeatureCollection":
      throw FormatError(
        .unsupported, "a feature collection stands where one feature is expected", offset: start)
    case .some(let name) where Geometry.Kind(geoJSONName: name) != nil:
      position = start
      return Feature(geometry: try readGeometry())
    case .some(let name):
      throw FormatError(
        .notGeoJSON, FormatError.quoted(name) + " is not a type of GeoJSON", offset: start)
    case nil:
      throw FormatError(
        .notGeoJSON, "a record has no \"type\"", hint: "is this JSON, but no GeoJSON?",
        offset: start)
    }
  }

  /// Reads past a value whose numbers may be `NaN` or `Infinity`.
  mutating func skipRecord() throws(FormatError) {
    var extent = JSONExtent(start: position)
    while position < bytes.count, JSONCursor.isWhitespace(current) { position += 1 }
    guard extent.advance(in: bytes) || extent.isComplete(atEndOf: bytes) else {
      throw fault(.truncated, "the text ends too early")
    }
    position = extent.endOffset(in: bytes)
  }

  /// Reads the `name` of a `crs` member of GeoJSON 2008; `nil` for null or another form.
  mutating func readCRSName() throws(FormatError) -> String? {
    skipWhitespace()
    guard current == UInt8(ascii: "{") else {
      try skipValue()
      return nil
    }
    var name: String?
    try readObject { (key, cursor) throws(FormatError) in
      cursor.skipWhitespace()
      if key == "properties", cursor.current == UInt8(ascii: "{") {
        try cursor.readObject { (key, cursor) throws(FormatError) in
          cursor.skipWhitespace()
          if key == "name", cursor.current == UInt8(ascii: "\"") {
            name = try cursor.readString()
          } else {
            try cursor.skipValue()
          }
        }
      } else {
        try cursor.skipValue()
      }
    }
    return name
  }

  private mutating func readIdentifier() throws(FormatError) -> String? {
    switch try readValue() {
    case .text(let text): return text
    case .integer(let number): return String(number)
    case .real(let number): return Int64(exactly: number).map(String.init) ?? number.description
    case .null: return nil
    case .boolean, .json:
      throw fault(.notGeoJSON, "an id is neither a string nor a number")
    }
  }

  private mutating func readProperties() throws(FormatError) -> [Property] {
    skipWhitespace()
    if current == UInt8(ascii: "n") {
      try readWord("null")
      return []
    }
    guard current == UInt8(ascii: "{") else {
      throw fault(.notGeoJSON, "\"properties\" is not an object")
    }
    var properties: [Property] = []
    try readObject { (key, cursor) throws(FormatError) in
      properties.append(Property(key, try cursor.readValue()))
    }
    return properties
  }
}
