/// What a network of the map's roads and signals holds, and what had to be guessed for it.
public struct StreetReport: Sendable, Equatable {
  /// A signal of the network.
  public struct Signal: Sendable, Equatable {
    /// Its id in the map and in plans.
    public var id: String
    /// Its name; empty where it has none.
    public var name: String
    /// The ids of all points of the map that are this signal, its own included.
    public var members: [String]
    /// The junction's id in the network.
    public var junction: String
    /// How many streets arrive.
    public var approaches: Int
    /// How many stages were made.
    public var stages: Int
  }

  /// The signals that have a programme.
  public var signals: [Signal] = []
  /// Roads of the map for which the number of lanes was taken from the class.
  public var roadsWithGuessedLanes = 0
  /// Roads of the map for which the speed limit was taken from the class.
  public var roadsWithGuessedSpeed = 0
  /// Roads of the map in the network.
  public var roads = 0
  /// Streets inside signalled junctions, which became part of them.
  public var innerStreets = 0
  /// Drives and service roads that were left out, as no signal stands where they begin.
  public var serviceRoads = 0
  /// Nodes too far from the middle of the map for one plane, with the roads that end there.
  public var farNodes = 0
  /// Signals with no street within 30 m.
  public var signalsWithoutLanes: [String] = []
  /// Signals on a street with no junction within 60 m.
  public var signalsWithoutJunction: [String] = []
  /// Crossings for people on foot that belong to no junction with signals.
  public var crossings: [String] = []
  /// Signals of ramps and lanes.
  public var otherSignals: [String] = []
  /// Signals at which nothing crosses, by the network's lanes.
  public var needlessSignals: [String] = []
  /// Signals for which no safe programme was found.
  public var unsafeSignals: [String] = []
  /// Signals whose cycle in the map leaves no room for their stages, or is beyond the limits.
  public var signalsWithOtherCycle: [String] = []
  /// Signals that have another number of stages than the map says.
  public var signalsWithOtherStages: [String] = []
  /// Streets that end at a junction which nothing leads on from.
  public var streetsWithoutExit: [String] = []

  /// What people should know of it, a sentence each.
  public var remarks: [String] {
    var remarks: [String] = []
    func list(_ ids: [String], _ words: String) {
      guard !ids.isEmpty else { return }
      let some = ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? ", …" : "")
      remarks.append("\(ids.count) \(words): \(some)")
    }
    if roadsWithGuessedLanes > 0 {
      remarks.append(
        "\(roadsWithGuessedLanes) of \(roads) roads have no lanes in the map: taken from their "
          + "class")
    }
    if roadsWithGuessedSpeed > 0 {
      remarks.append(
        "\(roadsWithGuessedSpeed) of \(roads) roads have no speed limit in the map: taken from "
          + "their class")
    }
    let joined = signals.count { $0.members.count > 1 }
    if joined > 0 {
      remarks.append(
        "\(joined) signals are several points of the map: each has the id of its first")
    }
    if !signals.isEmpty {
      remarks.append(
        "\(signals.count) programmes are made: the map holds none; turn lanes, stages and who "
          + "yields are the usual ones; people on foot and turn bans are not known")
    }
    if farNodes > 0 {
      remarks.append("\(farNodes) vertices of roads lie more than 1.5° from the middle, left out")
    }
    list(signalsWithoutLanes, "signals without lanes, no street within 30 m")
    list(signalsWithoutJunction, "signals with no junction of streets within 60 m, not timed")
    list(crossings, "crossings for people on foot away from junctions with signals, not timed")
    list(otherSignals, "signals of ramps or lanes, not timed")
    list(needlessSignals, "signals at junctions where no ways of vehicles cross, not timed")
    list(unsafeSignals, "signals without a safe programme, not timed")
    list(signalsWithOtherCycle, "signals whose cycle in the map cannot be kept")
    list(signalsWithOtherStages, "signals with another number of stages than the map says")
    list(streetsWithoutExit, "streets from which nothing leads on")
    return remarks
  }
}
