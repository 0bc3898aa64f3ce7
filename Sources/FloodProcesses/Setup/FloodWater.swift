import Catalog
import Coverages
import Datasets
import Flood
import SimpleFeatures

/// Water that is there, comes and goes.
extension FloodSources {
  mutating func initialWater(on lattice: RasterLattice) throws -> Flood.InitialWater {
    switch scenario.initial {
    case nil: return .dry
    case .level(let level): return .level(level)
    case .depth(let file): return .depth(try initialGrid(file, on: lattice))
    }
  }

  mutating func initialVelocity(
    on lattice: RasterLattice
  ) throws -> (east: RasterGrid, north: RasterGrid)? {
    guard let said = scenario.initialVelocity else { return nil }
    return (try velocity(said.east, on: lattice), try velocity(said.north, on: lattice))
  }

  private mutating func velocity(
    _ said: FloodScenario.InitialVelocity.Component, on lattice: RasterLattice
  ) throws -> RasterGrid {
    switch said {
    case .number(let speed): RasterGrid(lattice, filledWith: Float(speed))
    case .raster(let file): try initialGrid(file, on: lattice)
    }
  }

  /// A raster of the beginning on the terrain's cells.
  private mutating func initialGrid(
    _ file: Located<String>, on lattice: RasterLattice
  ) throws -> RasterGrid {
    let grid = try raster(file)
    guard grid.lattice.envelope.intersects(lattice.envelope) else {
      throw fault(file.position, "\(file.value) lies beside the terrain")
    }
    return values(of: grid, on: lattice, by: .average)
  }

  mutating func inflow(
    _ said: FloodScenario.Inflow, _ places: FloodPlaces
  ) throws -> Flood.Inflow {
    let what = "the inflow `\(said.id)`"
    return Flood.Inflow(
      id: said.id, cells: try places.cells(said.place, what, said.position, &self),
      cubicMetresPerSecond: try series(said.flow, .inflow, of: what))
  }

  mutating func rain(on lattice: RasterLattice) throws -> Flood.Rain? {
    switch scenario.rain {
    case nil: return nil
    case .hyetograph(let said):
      return Flood.Rain(zones: [try series(said, .rain, of: "the rain")])
    case .storm(let said): return Flood.Rain(zones: [try storm(said)])
    case .zones(let zones):
      // The first zone is where the file says nothing.
      var all = [try series(zones.elsewhere ?? .constant(0), .rain, of: "the rain elsewhere")]
      var names = zones.hyetographs.map(\.name)
      for entry in zones.hyetographs {
        all.append(try series(entry.value, .rain, of: "the rain of `\(entry.name)`"))
      }
      if let table = zones.table {
        let hyetographs = try hyetographs(table)
        names = hyetographs.map(\.name)
        all += hyetographs.map(\.series)
      }
      let classes = try classes(names, in: zones.file, field: zones.field, on: lattice)
      return Flood.Rain(
        zones: all, zoneOfCell: classes.map { $0 == Self.noClass ? 0 : $0 + 1 })
    }
  }

  /// The columns of a table of rain: seconds, then mm/h of each zone by its name.
  private mutating func hyetographs(
    _ file: Located<String>
  ) throws -> [(name: String, series: TimeSeries)] {
    let table = try NumberTable(try open(file), firstColumn: FloodScenario.Quantity.timeHeaders)
    let names = table.header.dropFirst()
    guard names.count < Int(Self.noClass), Set(names).count == names.count else {
      throw PlainError(
        message: "\(table.path): \(names.count) zones, two of them of one name or too many",
        hint: "give each zone a column; at most \(Self.noClass - 1)")
    }
    let rows = try table.numbers()
    for (row, numbers) in zip(table.rows, rows) {
      for number in numbers.dropFirst() {
        guard let refusal = FloodScenario.Quantity.rain.refusal(of: number) else { continue }
        throw PlainError(
          message: "\(table.path):\(row.line): \(FloodScenario.Quantity.rain) \(refusal)",
          hint: "correct the row")
      }
    }
    return try names.enumerated().map { index, name in
      let values = rows.map { $0[index + 1] }
      return (name, try TimeSeries(seconds: rows.map { $0[0] }, values: values))
    }
  }

  mutating func edge(
    _ said: FloodScenario.Boundary, on lattice: RasterLattice
  ) throws -> BoundaryCondition {
    let what = "the \(said.side) side"
    let kind: BoundaryCondition.Kind =
      switch said.kind {
      case .closed: .closed
      case .free(let slope): .free(slope: slope)
      case .level(let level): .level(try series(level, .level, of: what))
      case .hydrograph(let flow): .discharge(try series(flow, .discharge, of: what))
      }
    return BoundaryCondition(
      side: said.side, range: try cells(of: said, on: lattice), kind: kind)
  }

  /// The rows or columns whose centres lie in a boundary's part; `nil` for all.
  private func cells(
    of boundary: FloodScenario.Boundary, on lattice: RasterLattice
  ) throws -> Range<Int>? {
    guard let part = boundary.range else { return nil }
    let isRow = boundary.side == .west || boundary.side == .east
    let centres = (0..<(isRow ? lattice.rows : lattice.columns)).filter { index in
      part.contains(isRow ? lattice.y(ofRow: index) : lattice.x(ofColumn: index))
    }
    guard let first = centres.first, let last = centres.last else {
      let own = lattice.envelope
      throw fault(
        boundary.position,
        "no cell of the \(boundary.side) side has its centre between \(part.lowerBound) and "
          + "\(part.upperBound)",
        hint: isRow
          ? "y runs from \(own.minY) to \(own.maxY)" : "x runs from \(own.minX) to \(own.maxX)")
    }
    return first..<last + 1
  }

  mutating func gauges(_ places: FloodPlaces) throws -> [FloodGauge] {
    var gauges: [FloodGauge] = []
    switch scenario.gauges {
    case .listed(let said):
      for gauge in said {
        try check(gauge.id, gauge.x, gauge.y, places) { [scenario] in
          CatalogError(diagnostics: [scenario.fault(gauge.position, $0, hint: $1)])
        }
        gauges.append(FloodGauge(id: gauge.id, x: gauge.x, y: gauge.y))
      }
    case .file(let file):
      let table = try NumberTable(
        try open(file), headers: [["id", "name"], ["x", "easting"], ["y", "northing"]])
      for row in table.rows {
        let (id, x, y) = (row.words[0], try table.number(1, of: row), try table.number(2, of: row))
        try check(id, x, y, places) {
          PlainError(message: "\(table.path):\(row.line): \($0)", hint: $1)
        }
        guard !gauges.contains(where: { $0.id == id }) else {
          throw PlainError(
            message: "\(table.path):\(row.line): the id `\(id)` stands twice",
            hint: "rename one of the gauges")
        }
        gauges.append(FloodGauge(id: id, x: x, y: y))
      }
    }
    return gauges
  }

  private mutating func check(
    _ id: String, _ x: Double, _ y: Double, _ places: FloodPlaces,
    _ fault: (_ message: String, _ hint: String?) -> any Error
  ) throws {
    guard let cell = places.lattice.cell(x: x, y: y) else {
      let box = Envelope(minX: x, minY: y, maxX: x, maxY: y)
      let own = places.lattice.envelope
      throw fault(
        "the gauge `\(id)` lies \(places.distance(box) ?? "beside") of the terrain",
        "the terrain covers x \(own.minX) to \(own.maxX), y \(own.minY) to \(own.maxY)")
    }
    guard !places.isOpen[cell.row * places.lattice.columns + cell.column] else { return }
    warn("the gauge `\(id)` stands on a wall or a cell without a height: it reads nothing")
  }
}
