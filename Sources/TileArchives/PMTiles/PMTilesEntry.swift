/// A run of tiles with the same content, or a leaf directory.
struct PMTilesEntry: Equatable {
  /// The number of the first tile.
  var id: UInt64
  /// Where the content starts, in bytes from the start of the tiles or of the leaf directories.
  var offset: UInt64
  /// The length of the content in bytes.
  var length: UInt32
  /// How many tiles in a row have this content; 0 for a leaf directory.
  var runLength: UInt32
}
