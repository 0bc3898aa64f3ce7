import FloodCells

/// What passes between the block and tiles with other steps.
extension Sweep {
  /// Readies the faces of a row on seams, and its cells, for the check of what they can feed.
  ///
  /// A tile with longer steps may lose half of a cell's water over a face until it steps: the cell
  /// at its corner has two such faces. What it has lost or will get is none of the block's own
  /// faces'.
  mutating func holdSeams(_ row: Int) {
    guard let seams else { return }
    let (first, end) = (block.rows.lowerBound, block.rows.upperBound)
    let isOwn = block.rows.contains(row)
    let own = scratch.cells[slot(row)]
    if row == first || row == end {
      let north = scratch.cells[slot(row - 1)]
      for seam in seams.north[row == first ? 0 : 1] {
        hold(
          seam, seam.place, scratch.northFaces[slot(row)], before: north, behind: own,
          passed: seams.rows.north, counted: 0..<width)
      }
    }
    guard row <= end else { return }
    let band = row < first ? 0 : isOwn ? 1 : 2
    for seam in seams.west[band] {
      hold(
        seam, seam.place + row, scratch.westFaces[slot(row)], before: own.from(-1), behind: own,
        passed: seams.rows.west, counted: isOwn ? 0..<width + 1 : 0..<0)
    }
    // Whether cells of other tiles can feed their outflow is not for this block to say.
    for columns in seams.others[band] {
      for column in columns { own.water[Scratch.margin + column] = .max / 2 }
    }
  }

  /// - Parameter counted: Columns where a face that is held back is the block's own.
  private mutating func hold(
    _ seam: Seam, _ place: Int, _ faces: FaceScratch, before: CellScratch, behind: CellScratch,
    passed: FluxRegisters<Real, Water>, counted: Range<Int>
  ) {
    let (other, own) = seam.isOtherBefore ? (before, behind) : (behind, before)
    for (k, column) in seam.columns.enumerated() {
      let i = Scratch.margin + column
      if seam.difference < 0 {
        // The face has been computed by the other tile; the cell keeps back what it gave it.
        faces.water[i] = 0
        let passed = passed.water[place + k]
        own.water[i] -= max(0, seam.isOtherBefore ? -passed : passed)
      } else {
        let most = other.side.depth[i] >> Water(1 + seam.difference)
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

  /// Lets pass over seams of a row what the tiles with shorter steps computed.
  func passSeams(_ row: Int) {
    guard let seams, row >= block.rows.lowerBound else { return }
    let (first, end) = (block.rows.lowerBound, block.rows.upperBound)
    if row == first || row == end {
      for seam in seams.north[row == first ? 0 : 1] {
        pass(seam, seam.place, scratch.northFaces[slot(row)], seams.rows.north, within: 0..<width)
      }
    }
    guard row < end else { return }
    for seam in seams.west[1] {
      pass(
        seam, seam.place + row, scratch.westFaces[slot(row)], seams.rows.west,
        within: 0..<width + 1)
    }
  }

  private func pass(
    _ seam: Seam, _ place: Int, _ faces: FaceScratch, _ passed: FluxRegisters<Real, Water>,
    within columns: Range<Int>
  ) {
    for (k, column) in seam.columns.enumerated() where columns.contains(column) {
      let (i, place) = (Scratch.margin + column, place + k)
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

extension CellScratch {
  /// The same cells from one on.
  fileprivate func from(_ offset: Int) -> CellScratch {
    CellScratch(
      water: water.from(offset),
      side: SideScratch(
        depth: side.depth.from(offset), bed: side.bed.from(offset),
        east: side.east.from(offset), south: side.south.from(offset)),
      wall: wall.from(offset))
  }
}
