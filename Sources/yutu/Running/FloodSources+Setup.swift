import Catalog
import Flood
import SimpleFeatures

extension FloodSources {
  /// What the engine needs, from the scenario and all its files.
  ///
  /// - Throws: ``CatalogError`` at the scenario's line, ``CommandFault`` or `ImportError` at a
  ///   file's.
  mutating func setup() throws -> FloodSetup {
    var terrain = try terrain()
    let walls = try placeBuildings(on: &terrain)
    let places = FloodPlaces(terrain, walls: walls)
    guard places.isOpen.contains(true) else {
      throw fault(scenario.terrain.position, "all cells of the terrain are walls")
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: scenario.durationSeconds)
    setup.walls = walls
    setup.initial = try initialWater(on: terrain.lattice)
    setup.initialVelocity = try initialVelocity(on: terrain.lattice)
    setup.roughness = try roughness(on: terrain.lattice)
    setup.rain = try rain(on: terrain.lattice)
    setup.rain?.roofsDrainToGround = scenario.buildings?.roofRain == .ground
    setup.infiltration = try infiltration(on: terrain)
    setup.inflows = try inflows(places)
    setup.edges = try edges(on: terrain.lattice)
    setup.crests = try crests(on: terrain.lattice)
    setup.storages = try storages()
    setup.gates = try gates(places)
    setup.pumps = try pumps(places)
    setup.gauges = try gauges(places)
    setup.framesHaveVelocity = scenario.output.hasVelocity
    setup.numerics = numerics()
    return setup
  }

  private func numerics() -> Flood.Numerics {
    let said = scenario.numerics
    var numerics = Flood.Numerics()
    if let order = said.order.flatMap({ Flood.Numerics.Order(rawValue: $0) }) {
      numerics.order = order
    }
    if let precision = said.precision {
      numerics.precision = precision == .double ? .double : .single
    }
    if let courant = said.courant { numerics.courant = courant }
    if let depth = said.dryDepthMetres { numerics.dryDepthMetres = depth }
    if let threads = said.threads { numerics.threads = threads }
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
