import Coverages
import Foundation
import SimpleFeatures
import Simulation

/// The ground whose water passes a point, by the terrain alone.
struct Catchment {
  /// Its outline, in the CRS of the cells.
  let shape: Geometry
  /// The box around it, with the cells beyond the divide.
  let box: Envelope
  /// What was assumed, a sentence each.
  let assumptions: [String]

  /// How far from the point the way of the water is looked for: so many cells or metres.
  private static let snap = (cells: 2.0, metres: 30.0)

  /// The catchment above the place near a point that most water passes; `nil` for a point without
  /// a height.
  init?(
    above point: (x: Double, y: Double), on lattice: RasterLattice, _ ground: MapRaster,
    _ map: any MapSnapshot
  ) throws {
    let bed = try map.raster(ground.id, on: lattice)
    guard let cell = lattice.cell(x: point.x, y: point.y), !bed[cell.column, cell.row].isNaN else {
      return nil
    }
    let drainage = TerrainDrainage(bed)
    let passing = drainage.accumulation()
    let reach = max(Self.snap.cells * lattice.cellWidth, Self.snap.metres)
    var outlet = cell.row * lattice.columns + cell.column
    lattice.forEachCell(within: reach, of: Place(x: point.x, y: point.y)) { other, _ in
      if passing[other] > passing[outlet] { outlet = other }
    }
    let cells = drainage.catchment(above: outlet)
    shape = lattice.outline(of: cells)
    box = shape.envelope.expanded(by: 2 * lattice.cellWidth)
    let hectares = Double(cells.count) * lattice.cellWidth * lattice.cellWidth / 10_000
    var assumptions = [
      "the catchment above the point has \(String(format: "%.1f", hectares)) ha by the terrain "
        + "alone, without pipes; the box around it is computed"
    ]
    let isCut = cells.contains { cell in
      let (column, row) = (cell % lattice.columns, cell / lattice.columns)
      return column == 0 || row == 0 || column == lattice.columns - 1 || row == lattice.rows - 1
    }
    if isCut {
      assumptions.append("the catchment reaches the edge of the terrain: it may go on beyond")
    }
    self.assumptions = assumptions
  }
}
