/// Where tiles meet that step at different paces, and what has passed between them.
///
/// A tile of `d` doublings takes steps 2^d times as long as the shortest. Of two tiles the one with
/// shorter steps computes the faces between them, with the other as it was; what passes is added up
/// until the other one steps and takes it as it is. So none is made or lost.
@frozen
public struct SeamRows<Real: BitwiseCopyable & Sendable, Water: BitwiseCopyable & Sendable>:
  Sendable
{
  /// Of each tile, band by band.
  public var doublings: Row<UInt8>
  /// How many tiles there are in a band and bands in the grid; columns of a tile but the last.
  public var tilesInBand, bands, tileColumns: Int
  /// The band of the block.
  public var band: Int
  /// Its tiles in the band.
  public var tiles: Range<Int>
  /// What passed the western faces of tiles: for each tile of a band so many numbers as the grid
  /// has rows; and the northern ones: for each band a row of the grid.
  public var west, north: FluxRegisters<Real, Water>

  /// Seams around a block.
  public init(
    doublings: Row<UInt8>, tilesInBand: Int, bands: Int, tileColumns: Int, band: Int,
    tiles: Range<Int>, west: FluxRegisters<Real, Water>, north: FluxRegisters<Real, Water>
  ) {
    self.doublings = doublings
    self.tilesInBand = tilesInBand
    self.bands = bands
    self.tileColumns = tileColumns
    self.band = band
    self.tiles = tiles
    self.west = west
    self.north = north
  }
}

/// What passed faces in several steps.
@frozen public struct FluxRegisters<Real: BitwiseCopyable, Water: BitwiseCopyable>: Sendable {
  /// Units of water eastwards or southwards.
  public var water: Row<Water>
  /// The sums of the steps' momentum, as a flux of ``FloodBlock``'s kernel has it: across the face
  /// as the tile with longer steps feels it, and along it.
  public var across, along: Row<Real>

  /// The rows of sums.
  public init(water: Row<Water>, across: Row<Real>, along: Row<Real>) {
    self.water = water
    self.across = across
    self.along = along
  }
}
