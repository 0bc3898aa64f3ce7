public import SimpleFeatures

/// A pyramid of tile matrices over a CRS, as OGC 17-083r4 (Two Dimensional Tile Matrix Set 2.0) has
/// it.
public struct TileMatrixSet: Sendable {
  /// How it cuts the world.
  public let pyramid: TilePyramid
  /// The identifier in paths, such as `WebMercatorQuad`.
  public let id: String
  /// The title, that of the standard's registry where it is in there.
  public let title: String
  /// The URI of the registered definition; `nil` for a set that is not registered.
  public let uri: String?
  /// The URI of the CRS.
  public let crs: String
  /// The authority and code of the CRS, such as `EPSG:3857`.
  public let crsCode: String
  /// The names of the CRS's axes in the order of its definition.
  public let orderedAxes: [String]
  /// The URI of the well-known scale set; `nil` where none is registered for the CRS.
  public let wellKnownScaleSet: String?
  /// The levels, from 0 downwards.
  public let matrices: [TileMatrix]

  /// All sets that tiles are cut in.
  public static let all = [webMercatorQuad, cgcs2000Quad]

  /// The set of that name; `nil` where there is none.
  public static func named(_ id: String) -> TileMatrixSet? { all.first { $0.id == id } }

  /// WebMercatorQuad: 256-pixel tiles over EPSG:3857, levels 0 to 24 (OGC 17-083r4 annex D.1).
  public static let webMercatorQuad = TileMatrixSet(
    pyramid: .webMercator, id: "WebMercatorQuad",
    title: "Google Maps Compatible for the World",
    uri: "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad",
    crs: "http://www.opengis.net/def/crs/EPSG/0/3857", crsCode: "EPSG:3857",
    orderedAxes: ["X", "Y"],
    wellKnownScaleSet: "http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible",
    matrices: matrices(
      .webMercator, cellSize: 2 * WebMercator.halfWidthMetres / 256, metresPerUnit: 1,
      origin: (-WebMercator.halfWidthMetres, WebMercator.halfWidthMetres)))

  /// CGCS2000Quad: 256-pixel tiles over EPSG:4490, 2 × 1 tiles at level 0, levels 0 to 24.
  ///
  /// The grid of Tianditu's services named `_c`, whose level numbers are one higher, and of
  /// OGC's WorldCRS84Quad (17-083r4 annex D.2) but for the CRS and the order of its axes.
  public static let cgcs2000Quad = TileMatrixSet(
    pyramid: .geographic, id: "CGCS2000Quad", title: "CGCS2000 for the World", uri: nil,
    crs: "http://www.opengis.net/def/crs/EPSG/0/4490", crsCode: "EPSG:4490",
    orderedAxes: ["Lat", "Lon"], wellKnownScaleSet: nil,
    // A degree counts as one of the equator, whose radius is that of CGCS2000 and WGS 84 alike.
    matrices: matrices(
      .geographic, cellSize: 180.0 / 256, metresPerUnit: WebMercator.halfWidthMetres / 180,
      origin: (-180, 90)))

  /// The levels of a pyramid whose level 0 has pixels of `cellSize`.
  private static func matrices(
    _ pyramid: TilePyramid, cellSize: Double, metresPerUnit: Double, origin: (x: Double, y: Double)
  ) -> [TileMatrix] {
    (0...TilePyramid.deepestZoom).map { zoom in
      let cellSize = cellSize / Double(1 << zoom)
      return TileMatrix(
        id: String(zoom), scaleDenominator: cellSize * metresPerUnit / 0.00028,
        cellSize: cellSize, originX: origin.x, originY: origin.y, tileWidth: 256, tileHeight: 256,
        matrixWidth: pyramid.columnCount(zoom: zoom), matrixHeight: pyramid.rowCount(zoom: zoom))
    }
  }

  /// The north-western corner of `matrix` in the order of ``orderedAxes``.
  public func pointOfOrigin(of matrix: TileMatrix) -> [Double] {
    switch pyramid {
    case .webMercator: [matrix.originX, matrix.originY]
    case .geographic: [matrix.originY, matrix.originX]
    }
  }

  /// The tile of level `zoom` that holds the point, in degrees.
  ///
  /// A point on an edge belongs to the tile east or south of it. Points and levels outside the
  /// pyramid give the nearest tile; a coordinate that is not a number counts as 0°.
  public func tile(
    containing point: (longitude: Double, latitude: Double), zoom: Int
  ) -> TileCoordinate {
    let level = min(max(zoom, 0), TilePyramid.deepestZoom)
    let columns = Double(pyramid.columnCount(zoom: level))
    let rows = Double(pyramid.rowCount(zoom: level))
    let longitude = point.longitude.isNaN ? 0 : point.longitude
    let latitude = point.latitude.isNaN ? 0 : point.latitude
    return TileCoordinate(
      clampingZoom: level, column: Int((pyramid.u(longitude: longitude) * columns).rounded(.down)),
      row: Int((pyramid.v(latitude: latitude) * rows).rounded(.down)), in: pyramid)
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
    let level = min(max(zoom, 0), TilePyramid.deepestZoom)
    func range(_ low: Double, _ high: Double, of total: Int) -> ClosedRange<Int>? {
      guard high >= 0, low <= 1 else { return nil }
      let (count, last) = (Double(total), total - 1)
      let first = min(max(Int((low * count + 1e-6).rounded(.down)), 0), last)
      let end = min(max(Int((high * count - 1e-6).rounded(.up)) - 1, first), last)
      return first...end
    }
    guard
      let columns = range(
        pyramid.u(longitude: box.minX), pyramid.u(longitude: box.maxX),
        of: pyramid.columnCount(zoom: level)),
      let rows = range(
        pyramid.v(latitude: box.maxY), pyramid.v(latitude: box.minY),
        of: pyramid.rowCount(zoom: level))
    else { return nil }
    return (columns, rows)
  }
}

extension TilePyramid {
  /// The pyramid's definition by the standard.
  public var matrixSet: TileMatrixSet {
    switch self {
    case .webMercator: .webMercatorQuad
    case .geographic: .cgcs2000Quad
    }
  }
}
