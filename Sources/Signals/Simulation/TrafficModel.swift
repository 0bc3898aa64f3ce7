import Foundation
import Simulation
public import SUMOFiles

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
  var types: [SUMODemand.VehicleType] = []
  let edgeLanes: [Int32]
  private let deviations: [(mean: Float, deviation: Float)]
  var driving = Driving()

  /// The model of a network and the vehicles that start in `begin_s ..< end_s`.
  ///
  /// - Throws: ``SignalError`` `invalid-value` for times in the wrong order, `no-demand` where nobody starts,
  ///   `missing-reference` and `no-route` for vehicles that cannot drive.
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
    var deviations: [(Float, Float)] = []
    var starters = [[Int32]](repeating: [], count: network.edges.count)
    var spacing: Float = 0
    for vehicle in demand.vehicles where vehicle.depart_s >= begin_s && vehicle.depart_s < end_s {
      guard let type = demand.types[vehicle.type] else {
        throw SignalError(
          .missingReference, "vehicle \"\(vehicle.id)\" is of type \"\(vehicle.type)\", which is not there",
          hint: "Add its <vType>.")
      }
      let (way, group) = try finder.way(of: vehicle, type)
      fleet.groups.append(Int32(group))
      if kindNumbers[type.id] == nil {
        kindNumbers[type.id] = fleet.kinds.count
        fleet.kinds.append(VehicleKind(type, driving))
        types.append(type)
      }
      starters[Int(finder.ways.edges[Int(finder.ways.starts[way])])].append(
        Int32(fleet.departs_s.count))
      fleet.departs_s.append(Float(vehicle.depart_s - begin_s))
      fleet.ways.append(Int32(way))
      fleet.kindNumbers.append(UInt8(truncatingIfNeeded: kindNumbers[type.id]!))
      fleet.startSpeeds_ms.append(Float(vehicle.departSpeed) ?? 100)
      deviations.append((Float(type.speedFactor), Float(type.speedDeviation)))
      spacing += Float(type.length_m + type.minimumGap_m)
    }
    guard !fleet.departs_s.isEmpty else {
      throw SignalError(
        .noDemand, "nobody starts between \(begin_s) s and \(end_s) s",
        hint: "Do --begin and --end fit the departures of the routes?")
    }
    fleet.meanSpacing_m = spacing / Float(fleet.departs_s.count)
    for list in starters {
      fleet.startRanges.append(
        Int32(fleet.starters.count)..<Int32(fleet.starters.count + list.count))
      fleet.starters += list
    }
    fleet.speedFactors = deviations.map(\.0)
    self.fleet = fleet
    self.deviations = deviations
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
    fleet.kinds = types.map { VehicleKind($0, driving) }
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

  func run(_ plan: SUMOPlan, seed: UInt64, record: LaneRecord?) -> QueueSimulation.Outcome {
    var fleet = fleet
    var random = RandomSource(seed: seed).source(named: "speed-factors")
    for vehicle in fleet.speedFactors.indices {
      let (mean, deviation) = deviations[vehicle]
      // Box-Muller; the second of each pair is not used.
      let radius = (-2 * log(Float.random(in: 1e-6..<1, using: &random))).squareRoot()
      let normal = radius * cos(2 * .pi * Float.random(in: 0..<1, using: &random))
      fleet.speedFactors[vehicle] = min(max(mean + deviation * normal, 0.2), 2)
    }
    var simulation = QueueSimulation(
      street: street, ways: ways, fleet: fleet, driving: driving, edgeLanes: edgeLanes,
      clock: SignalClock(plan, of: street.signals, begin_s: begin_s),
      duration_s: Float(end_s - begin_s), record: record)
    simulation.run()
    return simulation.outcome
  }
}

extension VehicleKind {
  init(_ type: SUMODemand.VehicleType, _ driving: Driving) {
    spacing_m = Float(type.length_m + type.minimumGap_m)
    length_m = Float(type.length_m)
    acceleration_ms2 = Float(type.acceleration_ms2)
    deceleration_ms2 = Float(type.deceleration_ms2)
    headway_s = Float(type.headway_s)
    maximumSpeed_ms = Float(type.maximumSpeed_ms)
    dawdling_ms = driving.dawdling_s * Float(type.imperfection * type.acceleration_ms2)
    startLag_s = driving.startLag_s + driving.startLagPerMetre_s * Float(type.minimumGap_m)
    let acceleration = acceleration_ms2 * driving.queueAcceleration
    let spacing = spacing_m
    let first = driving.firstStretch_m
    queueSpeeds_ms = (0..<Self.places).map { place in
      (2 * acceleration * (first + Float(place) * spacing)).squareRoot()
    }
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
