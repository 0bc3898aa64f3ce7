/// The place of a tile in a quad-tree of tiles: 2^zoom columns and rows, row 0 at the north.
///
/// Every value is inside its matrix, so code that holds one never checks again.
public struct TileCoordinate: Hashable, Sendable {
  /// The deepest level that any tile matrix set here has.
  public static let deepestZoom = 24

  /// The level, 0 (the whole world) to ``deepestZoom``.
  public let zoom: Int
  /// The column from the west, 0 to 2^zoom − 1.
  public let column: Int
  /// The row from the north, 0 to 2^zoom − 1.
  public let row: Int

  /// The tile at `column` and `row` of level `zoom`; `nil` outside the matrix.
  public init?(zoom: Int, column: Int, row: Int) {
    guard (0...Self.deepestZoom).contains(zoom) else { return nil }
    let matrix = 0..<(1 << zoom)
    guard matrix.contains(column), matrix.contains(row) else { return nil }
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// The nearest tile of the matrix; levels and places outside are moved to its edge.
  init(clampingZoom zoom: Int, column: Int, row: Int) {
    self.zoom = min(max(zoom, 0), Self.deepestZoom)
    let last = (1 << self.zoom) - 1
    self.column = min(max(column, 0), last)
    self.row = min(max(row, 0), last)
  }

  /// The tile one level up that holds this one; `nil` at level 0.
  public var parent: TileCoordinate? {
    TileCoordinate(zoom: zoom - 1, column: column >> 1, row: row >> 1)
  }
}

extension TileCoordinate: CustomStringConvertible {
  /// The usual notation `zoom/column/row`, rows from the north.
  public var description: String { "\(zoom)/\(column)/\(row)" }
}
