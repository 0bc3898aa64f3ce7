public import SimpleFeatures

/// A pyramid of tile matrices over a CRS, as OGC 17-083r4 (Two Dimensional Tile Matrix Set 2.0) has
/// it.
public struct TileMatrixSet: Sendable {
  /// The identifier in paths, such as `WebMercatorQuad`.
  public let id: String
  /// The title in the standard's registry.
  public let title: String
  /// The URI of the registered definition.
  public let uri: String
  /// The URI of the CRS.
  public let crs: String
  /// The names of the CRS's axes in the order of ``TileMatrix/originX``, ``TileMatrix/originY``.
  public let orderedAxes: [String]
  /// The URI of the well-known scale set.
  public let wellKnownScaleSet: String
  /// The levels, from 0 downwards.
  public let matrices: [TileMatrix]

  /// WebMercatorQuad: 256-pixel tiles over EPSG:3857, levels 0 to 24 (OGC 17-083r4 annex D.1).
  public static let webMercatorQuad = TileMatrixSet(
    id: "WebMercatorQuad",
    title: "Google Maps Compatible for the World",
    uri: "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad",
    crs: "http://www.opengis.net/def/crs/EPSG/0/3857",
    orderedAxes: ["X", "Y"],
    wellKnownScaleSet: "http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible",
    matrices: (0...TileCoordinate.deepestZoom).map { zoom in
      let cellSize = 2 * WebMercator.halfWidthMetres / Double(256 << zoom)
      return TileMatrix(
        id: String(zoom), scaleDenominator: cellSize / 0.00028, cellSize: cellSize,
        originX: -WebMercator.halfWidthMetres, originY: WebMercator.halfWidthMetres,
        tileWidth: 256, tileHeight: 256, matrixWidth: 1 << zoom, matrixHeight: 1 << zoom)
    })

  /// The box of `tile` in degrees of longitude and latitude, moved outwards by `buffer` on all
  /// sides.
  ///
  /// `buffer` counts in 1/4096 of the tile's width. A buffered box of an outermost tile reaches
  /// past ±180° or ±85.05113°.
  public func envelope(of tile: TileCoordinate, buffer: Int = 0) -> Envelope {
    let count = Double(1 << tile.zoom)
    let margin = Double(buffer) / 4096
    let west = (Double(tile.column) - margin) / count
    let east = (Double(tile.column) + 1 + margin) / count
    let north = (Double(tile.row) - margin) / count
    let south = (Double(tile.row) + 1 + margin) / count
    return Envelope(
      minX: WebMercator.longitude(u: west), minY: WebMercator.latitude(v: south),
      maxX: WebMercator.longitude(u: east), maxY: WebMercator.latitude(v: north))
  }

  /// The tile of level `zoom` that holds the point, in degrees.
  ///
  /// A point on an edge belongs to the tile east or south of it. Points and levels outside the
  /// pyramid give the nearest tile; a coordinate that is not a number counts as 0°.
  public func tile(
    containing point: (longitude: Double, latitude: Double), zoom: Int
  ) -> TileCoordinate {
    let level = min(max(zoom, 0), TileCoordinate.deepestZoom)
    let count = Double(1 << level)
    let longitude = point.longitude.isNaN ? 0 : point.longitude
    let latitude = point.latitude.isNaN ? 0 : point.latitude
    return TileCoordinate(
      clampingZoom: level,
      column: Int((WebMercator.u(longitude: longitude) * count).rounded(.down)),
      row: Int((WebMercator.v(latitude: latitude) * count).rounded(.down)))
  }

  /// The columns and rows of level `zoom` whose tiles the box, in degrees, overlaps.
  ///
  /// Overlaps thinner than 1e-6 of a tile do not count, so the box of a tile gives that tile alone;
  /// a point or a line still gives the tiles that hold it. `nil` for an empty box, one with a
  /// coordinate that is not a number and one outside the world. Levels outside 0...24 give the
  /// nearest one.
  public func tiles(
    covering box: Envelope, zoom: Int
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    guard !box.isEmpty else { return nil }
    let last = (1 << min(max(zoom, 0), TileCoordinate.deepestZoom)) - 1
    func range(_ low: Double, _ high: Double) -> ClosedRange<Int>? {
      guard high >= 0, low <= 1 else { return nil }
      let count = Double(last + 1)
      let first = min(max(Int((low * count + 1e-6).rounded(.down)), 0), last)
      let end = min(max(Int((high * count - 1e-6).rounded(.up)) - 1, first), last)
      return first...end
    }
    guard
      let columns = range(
        WebMercator.u(longitude: box.minX), WebMercator.u(longitude: box.maxX)),
      let rows = range(WebMercator.v(latitude: box.maxY), WebMercator.v(latitude: box.minY))
    else { return nil }
    return (columns, rows)
  }
}
