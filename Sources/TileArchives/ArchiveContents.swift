package import SimpleFeatures

/// What an archive says of its tiles.
package struct ArchiveContents: Sendable {
  /// A layer of the tiles, as TileJSON 3.0 has it under `vector_layers`.
  package struct Layer: Sendable {
    package var id: String
    package var description: String
    package var zooms: ClosedRange<Int>
    /// Names of the properties with `Number`, `Boolean` or `String`.
    package var fields: [(name: String, type: String)]

    package init(
      id: String, description: String, zooms: ClosedRange<Int>,
      fields: [(name: String, type: String)]
    ) {
      self.id = id
      self.description = description
      self.zooms = zooms
      self.fields = fields
    }
  }

  package var name: String
  /// What is in the tiles, in words.
  package var description: String
  package var attribution: String
  /// Longitude and latitude of all that is in the tiles.
  package var bounds: Envelope
  package var layers: [Layer]

  package init(
    name: String, description: String, attribution: String, bounds: Envelope, layers: [Layer]
  ) {
    self.name = name
    self.description = description
    self.attribution = attribution
    self.bounds = bounds
    self.layers = layers
  }

  /// The middle of the bounds, longitude and latitude in degrees.
  var centre: (longitude: Double, latitude: Double) {
    ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
  }

  /// The array `vector_layers`.
  var vectorLayers: JSONValue {
    .array(
      layers.map { layer in
        [
          "id": .string(layer.id), "description": .string(layer.description),
          "minzoom": .integer(layer.zooms.lowerBound), "maxzoom": .integer(layer.zooms.upperBound),
          "fields": .object(layer.fields.map { ($0.name, .string($0.type)) }),
        ]
      })
  }
}
