/// Turn restrictions as arcs of the road graph: coming by one arc, over some, on to another.
struct TurnRules {
  struct Rule {
    /// The relation's id.
    var id: Int64
    /// The arc that one comes by, the arcs between, and the arc that is meant.
    var from: Int
    var via: [Int]
    var to: Int
    var isOnly: Bool
    var modes: TurnCode
  }

  private(set) var rules: [Rule] = []
  /// Rules by the arc that they begin with.
  private(set) var starting: [Int: [Int]] = [:]
  private(set) var remarks: [String] = []

  /// The junctions at which it matters by which arc one came.
  private(set) var junctions: Set<Int> = []

  init() {}

  /// The restrictions that bind any of the modes.
  init(_ map: RoadMap, _ chains: RoadChains, _ arms: JunctionArms, modes: TurnCode) {
    var wayIndex: [Int64: UInt32] = [:]
    for restriction in map.restrictions {
      wayIndex[restriction.from] = 0
      wayIndex[restriction.to] = 0
      for way in restriction.viaWays { wayIndex[way] = 0 }
    }
    for (index, way) in map.ways.enumerated() where wayIndex[way.id] != nil {
      // A way that misses nodes is there in parts: the parts bear one id, and none is sure.
      wayIndex[way.id] = wayIndex[way.id] == 0 ? UInt32(index) + 1 : UInt32.max
    }
    let finder = RuleFinder(
      map: map, chains: chains, arms: arms,
      wayIndex: wayIndex.compactMapValues { $0 == 0 || $0 == .max ? nil : $0 - 1 })
    var counts: [String: Int] = [:]
    for restriction in map.restrictions {
      let bound = TurnCode(binding: restriction.modes).intersection(modes)
      guard !bound.isEmpty else { continue }
      switch finder.rule(restriction, bound) {
      case .success(let rule): add(rule, chains)
      case .failure(let reason): counts[reason.text, default: 0] += 1
      }
    }
    remarks = counts.sorted { $0.key < $1.key }.map {
      "\($0.value) turn restriction\($0.value == 1 ? "" : "s") left out: \($0.key)"
    }
  }

  private mutating func add(_ rule: Rule, _ chains: RoadChains) {
    starting[rule.from, default: []].append(rules.count)
    for arc in [rule.from] + rule.via { junctions.insert(chains.head(ofArc: arc)) }
    rules.append(rule)
  }
}

/// What a turn is, and whom it is forbidden; one byte for each arc of the search graph.
struct TurnCode: OptionSet, Hashable, Sendable {
  var rawValue: UInt8

  static let noCars = TurnCode(rawValue: 16)
  static let noTrucks = TurnCode(rawValue: 32)
  static let noEmergency = TurnCode(rawValue: 64)
  static let noFoot = TurnCode(rawValue: 128)

  /// What the turn costs, in the low bits.
  enum Movement: UInt8, CaseIterable {
    case free, left, through, right, uTurnAtSignal, innerLeft, innerUTurn, uTurn
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ movement: Movement) { self.init(rawValue: movement.rawValue) }

  init(binding modes: Set<RoadProfile.TravelMode>) {
    self = []
    for mode in modes { formUnion(TurnCode(forbidding: mode)) }
  }

  init(forbidding mode: RoadProfile.TravelMode) {
    switch mode {
    case .car: self = .noCars
    case .truck: self = .noTrucks
    case .emergency: self = .noEmergency
    case .foot: self = .noFoot
    }
  }

  var movement: Movement { Movement(rawValue: rawValue & 15)! }
}
