import SimpleFeatures
public import Simulation

/// The engine as one model among others: runs, frames and processes know it so.
extension FloodEngine: SimulationModel {
  /// `flood`.
  public static var id: String { "flood" }
  /// Grows when the same setup gives other bytes.
  public static var version: String { "1" }

  /// A run that goes on from a saved state.
  ///
  /// - Throws: ``FloodError`` for the setup, `SimulationError` for the state.
  public convenience init(_ setup: FloodSetup, restoring bytes: [UInt8]) throws {
    try self.init(setup)
    try restore(bytes)
  }

  /// Depths to the millimetre and, where the setup asks for them, velocities to the cm/s.
  public var head: FrameHead {
    var fields = [
      FrameField(
        name: "depth", unit: "m", resolution: 0.001, zh: "水深", en: "Depth", isAboveGround: true)
    ]
    if setup.framesHaveVelocity {
      fields += [
        FrameField(
          name: "velocity-east", unit: "m/s", resolution: 0.01, zh: "东向流速",
          en: "Velocity to the east"),
        FrameField(
          name: "velocity-north", unit: "m/s", resolution: 0.01, zh: "北向流速",
          en: "Velocity to the north"),
      ]
    }
    return FrameHead(
      model: Self.id, version: Self.version, lattice: setup.terrain.lattice, fields: fields,
      ground: bed())
  }

  /// Depth and velocity now; of gauges `<id>.depth` and `<id>.level`, of storages `<id>.level` and
  /// `<id>.volume`, of gates and pumps `<id>.flow` and `<id>.passed`, each after its kind as in
  /// `gauge:bridge.depth`.
  public func frame() -> Frame {
    var fields = [depth()]
    if setup.framesHaveVelocity {
      let velocity = velocity()
      fields += [velocity.east, velocity.north]
    }
    var numbers: [(String, Double)] = []
    for gauge in setup.gauges {
      guard let reading = reading(at: gauge) else { continue }
      numbers += [
        ("gauge:\(gauge.id).depth", reading.depthMetres),
        ("gauge:\(gauge.id).level", reading.levelMetres),
      ]
    }
    for storage in storages {
      numbers += [
        ("storage:\(storage.id).level", storage.levelMetres),
        ("storage:\(storage.id).volume", storage.volumeCubicMetres),
      ]
    }
    for structure in structures {
      let name = "\(structure.kind.rawValue):\(structure.id)"
      numbers += [
        ("\(name).flow", structure.cubicMetresPerSecond),
        ("\(name).passed", structure.passedCubicMetres),
      ]
    }
    return Frame(seconds: seconds, fields: fields, numbers: numbers)
  }

  /// ``water`` as a ledger of gains and losses.
  public var balance: BalanceLedger { water.ledger }

  /// Water is counted in whole units: what is left is the rounding of the sums in cubic metres.
  public var balanceTolerance: Double { setup.numerics.precision == .double ? 1e-12 : 1e-6 }

  /// A run of its own in the same state; only what never changes is shared.
  public func fork() -> sending FloodEngine {
    // Invariant: what both hold is ground, which nobody writes.
    nonisolated(unsafe) let fork = FloodEngine(forking: self)
    return fork
  }
}
