public import SimpleFeatures

extension Geometry {
  /// The area of the polygons in square units of the coordinates; holes are taken off.
  ///
  /// The shoelace formula A = ½ |Σ (xᵢ − x₀)(yᵢ₊₁ − yᵢ₋₁)|, with the first vertex as origin so that
  /// large eastings lose nothing. Meaningful in a projected system; degrees give square degrees.
  /// Malformed geometries have area 0. Overlapping parts count twice.
  public var planarArea: Double {
    if kind == .collection { return members.reduce(0) { $0 + $1.planarArea } }
    guard !partEnds.isEmpty, (try? checkStructure()) != nil else { return 0 }
    var total = 0.0
    for part in partEnds.indices {
      let paths = pathRange(ofPart: part)
      for path in paths {
        let area = abs(signedArea(ofPath: path))
        total += path == paths.lowerBound ? area : -area
      }
    }
    return total
  }
}
