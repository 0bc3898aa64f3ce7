/// The levels of the tiles that an archive holds.
struct ZoomTally {
  private(set) var first: Int?
  private(set) var last: Int?

  /// Counts a tile of level `zoom`.
  mutating func count(_ zoom: Int) {
    first = min(first ?? zoom, zoom)
    last = max(last ?? zoom, zoom)
  }

  /// From the coarsest to the finest; level 0 where there is no tile.
  var range: ClosedRange<Int> { (first ?? 0)...(last ?? 0) }

  /// The level at which a map may open: the middle one.
  var middle: Int { (range.lowerBound + range.upperBound) / 2 }
}
