import Coverages
import SimpleFeatures

/// The rasters of the sample city; raw values are the layers' ids.
enum SampleRaster: String, CaseIterable {
  case terrain
  case landCover = "land-cover"

  /// What a file writes where there is no value.
  var noValue: Double { self == .terrain ? -9999 : 0 }
}

/// Codes of the layer land-cover.
private enum Cover {
  static let water: Float = 1
  static let roof: Float = 2
  static let road: Float = 3
  static let sealed: Float = 4
  static let permeable: Float = 5
  static let grass: Float = 6
  static let wood: Float = 7
  static let paddy: Float = 9
  static let dry: Float = 10
  static let bare: Float = 11
}

extension SampleCityParts {
  /// The width of a raster's cells in metres.
  static let cell = 5.0
  /// How far the frame moves a place at most, in metres, and a little more.
  private static let margin = 500.0

  /// The cells of both rasters, in ``CityFrame/zone``: the box that the sample knows.
  var rasterLattice: RasterLattice {
    RasterLattice(
      columns: Int((frame.east - frame.west) / Self.cell),
      rows: Int((frame.north - frame.south) / Self.cell),
      originX: CityFrame.zero.easting + frame.west, originY: CityFrame.zero.northing + frame.north,
      cellWidth: Self.cell, cellHeight: Self.cell, crs: CityFrame.zone)
  }

  /// The values of some rows.
  func values(of raster: SampleRaster, _ lattice: RasterLattice, rows: Range<Int>) -> [Float] {
    var grid = RasterGrid(lattice.part(columns: 0..<lattice.columns, rows: rows))
    grid.burn(frame.polygon([plan.outline(plan.bounds, frame)], inZone: true), value: 0)
    for row in 0..<grid.rows {
      var guess: (u: Double, v: Double)?
      for column in 0..<grid.columns where !grid[column, row].isNaN {
        let here = PlanePoint(
          x: grid.lattice.x(ofColumn: column) - CityFrame.zero.easting,
          y: grid.lattice.y(ofRow: row) - CityFrame.zero.northing)
        let place = frame.plan(here, near: guess.map { ($0.u + Self.cell, $0.v) })
        guess = place
        grid[column, row] =
          raster == .terrain
          ? Float(ground.height(place.u, place.v).rounded(decimals: 2)) : wild(place.v)
      }
    }
    let known = grid
    let box = grid.lattice.envelope
    for (number, square) in plan.squares.enumerated() where touches(square, box) {
      let neighbourhood = Neighbourhood(square, number: number, in: self)
      switch raster {
      case .terrain: neighbourhood.shape(&grid)
      case .landCover: neighbourhood.cover(&grid)
      }
    }
    // Fields at the edge go a little beyond.
    for (cell, value) in known.values.enumerated() where value.isNaN { grid.values[cell] = .nan }
    return grid.values
  }

  private func touches(_ square: CityPlan.Square, _ box: Envelope) -> Bool {
    let land = plan.territory(square)
    let north = CityFrame.zero.northing
    return Double(land.south) + north - Self.margin < box.maxY
      && Double(land.north) + north + Self.margin > box.minY
  }

  /// The land cover where nothing is built or sown: the river, and grass.
  private func wild(_ v: Double) -> Float {
    abs(v) < Ground.riverHalfWidth ? Cover.water : Cover.grass
  }
}

extension Neighbourhood {
  /// How high the hill of a hill park is, in metres.
  private static let hill = 26.0

  /// Lowers the ground of the lakes and raises that of the hills.
  fileprivate func shape(_ grid: inout RasterGrid) {
    for block in blocks {
      switch block.use {
      case .openSpace: grid.burn(frame.polygon([lake(block)], inZone: true)) { $0 - 2.5 }
      case .hill:
        let steps = 52
        for step in 1...steps {
          // Steep in the middle of the slope, flat at the foot and on the top.
          let share = Double(step) / Double(steps + 1)
          let ring = block.rounded(share: 0.97) { _ in 1.02 * (1 - 0.94 * share) }
          let rise = Self.hill * 6 * share * (1 - share) / Double(steps + 1)
          grid.burn(frame.polygon([ring], inZone: true)) { $0 + Float(rise) }
        }
      default: break
      }
    }
  }

  /// Puts the neighbourhood's land cover over what was there.
  fileprivate func cover(_ grid: inout RasterGrid) {
    func burn(_ ring: [PlanePoint], _ value: Float) {
      grid.burn(frame.polygon([ring], inZone: true), value: value)
    }
    for field in fields() {
      burn(
        field.shape,
        field.crop == .wood ? Cover.wood : field.crop == .paddy ? Cover.paddy : Cover.dry)
    }
    for face in layout.net.faces where face.district != .village { burn(face.points, Cover.sealed) }
    for block in blocks { burn(block.shape, cover(of: block.use)) }
    let middle = Double(canal)
    for canal in canals {
      burn(frame.ring(middle - 19, canal.south, middle + 19, canal.north), Cover.wood)
    }
    for segment in allSegments where segment.isRoad {
      let half = segment.streetClass.halfCarriageway
      for (a, b) in zip(segment.line.points, segment.line.points.dropFirst()) {
        let (along, across) = ((b - a).unit * half, (b - a).unit.left * half)
        let (start, end) = (a - along, b + along)
        burn([start - across, end - across, end + across, start + across], Cover.road)
      }
    }
    for canal in canals {
      let half = Ground.canalHalfWidth
      burn(frame.ring(middle - half, canal.south, middle + half, canal.north), Cover.water)
    }
    for block in blocks where block.use == .openSpace { burn(lake(block), Cover.water) }
    for building in buildings { grid.burn(outline(building, inZone: true), value: Cover.roof) }
  }

  private func cover(of use: BlockUse) -> Float {
    switch use {
    case .park, .openSpace, .hill: Cover.wood
    case .basin: Cover.water
    case .construction: Cover.bare
    case .towers: Cover.grass
    case .slabs, .school, .campus: Cover.permeable
    case .oldTown, .village, .offices, .market, .industry, .hospital, .civic: Cover.sealed
    }
  }
}
