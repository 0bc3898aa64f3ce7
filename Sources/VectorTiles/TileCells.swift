public import SimpleFeatures

/// The cells by which a store remembers which tiles a change concerns.
///
/// They are the tiles of WebMercatorQuad at levels 0 to ``deepestLevel``, each with a number of its
/// own: 4^level + its place in Morton order. A change enters, at every level, each cell whose tile
/// it reaches, buffer included. So a tile is concerned by the changes that its own cell or, below
/// the deepest level, the cell above it has.
public enum TileCells {
  /// The deepest level with cells of its own: 2.4 km at the equator.
  public static let deepestLevel = 14

  /// The number of the tile at `column` and `row` of `level`.
  static func number(level: Int, column: Int, row: Int) -> Int64 {
    var place: Int64 = 1
    for bit in stride(from: level - 1, through: 0, by: -1) {
      place = place << 2 | Int64((row >> bit & 1) << 1 | column >> bit & 1)
    }
    return place
  }

  /// Enters a change within `box`, in degrees, into `cells`.
  ///
  /// - Parameter buffer: How far features reach beyond a tile, in 1/4096 tile.
  /// - Returns: Whether it was entered; false for a box that reaches more than 4096 cells.
  public static func insert(_ box: Envelope, buffer: Int, into cells: inout Set<Int64>) -> Bool {
    guard !box.isEmpty else { return true }
    let (west, east) = (WebMercator.u(longitude: box.minX), WebMercator.u(longitude: box.maxX))
    let (north, south) = (WebMercator.v(latitude: box.maxY), WebMercator.v(latitude: box.minY))
    // A grid unit more, since vertices are rounded to the grid.
    let margin = Double(buffer + 1) / 4096
    for level in 0...deepestLevel {
      let count = Double(1 << level)
      func range(_ low: Double, _ high: Double) -> ClosedRange<Int> {
        let last = (1 << level) - 1
        let first = min(max(Int((low * count - margin).rounded(.down)), 0), last)
        return first...min(max(Int((high * count + margin).rounded(.down)), first), last)
      }
      let (columns, rows) = (range(west, east), range(north, south))
      guard columns.count * rows.count <= 4096 else { return false }
      for row in rows {
        for column in columns { cells.insert(number(level: level, column: column, row: row)) }
      }
    }
    return true
  }

  /// The cells whose changes concern `tile`.
  ///
  /// - Parameter buffer: How far features reach beyond it, in 1/4096 tile.
  public static func numbers(concerning tile: TileCoordinate, buffer: Int) -> [Int64] {
    let level = min(tile.mercatorZoom, deepestLevel)
    if tile.pyramid == .webMercator {
      let up = tile.zoom - level
      return [number(level: level, column: tile.column >> up, row: tile.row >> up)]
    }
    // With the buffer: that of a tile of the other pyramid reaches further in degrees of latitude
    // than the one with which changes are entered. A grid unit more, as there.
    let covering = TileMatrixSet.webMercatorQuad.tiles(
      covering: tile.envelope(buffer: buffer + 1), zoom: level)
    guard let (columns, rows) = covering else { return [] }
    return rows.flatMap { row in
      columns.map { number(level: level, column: $0, row: row) }
    }
  }
}
