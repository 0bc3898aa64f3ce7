/// How latitudes become rows of a tile's grid.
protocol TileOrdinate {
  /// The grid's y, southwards, of a latitude in degrees; finite for every finite latitude.
  func gridY(latitude: Double) -> Double
}

/// Web Mercator near one tile.
struct MercatorOrdinate: TileOrdinate {
  /// Grid units per unit of 2 artanh(sin φ).
  private let unitsPerLogarithm: Double
  /// The grid's y at the equator.
  private let equatorY: Double
  /// The Mercator ordinate near the tile.
  private let series: MercatorSeries

  /// The ordinate for `tile` with `extent` grid units a side.
  init(tile: TileCoordinate, extent: Double) {
    let world = Double(1 << tile.zoom) * extent
    unitsPerLogarithm = world / (4 * .pi)
    equatorY = world / 2 - Double(tile.row) * extent
    let middle = WebMercator.latitude(v: (Double(tile.row) + 0.5) / Double(1 << tile.zoom))
    // A ten-millionth of a grid unit.
    series = MercatorSeries(latitude: middle, error: 1e-7 / unitsPerLogarithm)
  }

  @inline(__always)
  func gridY(latitude: Double) -> Double {
    equatorY - series.twiceArtanhSine(latitude: latitude) * unitsPerLogarithm
  }
}

/// Latitude as it is; those beyond a pole are taken as the pole.
struct GeographicOrdinate: TileOrdinate {
  private let unitsPerDegree: Double
  /// The grid's y at the equator.
  private let equatorY: Double

  /// The ordinate for `tile` with `extent` grid units a side.
  init(tile: TileCoordinate, extent: Double) {
    let world = Double(1 << tile.zoom) * extent
    unitsPerDegree = world / 180
    equatorY = world / 2 - Double(tile.row) * extent
  }

  @inline(__always)
  func gridY(latitude: Double) -> Double {
    equatorY - min(max(latitude, -90), 90) * unitsPerDegree
  }
}
