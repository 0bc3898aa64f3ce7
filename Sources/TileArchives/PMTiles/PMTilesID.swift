package import VectorTiles

/// The number of a tile in PMTiles: along the Hilbert curve of its level, after all coarser levels.
package enum PMTilesID {
  /// The number of `tile`: (4^zoom − 1) / 3 and its place along the curve.
  ///
  /// The curve starts in the tile of column 0 and row 0 and ends in the last column of row 0.
  package static func id(of tile: TileCoordinate) -> UInt64 {
    var (x, y) = (UInt64(tile.column), UInt64(tile.row))
    let last = (UInt64(1) << UInt64(tile.zoom)) - 1
    var place: UInt64 = 0
    for bit in stride(from: tile.zoom - 1, through: 0, by: -1) {
      let (east, south) = (x >> UInt64(bit) & 1, y >> UInt64(bit) & 1)
      place = place << 2 | (3 * east) ^ south
      guard south == 0 else { continue }
      if east == 1 { (x, y) = (last - x, last - y) }
      (x, y) = (y, x)
    }
    return firstID(zoom: tile.zoom) + place
  }

  /// How many tiles all levels above `zoom` have.
  static func firstID(zoom: Int) -> UInt64 { ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3 }
}
