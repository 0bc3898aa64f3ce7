import FloodCells

extension Sweep {
  /// Computes what passes the faces west of the cells of a row.
  func makeWestFaces(_ row: Int) {
    let slot = slot(row)
    let isSecond = block.isSecondOrder
    let before = isSecond ? scratch.east[slot] : scratch.cells[slot].side
    let behind = isSecond ? scratch.west[slot] : scratch.cells[slot].side
    makeFaces(
      before: Half(before, offset: -1, isAcrossEast: true),
      behind: Half(behind, offset: 0, isAcrossEast: true),
      walls: (scratch.cells[slot].wall.from(-1), scratch.cells[slot].wall),
      crest: scratch.westCrest[slot], out: scratch.westFaces[slot])
    guard row >= 0, row < block.gridRows else { return }
    let faces = scratch.westFaces[slot]
    if block.columns.lowerBound == 0, block.westOpen[row] == 0 { close(faces, 0) }
    if block.columns.upperBound == block.gridColumns, block.eastOpen[row] == 0 {
      close(faces, width)
    }
  }

  /// Lets nothing pass a face of a column of the block.
  ///
  /// What lies beyond a closed side mirrors what is within; beside an open stretch the mirror's
  /// slopes are not quite its.
  private func close(_ faces: FaceScratch, _ column: Int) {
    faces.water[Scratch.margin + column] = 0
    faces.along[Scratch.margin + column] = 0
  }

  /// Computes what passes the faces north of the cells of a row, whose northern neighbours are at
  /// hand too.
  func makeNorthFaces(_ row: Int) {
    let (above, slot) = (slot(row - 1), slot(row))
    let isSecond = block.isSecondOrder
    let before = isSecond ? scratch.south[above] : scratch.cells[above].side
    let behind = isSecond ? scratch.north[slot] : scratch.cells[slot].side
    makeFaces(
      before: Half(before, offset: 0, isAcrossEast: false),
      behind: Half(behind, offset: 0, isAcrossEast: false),
      walls: (scratch.cells[above].wall, scratch.cells[slot].wall),
      crest: scratch.northCrest[slot], out: scratch.northFaces[slot])
    guard row == 0 || row == block.gridRows else { return }
    let open = (row == 0 ? block.northOpen : block.southOpen).from(block.columns.lowerBound)
    for column in 0..<width where open[column] == 0 { close(scratch.northFaces[slot], column) }
  }

  /// One side of a row of faces.
  struct Half {
    let depth, bed: Row<Water>
    let across, along: Row<Real>

    init(_ side: SideScratch, offset: Int, isAcrossEast: Bool) {
      depth = side.depth.from(offset)
      across = (isAcrossEast ? side.east : side.south).from(offset)
      along = (isAcrossEast ? side.south : side.east).from(offset)
      bed = side.bed.from(offset)
    }

    @inline(__always) func state(_ i: Int) -> FaceState {
      FaceState(depth: depth.at(i), across: across.at(i), along: along.at(i))
    }
  }

  private func makeFaces(
    before: Half, behind: Half, walls: (Row<Water>, Row<Water>), crest: Row<Water>,
    out: FaceScratch
  ) {
    let end = Scratch.margin + width + 2
    var i = Scratch.margin - 1
    while i < end {
      // Between dry cells nothing passes.
      if isZero(before.depth.at(i) | behind.depth.at(i)) {
        out.water.set(i, WaterLanes.zero)
        out.before.set(i, Lanes.zero)
        out.behind.set(i, Lanes.zero)
        out.along.set(i, Lanes.zero)
        i += laneCount
        continue
      }
      let first = i
      repeat {
        i += laneCount
      } while i < end
        && !isZero(before.depth.at(i) | behind.depth.at(i))
      let places = first..<i
      if block.crests != nil {
        makeFaces(
          Embankments.self, before, behind, places, walls: walls, crest: crest, out: out)
      } else if block.hasWalls {
        makeFaces(Buildings.self, before, behind, places, walls: walls, crest: crest, out: out)
      } else {
        makeFaces(OpenGround.self, before, behind, places, walls: walls, crest: crest, out: out)
      }
    }
  }

  /// The compiler makes a loop of its own for each kind of obstacles.
  private func makeFaces<O: Obstacles>(
    _ obstacles: O.Type, _ before: Half, _ behind: Half, _ places: Range<Int>,
    walls: (Row<Water>, Row<Water>), crest: Row<Water>, out: FaceScratch
  ) {
    let gravity = Lanes(repeating: block.gravity)
    let metres = Lanes(repeating: metresPerUnit)
    let toUnits = Lanes(repeating: block.stepOverSide * block.unitsPerMetre)
    var i = places.lowerBound
    while i < places.upperBound {
      var (l, r) = (before.state(i), behind.state(i))
      let bedBefore = before.bed.at(i)
      var rise = behind.bed.at(i) &- bedBefore
      if O.haveWalls {
        // A wall is the mirror of what is before it.
        let isBefore = walls.0.at(i) .!= WaterLanes.zero
        let isBehind = walls.1.at(i) .!= WaterLanes.zero
        let (oldL, oldR) = (l, r)
        r.depth.replace(with: oldL.depth, where: isBehind)
        r.across.replace(with: -oldL.across, where: isBehind)
        r.along.replace(with: oldL.along, where: isBehind)
        l.depth.replace(with: oldR.depth, where: isBefore)
        l.across.replace(with: -oldR.across, where: isBefore)
        l.along.replace(with: oldR.along, where: isBefore)
        rise.replace(with: 0, where: isBefore .| isBehind)
      }
      let flux = flux(
        l, r, rise: rise, crest: O.haveCrests ? crest.at(i) &- bedBefore : nil, metres: metres,
        gravity: gravity)
      out.water.set(i, nearest(flux.water * toUnits))
      out.before.set(i, flux.before)
      out.behind.set(i, flux.behind)
      out.along.set(i, flux.along)
      i += laneCount
    }
  }
}

/// What blocks the flow somewhere in a block.
private protocol Obstacles {
  static var haveWalls: Bool { get }
  static var haveCrests: Bool { get }
}

private enum OpenGround: Obstacles {
  static var haveWalls: Bool { false }
  static var haveCrests: Bool { false }
}

private enum Buildings: Obstacles {
  static var haveWalls: Bool { true }
  static var haveCrests: Bool { false }
}

private enum Embankments: Obstacles {
  static var haveWalls: Bool { true }
  static var haveCrests: Bool { true }
}
