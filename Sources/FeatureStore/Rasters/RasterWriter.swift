import Coverages
import SimpleFeatures

/// Writes one file's cells into a raster layer, within a commit.
///
/// Where the file has a value it replaces the layer's; where it has none the layer's stays.
package final class RasterWriter {
  /// The rows of the file that ``write(rows:_:)`` takes at a time, in order: each lies in one row
  /// of tiles, so no tile is packed twice.
  package let bands: [Range<Int>]
  private let source: RasterLattice
  private let offset: (columns: Int, rows: Int)
  private let tiles: RasterTiles
  private let method: ResamplingMethod
  private var changed: Set<RasterTilePlace> = []
  private(set) var counts = CommitCounts()
  /// What became of the cells that had a value before.
  package private(set) var replaced = ReplacedCells()
  /// The smallest and largest value written; infinite before the first.
  private(set) var lowest = Float.infinity
  private(set) var highest = -Float.infinity

  /// - Parameter offset: Where the file's north-western cell lies in the raster.
  init(
    _ tiles: RasterTiles, source: RasterLattice, offset: (columns: Int, rows: Int),
    isOfClasses: Bool
  ) {
    self.tiles = tiles
    self.source = source
    self.offset = offset
    method = isOfClasses ? .mode : .average
    var bands: [Range<Int>] = []
    var row = 0
    while row < source.rows {
      let end = ((row + offset.rows) >> 8 + 1) << 8 - offset.rows
      bands.append(row..<min(end, source.rows))
      row = bands[bands.count - 1].upperBound
    }
    self.bands = bands
  }

  /// Writes one of ``bands``.
  ///
  /// - Parameter values: One for each column and row, row by row; NaN where there is none.
  /// - Precondition: The values fit the layer's type of cells.
  package func write(rows: Range<Int>, _ values: [Float]) throws {
    precondition(values.count == rows.count * source.columns)
    for value in values where !value.isNaN {
      if value < lowest { lowest = value }
      if value > highest { highest = value }
    }
    let tileRow = (rows.lowerBound + offset.rows) >> 8
    let first = offset.columns >> 8
    let last = (offset.columns + source.columns - 1) >> 8
    for tileColumn in first...last {
      try write(rows, values, to: RasterTilePlace(row: tileRow, column: tileColumn))
    }
  }

  private func write(_ rows: Range<Int>, _ values: [Float], to place: RasterTilePlace) throws {
    let side = RasterTileCodec.side
    let before = try tiles.values(0, place)
    var tile = before ?? [Float](repeating: .nan, count: RasterTileCodec.cellCount)
    let west = place.column * side - offset.columns
    let columns = max(west, 0)..<min(west + side, source.columns)
    var (added, changes, same) = (0, 0, 0)
    var sums = ReplacedCells()
    for row in rows {
      let from = (row - rows.lowerBound) * source.columns
      let to = (row + offset.rows - place.row * side) * side - west
      for column in columns {
        let value = values[from + column]
        if value.isNaN { continue }
        let old = tile[to + column]
        if old.isNaN {
          added += 1
        } else if old.bitPattern == value.bitPattern {
          same += 1
          sums.add(old, value)
        } else {
          changes += 1
          sums.add(old, value)
        }
        tile[to + column] = value
      }
    }
    counts.added += added
    counts.changed += changes
    counts.unchanged += same
    sums.changedCount = changes
    replaced.add(sums)
    guard added + changes > 0 else { return }
    if try tiles.write(tile, 0, place) { changed.insert(place) }
  }

  /// Brings the lower resolutions up to date.
  ///
  /// - Parameter known: How many levels there were before.
  func finish(levels: Int, known: Int) throws {
    var pyramid = RasterPyramid(tiles, method: method)
    pyramid.isWhole = isWhole
    try pyramid.update(changed, levels: levels, known: known)
  }

  /// Whether cells hold whole numbers, to which means are rounded.
  var isWhole = false
}
