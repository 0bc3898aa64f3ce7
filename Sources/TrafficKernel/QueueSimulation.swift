/// The queue simulation: vehicles move from lane to lane at computed moments, not metre by metre.
///
/// A lane keeps its vehicles in order. Its head leaves when it has arrived, the one before is far
/// enough ahead, the signal lets it, those with priority leave a gap, and the lane beyond has room:
/// room comes back to a lane's begin only after the hole has travelled up the queue (Newell's
/// backward wave). All lanes that may act within a tick hang in that tick's list; others cost
/// nothing.
public final class QueueSimulation {
  let street: Street
  let ways: Ways
  let fleet: Fleet
  let driving: Driving
  /// The first lane of each edge.
  let edgeLanes: [Int32]
  let duration_s: Float

  /// Seconds by which a hole moves up one place of a queue.
  let holeLag_s: Float
  let laneCount: Int
  let lanes: UnsafeMutablePointer<LaneState>
  let vehicles: UnsafeMutablePointer<VehicleState>
  /// The vehicles of all lanes, each lane a ring.
  let rings: UnsafeMutablePointer<Int32>
  /// When the hole that each place's last vehicle left began to move up the queue.
  let departures_s: UnsafeMutablePointer<Float>
  /// When each connection was used last.
  let lastUse_s: UnsafeMutablePointer<Float>
  let nextInTick: UnsafeMutablePointer<Int32>

  var clock: SignalClock
  var ticks: [Int32]
  var tick = 0
  /// The lane that is served now; -1 for none.
  var served = -1
  static let tick_s: Float = 0.5
  /// Seconds after which one who waits for room looks for another lane.
  static let patience_s: Float = 2
  /// No lane holds more vehicles than these.
  static let mostPlaces: Float = 1e5
  /// Places of a ring beyond what its lane holds: for those still inside the junction.
  static let spare: Int32 = 3

  /// The speed of each edge that tells alternatives apart, as a share of its free speed.
  var edgeSpeeds: [Float]
  /// The last looks at each of those edges.
  var seen: [Float]
  var lookNumber = 0
  var starts: [Int32]
  var lastStart_s: [Float]

  /// What came out so far.
  public internal(set) var outcome: Outcome

  /// What a simulation comes to.
  public struct Outcome: Sendable {
    /// Seconds lost by all vehicles on the road, against their free speed.
    public var loss_s = 0.0
    /// Seconds that vehicles waited to get onto the road.
    public var departDelay_s = 0.0
    /// Vehicles that reached their goal.
    public var finished = 0
    /// Vehicles that never got onto the road.
    public var undeparted = 0
    /// Seconds spent on the road by all vehicles.
    public var vehicleSeconds = 0.0
    /// Seconds that heads of lanes stood because the road beyond was full.
    public var blocked_s = 0.0
    /// Moves from lane to lane.
    public var moves = 0
    /// What was noted of each lane, where it was asked for.
    public var lanes: LaneRecord?
  }

  /// A simulation from an empty road.
  ///
  /// `edgeLanes` is the first lane of each edge, `clock` stands at time 0, `record` notes lanes
  /// where it is given.
  public init(
    street: Street, ways: Ways, fleet: Fleet, driving: Driving, edgeLanes: [Int32],
    clock: SignalClock, duration_s: Float, record: LaneRecord?
  ) {
    self.street = street
    self.ways = ways
    self.fleet = fleet
    self.driving = driving
    self.edgeLanes = edgeLanes
    self.clock = clock
    self.duration_s = duration_s
    holeLag_s = fleet.holeLag_s * driving.holeShare
    laneCount = street.lengths_m.count
    lanes = .allocate(capacity: laneCount)
    var total: Int32 = 0
    for lane in 0..<laneCount {
      let places = street.lengths_m[lane] / fleet.meanSpacing_m + driving.roomShare
      let capacity = Int32(min(max(places, 1), Self.mostPlaces))
      (lanes + lane).initialize(to: LaneState(capacity: capacity, ringStart: total))
      total += capacity + Self.spare
    }
    rings = .allocate(capacity: Int(total))
    rings.initialize(repeating: -1, count: Int(total))
    departures_s = .allocate(capacity: Int(total))
    departures_s.initialize(repeating: -1e6, count: Int(total))
    nextInTick = .allocate(capacity: laneCount + edgeLanes.count)
    nextInTick.initialize(repeating: -1, count: laneCount + edgeLanes.count)
    lastUse_s = .allocate(capacity: street.connections.count)
    lastUse_s.initialize(repeating: -1e6, count: street.connections.count)
    vehicles = .allocate(capacity: fleet.departs_s.count)
    for vehicle in fleet.departs_s.indices {
      (vehicles + vehicle).initialize(
        to: VehicleState(step: ways.starts[Int(fleet.ways[vehicle])]))
    }
    ticks = [Int32](repeating: -1, count: Int((duration_s / Self.tick_s).rounded(.up)) + 1)
    starts = fleet.startRanges.map(\.lowerBound)
    lastStart_s = [Float](repeating: -1e6, count: laneCount)
    edgeSpeeds = [Float](repeating: 1, count: edgeLanes.count)
    seen = [Float](repeating: 1, count: ways.watched.count * Self.looks)
    outcome = Outcome()
    outcome.lanes = record
    for edge in fleet.startRanges.indices where !fleet.startRanges[edge].isEmpty {
      let first = fleet.starters[Int(fleet.startRanges[edge].lowerBound)]
      schedule(Int32(laneCount + edge), fleet.departs_s[Int(first)])
    }
  }

  deinit {
    lanes.deallocate()
    vehicles.deallocate()
    rings.deallocate()
    departures_s.deallocate()
    lastUse_s.deallocate()
    nextInTick.deallocate()
  }

  /// Runs to the end and counts what is still on the road.
  public func run() {
    let end = ticks.count - 1
    advance(to: end)
    count()
  }

  /// Runs as long as it is worth it; whether it came to the end.
  ///
  /// `isWorth` is asked after each quarter of the time but the last, with its number and what has
  /// come out until then.
  public func run(while isWorth: (Int, Outcome) -> Bool) -> Bool {
    let end = ticks.count - 1
    for quarter in 0..<3 {
      advance(to: end * (quarter + 1) / 4)
      if !isWorth(quarter, counted(at: Float(tick) * Self.tick_s)) { return false }
    }
    run()
    return true
  }

  /// Simulates the ticks before one that were not simulated yet.
  private func advance(to end: Int) {
    let laneActors = Int32(laneCount)
    while tick < end {
      let now = Float(tick) * Self.tick_s
      clock.advance(to: now)
      if !ways.watched.isEmpty, tick % Self.ticksPerLook == 0 { look(now) }
      var actor = ticks[tick]
      ticks[tick] = -1
      while actor >= 0 {
        let next = nextInTick[Int(actor)]
        if actor < laneActors {
          serve(Int(actor), now + Self.tick_s)
        } else {
          insert(Int(actor - laneActors), now + Self.tick_s)
        }
        actor = next
      }
      tick += 1
    }
  }

  /// Lets an actor act at a time, at the earliest in the next tick.
  @inline(__always)
  func schedule(_ actor: Int32, _ time_s: Float) {
    guard time_s < duration_s else { return }
    let at = max(tick + 1, Int(time_s / Self.tick_s))
    guard at < ticks.count - 1 else { return }
    nextInTick[Int(actor)] = ticks[at]
    ticks[at] = actor
  }

  /// Counts those still on the road, or still waiting to get onto it.
  private func count() {
    for lane in 0..<laneCount {
      for ahead in 0..<lanes[lane].count {
        let vehicle = vehicles[Int(rings[slot(lane, ahead)])]
        guard duration_s > vehicle.inserted_s else { continue }
        outcome.lanes?.add(
          lane, entered_s: vehicle.entry_s, arrived_s: min(vehicle.arrival_s, duration_s),
          left_s: nil, place: 0)
      }
    }
    outcome = counted(at: duration_s)
  }

  /// What came out until a time, with those still on the road or waiting to get onto it.
  private func counted(at time_s: Float) -> Outcome {
    var counted = outcome
    for lane in 0..<laneCount {
      for ahead in 0..<lanes[lane].count {
        let vehicle = vehicles[Int(rings[slot(lane, ahead)])]
        let there_s = time_s - vehicle.inserted_s
        guard there_s > 0 else { continue }
        // What is left of the lane was not driven yet.
        let left_s = max(vehicle.arrival_s - time_s, 0)
        counted.loss_s += Double(max(there_s + left_s - vehicle.free_s, 0))
        counted.vehicleSeconds += Double(there_s)
      }
    }
    for edge in starts.indices {
      for place in starts[edge]..<fleet.startRanges[edge].upperBound {
        let depart_s = fleet.departs_s[Int(fleet.starters[Int(place)])]
        guard depart_s < time_s else { break }
        counted.undeparted += 1
        counted.departDelay_s += Double(time_s - depart_s)
      }
    }
    return counted
  }
}
