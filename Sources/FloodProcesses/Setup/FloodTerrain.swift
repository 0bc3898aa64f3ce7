import Coverages
import Datasets
import GeometryCore
import SimpleFeatures

extension FloodSources {
  /// The ground's heights on the cells to compute on; NaN where there are none.
  ///
  /// - Throws: For cells that are not square or in degrees, and heights that no ground has.
  mutating func terrain() throws -> RasterGrid {
    let name = scenario.terrain
    let file = try GridFile.read(try open(name))
    var lattice = file.grid.lattice
    if let said = scenario.crs {
      guard lattice.crs.isEmpty || lattice.crs == said.value else {
        throw fault(
          said.position,
          "the terrain says that it is in \(lattice.crs), the scenario "
            + (said.value.isEmpty ? "that it is local" : said.value),
          hint: "remove `crs`, or correct the file: gdal_edit.py -a_srs")
      }
      lattice.crs = said.value
    }
    crs = lattice.crs
    if crs.isEmpty, scenario.crs == nil {
      warn("\(name.value) names no CRS, nor will the results: add `crs`, or `crs: local` for none")
    }
    if !crs.isEmpty, try CoordinateReferenceSystem(crs).isGeographic {
      throw fault(
        name.position, "the cells of \(name.value) are counted in degrees (\(crs))",
        hint: "warp it into a projected system in metres: gdalwarp -t_srs EPSG:4547 "
          + "-tr 5 5 IN OUT.tif")
    }
    guard FloodLimits.cell.contains(lattice.cellWidth) else {
      throw fault(
        name.position, "the cells of \(name.value) are \(lattice.cellWidth) m wide",
        hint: "look at the cell size in its head: \(FloodLimits.cell.lowerBound) to "
          + "\(FloodLimits.cell.upperBound) m can be computed")
    }
    guard abs(lattice.cellWidth / lattice.cellHeight - 1) < 1e-6 else {
      throw fault(
        name.position,
        "the cells of \(name.value) are not square: \(lattice.cellWidth) x "
          + "\(lattice.cellHeight)",
        hint: "resample it: gdalwarp -tr \(lattice.cellWidth) \(lattice.cellWidth) "
          + "IN OUT.tif")
    }
    lattice.cellHeight = lattice.cellWidth
    let grid = RasterGrid(lattice, values: file.grid.values)
    guard grid.valueCount > 0 else {
      throw fault(name.position, "\(name.value) holds no heights, only cells without a value")
    }
    try checkHeights(grid, file.text)
    tellHoles(grid)
    return try onWantedCells(grid)
  }

  /// Heights in metres that ground can have.
  private static let possible: ClosedRange<Float> = -500...9000
  /// Metres by which a cell differs from all its neighbours that is told as a spike.
  private static let spikeMetres: Float = 50
  /// How many of a kind are named.
  private static let named = 5

  private func checkHeights(_ grid: RasterGrid, _ text: ASCIIGridText?) throws {
    for (cell, height) in grid.values.enumerated()
    where !height.isNaN && !Self.possible.contains(height) {
      let like = grid.values.count { $0 == height }
      let line = text.map { ":\($0.line(ofValue: cell))" } ?? ""
      throw PlainError(
        message: "\(scenario.terrain.value)\(line): no ground is \(height) m high "
          + "(row \(cell / grid.columns + 1), column \(cell % grid.columns + 1); "
          + "\(like) such cells)",
        hint: "if it stands for no value, say so: NODATA_value in the grid's head, or "
          + "gdal_translate -a_nodata \(height)")
    }
  }

  /// Warns of cells without a value that others enclose, and of spikes.
  private mutating func tellHoles(_ grid: RasterGrid) {
    let name = scenario.terrain.value
    let holes = TerrainDiagnostics.holes(in: grid)
    if let first = holes.first {
      let cells = holes.reduce(0) { $0 + $1.count }
      warn(
        "\(name) has \(holes.count) holes, together \(cells) cells without a height, which act "
          + "as walls; the first at row \(first.row + 1), column \(first.column + 1)")
    }
    let spikes = TerrainDiagnostics.spikes(in: grid, metres: Self.spikeMetres)
    guard !spikes.isEmpty else { return }
    let list =
      spikes.prefix(Self.named).map { cell in
        "row \(cell / grid.columns + 1), column \(cell % grid.columns + 1): \(grid.values[cell]) m"
      } + (spikes.count > Self.named ? ["…"] : [])
    warn(
      "\(name) has \(spikes.count) cells that stand more than \(Int(Self.spikeMetres)) m out of "
        + "all their neighbours: \(list.joined(separator: "; "))")
  }

  private func onWantedCells(_ grid: RasterGrid) throws -> RasterGrid {
    guard let wanted = scenario.cellMetres else { return grid }
    var lattice = grid.lattice
    let ratio = wanted.value / lattice.cellWidth
    guard abs(ratio - 1) > 1e-9 else { return grid }
    // Cells at the edges that would lie half beyond the file are left out.
    lattice.columns = Int((Double(lattice.columns) / ratio + 1e-6).rounded(.down))
    lattice.rows = Int((Double(lattice.rows) / ratio + 1e-6).rounded(.down))
    guard lattice.cellCount > 0, lattice.cellCount < 1 << 31 else {
      throw fault(
        wanted.position,
        "cells of \(wanted.value) m make \(lattice.columns) x \(lattice.rows) of the terrain")
    }
    (lattice.cellWidth, lattice.cellHeight) = (wanted.value, wanted.value)
    return grid.resampled(to: lattice, by: ratio > 1 ? .average : .bilinear)
  }

  /// A raster's values on the cells of the terrain: means of numbers, the most frequent of classes.
  func values(
    of grid: RasterGrid, on lattice: RasterLattice, by method: ResamplingMethod
  ) -> RasterGrid {
    if let offset = lattice.offset(of: grid.lattice), offset == (0, 0),
      grid.columns == lattice.columns, grid.rows == lattice.rows
    {
      return RasterGrid(lattice, values: grid.values)
    }
    return grid.resampled(to: lattice, by: method)
  }
}

/// What a terrain has that no ground has.
enum TerrainDiagnostics {
  /// A set of cells without a value that cells with values enclose, by its first cell.
  struct Hole {
    var column: Int
    var row: Int
    var count: Int
  }

  static func holes(in grid: RasterGrid) -> [Hole] {
    guard grid.values.contains(where: \.isNaN) else { return [] }
    var isSeen = [Bool](repeating: false, count: grid.values.count)
    /// The number of cells without a value that hang together with one, by sides.
    func fill(_ start: Int) -> Int {
      guard grid.values[start].isNaN, !isSeen[start] else { return 0 }
      var open = [start]
      isSeen[start] = true
      var count = 0
      while let cell = open.popLast() {
        count += 1
        let (column, row) = (cell % grid.columns, cell / grid.columns)
        for (x, y) in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        where x >= 0 && y >= 0 && x < grid.columns && y < grid.rows {
          let next = y * grid.columns + x
          if grid.values[next].isNaN, !isSeen[next] {
            isSeen[next] = true
            open.append(next)
          }
        }
      }
      return count
    }
    for column in 0..<grid.columns {
      _ = fill(column)
      _ = fill((grid.rows - 1) * grid.columns + column)
    }
    for row in 0..<grid.rows {
      _ = fill(row * grid.columns)
      _ = fill(row * grid.columns + grid.columns - 1)
    }
    return grid.values.indices.compactMap { cell in
      let count = fill(cell)
      return count == 0
        ? nil : Hole(column: cell % grid.columns, row: cell / grid.columns, count: count)
    }
  }

  /// Cells that are higher than all their neighbours, or lower than all, by more than `metres`.
  static func spikes(in grid: RasterGrid, metres: Float) -> [Int] {
    grid.values.indices.filter { cell in
      let (column, row) = (cell % grid.columns, cell / grid.columns)
      let height = grid.values[cell]
      var (low, high, count) = (Float.infinity, -Float.infinity, 0)
      for y in max(0, row - 1)...min(grid.rows - 1, row + 1) {
        for x in max(0, column - 1)...min(grid.columns - 1, column + 1) {
          let other = grid.values[y * grid.columns + x]
          if (x == column && y == row) || other.isNaN { continue }
          low = min(low, other)
          high = max(high, other)
          count += 1
        }
      }
      return count >= 3 && (height > high + metres || height < low - metres)
    }
  }
}
