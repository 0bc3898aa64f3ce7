public import SUMOFiles
public import SimpleFeatures
import Simulation
import Synchronization
import TrafficKernel

/// A network, who drives on it and when: what plans are tried on.
public struct TrafficModel: Sendable {
  /// When the simulation begins, in seconds.
  public let beginSeconds: Double
  /// When it ends, in seconds.
  public let endSeconds: Double
  /// The network's own programmes.
  public let ownPlan: SUMOPlan
  /// How many vehicles start between begin and end.
  public var vehicleCount: Int { fleet.departsSeconds.count }

  let network: SUMONetwork
  let street: LaneNetwork
  private(set) var ways: Routes
  var fleet: VehicleTable
  private let types: [SUMODemand.VehicleType]
  let edgeLanes: [Int32]
  var driving = CarFollowingParameters()
  private var draws = Draws()

  /// The model of a network and the vehicles that start in `beginSeconds ..< endSeconds`.
  ///
  /// - Throws: ``SignalError`` `invalid-value` for times in the wrong order, `no-demand` where
  ///   nobody starts, `missing-reference` and `no-route` for vehicles that cannot drive.
  public init(
    network: SUMONetwork, demand: SUMODemand, beginSeconds: Double, endSeconds: Double
  ) throws(SignalError) {
    guard endSeconds > beginSeconds, endSeconds - beginSeconds <= 7 * 86_400 else {
      throw SignalError(
        .invalidValue, "the simulation goes from \(beginSeconds) s to \(endSeconds) s",
        hint: "Give an end after the begin, at most a week later.")
    }
    self.beginSeconds = beginSeconds
    self.endSeconds = endSeconds
    self.network = network
    ownPlan = SUMOPlan(programs: network.programs)
    street = LaneNetwork(network)
    edgeLanes = network.edges.map { Int32($0.lanes.lowerBound) }
    var finder = try WayFinder(network)
    (fleet, types) = try Self.fleet(
      of: demand, on: network, in: beginSeconds..<endSeconds, &finder)
    fleet.addKinds(types, driving)
    fleet.addQueues(types, street.speedClassesMetresPerSecond)
    ways = finder.ways
    guard fleet.groups.contains(where: { $0 >= 0 }) else { return }
    for round in 0..<4 {
      let plan = round == 0 ? ownPlan : ownPlan.scaled(by: [1, 0.7, 1.4, 1][round])
      let record = LaneRecord(
        lanes: street.laneCount, intervalSeconds: 600,
        durationSeconds: Float(endSeconds - beginSeconds))
      let lanes = run(plan, seed: UInt64(round), record: record).lanes!
      for interval in 0..<lanes.intervals {
        finder.addAlternatives(timesSeconds: edgeTimesSeconds(lanes, interval))
      }
      ways = finder.ways
    }
  }

  /// The vehicles that start in `times`, with their types; finds their ways.
  private static func fleet(
    of demand: SUMODemand, on network: SUMONetwork, in times: Range<Double>,
    _ finder: inout WayFinder
  ) throws(SignalError) -> (VehicleTable, [SUMODemand.VehicleType]) {
    var fleet = VehicleTable()
    var kindNumbers: [String: Int] = [:]
    var types: [SUMODemand.VehicleType] = []
    var starters = [[Int32]](repeating: [], count: network.edges.count)
    var spacing: Float = 0
    for vehicle in demand.vehicles where times.contains(vehicle.departSeconds) {
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
        Int32(fleet.departsSeconds.count))
      fleet.departsSeconds.append(Float(vehicle.departSeconds - times.lowerBound))
      fleet.ways.append(Int32(way))
      fleet.kindNumbers.append(Int32(kindNumbers[type.id]!))
      fleet.startSpeedsMetresPerSecond.append(Float(vehicle.departSpeed) ?? 100)
      spacing += Float(type.lengthMetres + type.minimumGapMetres)
    }
    guard !fleet.departsSeconds.isEmpty else {
      throw SignalError(
        .noDemand, "nobody starts between \(times.lowerBound) s and \(times.upperBound) s",
        hint: "Do --begin and --end fit the departures of the routes?")
    }
    fleet.meanSpacingMetres = spacing / Float(fleet.departsSeconds.count)
    fleet.setStarters(starters)
    return (fleet, types)
  }

  /// Seconds that each edge took in an interval of a simulation.
  private func edgeTimesSeconds(_ record: LaneRecord, _ interval: Int) -> [Float] {
    network.edges.enumerated().map { number, edge in
      var flow: Float = 0
      var time: Float = 0
      var stood: Float = 0
      for lane in edge.lanes {
        flow += record.flows[lane * record.intervals + interval]
        time += record.travelTimesSeconds[lane * record.intervals + interval]
        stood += record.stoodSeconds[lane * record.intervals + interval]
      }
      if flow == 0 { return ways.edgeTimesSeconds[number] + stood }
      return max(time / flow, ways.edgeTimesSeconds[number])
    }
  }

  mutating func drive(_ driving: CarFollowingParameters) {
    self.driving = driving
    fleet.addKinds(types, driving)
  }

  /// What a plan comes to; `seed` draws how fast each driver likes to go.
  public func measures(
    of plan: SUMOPlan, seed: UInt64 = 0, intervalSeconds: Double = 300
  ) -> TrafficMeasures {
    let record = LaneRecord(
      lanes: street.laneCount, intervalSeconds: Float(intervalSeconds),
      durationSeconds: Float(endSeconds - beginSeconds))
    let outcome = run(plan, seed: seed, record: record)
    let lanes = outcome.lanes!
    return TrafficMeasures(
      beginSeconds: beginSeconds, endSeconds: endSeconds, intervalSeconds: intervalSeconds,
      intervals: lanes.intervals,
      delaySeconds: (outcome.lossSeconds + outcome.departDelaySeconds) / Double(vehicleCount),
      departDelaySeconds: outcome.departDelaySeconds / Double(vehicleCount), vehicles: vehicleCount,
      finished: outcome.finished, undeparted: outcome.undeparted,
      vehicleSeconds: outcome.vehicleSeconds,
      queues: lanes.stoodSeconds.map { $0 / Float(intervalSeconds) }, flows: lanes.flows,
      travelTimesSeconds: lanes.travelTimesSeconds)
  }

  /// Mean delay of a plan in seconds.
  public func delaySeconds(of plan: SUMOPlan, seed: UInt64 = 0) -> Double {
    let outcome = run(plan, seed: seed, record: nil)
    return (outcome.lossSeconds + outcome.departDelaySeconds) / Double(vehicleCount)
  }

  /// Mean delay of a plan in seconds after each quarter of the time, with a charge for roads that
  /// are full: there traffic may lock.
  ///
  /// `isWorth` is asked after each quarter but the last; where it says no the rest is not there.
  func costsSeconds(
    of plan: SUMOPlan, seed: UInt64, blockedWeight: Double,
    while isWorth: (Int, Double) -> Bool
  ) -> [Double] {
    func costSeconds(_ outcome: QueueSimulation.Outcome) -> Double {
      (outcome.lossSeconds + outcome.departDelaySeconds + blockedWeight * outcome.blockedSeconds)
        / Double(vehicleCount)
    }
    let simulation = simulation(plan, seed: seed, record: nil)
    var costsSeconds: [Double] = []
    let isDone = simulation.run { quarter, outcome in
      costsSeconds.append(costSeconds(outcome))
      return isWorth(quarter, costsSeconds[quarter])
    }
    if isDone { costsSeconds.append(costSeconds(simulation.outcome)) }
    return costsSeconds
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
      clock: SignalClock(plan, of: street.signals, beginSeconds: beginSeconds),
      durationSeconds: Float(endSeconds - beginSeconds), record: record)
  }

  /// The model with another draw of its demand: more or fewer vehicles, each a little earlier or
  /// later.
  ///
  /// `growth` is the share of vehicles added, from -1; `spreadSeconds` how far departures move at
  /// most.
  public func redrawn(seed: UInt64, growth: Double, spreadSeconds: Double) -> TrafficModel {
    var random = RandomSource(seed: seed).source(named: "demand")
    var picked: [(departSeconds: Float, vehicle: Int)] = []
    for vehicle in fleet.departsSeconds.indices {
      let copies = 1 + growth
      let count =
        Int(copies)
        + (Double.random(in: 0..<1, using: &random) < copies - Double(Int(copies)) ? 1 : 0)
      for _ in 0..<count {
        let shiftSeconds =
          spreadSeconds > 0 ? Double.random(in: -spreadSeconds...spreadSeconds, using: &random) : 0
        let latest = Float(endSeconds - beginSeconds).nextDown
        picked.append(
          (min(max(fleet.departsSeconds[vehicle] + Float(shiftSeconds), 0), latest), vehicle))
      }
    }
    picked.sort { ($0.departSeconds, $0.vehicle) < ($1.departSeconds, $1.vehicle) }
    guard !picked.isEmpty else { return self }
    var model = self
    let sources = picked.map(\.vehicle)
    model.fleet.departsSeconds = picked.map(\.departSeconds)
    model.fleet.ways = sources.map { fleet.ways[$0] }
    model.fleet.groups = sources.map { fleet.groups[$0] }
    model.fleet.kindNumbers = sources.map { fleet.kindNumbers[$0] }
    model.fleet.startSpeedsMetresPerSecond = sources.map { fleet.startSpeedsMetresPerSecond[$0] }
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
        let duration = plan.programs[place].stages[stage].durationSeconds * factor
        plan.programs[place].stages[stage].durationSeconds = max(duration.rounded(), 5)
      }
    }
    return plan
  }
}
