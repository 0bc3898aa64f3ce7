import Flood
import SimpleFeatures

/// Dykes, lakes, gates and pumps.
extension FloodSources {
  mutating func crests(on lattice: RasterLattice) throws -> [LeveeFace] {
    var crests: [LeveeFace] = []
    for said in scenario.embankments {
      let lines: [(number: Int, feature: Feature)]
      let file: Located<String>
      switch said.line {
      case .coordinates(let points):
        file = Located("the embankment", said.position)
        lines = [(1, Feature(geometry: .lineString(points)))]
      case .file(let name):
        file = name
        lines = try areas(name, on: lattice)
      }
      let before = crests.count
      for (number, feature) in lines {
        guard let line = feature.geometry else { continue }
        let height = try value(said.crest, of: feature, number, file)
        crests += FaceCrossings.crests(of: line, heightMetres: height, on: lattice)
      }
      guard crests.count > before else {
        throw fault(
          said.position, "the embankment lies between no two cells of the terrain",
          hint: "it is shorter than a cell, or beside the terrain")
      }
    }
    return crests
  }

  mutating func storage(_ said: FloodScenario.Storage) throws -> Flood.Storage {
    let rows = try rows(said.table, headers: [["level_m"], ["area_m2"], ["volume_m3"]])
    return Flood.Storage(
      id: said.id,
      table: rows.map {
        Flood.Storage.Line(levelMetres: $0[0], areaSquareMetres: $0[1], volumeCubicMetres: $0[2])
      },
      initialLevelMetres: said.initialLevelMetres,
      inflow: try said.inflow.map {
        try series($0, .inflow, of: "the inflow of the storage `\(said.id)`")
      })
  }

  mutating func gate(_ said: FloodScenario.Gate, _ places: FloodPlaces) throws -> Flood.Gate {
    let what = "the gate `\(said.id)`"
    var gate = Flood.Gate(
      id: said.id, from: try body(said.from, what, said.position, places),
      to: try body(said.to, what, said.position, places), widthMetres: said.widthMetres,
      sillMetres: said.sillMetres,
      opening: try said.opening.map { try series($0, .opening, of: what) })
    if let coefficient = said.orificeCoefficient { gate.orificeCoefficient = coefficient }
    if let coefficient = said.weirCoefficient { gate.weirCoefficient = coefficient }
    if let closes = said.closesAgainstOutside { gate.closesAgainstOutside = closes }
    return gate
  }

  mutating func pump(_ said: FloodScenario.Pump, _ places: FloodPlaces) throws -> Flood.Pump {
    let what = "the pump `\(said.id)`"
    let curve = try rows(said.curve, headers: [["head_m"], ["m3/s", "m³/s"]])
    return Flood.Pump(
      id: said.id, from: try body(said.from, what, said.position, places),
      to: try body(said.to, what, said.position, places),
      curve: curve.map { (headMetres: $0[0], cubicMetresPerSecond: $0[1]) },
      startLevelMetres: said.startLevelMetres, stopLevelMetres: said.stopLevelMetres,
      powerCuts: said.powerCuts)
  }

  private mutating func body(
    _ said: FloodScenario.WaterBody, _ what: String, _ position: TextPosition,
    _ places: FloodPlaces
  ) throws -> Flood.WaterBody {
    switch said {
    case .cells(let place): return .cells(try places.cells(place, what, position, &self))
    case .storage(let name):
      guard let index = scenario.storages.firstIndex(where: { $0.id == name.value }) else {
        throw fault(name.position, "there is no storage `\(name.value)`")
      }
      return .storage(index)
    case .outside(let level):
      return .outside(level: try level.map { try series($0, .level, of: what) })
    }
  }
}
