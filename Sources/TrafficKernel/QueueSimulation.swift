/// The queue simulation: vehicles move from lane to lane at computed moments, not metre by metre.
///
/// A lane keeps its vehicles in order. Its head leaves when it has arrived, the one before is far
/// enough ahead, the signal lets it, those with priority leave a gap, and the lane beyond has room:
/// room comes back to a lane's begin only after the hole has travelled up the queue (Newell's
/// backward wave). All lanes that may act within a tick hang in that tick's list; others cost
/// nothing.
public final class QueueSimulation {
  let street: LaneNetwork
  let ways: Routes
  let fleet: VehicleTable
  let driving: CarFollowingParameters
  /// The first lane of each edge.
  let edgeLanes: [Int32]
  let durationSeconds: Float

  /// Seconds by which a hole moves up one place of a queue.
  let holeLagSeconds: Float
  let laneCount: Int
  let lanes: UnsafeMutablePointer<LaneState>
  let vehicles: UnsafeMutablePointer<VehicleState>
  /// The vehicles of all lanes, each lane a ring.
  let rings: UnsafeMutablePointer<Int32>
  /// When the hole that each place's last vehicle left began to move up the queue.
  let departuresSeconds: UnsafeMutablePointer<Float>
  /// When each connection was used last.
  let lastUseSeconds: UnsafeMutablePointer<Float>
  let nextInTick: UnsafeMutablePointer<Int32>

  var clock: SignalClock
  var ticks: [Int32]
  var tick = 0
  /// The lane that is served now; -1 for none.
  var served = -1
  static let tickSeconds: Float = 0.5
  /// Seconds after which one who waits for room looks for another lane.
  static let patienceSeconds: Float = 2
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
  var lastStartSeconds: [Float]

  /// What came out so far.
  public internal(set) var outcome: Outcome

  /// What a simulation comes to.
  public struct Outcome: Sendable {
    /// Seconds lost by all vehicles on the road, against their free speed.
    public var lossSeconds = 0.0
    /// Seconds that vehicles waited to get onto the road.
    public var departDelaySeconds = 0.0
    /// Vehicles that reached their goal.
    public var finished = 0
    /// Vehicles that never got onto the road.
    public var undeparted = 0
    /// Seconds spent on the road by all vehicles.
    public var vehicleSeconds = 0.0
    /// Seconds that heads of lanes stood because the road beyond was full.
    public var blockedSeconds = 0.0
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
    street: LaneNetwork, ways: Routes, fleet: VehicleTable, driving: CarFollowingParameters,
    edgeLanes: [Int32],
    clock: SignalClock, durationSeconds: Float, record: LaneRecord?
  ) {
    self.street = street
    self.ways = ways
    self.fleet = fleet
    self.driving = driving
    self.edgeLanes = edgeLanes
    self.clock = clock
    self.durationSeconds = durationSeconds
    holeLagSeconds = fleet.holeLagSeconds * driving.holeShare
    laneCount = street.lengthsMetres.count
    lanes = .allocate(capacity: laneCount)
    var total: Int32 = 0
    for lane in 0..<laneCount {
      let places = street.lengthsMetres[lane] / fleet.meanSpacingMetres + driving.roomShare
      let capacity = Int32(min(max(places, 1), Self.mostPlaces))
      (lanes + lane).initialize(to: LaneState(capacity: capacity, ringStart: total))
      total += capacity + Self.spare
    }
    rings = .allocate(capacity: Int(total))
    rings.initialize(repeating: -1, count: Int(total))
    departuresSeconds = .allocate(capacity: Int(total))
    departuresSeconds.initialize(repeating: -1e6, count: Int(total))
    nextInTick = .allocate(capacity: laneCount + edgeLanes.count)
    nextInTick.initialize(repeating: -1, count: laneCount + edgeLanes.count)
    lastUseSeconds = .allocate(capacity: street.connections.count)
    lastUseSeconds.initialize(repeating: -1e6, count: street.connections.count)
    vehicles = .allocate(capacity: fleet.departsSeconds.count)
    for vehicle in fleet.departsSeconds.indices {
      (vehicles + vehicle).initialize(
        to: VehicleState(step: ways.starts[Int(fleet.ways[vehicle])]))
    }
    ticks = [Int32](
      repeating: -1, count: Int((durationSeconds / Self.tickSeconds).rounded(.up)) + 1)
    starts = fleet.startRanges.map(\.lowerBound)
    lastStartSeconds = [Float](repeating: -1e6, count: laneCount)
    edgeSpeeds = [Float](repeating: 1, count: edgeLanes.count)
    seen = [Float](repeating: 1, count: ways.watched.count * Self.looks)
    outcome = Outcome()
    outcome.lanes = record
    for edge in fleet.startRanges.indices where !fleet.startRanges[edge].isEmpty {
      let first = fleet.starters[Int(fleet.startRanges[edge].lowerBound)]
      schedule(Int32(laneCount + edge), fleet.departsSeconds[Int(first)])
    }
  }

  deinit {
    lanes.deallocate()
    vehicles.deallocate()
    rings.deallocate()
    departuresSeconds.deallocate()
    lastUseSeconds.deallocate()
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
      if !isWorth(quarter, counted(at: Float(tick) * Self.tickSeconds)) { return false }
    }
    run()
    return true
  }

  /// Simulates the ticks before one that were not simulated yet.
  private func advance(to end: Int) {
    let laneActors = Int32(laneCount)
    while tick < end {
      let now = Float(tick) * Self.tickSeconds
      clock.advance(to: now)
      if !ways.watched.isEmpty, tick % Self.ticksPerLook == 0 { look(now) }
      var actor = ticks[tick]
      ticks[tick] = -1
      while actor >= 0 {
        let next = nextInTick[Int(actor)]
        if actor < laneActors {
          serve(Int(actor), now + Self.tickSeconds)
        } else {
          insert(Int(actor - laneActors), now + Self.tickSeconds)
        }
        actor = next
      }
      tick += 1
    }
  }

  /// Lets an actor act at a time, at the earliest in the next tick.
  @inline(__always)
  func schedule(_ actor: Int32, _ timeSeconds: Float) {
    guard timeSeconds < durationSeconds else { return }
    let at = max(tick + 1, Int(timeSeconds / Self.tickSeconds))
    guard at < ticks.count - 1 else { return }
    nextInTick[Int(actor)] = ticks[at]
    ticks[at] = actor
  }

  /// Counts those still on the road, or still waiting to get onto it.
  private func count() {
    for lane in 0..<laneCount {
      for ahead in 0..<lanes[lane].count {
        let vehicle = vehicles[Int(rings[slot(lane, ahead)])]
        guard durationSeconds > vehicle.insertedSeconds else { continue }
        outcome.lanes?.add(
          lane, enteredSeconds: vehicle.entrySeconds,
          arrivedSeconds: min(vehicle.arrivalSeconds, durationSeconds),
          leftSeconds: nil, place: 0)
      }
    }
    outcome = counted(at: durationSeconds)
  }

  /// What came out until a time, with those still on the road or waiting to get onto it.
  private func counted(at timeSeconds: Float) -> Outcome {
    var counted = outcome
    for lane in 0..<laneCount {
      for ahead in 0..<lanes[lane].count {
        let vehicle = vehicles[Int(rings[slot(lane, ahead)])]
        let thereSeconds = timeSeconds - vehicle.insertedSeconds
        guard thereSeconds > 0 else { continue }
        // What is left of the lane was not driven yet.
        let leftSeconds = max(vehicle.arrivalSeconds - timeSeconds, 0)
        counted.lossSeconds += Double(max(thereSeconds + leftSeconds - vehicle.freeSeconds, 0))
        counted.vehicleSeconds += Double(thereSeconds)
      }
    }
    for edge in starts.indices {
      for place in starts[edge]..<fleet.startRanges[edge].upperBound {
        let departSeconds = fleet.departsSeconds[Int(fleet.starters[Int(place)])]
        guard departSeconds < timeSeconds else { break }
        counted.undeparted += 1
        counted.departDelaySeconds += Double(timeSeconds - departSeconds)
      }
    }
    return counted
  }
}
