/// One level of a tile matrix set, with the members of its JSON encoding (OGC 17-083r4 §6).
public struct TileMatrix: Hashable, Sendable {
  /// The level as text, "0" to "24".
  public let id: String
  /// The scale denominator at a pixel of 0.28 mm.
  public let scaleDenominator: Double
  /// The width of a pixel in units of the CRS: metres or degrees.
  public let cellSize: Double
  /// How far east the matrix's north-western corner lies, in units of the CRS.
  public let originX: Double
  /// How far north the matrix's north-western corner lies, in units of the CRS.
  public let originY: Double
  /// The width of a tile in pixels.
  public let tileWidth: Int
  /// The height of a tile in pixels.
  public let tileHeight: Int
  /// The number of columns.
  public let matrixWidth: Int
  /// The number of rows.
  public let matrixHeight: Int
}
