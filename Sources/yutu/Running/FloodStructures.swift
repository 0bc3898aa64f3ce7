import Catalog
import Flood
import SimpleFeatures

/// Dykes, lakes, gates and pumps.
extension FloodSources {
  mutating func crests(on lattice: RasterLattice) throws -> [FaceCrest] {
    var highest: [Face: Double] = [:]
    for said in scenario.embankments {
      let lines: [(number: Int, feature: Feature)]
      let file: Placed<String>
      switch said.line {
      case .coordinates(let points):
        file = Placed("the embankment", said.position)
        lines = [(1, Feature(geometry: .lineString(points)))]
      case .file(let name):
        file = name
        lines = try areas(name, on: lattice)
      }
      var count = 0
      for (number, feature) in lines {
        guard let line = feature.geometry else { continue }
        let height = try value(said.crest, of: feature, number, file)
        for crest in FaceCrossings.crests(of: line, heightMetres: height, on: lattice) {
          let face = Face(cell: crest.cell, isSouthern: crest.isSouthern)
          highest[face] = max(highest[face] ?? -.infinity, height)
          count += 1
        }
      }
      guard count > 0 else {
        throw fault(
          said.position, "the embankment lies between no two cells of the terrain",
          hint: "it is shorter than a cell, or beside the terrain")
      }
    }
    return highest.map { face, height in
      FaceCrest(cell: face.cell, isSouthern: face.isSouthern, heightMetres: height)
    }.sorted { ($0.cell, $0.isSouthern ? 1 : 0) < ($1.cell, $1.isSouthern ? 1 : 0) }
  }

  mutating func storages() throws -> [Flood.Storage] {
    var storages: [Flood.Storage] = []
    for said in scenario.storages {
      let rows = try rows(
        said.table, headers: [["level_m"], ["area_m2"], ["volume_m3"]])
      storages.append(
        Flood.Storage(
          id: said.id,
          table: rows.map {
            Flood.Storage.Line(
              levelMetres: $0[0], areaSquareMetres: $0[1], volumeCubicMetres: $0[2])
          },
          initialLevelMetres: said.initialLevelMetres,
          inflow: try said.inflow.map { try series($0, .flow) }))
    }
    return storages
  }

  mutating func gates(_ places: FloodPlaces) throws -> [Flood.Gate] {
    var gates: [Flood.Gate] = []
    for said in scenario.gates {
      let what = "the gate `\(said.id)`"
      var gate = Flood.Gate(
        id: said.id, from: try body(said.from, what, said.position, places),
        to: try body(said.to, what, said.position, places), widthMetres: said.widthMetres,
        sillMetres: said.sillMetres,
        opening: try said.opening.map {
          try series($0, .opening, isNegativeAllowed: false)
        })
      if let coefficient = said.orificeCoefficient { gate.orificeCoefficient = coefficient }
      if let coefficient = said.weirCoefficient { gate.weirCoefficient = coefficient }
      if let closes = said.closesAgainstOutside { gate.closesAgainstOutside = closes }
      gates.append(gate)
    }
    return gates
  }

  mutating func pumps(_ places: FloodPlaces) throws -> [Flood.Pump] {
    var pumps: [Flood.Pump] = []
    for said in scenario.pumps {
      let what = "the pump `\(said.id)`"
      let curve = try rows(said.curve, headers: [["head_m"], ["m3/s", "m³/s"]])
      pumps.append(
        Flood.Pump(
          id: said.id, from: try body(said.from, what, said.position, places),
          to: try body(said.to, what, said.position, places),
          curve: curve.map { (headMetres: $0[0], cubicMetresPerSecond: $0[1]) },
          startLevelMetres: said.startLevelMetres, stopLevelMetres: said.stopLevelMetres,
          powerCuts: said.powerCuts))
    }
    return pumps
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
    case .outside(let level): return .outside(level: try level.map { try series($0, .level) })
    }
  }
}
