extension Geometry {
  /// The area that path `index` goes round, in square units of the coordinates: positive when
  /// counter-clockwise, 0 for a path without vertices.
  ///
  /// The first vertex is the origin, so that large eastings lose nothing. The path is closed.
  public func signedArea(ofPath index: Int) -> Double {
    let (range, step) = (vertexRange(ofPath: index), stride)
    guard !range.isEmpty else { return 0 }
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
