import FloodCells

/// A stretch of faces between a tile with the block's steps and one with others.
struct Seam {
  /// Columns of the block.
  var columns: Range<Int>
  /// The place of the first one among what passed, in row 0 where it runs from north to south.
  var place: Int
  /// Whether the other tile lies west or north of the faces.
  var isOtherBefore: Bool
  /// The other tile's doublings less the block's.
  var difference: Int
}

/// Where tiles with other steps meet those of the block's, in and around it.
struct LocalTimeStepInterfaces {
  let rows: SeamRows<Real, Water>
  /// Those west of cells and the columns of tiles with other steps, in the band above the block's,
  /// its own and the one below.
  private(set) var west: [[Seam]] = []
  private(set) var others: [[Range<Int>]] = []
  /// Those north of the block's band and south of it, also of one more column on either side.
  private(set) var north: [[Seam]] = []
  private let own: Int

  init(_ block: FloodBlock<Real, Water>, _ rows: SeamRows<Real, Water>) {
    self.rows = rows
    let tiles = rows.tiles
    own = Int(rows.doublings[rows.band * rows.tilesInBand + tiles.lowerBound])
    let around = max(tiles.lowerBound - 1, 0)..<min(tiles.upperBound + 1, rows.tilesInBand)
    /// The columns of a tile that the block has in hand as its own and one more on either side.
    func columns(_ tile: Int) -> Range<Int> {
      let first = tile * rows.tileColumns
      let end = tile + 1 == rows.tilesInBand ? block.gridColumns : first + rows.tileColumns
      return max(
        first - block.columns.lowerBound, -1)..<min(
          end - block.columns.lowerBound, block.columns.count + 1)
    }
    for band in rows.band - 1...rows.band + 1 {
      west.append(
        (tiles.lowerBound...tiles.upperBound).compactMap { tile in
          let column = tile * rows.tileColumns - block.columns.lowerBound
          return seam(
            (band, tile - 1), (band, tile), column..<column + 1, place: tile * block.gridRows)
        })
      others.append(
        around.filter { doublings(band, $0).map { $0 != own } ?? false }.map(columns))
    }
    for band in rows.band...rows.band + 1 {
      north.append(
        around.compactMap { tile in
          let columns = columns(tile)
          return seam(
            (band - 1, tile), (band, tile), columns,
            place: band * block.stride + block.columns.lowerBound + columns.lowerBound)
        })
    }
  }

  private func doublings(_ band: Int, _ tile: Int) -> Int? {
    guard band >= 0, band < rows.bands, tile >= 0, tile < rows.tilesInBand else { return nil }
    return Int(rows.doublings[band * rows.tilesInBand + tile])
  }

  /// A seam where of two tiles one has the block's steps and the other not.
  private func seam(
    _ before: (band: Int, tile: Int), _ behind: (band: Int, tile: Int), _ columns: Range<Int>,
    place: Int
  ) -> Seam? {
    guard let a = doublings(before.band, before.tile), let b = doublings(behind.band, behind.tile),
      a != b, a == own || b == own
    else { return nil }
    return Seam(
      columns: columns, place: place, isOtherBefore: b == own,
      difference: (b == own ? a : b) - own)
  }
}
