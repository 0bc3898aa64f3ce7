import Coverages
import Datasets
import Flood
import SimpleFeatures

/// Storm inlets, and where roofs drain to.
extension FloodSources {
  /// The inlets of the scenario on the cells; those on walls are left out, and told.
  mutating func inlets(_ places: FloodPlaces) throws -> [Flood.Inlet] {
    var inlets: [Flood.Inlet] = []
    var blocked = 0
    func add(_ id: String, _ x: Double, _ y: Double, _ capacity: Double) -> String? {
      guard let cell = places.lattice.cell(x: x, y: y) else {
        let box = Envelope(minX: x, minY: y, maxX: x, maxY: y)
        return "the inlet `\(id)` lies \(places.distance(box) ?? "beside") of the terrain"
      }
      let index = cell.row * places.lattice.columns + cell.column
      guard places.isOpen[index] else {
        blocked += 1
        return nil
      }
      inlets.append(Flood.Inlet(id: id, cell: index, cubicMetresPerSecond: capacity))
      return nil
    }
    let own = places.lattice.envelope
    let hint =
      "the terrain covers x \(own.minX) to \(own.maxX), y \(own.minY) to \(own.maxY)"
    switch scenario.inlets {
    case .listed(let said):
      for one in said {
        if let message = add(one.id, one.x, one.y, one.cubicMetresPerSecond) {
          throw fault(one.position, message, hint: hint)
        }
      }
    case .file(let file):
      let table = try NumberTable(
        try open(file),
        headers: [
          ["id", "name"], ["x", "easting"], ["y", "northing"], ["capacity_m3s", "m3/s"],
        ])
      var ids: Set<String> = []
      for row in table.rows {
        let (id, capacity) = (row.words[0], try table.number(3, of: row))
        let (x, y) = (try table.number(1, of: row), try table.number(2, of: row))
        guard ids.insert(id).inserted else {
          throw PlainError(
            message: "\(table.path):\(row.line): the id `\(id)` stands twice",
            hint: "rename one of the inlets")
        }
        guard FloodLimits.capacity.contains(capacity) else {
          throw PlainError(
            message:
              "\(table.path):\(row.line): the inlet `\(id)` takes \(capacity) m³/s, not between "
              + "\(FloodLimits.capacity.lowerBound) and \(FloodLimits.capacity.upperBound)",
            hint: "correct the row")
        }
        if let message = add(id, x, y, capacity) {
          throw PlainError(message: "\(table.path):\(row.line): \(message)", hint: hint)
        }
      }
    }
    if blocked > 0 {
      warn(
        "\(blocked) of \(blocked + inlets.count) inlets stand on walls or cells without a height: "
          + "they take nothing")
    }
    return inlets
  }

  /// The cells to the nearest of which roofs drain; none where they drain around them.
  mutating func roofCells(
    _ said: FloodScenario.Buildings.RoofRain, _ inlets: [Flood.Inlet], on lattice: RasterLattice
  ) throws -> [Int] {
    switch said {
    case .ground, .none: return []
    case .inlets:
      if inlets.isEmpty {
        warn("rain on roofs is to go to inlets, and there are none: it goes to the ground around")
      }
      return inlets.map(\.cell)
    case .nearest(let file):
      var cells: [Int] = []
      for (_, feature) in try areas(file, on: lattice) {
        guard let shape = feature.geometry else { continue }
        for span in lattice.spans(of: shape, by: .allTouched) {
          cells += span.columns.map { span.row * lattice.columns + $0 }
        }
      }
      return cells
    }
  }
}
