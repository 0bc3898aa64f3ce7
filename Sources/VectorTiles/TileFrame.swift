import SimpleFeatures

/// Where a tile lies in the world: takes degrees to units of the tile's grid.
struct TileFrame {
  /// Grid units per degree of longitude.
  private let unitsPerDegree: Double
  /// The grid's x at the Greenwich meridian.
  private let meridianX: Double
  /// Grid units per unit of 2 artanh(sin φ).
  private let unitsPerLogarithm: Double
  /// The grid's y at the equator.
  private let equatorY: Double
  /// The Mercator ordinate near the tile.
  private let series: MercatorSeries
  /// The box that geometries are clipped to, in grid units.
  let clipBox: Envelope

  /// The frame of `tile` with `extent` grid units a side, clipped `buffer` units outside it.
  init(tile: TileCoordinate, extent: Int, buffer: Double) {
    let side = Double(extent)
    let world = Double(1 << tile.zoom) * side
    unitsPerDegree = world / 360
    meridianX = world / 2 - Double(tile.column) * side
    unitsPerLogarithm = world / (4 * .pi)
    equatorY = world / 2 - Double(tile.row) * side
    let middle = WebMercator.latitude(v: (Double(tile.row) + 0.5) / Double(1 << tile.zoom))
    // A ten-millionth of a grid unit.
    series = MercatorSeries(latitude: middle, error: 1e-7 / unitsPerLogarithm)
    clipBox = Envelope(minX: -buffer, minY: -buffer, maxX: side + buffer, maxY: side + buffer)
  }

  /// Projects one position in degrees.
  @inline(__always)
  func project(longitude: Double, latitude: Double) -> TilePoint {
    let cap = WebMercator.longitudeCapDegrees
    return TilePoint(
      x: min(max(longitude, -cap), cap) * unitsPerDegree + meridianX,
      y: equatorY - series.twiceArtanhSine(latitude: latitude) * unitsPerLogarithm)
  }

  /// Whether the closed clip box holds the point.
  func holds(_ point: TilePoint) -> Bool {
    point.x >= clipBox.minX && point.x <= clipBox.maxX && point.y >= clipBox.minY
      && point.y <= clipBox.maxY
  }

  /// Projects the vertices `range` into `points`, leaving out those that are not finite.
  ///
  /// - Parameter ordinates: Longitude and latitude in degrees, then `step` − 2 ordinates that are
  ///   passed over, for each vertex.
  /// - Returns: The box of the projected vertices; empty where none is left.
  func project(
    _ ordinates: Span<Double>, step: Int, range: Range<Int>, into points: inout Scratch<TilePoint>
  ) -> Envelope {
    precondition(step >= 2 && range.lowerBound >= 0)
    precondition(range.upperBound <= ordinates.count / step)
    points.reserve(range.count, filler: TilePoint(x: 0, y: 0))
    var out = points.storage.mutableSpan
    var box = Envelope.empty
    var count = 0
    var index = range.lowerBound &* step
    for _ in range {
      let longitude = unsafe ordinates[unchecked: index]
      let latitude = unsafe ordinates[unchecked: index &+ 1]
      index &+= step
      guard longitude.isFinite, latitude.isFinite else { continue }
      let point = project(longitude: longitude, latitude: latitude)
      box.extend(x: point.x, y: point.y)
      unsafe out[unchecked: count] = point
      count &+= 1
    }
    points.count = count
    return box
  }
}
