import SimpleFeatures

extension Geometry {
  /// The world without the polygons, as a source of GeoJSON.
  var outside: JSONValue {
    let world: JSONValue = [[-180, -85], [180, -85], [180, 85], [-180, 85], [-180, -85]]
    return [
      "type": "geojson",
      "data": [
        "type": "Feature", "properties": [:],
        "geometry": ["type": "Polygon", "coordinates": .array([world] + shells)],
      ],
    ]
  }

  /// The outer rings of all polygons, as positions.
  private var shells: [JSONValue] {
    guard members.isEmpty else { return members.flatMap(\.shells) }
    return partEnds.indices.compactMap { part in
      guard let shell = pathRange(ofPart: part).first else { return nil }
      return .array(
        vertexRange(ofPath: shell).map { vertex in
          [.real(ordinates[vertex * stride]), .real(ordinates[vertex * stride + 1])]
        })
    }
  }
}
