public import SUMOFiles
import Simulation
import Synchronization
import TrafficKernel

/// A network, who drives on it and when: what plans are tried on.
public struct TrafficModel: Sendable {
  /// When the simulation begins, in seconds.
  public let begin_s: Double
  /// When it ends, in seconds.
  public let end_s: Double
  /// The network's own programmes.
  public let ownPlan: SUMOPlan
  /// How many vehicles start between begin and end.
  public var vehicleCount: Int { fleet.departs_s.count }

  let network: SUMONetwork
  let street: Street
  private(set) var ways: Ways
  var fleet: Fleet
  private let types: [SUMODemand.VehicleType]
  let edgeLanes: [Int32]
  var driving = Driving()
  private var draws = Draws()

  /// The model of a network and the vehicles that start in `begin_s ..< end_s`.
  ///
  /// - Throws: ``SignalError`` `invalid-value` for times in the wrong order, `no-demand` where
  ///   nobody starts, `missing-reference` and `no-route` for vehicles that cannot drive.
  public init(
    network: SUMONetwork, demand: SUMODemand, begin_s: Double, end_s: Double
  ) throws(SignalError) {
    guard end_s > begin_s, end_s - begin_s <= 7 * 86_400 else {
      throw SignalError(
        .invalidValue, "the simulation goes from \(begin_s) s to \(end_s) s",
        hint: "Give an end after the begin, at most a week later.")
    }
    self.begin_s = begin_s
    self.end_s = end_s
    self.network = network
    ownPlan = SUMOPlan(programs: network.programs)
    street = Street(network)
    edgeLanes = network.edges.map { Int32($0.lanes.lowerBound) }
    var finder = try WayFinder(network)
    var fleet = Fleet()
    var kindNumbers: [String: Int] = [:]
    var types: [SUMODemand.VehicleType] = []
    var starters = [[Int32]](repeating: [], count: network.edges.count)
    var spacing: Float = 0
    for vehicle in demand.vehicles where vehicle.depart_s >= begin_s && vehicle.depart_s < end_s {
      guard let type = demand.types[vehicle.type] else {
        throw SignalError(
          .missingReference,
          "vehicle \"\(vehicle.id)\" is of type \"\(vehicle.type)\", which is "
            + "not there",
          hint: "Add its <vType>.")
      }
      let (way, group) = try finder.way(of: vehicle, type)
      fleet.groups.append(Int32(group))
      if kindNumbers[type.id] == nil {
        let known = types.firstIndex { $0.drives(as: type) }
        kindNumbers[type.id] = known ?? types.count
        if known == nil { types.append(type) }
      }
      starters[Int(finder.ways.edges[Int(finder.ways.starts[way])])].append(
        Int32(fleet.departs_s.count))
      fleet.departs_s.append(Float(vehicle.depart_s - begin_s))
      fleet.ways.append(Int32(way))
      fleet.kindNumbers.append(Int32(kindNumbers[type.id]!))
      fleet.startSpeeds_ms.append(Float(vehicle.departSpeed) ?? 100)
      spacing += Float(type.length_m + type.minimumGap_m)
    }
    guard !fleet.departs_s.isEmpty else {
      throw SignalError(
        .noDemand, "nobody starts between \(begin_s) s and \(end_s) s",
        hint: "Do --begin and --end fit the departures of the routes?")
    }
    fleet.meanSpacing_m = spacing / Float(fleet.departs_s.count)
    fleet.setStarters(starters)
    fleet.addKinds(types, driving)
    fleet.addQueues(types, street.speedClasses_ms)
    self.types = types
    self.fleet = fleet
    ways = finder.ways
    guard fleet.groups.contains(where: { $0 >= 0 }) else { return }
    for round in 0..<4 {
      let plan = round == 0 ? ownPlan : ownPlan.scaled(by: [1, 0.7, 1.4, 1][round])
      let record = LaneRecord(
        lanes: street.laneCount, interval_s: 600, duration_s: Float(end_s - begin_s))
      let lanes = run(plan, seed: UInt64(round), record: record).lanes!
      for interval in 0..<lanes.intervals {
        finder.addAlternatives(times_s: edgeTimes_s(lanes, interval))
      }
      ways = finder.ways
    }
  }

  /// Seconds that each edge took in an interval of a simulation.
  private func edgeTimes_s(_ record: LaneRecord, _ interval: Int) -> [Float] {
    network.edges.enumerated().map { number, edge in
      var flow: Float = 0
      var time: Float = 0
      var stood: Float = 0
      for lane in edge.lanes {
        flow += record.flows[lane * record.intervals + interval]
        time += record.travelTimes_s[lane * record.intervals + interval]
        stood += record.stood_s[lane * record.intervals + interval]
      }
      if flow == 0 { return ways.edgeTimes_s[number] + stood }
      return max(time / flow, ways.edgeTimes_s[number])
    }
  }

  mutating func drive(_ driving: Driving) {
    self.driving = driving
    fleet.addKinds(types, driving)
  }

  /// What a plan comes to; `seed` draws how fast each driver likes to go.
  public func measures(
    of plan: SUMOPlan, seed: UInt64 = 0, interval_s: Double = 300
  ) -> TrafficMeasures {
    let record = LaneRecord(
      lanes: street.laneCount, interval_s: Float(interval_s), duration_s: Float(end_s - begin_s))
    let outcome = run(plan, seed: seed, record: record)
    let lanes = outcome.lanes!
    return TrafficMeasures(
      begin_s: begin_s, end_s: end_s, interval_s: interval_s, intervals: lanes.intervals,
      delay_s: (outcome.loss_s + outcome.departDelay_s) / Double(vehicleCount),
      departDelay_s: outcome.departDelay_s / Double(vehicleCount), vehicles: vehicleCount,
      finished: outcome.finished, undeparted: outcome.undeparted,
      vehicleSeconds: outcome.vehicleSeconds,
      queues: lanes.stood_s.map { $0 / Float(interval_s) }, flows: lanes.flows,
      travelTimes_s: lanes.travelTimes_s)
  }

  /// Mean delay of a plan in seconds.
  public func delay_s(of plan: SUMOPlan, seed: UInt64 = 0) -> Double {
    let outcome = run(plan, seed: seed, record: nil)
    return (outcome.loss_s + outcome.departDelay_s) / Double(vehicleCount)
  }

  /// Mean delay of a plan in seconds after each quarter of the time, with a charge for roads that
  /// are full: there traffic may lock.
  ///
  /// `isWorth` is asked after each quarter but the last; where it says no the rest is not there.
  func costs_s(
    of plan: SUMOPlan, seed: UInt64, blockedWeight: Double,
    while isWorth: (Int, Double) -> Bool
  ) -> [Double] {
    func cost_s(_ outcome: QueueSimulation.Outcome) -> Double {
      (outcome.loss_s + outcome.departDelay_s + blockedWeight * outcome.blocked_s)
        / Double(vehicleCount)
    }
    let simulation = simulation(plan, seed: seed, record: nil)
    var costs_s: [Double] = []
    let isDone = simulation.run { quarter, outcome in
      costs_s.append(cost_s(outcome))
      return isWorth(quarter, costs_s[quarter])
    }
    if isDone { costs_s.append(cost_s(simulation.outcome)) }
    return costs_s
  }

  func run(_ plan: SUMOPlan, seed: UInt64, record: LaneRecord?) -> QueueSimulation.Outcome {
    let simulation = simulation(plan, seed: seed, record: record)
    simulation.run()
    return simulation.outcome
  }

  private func simulation(
    _ plan: SUMOPlan, seed: UInt64, record: LaneRecord?
  ) -> QueueSimulation {
    var fleet = fleet
    fleet.speedFactors = draw(seed)
    return QueueSimulation(
      street: street, ways: ways, fleet: fleet, driving: driving, edgeLanes: edgeLanes,
      clock: SignalClock(plan, of: street.signals, begin_s: begin_s),
      duration_s: Float(end_s - begin_s), record: record)
  }

  /// The model with another draw of its demand: more or fewer vehicles, each a little earlier or
  /// later.
  ///
  /// `growth` is the share of vehicles added, from -1; `spread_s` how far departures move at most.
  public func redrawn(seed: UInt64, growth: Double, spread_s: Double) -> TrafficModel {
    var random = RandomSource(seed: seed).source(named: "demand")
    var picked: [(depart_s: Float, vehicle: Int)] = []
    for vehicle in fleet.departs_s.indices {
      let copies = 1 + growth
      let count =
        Int(copies)
        + (Double.random(in: 0..<1, using: &random) < copies - Double(Int(copies)) ? 1 : 0)
      for _ in 0..<count {
        let shift_s = spread_s > 0 ? Double.random(in: -spread_s...spread_s, using: &random) : 0
        let latest = Float(end_s - begin_s).nextDown
        picked.append((min(max(fleet.departs_s[vehicle] + Float(shift_s), 0), latest), vehicle))
      }
    }
    picked.sort { ($0.depart_s, $0.vehicle) < ($1.depart_s, $1.vehicle) }
    guard !picked.isEmpty else { return self }
    var model = self
    let sources = picked.map(\.vehicle)
    model.fleet.departs_s = picked.map(\.depart_s)
    model.fleet.ways = sources.map { fleet.ways[$0] }
    model.fleet.groups = sources.map { fleet.groups[$0] }
    model.fleet.kindNumbers = sources.map { fleet.kindNumbers[$0] }
    model.fleet.startSpeeds_ms = sources.map { fleet.startSpeeds_ms[$0] }
    model.draws = Draws()
    var starters = [[Int32]](repeating: [], count: edgeLanes.count)
    for (vehicle, way) in model.fleet.ways.enumerated() {
      starters[Int(ways.edges[Int(ways.starts[Int(way)])])].append(Int32(vehicle))
    }
    model.fleet.setStarters(starters)
    return model
  }

  /// How fast each driver likes to go, kept for the seeds asked for last.
  private func draw(_ seed: UInt64) -> [Float] {
    draws.withLock { draws in
      if let known = draws[seed] { return known }
      if draws.count > 64 { draws = [:] }
      let drawn = drawn(seed)
      draws[seed] = drawn
      return drawn
    }
  }

  private func drawn(_ seed: UInt64) -> [Float] {
    var random = RandomSource(seed: seed).source(named: "speed-factors")
    return fleet.kindNumbers.map { Float(types[Int($0)].drawnSpeedFactor(using: &random)) }
  }
}

/// Draws of drivers by seed, shared by copies of a model.
private final class Draws: Sendable {
  private let factors = Mutex<[UInt64: [Float]]>([:])

  func withLock<Value: Sendable>(_ body: (inout [UInt64: [Float]]) -> sending Value) -> Value {
    factors.withLock { body(&$0) }
  }
}

extension SUMOPlan {
  /// The plan with all green stages longer or shorter by a factor, at least 5 s.
  func scaled(by factor: Double) -> SUMOPlan {
    var plan = self
    for place in plan.programs.indices {
      for stage in plan.programs[place].stages.indices
      where !plan.programs[place].stages[stage].isTransition {
        let duration = plan.programs[place].stages[stage].duration_s * factor
        plan.programs[place].stages[stage].duration_s = max(duration.rounded(), 5)
      }
    }
    return plan
  }
}
