package import Flood
import SimpleFeatures

extension FloodSources {
  /// What the engine needs, from the scenario and all its files.
  ///
  /// - Throws: ``CatalogError`` at the scenario's line, ``PlainError`` or `ImportError` at a
  ///   file's; ``ErrorList`` where more than one thing is wrong.
  package mutating func setup() throws -> FloodSetup {
    var terrain = try terrain()
    let walls = try placeBuildings(on: &terrain)
    let places = FloodPlaces(terrain, walls: walls)
    guard places.isOpen.contains(true) else {
      throw fault(scenario.terrain.position, "all cells of the terrain are walls")
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: scenario.durationSeconds)
    let lattice = terrain.lattice
    setup.walls = walls
    setup.initial = part { try $0.initialWater(on: lattice) } ?? .dry
    setup.initialVelocity = part { try $0.initialVelocity(on: lattice) } ?? nil
    setup.roughness = part { try $0.roughness(on: lattice) } ?? Roughness()
    setup.rain = part { try $0.rain(on: lattice) } ?? nil
    setup.inlets = part { try $0.inlets(places) } ?? []
    if let said = scenario.buildings?.roofRain, setup.rain != nil {
      setup.rain?.roofsDrainToGround = said != .none
      setup.rain?.roofCells = part { try $0.roofCells(said, setup.inlets, on: lattice) } ?? []
    }
    setup.infiltration = part { try $0.infiltration(on: terrain) } ?? nil
    setup.inflows = parts(scenario.inflows) { try $0.inflow($1, places) }
    setup.edges = parts(scenario.boundaries) { try $0.edge($1, on: lattice) }
    setup.crests = part { try $0.crests(on: lattice) } ?? []
    setup.storages = parts(scenario.storages) { try $0.storage($1) }
    setup.gates = parts(scenario.gates) { try $0.gate($1, places) }
    setup.pumps = parts(scenario.pumps) { try $0.pump($1, places) }
    setup.gauges = part { try $0.gauges(places) } ?? []
    setup.framesHaveVelocity = scenario.output.hasVelocity
    setup.numerics = numerics()
    _ = part { try $0.openHotStart() }
    if errors.count == 1 { throw errors[0] }
    guard errors.isEmpty else { throw ErrorList(errors: errors) }
    warnOfImplausible(setup)
    return setup
  }

  private func numerics() -> Numerics {
    var numerics = scenario.numerics
    numerics.envelopes = [.depth]
    for envelope in scenario.output.envelopes {
      switch envelope {
      case .depth: numerics.envelopes.insert(.depth)
      case .speed: numerics.envelopes.insert(.speed)
      case .hazard: numerics.envelopes.insert(.hazard)
      case .arrival: numerics.envelopes.insert(.arrival)
      }
    }
    return numerics
  }
}
