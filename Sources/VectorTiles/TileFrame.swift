import SimpleFeatures

/// Where a tile lies in the world: takes degrees to units of the tile's grid.
struct TileFrame {
  /// Grid units per degree of longitude.
  private let unitsPerDegree: Double
  /// The grid's x at the Greenwich meridian.
  private let meridianX: Double
  /// How latitudes become rows; chosen once for all vertices of a path.
  private let ordinate: Ordinate
  /// The box that geometries are clipped to, in grid units.
  let clipBox: Envelope

  /// The frame of `tile` with `extent` grid units a side, clipped `buffer` units outside it.
  init(tile: TileCoordinate, extent: Int, buffer: Double) {
    let side = Double(extent)
    let world = Double(tile.pyramid.columnCount(zoom: tile.zoom)) * side
    unitsPerDegree = world / 360
    meridianX = world / 2 - Double(tile.column) * side
    ordinate =
      switch tile.pyramid {
      case .webMercator: .mercator(MercatorOrdinate(tile: tile, extent: side))
      case .geographic: .geographic(GeographicOrdinate(tile: tile, extent: side))
      }
    clipBox = Envelope(minX: -buffer, minY: -buffer, maxX: side + buffer, maxY: side + buffer)
  }

  private enum Ordinate {
    case mercator(MercatorOrdinate)
    case geographic(GeographicOrdinate)
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
    switch ordinate {
    case .mercator(let ordinate):
      project(ordinates, step: step, range: range, into: &points, by: ordinate)
    case .geographic(let ordinate):
      project(ordinates, step: step, range: range, into: &points, by: ordinate)
    }
  }

  @inline(__always)
  private func project(
    _ ordinates: Span<Double>, step: Int, range: Range<Int>, into points: inout Scratch<TilePoint>,
    by ordinate: some TileOrdinate
  ) -> Envelope {
    precondition(step >= 2 && range.lowerBound >= 0)
    precondition(range.upperBound <= ordinates.count / step)
    points.reserve(range.count, filler: TilePoint(x: 0, y: 0))
    var out = points.storage.mutableSpan
    var box = Envelope.empty
    var count = 0
    let cap = WebMercator.longitudeCapDegrees
    var index = range.lowerBound &* step
    for _ in range {
      let longitude = unsafe ordinates[unchecked: index]
      let latitude = unsafe ordinates[unchecked: index &+ 1]
      index &+= step
      guard longitude.isFinite, latitude.isFinite else { continue }
      let point = TilePoint(
        x: min(max(longitude, -cap), cap) * unitsPerDegree + meridianX,
        y: ordinate.gridY(latitude: latitude))
      box.extend(x: point.x, y: point.y)
      unsafe out[unchecked: count] = point
      count &+= 1
    }
    points.count = count
    return box
  }
}
