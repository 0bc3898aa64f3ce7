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

  /// The area that path `index` goes round, positive when counter-clockwise; rings are closed.
  func signedArea(ofPath index: Int) -> Double {
    let (range, step) = (vertexRange(ofPath: index), stride)
    let (originX, originY) = (
      ordinates[range.lowerBound * step], ordinates[range.lowerBound * step + 1]
    )
    var twice = 0.0
    for i in range.dropLast() {
      let (a, b) = (i * step, (i + 1) * step)
      twice += (ordinates[a] - originX) * (ordinates[b + 1] - originY)
      twice -= (ordinates[b] - originX) * (ordinates[a + 1] - originY)
    }
    return twice / 2
  }
}
