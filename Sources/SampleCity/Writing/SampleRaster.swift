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
  private static let margin = 80.0

  /// The cells of both rasters, in ``CityFrame/zone``: all that the bend leaves of the plan's box.
  var rasterLattice: RasterLattice {
    let bounds = plan.bounds
    let zero = frame.zero
    let west = zero.easting + Double(bounds.west) - Self.margin
    let north = zero.northing + Double(bounds.north) + Self.margin
    let (width, height) = (
      Double(bounds.east - bounds.west) + 2 * Self.margin,
      Double(bounds.north - bounds.south) + 2 * Self.margin
    )
    return RasterLattice(
      columns: Int(width / Self.cell), rows: Int(height / Self.cell), originX: west,
      originY: north, cellWidth: Self.cell, cellHeight: Self.cell, crs: CityFrame.zone)
  }

  /// The values of some rows.
  func values(of raster: SampleRaster, _ lattice: RasterLattice, rows: Range<Int>) -> [Float] {
    var grid = RasterGrid(lattice.part(columns: 0..<lattice.columns, rows: rows))
    for row in 0..<grid.rows {
      var guess: (u: Double, v: Double)?
      for column in 0..<grid.columns {
        let place = frame.plan(
          easting: grid.lattice.x(ofColumn: column), northing: grid.lattice.y(ofRow: row),
          near: guess.map { ($0.u + Self.cell, $0.v) })
        guess = place
        guard isKnown(place.u, place.v) else { continue }
        grid[column, row] =
          raster == .terrain
          ? Float(ground.height(place.u, place.v).rounded(decimals: 2)) : wild(place.u, place.v)
      }
    }
    let box = grid.lattice.envelope
    for (number, square) in plan.squares.enumerated() where touches(square, box) {
      let neighbourhood = Neighbourhood(square, number: number, in: self)
      switch raster {
      case .terrain: neighbourhood.digLakes(in: &grid)
      case .landCover: neighbourhood.cover(&grid)
      }
    }
    return grid.values
  }

  /// Whether a place lies in the plan's box: beyond it rasters have no value.
  private func isKnown(_ u: Double, _ v: Double) -> Bool {
    let bounds = plan.bounds
    return u >= Double(bounds.west) && u <= Double(bounds.east) && v >= Double(bounds.south)
      && v <= Double(bounds.north)
  }

  private func touches(_ square: CityPlan.Square, _ box: Envelope) -> Bool {
    let north = frame.zero.northing
    return Double(square.south) + north - Self.margin < box.maxY
      && Double(square.north) + north + Self.margin > box.minY
  }

  /// The land cover where no neighbourhood is: the river, its dykes, and fields.
  private func wild(_ u: Double, _ v: Double) -> Float {
    switch abs(v) {
    case ..<Ground.riverHalfWidth: return Cover.water
    case ..<Double(CityPlan.bankRoad): return Cover.grass
    default: break
    }
    return FieldLattice.isPaddy(u, v) ? Cover.paddy : Cover.dry
  }
}

extension Neighbourhood {
  /// Lowers the ground of the lakes.
  fileprivate func digLakes(in grid: inout RasterGrid) {
    for block in blocks where block.use == .openSpace {
      grid.burn(lake(block, inZone: true)) { $0 - 2.5 }
    }
  }

  /// Puts the neighbourhood's land cover over what was there.
  fileprivate func cover(_ grid: inout RasterGrid) {
    let (west, south) = (Double(square.west), Double(square.south))
    let side = Double(CityPlan.side)
    grid.burn(frame.zoneRectangle(west, south, west + side, south + side), value: Cover.sealed)
    for block in blocks {
      grid.burn(
        frame.zoneRectangle(block.west, block.south, block.east, block.north),
        value: cover(of: block.use))
    }
    for segment in streets.flatMap(\.segments) {
      let half = segment.streetClass.halfCarriageway
      let (a, b) = (segment.place(0), segment.place(segment.length))
      grid.burn(
        frame.zoneRectangle(a.u - half, a.v - half, b.u + half, b.v + half), value: Cover.road)
    }
    let reach = canalReach
    let middle = Double(canal)
    grid.burn(
      frame.zoneRectangle(middle - 19, reach.south, middle + 19, reach.north), value: Cover.wood)
    grid.burn(
      frame.zoneRectangle(
        middle - Ground.canalHalfWidth, reach.south, middle + Ground.canalHalfWidth, reach.north),
      value: Cover.water)
    for block in blocks where block.use == .openSpace {
      grid.burn(lake(block, inZone: true), value: Cover.water)
    }
    for building in buildings { grid.burn(outline(building, inZone: true), value: Cover.roof) }
  }

  private func cover(of use: BlockUse) -> Float {
    switch use {
    case .park, .openSpace: Cover.wood
    case .basin: Cover.water
    case .construction: Cover.bare
    case .towers: Cover.grass
    case .slabs, .school: Cover.permeable
    case .oldTown, .village, .offices, .market, .industry, .hospital, .civic: Cover.sealed
    }
  }
}
