/// The queue simulation: vehicles move from lane to lane at computed moments, not metre by metre.
///
/// A lane keeps its vehicles in order. Its head leaves when it has arrived, the one before is far enough
/// ahead, the signal lets it, those with priority leave a gap, and the lane beyond has room: room comes
/// back to a lane's begin only after the hole has travelled up the queue (Newell's backward wave). All
/// lanes that may act within a tick hang in that tick's list; others cost nothing.
public final class QueueSimulation {
  private let street: Street
  private let ways: Ways
  private let fleet: Fleet
  private let driving: Driving
  /// The first lane of each edge.
  private let edgeLanes: [Int32]
  private let duration_s: Float

  // Lanes and bays.
  private var capacities: [Int32]
  private var ringStarts: [Int32]
  private var rings: [Int32]
  private var departures_s: [Float]
  private var counts: [Int32]
  private var serials: [Int32]
  private var lastOut_s: [Float]
  private var holds_s: [Float]
  private var discharged: [Int32]
  /// Lanes whose head waits for a gap or for room beyond: nobody needs to yield to it.
  private var stuck: [Bool]
  private var lastUse_s: [Float]
  private var nextInTick: [Int32]

  // Vehicles.
  private var steps: [Int32]
  private var arrivals_s: [Float]
  private var entries_s: [Float]
  private var freeTimes_s: [Float]
  private var inserted_s: [Float]

  private var clock: SignalClock
  private var ticks: [Int32]
  private var tick = 0
  private static let tick_s: Float = 0.5
  /// Places of a ring beyond what its lane holds: for those still inside the junction.
  private static let spare: Int32 = 3

  /// The current travel time of each edge that tells alternatives apart.
  private var edgeSpeeds: [Float]
  private var starts: [Int32]
  private var lastStart_s: [Float]

  /// What came out so far.
  public private(set) var outcome: Outcome

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
  /// `edgeLanes` is the first lane of each edge, `clock` stands at time 0, `record` notes lanes where it
  /// is given.
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
    let lanes = street.lengths_m.count
    var total: Int32 = 0
    capacities = []
    ringStarts = []
    for lane in 0..<lanes {
      let capacity = max(1, Int32(street.lengths_m[lane] / fleet.meanSpacing_m + 0.3))
      capacities.append(capacity)
      ringStarts.append(total)
      total += capacity + Self.spare
    }
    rings = [Int32](repeating: -1, count: Int(total))
    departures_s = [Float](repeating: -1e6, count: Int(total))
    counts = [Int32](repeating: 0, count: lanes)
    serials = counts
    lastOut_s = [Float](repeating: -1e6, count: lanes)
    holds_s = lastOut_s
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
  private func schedule(_ actor: Int32, _ time_s: Float) {
    guard time_s < duration_s else { return }
    let at = max(tick + 1, Int(time_s / Self.tick_s))
    guard at < ticks.count - 1 else { return }
    nextInTick[Int(actor)] = ticks[at]
    ticks[at] = actor
  }

  // MARK: Starting

  private static let ticksPerLook = 30
  /// The weight of a new look at an edge: looks back over about three minutes, as SUMO's routing does.
  private static let lookWeight: Float = 0.15

  /// Looks how fast the edges are that tell alternatives apart: the share of vehicles that move.
  private func look(_ now_s: Float) {
    for edge in ways.watched {
      var all: Int32 = 0
      var standing: Int32 = 0
      for lane in Int(edgeLanes[Int(edge)])..<Int(edgeLanes[Int(edge)] + ways.laneCounts[Int(edge)]) {
        all += counts[lane]
        for ahead in 0..<counts[lane] {
          let vehicle = Int(rings[slot(lane, serials[lane] - counts[lane] + ahead)])
          guard arrivals_s[vehicle] < now_s else { break }
          standing += 1
        }
      }
      let speed = all == 0 ? 1 : Float(all - standing) / Float(all)
      edgeSpeeds[Int(edge)] += (speed - edgeSpeeds[Int(edge)]) * Self.lookWeight
    }
  }

  /// The fastest way of a vehicle's group as things stand.
  private func fastestWay(_ group: Int) -> Int {
    var best = -1
    var least = Float.infinity
    for way in ways.groups[group] {
      var cost = ways.fixedTimes_s[way]
      for step in ways.starts[way]..<ways.starts[way + 1] {
        let edge = Int(ways.edges[Int(step)])
        cost += ways.edgeTimes_s[edge] / max(edgeSpeeds[edge], 0.03)
      }
      if cost < least {
        least = cost
        best = way
      }
    }
    return best
  }

  /// Lets the vehicles of an edge start, in the order in which they want to.
  private func insert(_ edge: Int, _ end_s: Float) {
    let actor = Int32(street.lengths_m.count + edge)
    while starts[edge] < fleet.startRanges[edge].upperBound {
      let vehicle = Int(fleet.starters[Int(starts[edge])])
      let group = Int(fleet.groups[vehicle])
      if group >= 0, ways.groups[group].count > 1 {
        steps[vehicle] = ways.starts[fastestWay(group)]
      }
      let step = Int(steps[vehicle])
      let lane = bestLane(step, -1)
      let time = max(
        fleet.departs_s[vehicle], lastStart_s[lane] + driving.insertionHeadway_s,
        end_s - Self.tick_s)
      guard time < end_s else { return schedule(actor, time) }
      guard hasRoom(lane, time) else { return schedule(actor, end_s) }
      starts[edge] += 1
      lastStart_s[lane] = time
      inserted_s[vehicle] = time
      outcome.departDelay_s += Double(time - fleet.departs_s[vehicle])
      enter(lane, vehicle, time, speed_ms: fleet.startSpeeds_ms[vehicle])
    }
  }

  // MARK: Lanes

  /// The lane of a step's edge to take for one who comes in at a lane: the emptiest good one nearby.
  @inline(__always)
  private func bestLane(_ step: Int, _ from: Int) -> Int {
    let first = Int(edgeLanes[Int(ways.edges[step])])
    var mask = ways.lanes[step]
    var best = -1
    var least = Float.infinity
    while mask != 0 {
      let place = mask.trailingZeroBitCount
      mask &= mask - 1
      let lane = first + place
      let count = Float(counts[lane])
      let cost =
        count + (from < 0 ? 0 : Float(abs(lane - from)) * driving.changeCost)
        + (counts[lane] >= capacities[lane] ? 1000 : 0)
      if cost < least {
        least = cost
        best = lane
      }
    }
    return best
  }

  /// Whether a lane has room for one more at its begin.
  ///
  /// Behind vehicles that move, those inside the junction do not take places of the lane.
  @inline(__always)
  private func hasRoom(_ lane: Int, _ time_s: Float, inside_m: Float = 0) -> Bool {
    let capacity = capacities[lane]
    guard counts[lane] < capacity else {
      let moving = min(1 + Int32(inside_m / 15), Self.spare)
      let head = Int(rings[slot(lane, serials[lane] - counts[lane])])
      return !stuck[lane] && holds_s[lane] <= time_s && counts[lane] < capacity + moving
        && arrivals_s[head] + 2 > time_s
    }
    // The place that this vehicle takes was left by the one a whole lane before it.
    let slot = slot(lane, serials[lane] - capacity)
    return departures_s[slot] + Float(capacity) * driving.holeLag_s <= time_s
  }

  /// Where the nth vehicle of a lane since the begin is kept.
  @inline(__always)
  private func slot(_ lane: Int, _ serial: Int32) -> Int {
    let size = capacities[lane] + Self.spare
    return Int(ringStarts[lane] + (serial < 0 ? serial + size : serial) % size)
  }

  /// Puts a vehicle on a lane.
  private func enter(_ lane: Int, _ vehicle: Int, _ time_s: Float, speed_ms: Float) {
    let kind = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
    let factor = fleet.speedFactors[vehicle]
    let allowed = min(street.speeds_ms[lane] * factor, kind.maximumSpeed_ms)
    let cruise = max(allowed - kind.dawdling_ms, 0.5 * allowed)
    let length = street.lengths_m[lane]
    var time = time_s + length / cruise
    let acceleration = kind.acceleration_ms2 * driving.cruiseAcceleration
    if speed_ms < cruise {
      let slow = cruise - speed_ms
      // On a short lane the speed is not reached.
      let stretch = (cruise * cruise - speed_ms * speed_ms) / (2 * acceleration)
      if stretch <= length {
        time += slow * slow / (2 * acceleration * cruise)
      } else {
        let reached = (speed_ms * speed_ms + 2 * acceleration * length).squareRoot()
        time = time_s + (reached - speed_ms) / acceleration
      }
    }
    if lane < street.laneCount {
      freeTimes_s[vehicle] += length / allowed
      let connection = nextConnection(vehicle, lane)
      if connection >= 0 {
        let next = street.connections[connection]
        let turn = min(next.speed_ms * factor, kind.maximumSpeed_ms)
        if turn < cruise {
          let slow = cruise - turn
          time += slow * slow / (2 * kind.deceleration_ms2 * cruise)
        }
        if next.isMinor, next.signal < 0 { time += driving.minorDelay_s }
      }
    }
    arrivals_s[vehicle] = time
    entries_s[vehicle] = time_s
    rings[slot(lane, serials[lane])] = Int32(vehicle)
    if counts[lane] == 0 { schedule(Int32(lane), time) }
    counts[lane] += 1
    serials[lane] &+= 1
  }

  /// The connection that a vehicle takes out of a lane or bay; -1 at the end of its way.
  @inline(__always)
  private func nextConnection(_ vehicle: Int, _ lane: Int) -> Int {
    if lane >= street.laneCount { return Int(street.bayExits[lane]) }
    let step = Int(steps[vehicle])
    let first = Int(edgeLanes[Int(ways.edges[step])])
    let connection = Int(ways.connections[Int(ways.tables[step]) + lane - first])
    guard connection < 0, !ways.isLast[step] else { return connection }
    // On a lane that does not lead on: by way of the nearest that does.
    return Int(ways.connections[Int(ways.tables[step]) + nearestLane(step, lane) - first])
  }

  /// The lane nearest to one from which a step's way goes on.
  private func nearestLane(_ step: Int, _ from: Int) -> Int {
    let first = Int(edgeLanes[Int(ways.edges[step])])
    var mask = ways.lanes[step]
    var best = -1
    while mask != 0 {
      let lane = first + mask.trailingZeroBitCount
      mask &= mask - 1
      if best < 0 || abs(lane - from) < abs(best - from) { best = lane }
    }
    return best
  }

  /// The speed over the line of the vehicle at a place of a queue, if nothing else limits it.
  @inline(__always)
  private func queueSpeed_ms(_ kind: VehicleKind, _ place: Int32) -> Float {
    fleet.queueSpeeds_ms[Int(kind.queueSpeeds) + Int(place)]
  }

  /// Seconds after the last vehicle at which the next of a lane may follow.
  @inline(__always)
  private func headway_s(_ kind: VehicleKind, _ place: Int32, _ speed_ms: Float) -> Float {
    var speed = speed_ms
    if place < Int32(VehicleKind.places) {
      speed = min(speed, (queueSpeed_ms(kind, place) + queueSpeed_ms(kind, max(place - 1, 0))) / 2)
    }
    return kind.headway_s + driving.headwayExcess_s + kind.spacing_m / max(speed, 1)
  }

  /// Lets the vehicles at a lane's end go as far as they may before `end_s`.
  private func serve(_ lane: Int, _ end_s: Float) {
    while counts[lane] > 0 {
      let vehicle = Int(rings[slot(lane, serials[lane] - counts[lane])])
      let kind = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
      let number = nextConnection(vehicle, lane)
      let place = discharged[lane]
      let limit = number >= 0 ? street.connections[number].speed_ms : street.speeds_ms[lane]
      let speed =
        min(limit, street.speeds_ms[lane], kind.maximumSpeed_ms) - kind.dawdling_ms * 0.5
      var follow = lastOut_s[lane] + headway_s(kind, place, speed)
      // Who could not get onto his lane squeezes in there at its end.
      var beside = -1
      if number >= 0, Int(street.connections[number].from) != lane {
        beside = Int(street.connections[number].from)
        follow = max(follow, lastOut_s[beside] + headway_s(kind, discharged[beside], speed))
      }
      let time = max(arrivals_s[vehicle], follow, holds_s[lane])
      guard time < end_s else { return schedule(Int32(lane), time) }
      if number < 0 {
        leave(lane, vehicle, time)
        outcome.finished += 1
        outcome.loss_s += Double(time - inserted_s[vehicle] - freeTimes_s[vehicle])
        outcome.vehicleSeconds += Double(time - inserted_s[vehicle])
        continue
      }
      let connection = street.connections[number]
      var mustYield = !connection.yields.isEmpty
      if connection.signal >= 0, !connection.leavesBay {
        let signal = Int(connection.signal)
        let link = Int(connection.link)
        let letter = clock.letter(signal, link)
        switch letter {
        case UInt8(ascii: "G"): mustYield = false
        case UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "y"), UInt8(ascii: "Y"):
          if letter | 0x20 == UInt8(ascii: "y") {
            // Whoever cannot stop any more drives on.
            let now = place < Int32(VehicleKind.places)
              ? min(queueSpeed_ms(kind, place), speed) : speed
            if clock.yellowFor_s(signal, link, time)
              < driving.yellowUse * now / (2 * kind.deceleration_ms2)
            {
              break
            }
          }
          let green = clock.nextGreen_s(signal, link)
          guard green < .infinity else {
            // Never green: it stands there to the end.
            holds_s[lane] = .infinity
            return
          }
          let stood = min(max((green - time + 1.5) / 3, 0), 1)
          holds_s[lane] = green + kind.startLag_s * stood
          discharged[lane] = 0
          return schedule(Int32(lane), max(holds_s[lane], green + 0.01))
        default: break
        }
      }
      if mustYield {
        let stands = place == 0
        let retry = gapEnd_s(number, time, kind, stands, speed)
        if retry > 0 {
          discharged[lane] = 0
          stuck[lane] = true
          holds_s[lane] = retry
          if retry < end_s { return schedule(Int32(lane), end_s) }
          return schedule(Int32(lane), retry)
        }
      }
      let entersBay = Int(connection.to) >= street.laneCount
      var target =
        entersBay ? Int(connection.to) : bestLane(Int(steps[vehicle]) + 1, Int(connection.lane))
      var room = hasRoom(target, time, inside_m: connection.length_m)
      if !room, !entersBay, target != Int(connection.lane) {
        target = Int(connection.lane)
        room = hasRoom(target, time, inside_m: connection.length_m)
      }
      guard room else {
        outcome.blocked_s += Double(Self.tick_s)
        discharged[lane] = 0
        stuck[lane] = true
        holds_s[lane] = end_s
        return schedule(Int32(lane), end_s)
      }
      let wasQueued = time > arrivals_s[vehicle] + 0.5
      let crossing: Float =
        wasQueued && place < Int32(VehicleKind.places)
        ? min(queueSpeed_ms(kind, place), speed) : speed
      leave(lane, vehicle, time)
      discharged[lane] = wasQueued ? min(place + 1, Int32(VehicleKind.places)) : Int32(VehicleKind.places)
      lastUse_s[number] = time
      if beside >= 0 { lastOut_s[beside] = time }
      outcome.moves += 1
      if entersBay {
        enter(target, vehicle, time, speed_ms: crossing)
      } else {
        steps[vehicle] += 1
        let inside = connection.length_m / max((crossing + speed) / 2, 1)
        freeTimes_s[vehicle] +=
          connection.length_m
          / min(connection.speed_ms * fleet.speedFactors[vehicle], kind.maximumSpeed_ms)
        enter(target, vehicle, time + inside, speed_ms: crossing)
      }
    }
  }

  /// Takes the head off a lane.
  @inline(__always)
  private func leave(_ lane: Int, _ vehicle: Int, _ time_s: Float) {
    outcome.lanes?.add(
      lane, entered_s: entries_s[vehicle], arrived_s: arrivals_s[vehicle], left_s: time_s,
      place: discharged[lane])
    departures_s[slot(lane, serials[lane] - counts[lane])] = time_s
    counts[lane] -= 1
    lastOut_s[lane] = time_s
    stuck[lane] = false
  }

  // MARK: Gaps

  /// When to look again for a gap; 0 where there is one now.
  private func gapEnd_s(
    _ number: Int, _ time_s: Float, _ kind: VehicleKind, _ stands: Bool, _ speed_ms: Float
  ) -> Float {
    let connection = street.connections[number]
    let way = connection.clearance_m + kind.length_m
    let clear = stands ? (2 * way / kind.acceleration_ms2).squareRoot() : way / speed_ms
    for place in connection.yields {
      let foeNumber = Int(street.yields[Int(place)])
      let foe = street.connections[foeNumber]
      let lane = Int(foe.from)
      let free = lastUse_s[foeNumber] + driving.clearing_s
      if free > time_s { return free }
      guard counts[lane] > 0, !stuck[lane] else { continue }
      // Drivers see who comes only as far as those look ahead to brake.
      let foeSpeed = street.speeds_ms[lane]
      let sight = driving.sight_s + foeSpeed / (2 * kind.deceleration_ms2)
      let needed =
        min(clear, sight) + (foe.lane == connection.lane ? driving.gapMargin_s : driving.crossMargin_s)
      if foe.signal >= 0 {
        let letter = clock.letter(Int(foe.signal), Int(foe.link))
        if letter != UInt8(ascii: "G"), letter != UInt8(ascii: "g") { continue }
      }
      var before = lastOut_s[lane]
      var place = discharged[lane]
      for ahead in 0..<min(counts[lane], 3) {
        let vehicle = Int(rings[slot(lane, serials[lane] - counts[lane] + ahead)])
        let other = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
        var comes = max(
          arrivals_s[vehicle], before + headway_s(other, place, foe.speed_ms))
        if ahead == 0 { comes = max(comes, holds_s[lane]) }
        if comes > time_s + needed { break }
        if nextConnection(vehicle, lane) == foeNumber { return max(comes + 0.5, time_s + 0.25) }
        before = comes
        place = min(place + 1, Int32(VehicleKind.places))
      }
    }
    return 0
  }

  // MARK: The end

  /// Counts those still on the road, or still waiting to get onto it.
  private func count() {
    for lane in counts.indices {
      for ahead in 0..<counts[lane] {
        let vehicle = Int(rings[slot(lane, serials[lane] - counts[lane] + ahead)])
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
