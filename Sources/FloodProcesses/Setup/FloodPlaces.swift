import Coverages
import SimpleFeatures

/// Finds the cells that places mean.
struct FloodPlaces {
  let lattice: RasterLattice
  /// Whether water can be in each cell.
  let isOpen: [Bool]

  /// - Parameter walls: One flag a cell; empty for none.
  init(_ terrain: RasterGrid, walls: [Bool]) {
    lattice = terrain.lattice
    isOpen = terrain.values.enumerated().map { cell, height in
      !height.isNaN && (walls.isEmpty || !walls[cell])
    }
  }

  /// The open cells of a place.
  ///
  /// - Parameter what: What lies there, for messages: `inflow "dam"`.
  /// - Throws: ``CatalogError`` for a place beside the grid, or with walls only.
  func cells(
    _ place: FloodScenario.Place, _ what: String, _ position: TextPosition,
    _ sources: inout FloodSources
  ) throws -> [Int] {
    let shapes: [Geometry]
    switch place {
    case .point(let x, let y, let radius):
      return try open(
        around(x, y, radius), what, position, Envelope(minX: x, minY: y, maxX: x, maxY: y),
        sources)
    case .along(let shape): shapes = try geometries(shape, isArea: false, &sources)
    case .polygon(let shape): shapes = try geometries(shape, isArea: true, &sources)
    }
    var found = Set<Int>()
    var box = Envelope.empty
    for shape in shapes {
      for span in lattice.spans(of: shape, by: .centre) {
        for column in span.columns { found.insert(span.row * lattice.columns + column) }
      }
      box.formUnion(shape.envelope)
    }
    return try open(found.sorted(), what, position, box, sources)
  }

  private func geometries(
    _ shape: FloodScenario.Shape, isArea: Bool, _ sources: inout FloodSources
  ) throws -> [Geometry] {
    switch shape {
    case .coordinates(let points):
      return [isArea ? .polygon([points + points.prefix(2)]) : .lineString(points)]
    case .file(let name): return try sources.shapes(name).compactMap(\.geometry)
    }
  }

  /// The cells whose centres lie within a radius, at least the one that holds the point.
  private func around(_ x: Double, _ y: Double, _ radius: Double?) -> [Int] {
    var cells: [Int] = []
    if let radius, radius > 0 {
      let box = Envelope(minX: x, minY: y, maxX: x, maxY: y).expanded(by: radius)
      let part = lattice.cells(covering: box)
      for row in part.rows.clamped(to: 0..<lattice.rows) {
        for column in part.columns.clamped(to: 0..<lattice.columns) {
          let (dx, dy) = (lattice.x(ofColumn: column) - x, lattice.y(ofRow: row) - y)
          if dx * dx + dy * dy <= radius * radius { cells.append(row * lattice.columns + column) }
        }
      }
    }
    guard cells.isEmpty, let cell = lattice.cell(x: x, y: y) else { return cells }
    return [cell.row * lattice.columns + cell.column]
  }

  private func open(
    _ cells: [Int], _ what: String, _ position: TextPosition, _ box: Envelope,
    _ sources: FloodSources
  ) throws -> [Int] {
    guard !cells.isEmpty else {
      let hint =
        "the terrain covers x \(lattice.envelope.minX) to \(lattice.envelope.maxX), y "
        + "\(lattice.envelope.minY) to \(lattice.envelope.maxY)"
      guard let words = distance(box) else {
        throw sources.fault(position, "\(what) covers no cell's centre", hint: hint)
      }
      throw sources.fault(position, "\(what) lies \(words) of the terrain", hint: hint)
    }
    let open = cells.filter { isOpen[$0] }
    guard open.isEmpty else { return open }
    throw sources.fault(
      position, "\(what) lies on walls or cells without a height only",
      hint: nearestOpen(to: cells[cells.count / 2]).map { cell in
        "the nearest open cell is at \(lattice.x(ofColumn: cell % lattice.columns)), "
          + "\(lattice.y(ofRow: cell / lattice.columns))"
      })
  }

  /// `35.5 m west and 2 m north`; `nil` for a box that meets the terrain.
  func distance(_ box: Envelope) -> String? {
    let own = lattice.envelope
    let parts = [
      (own.minX - box.maxX, "west"), (box.minX - own.maxX, "east"),
      (own.minY - box.maxY, "south"), (box.minY - own.maxY, "north"),
    ].filter { $0.0 >= 0 }.map { distance, side in
      "\((distance * 10).rounded() / 10) m \(side)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// An open cell of the smallest square around a cell that has one.
  private func nearestOpen(to cell: Int) -> Int? {
    let (column, row) = (cell % lattice.columns, cell / lattice.columns)
    for reach in 1..<max(lattice.columns, lattice.rows, 2) {
      let rows = (row - reach...row + reach).clamped(to: 0...lattice.rows - 1)
      let columns = (column - reach...column + reach).clamped(to: 0...lattice.columns - 1)
      for y in rows {
        let isEdge = abs(y - row) == reach
        for x in columns where isEdge || abs(x - column) == reach {
          if isOpen[y * lattice.columns + x] { return y * lattice.columns + x }
        }
      }
    }
    return nil
  }
}
