import SimpleFeatures

/// Looks through a setup for what cannot be computed, and names it.
struct SetupValidation {
  private let setup: FloodSetup
  private let count: Int

  init(_ setup: FloodSetup) {
    self.setup = setup
    count = setup.terrain.lattice.cellCount
  }

  func run() throws(FloodError) {
    try checkGrid()
    try checkNumerics()
    try checkForcing()
    try checkPlaces()
    try checkStructures()
    try checkInlets()
  }

  private func checkGrid() throws(FloodError) {
    let lattice = setup.terrain.lattice
    guard count > 0, setup.terrain.valueCount > 0 else {
      throw FloodError(.invalidGrid, "the terrain has no cell with a height")
    }
    guard abs(lattice.cellWidth - lattice.cellHeight) <= 1e-6 * lattice.cellWidth else {
      throw FloodError(
        .invalidGrid,
        "the terrain's cells are \(lattice.cellWidth) x \(lattice.cellHeight), not square",
        hint: "resample it to square cells")
    }
    guard let range = setup.terrain.range, range.lowerBound.isFinite, range.upperBound.isFinite,
      abs(range.lowerBound) < 1e5, abs(range.upperBound) < 1e5
    else {
      throw FloodError(
        .invalidGrid, "the terrain holds heights that are none",
        hint: "mark cells without height as no data")
    }
    guard setup.walls.isEmpty || setup.walls.count == count else {
      throw FloodError(.invalidGrid, "walls need one flag for each of the \(count) cells")
    }
    if case .depth(let grid) = setup.initial {
      guard grid.lattice == lattice else {
        throw FloodError(.invalidGrid, "the depths of the beginning lie on another lattice")
      }
      if let depth = grid.range?.upperBound, depth > 10_000 {
        throw FloodError(
          .invalidParameter, "no water begins \(depth) m deep",
          hint: "look at the units, and at the number that stands for no value")
      }
    }
    if let (east, north) = setup.initialVelocity {
      guard east.lattice == lattice, north.lattice == lattice else {
        throw FloodError(.invalidGrid, "the velocities of the beginning lie on another lattice")
      }
      for speed in east.values + north.values where !speed.isNaN && abs(speed) > 100 {
        throw FloodError(.invalidParameter, "no water begins at \(speed) m/s")
      }
    }
    if let grid = setup.roughness.grid, grid.lattice != lattice {
      throw FloodError(.invalidGrid, "the roughness lies on another lattice than the terrain")
    }
    let roughness = [Float(setup.roughness.everywhere)] + (setup.roughness.grid?.values ?? [])
    for n in roughness where !n.isNaN && !(0...0.65).contains(n) {
      throw FloodError(
        .invalidParameter, "a Manning's n of \(n) is outside 0 to 0.65 s/m^(1/3)",
        hint: "asphalt has 0.015, grass 0.035, dense trees 0.1")
    }
    guard setup.roughness.everywhere.isFinite else {
      throw FloodError(.invalidParameter, "Manning's n is not a number")
    }
  }

  private func checkNumerics() throws(FloodError) {
    let numerics = setup.numerics
    func check(_ value: Double, _ name: String, _ range: ClosedRange<Double>) throws(FloodError) {
      guard range.contains(value) else {
        throw FloodError(
          .invalidParameter,
          "\(name) is \(value), not between \(range.lowerBound) and \(range.upperBound)")
      }
    }
    try check(numerics.courant, "the Courant number", 0.01...0.5)
    try check(numerics.dryDepthMetres, "the dry depth", 1e-9...0.1)
    try check(numerics.largestStepSeconds, "the longest step", 1e-6...3600)
    try check(numerics.forcingSeconds, "the interval of rain", 1e-6...3600)
    guard !numerics.hasLocalSteps || numerics.order == .first else {
      throw FloodError(
        .invalidParameter, "local steps are of first order",
        hint: "take order 1, or the same steps everywhere")
    }
    guard setup.durationSeconds.isFinite, setup.durationSeconds > 0 else {
      throw FloodError(.invalidParameter, "the duration must be longer than nothing")
    }
  }

  private func checkForcing() throws(FloodError) {
    if let rain = setup.rain {
      guard (1...65535).contains(rain.zones.count) else {
        throw FloodError(.invalidParameter, "rain has \(rain.zones.count) zones, not 1 to 65535")
      }
      for zone in rain.zones {
        if let entry = zone.values.firstIndex(where: { $0 < 0 }) {
          throw FloodError(
            .invalidSeries, "entry \(entry + 1) of the rain is negative: \(zone.values[entry])",
            entry: entry)
        }
      }
      try checkClasses(rain.zoneOfCell, rain.zones.count, "zone of rain")
    }
    guard let infiltration = setup.infiltration else { return }
    let hasCurve = infiltration.classes.contains {
      if case .curveNumber = $0 { true } else { false }
    }
    let kinds = infiltration.classes.count * (hasCurve ? max(1, setup.rain?.zones.count ?? 1) : 1)
    guard (1...65535).contains(kinds) else {
      throw FloodError(
        .invalidParameter, "infiltration has \(kinds) kinds of ground, not 1 to 65535",
        hint: "with curve numbers, classes times zones of rain count")
    }
    try checkClasses(infiltration.classOfCell, infiltration.classes.count, "class of ground")
    for model in infiltration.classes where !model.isSound {
      throw FloodError(
        .invalidParameter, "a class of ground has parameters that cannot be: \(model)",
        hint: "rates and depths are not negative, a moisture deficit is 0 to 1, a curve number "
          + "1 to 100")
    }
  }

  private func checkClasses(
    _ classes: [UInt16], _ known: Int, _ name: String
  ) throws(FloodError) {
    guard classes.isEmpty || classes.count == count else {
      throw FloodError(.invalidGrid, "each of the \(count) cells needs a \(name)")
    }
    if let cell = classes.firstIndex(where: { Int($0) >= known }) {
      throw FloodError(
        .invalidGrid, "cell \(cell) is of \(name) \(classes[cell]), there are \(known)")
    }
  }

  private func checkPlaces() throws(FloodError) {
    for inflow in setup.inflows { try checkCells(inflow.cells, "inflow `\(inflow.id)`") }
    for crest in setup.crests {
      let column = crest.cell % setup.terrain.columns
      let isInside =
        crest.cell >= 0 && crest.cell < count
        && (crest.isSouthern
          ? crest.cell / setup.terrain.columns + 1 < setup.terrain.rows
          : column + 1 < setup.terrain.columns)
      guard isInside, crest.heightMetres.isFinite else {
        throw FloodError(
          .outsideGrid, "a crest stands on a face of cell \(crest.cell) that is not in the grid")
      }
    }
    for edge in setup.edges {
      let length = edge.side.isUpright ? setup.terrain.rows : setup.terrain.columns
      if let range = edge.range, range.lowerBound < 0 || range.upperBound > length {
        throw FloodError(
          .outsideGrid,
          "the \(edge.side.rawValue) side has cells 0 to \(length - 1), not \(range)")
      }
      if case .free(let slope?) = edge.kind, !(slope > 0 && slope < 1) {
        throw FloodError(.invalidParameter, "a slope of \(slope) at a side is not between 0 and 1")
      }
    }
  }

  private func checkCells(_ cells: [Int], _ name: String) throws(FloodError) {
    guard !cells.isEmpty, cells.allSatisfy({ $0 >= 0 && $0 < count }) else {
      throw FloodError(.outsideGrid, "\(name) lies outside the grid")
    }
    if let cell = cells.first(where: {
      setup.terrain.values[$0].isNaN || (!setup.walls.isEmpty && setup.walls[$0])
    }) {
      throw FloodError(
        .outsideGrid,
        "\(name) takes in cell column \(cell % setup.terrain.columns), row "
          + "\(cell / setup.terrain.columns), which is a wall or has no height",
        hint: "move it onto open ground")
    }
  }

  private func checkStructures() throws(FloodError) {
    for storage in setup.storages {
      let lines = storage.table
      let grows = zip(lines, lines.dropFirst()).allSatisfy {
        $0.levelMetres < $1.levelMetres && $0.volumeCubicMetres < $1.volumeCubicMetres
      }
      guard lines.count >= 2, grows, lines[0].volumeCubicMetres >= 0,
        lines.allSatisfy({ $0.areaSquareMetres >= 0 }),
        storage.initialLevelMetres >= lines[0].levelMetres
      else {
        throw FloodError(
          .invalidParameter,
          "the table of storage `\(storage.id)` needs two lines or more with growing levels and "
            + "volumes, and an initial level not below its first")
      }
    }
    for gate in setup.gates {
      try checkBody(gate.from, "gate `\(gate.id)`")
      try checkBody(gate.to, "gate `\(gate.id)`")
      guard gate.widthMetres > 0, gate.sillMetres.isFinite, gate.orificeCoefficient > 0,
        gate.weirCoefficient > 0, gate.opening?.values.allSatisfy({ $0 >= 0 }) ?? true
      else {
        throw FloodError(
          .invalidParameter,
          "gate `\(gate.id)` needs a width and coefficients above 0 and openings not below 0")
      }
    }
    for pump in setup.pumps {
      try checkBody(pump.from, "pump `\(pump.id)`")
      try checkBody(pump.to, "pump `\(pump.id)`")
      if case .outside(level: nil) = pump.from {
        throw FloodError(
          .invalidParameter,
          "pump `\(pump.id)` takes water from outside, where its level is not known",
          hint: "give the level outside")
      }
      let grows = zip(pump.curve, pump.curve.dropFirst()).allSatisfy {
        $0.headMetres < $1.headMetres
      }
      guard !pump.curve.isEmpty, grows, pump.stopLevelMetres < pump.startLevelMetres else {
        throw FloodError(
          .invalidParameter,
          "pump `\(pump.id)` needs a curve of growing heads and a stop level below its start level")
      }
    }
  }

  private func checkInlets() throws(FloodError) {
    for inlet in setup.inlets {
      try checkCells([inlet.cell], "inlet `\(inlet.id)`")
      guard inlet.cubicMetresPerSecond >= 0, inlet.cubicMetresPerSecond <= 1e6 else {
        throw FloodError(
          .invalidParameter,
          "inlet `\(inlet.id)` takes \(inlet.cubicMetresPerSecond) m³/s, not between 0 and 1e6")
      }
    }
  }

  private func checkBody(_ body: WaterBody, _ name: String) throws(FloodError) {
    switch body {
    case .cells(let cells): try checkCells(cells, name)
    case .storage(let index):
      guard setup.storages.indices.contains(index) else {
        throw FloodError(.invalidParameter, "\(name) names storage \(index), which is not there")
      }
    case .outside: break
    }
  }
}

extension Infiltration.Model {
  /// Whether its parameters can be.
  var isSound: Bool {
    let rates = 0...1e5
    return switch self {
    case .none: true
    case .greenAmpt(let conductivity, let suction, let deficit):
      rates.contains(conductivity) && (0...1e4).contains(suction) && (0...1).contains(deficit)
    case .horton(let initial, let final, let decay):
      final >= 0 && initial >= final && rates.contains(initial) && rates.contains(decay)
    case .curveNumber(let number, let ratio):
      (1...100).contains(number) && (0...1).contains(ratio)
    }
  }
}
