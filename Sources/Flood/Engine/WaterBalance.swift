public import Simulation

/// Where the water of a run came from and where it is, cubic metres.
public struct WaterBalance: Sendable, Equatable {
  /// Water on the grid and in storages at the beginning.
  public var initial = 0.0
  /// Water on the grid now.
  public var onGrid = 0.0
  /// Water in storages now.
  public var inStorages = 0.0
  /// Rain that fell on the grid.
  public var rain = 0.0
  /// Water that the ground took.
  public var infiltrated = 0.0
  /// Water of each inflow, by its name; below zero where it takes out.
  public var inflows: [String: Double] = [:]
  /// Water of storages' own inflows, by the storages' names.
  public var storageInflows: [String: Double] = [:]
  /// Water that came in over the sides, by their names.
  public var enteredOverSides: [String: Double] = [:]
  /// Water that left over the sides, by their names.
  public var leftOverSides: [String: Double] = [:]
  /// Water that gates and pumps brought outside less what they took from there, by their names.
  public var outside: [String: Double] = [:]
  /// Water given to a drainage network, by inlets too, less what came back.
  public var exchanged = 0.0
  /// Water that edits brought when the run went on from another, below zero where they took it
  /// away: where walls came, or storages came or went.
  public var broughtByEdits = 0.0
  /// Faces and steps in which a cell had too little water for its outflow and it was held back.
  public var limitedFaces = 0

  /// What was made, or lost below zero, m³.
  public var error: Double { ledger.error }

  /// The size of ``error`` over all water that there was or came.
  public var relativeError: Double { ledger.relativeError }

  /// An empty balance.
  public init() {}

  /// The balance by gains and losses; both ways of what gates and pumps brought outside and of
  /// what a drainage network took count as losses, below zero where more came back.
  public var ledger: BalanceLedger {
    func entries(_ numbers: [String: Double], _ kind: String) -> [BalanceLedger.Entry] {
      numbers.sorted { $0.key < $1.key }.map { .init("\(kind) \($0.key)", $0.value) }
    }
    return BalanceLedger(
      start: [.init("water", initial)],
      now: [.init("grid", onGrid), .init("storages", inStorages)],
      gains: [.init("rain", rain)] + entries(inflows, "inflow")
        + entries(storageInflows, "inflow of") + entries(enteredOverSides, "side")
        + (broughtByEdits == 0 ? [] : [.init("edits", broughtByEdits)]),
      losses: [.init("infiltration", infiltrated)] + entries(leftOverSides, "side")
        + entries(outside, "outside by") + [.init("drainage", exchanged)])
  }
}

/// The step that was held shortest, and the cell whose wave held it.
public struct StepLimit: Sendable, Equatable {
  /// The step, s.
  public var stepSeconds: Double
  /// When, s.
  public var atSeconds: Double
  /// The cell.
  public var column, row: Int
  /// Its centre in the terrain's CRS.
  public var x, y: Double
  /// Its depth, m, and speed, m/s.
  public var depthMetres, speedMetresPerSecond: Double
}

/// What a gauge reads.
public struct GaugeReading: Sendable, Equatable {
  /// Depth of the water, m.
  public var depthMetres: Double
  /// Level of the water, or of the bed where it is dry, m.
  public var levelMetres: Double
  /// Velocity, m/s.
  public var eastwards, northwards: Double
}

/// What a storage holds.
public struct StorageReading: Sendable, Equatable {
  /// Its name.
  public var id: String
  /// Height of its water now, m.
  public var levelMetres: Double
  /// Its water now, m³.
  public var volumeCubicMetres: Double
  /// The highest level so far, m.
  public var highestLevelMetres: Double
}

/// What a storm inlet has taken.
public struct InletReading: Sendable, Equatable {
  /// Its name.
  public var id: String
  /// What it took so far, m³.
  public var takenCubicMetres: Double
}

/// What a gate or a pump does.
public struct StructureReading: Sendable, Equatable {
  /// What it is.
  public enum Kind: String, Sendable {
    case gate, pump
  }

  /// What it is.
  public var kind: Kind
  /// Its name.
  public var id: String
  /// What went to its outer side in the last step, below zero inwards, m³/s.
  public var cubicMetresPerSecond: Double
  /// What went there so far less what came back, m³.
  public var passedCubicMetres: Double
}
