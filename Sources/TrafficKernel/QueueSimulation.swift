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

  // Lanes and bays.
  var capacities: [Int32]
  /// Seconds by which a hole moves up one place of a queue.
  let holeLag_s: Float
  var ringStarts: [Int32]
  var rings: [Int32]
  /// When the hole that each place's last vehicle left began to move up the queue.
  var departures_s: [Float]
  /// The same of the vehicle that left a lane last.
  var waves_s: [Float]
  var counts: [Int32]
  /// Where each ring's first vehicle is.
  var heads: [Int32]
  var lastOut_s: [Float]
  var holds_s: [Float]
  var discharged: [Int32]
  /// Lanes whose head waits for a gap or for room beyond: nobody needs to yield to it.
  var stuck: [Bool]
  /// Since when their heads have waited.
  var blockedSince_s: [Float]
  var lastUse_s: [Float]
  var nextInTick: [Int32]

  // Vehicles.
  var steps: [Int32]
  var arrivals_s: [Float]
  var entries_s: [Float]
  var freeTimes_s: [Float]
  var inserted_s: [Float]

  var clock: SignalClock
  var ticks: [Int32]
  var tick = 0
  static let tick_s: Float = 0.5
  /// Seconds after which one who waits for room looks for another lane.
  static let patience_s: Float = 2
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
    let lanes = street.lengths_m.count
    var total: Int32 = 0
    capacities = []
    ringStarts = []
    for lane in 0..<lanes {
      let capacity = max(1, Int32(street.lengths_m[lane] / fleet.meanSpacing_m + driving.roomShare))
      capacities.append(capacity)
      ringStarts.append(total)
      total += capacity + Self.spare
    }
    rings = [Int32](repeating: -1, count: Int(total))
    departures_s = [Float](repeating: -1e6, count: Int(total))
    counts = [Int32](repeating: 0, count: lanes)
    heads = counts
    lastOut_s = [Float](repeating: -1e6, count: lanes)
    holds_s = lastOut_s
    waves_s = lastOut_s
    blockedSince_s = lastOut_s
    discharged = [Int32](repeating: Int32(VehicleKind.places), count: lanes)
    stuck = [Bool](repeating: false, count: lanes)
    nextInTick = [Int32](repeating: -1, count: lanes + edgeLanes.count)
    lastUse_s = [Float](repeating: -1e6, count: street.connections.count)
    let vehicles = fleet.departs_s.count
    steps = (0..<vehicles).map { ways.starts[Int(fleet.ways[$0])] }
    arrivals_s = [Float](repeating: 0, count: vehicles)
    entries_s = arrivals_s
    freeTimes_s = arrivals_s
    inserted_s = [Float](repeating: -1, count: vehicles)
    ticks = [Int32](repeating: -1, count: Int((duration_s / Self.tick_s).rounded(.up)) + 1)
    starts = fleet.startRanges.map(\.lowerBound)
    lastStart_s = [Float](repeating: -1e6, count: lanes)
    edgeSpeeds = [Float](repeating: 1, count: edgeLanes.count)
    seen = [Float](repeating: 1, count: ways.watched.count * Self.looks)
    outcome = Outcome()
    outcome.lanes = record
  }

  /// Runs to the end and counts what is still on the road.
  public func run() {
    for edge in fleet.startRanges.indices where !fleet.startRanges[edge].isEmpty {
      schedule(
        Int32(street.lengths_m.count + edge),
        fleet.departs_s[Int(fleet.starters[Int(fleet.startRanges[edge].lowerBound)])])
    }
    let lanes = Int32(street.lengths_m.count)
    for number in 0..<(ticks.count - 1) {
      tick = number
      let now = Float(number) * Self.tick_s
      clock.advance(to: now)
      if !ways.watched.isEmpty, number % Self.ticksPerLook == 0 { look(now) }
      var actor = ticks[number]
      ticks[number] = -1
      while actor >= 0 {
        let next = nextInTick[Int(actor)]
        if actor < lanes {
          serve(Int(actor), now + Self.tick_s)
        } else {
          insert(Int(actor - lanes), now + Self.tick_s)
        }
        actor = next
      }
    }
    count()
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
  func count() {
    for lane in counts.indices {
      for ahead in 0..<counts[lane] {
        let vehicle = Int(rings[slot(lane, ahead)])
        let there = duration_s - inserted_s[vehicle]
        guard there > 0 else { continue }
        outcome.lanes?.add(
          lane, entered_s: entries_s[vehicle], arrived_s: min(arrivals_s[vehicle], duration_s),
          left_s: nil, place: 0)
        // What is left of the lane was not driven yet.
        let left = max(arrivals_s[vehicle] - duration_s, 0)
        outcome.loss_s += Double(max(there + left - freeTimes_s[vehicle], 0))
        outcome.vehicleSeconds += Double(there)
      }
    }
    for edge in starts.indices {
      for place in starts[edge]..<fleet.startRanges[edge].upperBound {
        let depart = fleet.departs_s[Int(fleet.starters[Int(place)])]
        outcome.undeparted += 1
        outcome.departDelay_s += Double(max(duration_s - depart, 0))
      }
    }
  }
}
