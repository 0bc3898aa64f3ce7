import FloodCells

/// What passes between the block and tiles with other steps.
extension Sweep {
  /// A stretch of faces between a tile with the block's steps and one with others.
  private struct Seam {
    /// Columns of the block, and the place of the first one among what passed.
    var columns: Range<Int>
    var place: Int
    /// Whether the other tile lies west or north of the faces.
    var isOtherBefore: Bool
    /// The other tile's doublings less the block's.
    var difference: Int
  }

  private func doublings(_ band: Int, _ tile: Int) -> Int? {
    guard let seams = block.seams, band >= 0, band < seams.bands, tile >= 0,
      tile < seams.tilesInBand
    else { return nil }
    return Int(seams.doublings[band * seams.tilesInBand + tile])
  }

  private var ownDoublings: Int {
    block.seams.map { doublings($0.band, $0.tiles.lowerBound)! } ?? 0
  }

  private func band(ofRow row: Int) -> Int {
    let own = block.seams?.band ?? 0
    return row < block.rows.lowerBound ? own - 1 : row < block.rows.upperBound ? own : own + 1
  }

  /// The columns of a tile that the block has in hand as its own and one more on either side.
  private func columns(ofTile tile: Int, _ seams: SeamRows<Real, Water>) -> Range<Int> {
    let first = tile * seams.tileColumns
    let end = tile + 1 == seams.tilesInBand ? block.gridColumns : first + seams.tileColumns
    let own = block.columns.lowerBound
    return max(first - own, -1)..<min(end - own, width + 1)
  }

  /// A seam where of two tiles one has the block's steps and the other not.
  private func seam(before: Int?, behind: Int?, columns: Range<Int>, place: Int) -> Seam? {
    guard let before, let behind, before != behind else { return nil }
    let own = ownDoublings
    guard before == own || behind == own else { return nil }
    return Seam(
      columns: columns, place: place, isOtherBefore: behind == own,
      difference: (behind == own ? before : behind) - own)
  }

  private func westSeams(_ row: Int, _ seams: SeamRows<Real, Water>) -> [Seam] {
    let band = band(ofRow: row)
    return (seams.tiles.lowerBound...seams.tiles.upperBound).compactMap { tile in
      let column = tile * seams.tileColumns - block.columns.lowerBound
      return seam(
        before: doublings(band, tile - 1), behind: doublings(band, tile),
        columns: column..<column + 1, place: tile * block.gridRows + row)
    }
  }

  private func northSeams(
    _ row: Int, _ tiles: Range<Int>, _ seams: SeamRows<Real, Water>
  ) -> [Seam] {
    guard row == block.rows.lowerBound || row == block.rows.upperBound else { return [] }
    let band = band(ofRow: row)
    return tiles.compactMap { tile in
      let columns = columns(ofTile: tile, seams)
      return seam(
        before: doublings(band - 1, tile), behind: doublings(band, tile), columns: columns,
        place: band * block.stride + block.columns.lowerBound + columns.lowerBound)
    }
  }

  /// Readies the faces of a row on seams, and its cells, for the check of what they can feed.
  ///
  /// A tile with longer steps may lose a quarter of a cell's water over a face until it steps, so
  /// that it can feed all four. What it has lost or will get is none of the block's own faces'.
  mutating func holdSeams(_ row: Int) {
    guard let seams = block.seams else { return }
    let (slot, above) = (slot(row), slot(row - 1))
    let tiles =
      max(seams.tiles.lowerBound - 1, 0)..<min(seams.tiles.upperBound + 1, seams.tilesInBand)
    let (own, north) = (scratch.cells[slot], scratch.cells[above])
    for seam in northSeams(row, tiles, seams) {
      hold(
        seam, scratch.northFaces[slot], before: north, behind: own, passed: seams.north,
        counted: 0..<width)
    }
    guard row <= block.rows.upperBound else { return }
    for seam in westSeams(row, seams) {
      let west = CellScratch(
        water: own.water.from(-1), side: own.side.from(-1), wall: own.wall.from(-1))
      hold(
        seam, scratch.westFaces[slot], before: west, behind: own, passed: seams.west,
        counted: block.rows.contains(row) ? 0..<width + 1 : 0..<0)
    }
    // Whether cells of other tiles can feed their outflow is not for this block to say.
    for tile in tiles {
      guard let other = doublings(band(ofRow: row), tile), other != ownDoublings else { continue }
      for column in columns(ofTile: tile, seams) {
        own.water[Scratch.margin + column] = .max / 2
      }
    }
  }

  /// - Parameter counted: Columns where a face that is held back is the block's own.
  private mutating func hold(
    _ seam: Seam, _ faces: FaceScratch, before: CellScratch, behind: CellScratch,
    passed: PassedRows<Real, Water>, counted: Range<Int>
  ) {
    let (other, own) = seam.isOtherBefore ? (before, behind) : (behind, before)
    for (k, column) in seam.columns.enumerated() {
      let i = Scratch.margin + column
      if seam.difference < 0 {
        // The face has been reckoned by the other tile; the cell keeps back what it gave it.
        faces.water[i] = 0
        let passed = passed.water[seam.place + k]
        own.water[i] -= max(0, seam.isOtherBefore ? -passed : passed)
      } else {
        let most = other.side.depth[i] >> Water(2 + seam.difference)
        let taken = seam.isOtherBefore ? faces.water[i] : -faces.water[i]
        guard taken > most else { continue }
        let share = Real(most) / Real(taken)
        faces.water[i] = seam.isOtherBefore ? most : -most
        faces.before[i] *= share
        faces.behind[i] *= share
        faces.along[i] *= share
        if counted.contains(column) { result.limitedFaces += 1 }
      }
    }
  }

  /// Lets pass over seams of a row what the tiles with shorter steps reckoned.
  mutating func passSeams(_ row: Int) {
    guard let seams = block.seams, row >= block.rows.lowerBound else { return }
    let slot = slot(row)
    for seam in northSeams(row, seams.tiles, seams) {
      pass(seam, scratch.northFaces[slot], seams.north)
    }
    guard row < block.rows.upperBound else { return }
    for seam in westSeams(row, seams) { pass(seam, scratch.westFaces[slot], seams.west) }
  }

  private func pass(_ seam: Seam, _ faces: FaceScratch, _ passed: PassedRows<Real, Water>) {
    for (k, column) in seam.columns.enumerated() {
      let (i, place) = (Scratch.margin + column, seam.place + k)
      if seam.difference < 0 {
        let share = 1 / Real(1 << -seam.difference)
        faces.water[i] = passed.water[place]
        faces.before[i] = passed.across[place] * share
        faces.behind[i] = passed.across[place] * share
        faces.along[i] = passed.along[place] * share
      } else {
        passed.water[place] += faces.water[i]
        passed.across[place] += seam.isOtherBefore ? faces.before[i] : faces.behind[i]
        passed.along[place] += faces.along[i]
      }
    }
  }
}

extension SideScratch {
  fileprivate func from(_ offset: Int) -> SideScratch {
    SideScratch(
      depth: depth.from(offset), bed: bed.from(offset), east: east.from(offset),
      south: south.from(offset))
  }
}
