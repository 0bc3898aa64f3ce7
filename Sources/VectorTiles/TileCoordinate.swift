public import SimpleFeatures

/// The place of a tile in its pyramid, row 0 at the north.
///
/// Every value is inside its matrix, so code that holds one never checks again.
public struct TileCoordinate: Hashable, Sendable {
  /// The pyramid that the tile belongs to.
  public let pyramid: TilePyramid
  /// The level, 0 (the whole world) to ``TilePyramid/deepestZoom``.
  public let zoom: Int
  /// The column from the west, from 0.
  public let column: Int
  /// The row from the north, from 0.
  public let row: Int

  /// The tile at `column` and `row` of level `zoom`; `nil` outside the matrix.
  public init?(zoom: Int, column: Int, row: Int, in pyramid: TilePyramid = .webMercator) {
    guard (0...TilePyramid.deepestZoom).contains(zoom),
      (0..<pyramid.columnCount(zoom: zoom)).contains(column),
      (0..<pyramid.rowCount(zoom: zoom)).contains(row)
    else { return nil }
    self.pyramid = pyramid
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// The nearest tile of the matrix; levels and places outside are moved to its edge.
  init(clampingZoom zoom: Int, column: Int, row: Int, in pyramid: TilePyramid) {
    self.pyramid = pyramid
    self.zoom = min(max(zoom, 0), TilePyramid.deepestZoom)
    self.column = min(max(column, 0), pyramid.columnCount(zoom: self.zoom) - 1)
    self.row = min(max(row, 0), pyramid.rowCount(zoom: self.zoom) - 1)
  }

  /// The level of Web Mercator whose pixels are as large at the equator: the level that the rules
  /// of layer files speak of.
  public var mercatorZoom: Int { zoom + pyramid.levelOffset }

  /// The tile one level up that holds this one; `nil` at level 0.
  public var parent: TileCoordinate? {
    TileCoordinate(zoom: zoom - 1, column: column >> 1, row: row >> 1, in: pyramid)
  }

  /// The four tiles one level down, row by row from the north-west; none at the deepest level.
  public var children: [TileCoordinate] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { east, south in
      TileCoordinate(
        zoom: zoom + 1, column: 2 * column + east, row: 2 * row + south, in: pyramid)
    }
  }

  /// The tile's box in degrees of longitude and latitude, moved outwards by `buffer` on all sides.
  ///
  /// `buffer` counts in 1/4096 of the tile's width. A buffered box of an outermost tile reaches
  /// past ±180° and past the northern and southern edges.
  public func envelope(buffer: Int = 0) -> Envelope {
    let columns = Double(pyramid.columnCount(zoom: zoom))
    let rows = Double(pyramid.rowCount(zoom: zoom))
    let margin = Double(buffer) / 4096
    return Envelope(
      minX: pyramid.longitude(u: (Double(column) - margin) / columns),
      minY: pyramid.latitude(v: (Double(row) + 1 + margin) / rows),
      maxX: pyramid.longitude(u: (Double(column) + 1 + margin) / columns),
      maxY: pyramid.latitude(v: (Double(row) - margin) / rows))
  }
}

extension TileCoordinate: CustomStringConvertible {
  /// The usual notation `zoom/column/row`, rows from the north.
  public var description: String { "\(zoom)/\(column)/\(row)" }
}
