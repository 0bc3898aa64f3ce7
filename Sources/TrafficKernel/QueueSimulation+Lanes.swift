/// Lanes as rings of vehicles: which to take, whether there is room, coming in and leaving.
extension QueueSimulation {
  /// The lane of a step's edge to take for one who comes in at a lane: the emptiest good one
  /// nearby.
  @inline(__always)
  func bestLane(_ step: Int, _ from: Int) -> Int {
    let first = Int(edgeLanes[Int(ways.edges[step])])
    let table = Int(ways.tables[step])
    var mask = ways.lanes[step]
    var best = -1
    var least = Float.infinity
    while mask != 0 {
      let place = mask.trailingZeroBitCount
      mask &= mask - 1
      let lane = first + place
      let count = Float(counts[lane])
      let cost =
        count + ways.penalties[table + place] * driving.laneWeight
        + (from < 0 ? 0 : Float(abs(lane - from)) * driving.changeCost)
        + (counts[lane] >= capacities[lane] ? driving.fullWeight : 0)
      if cost < least {
        least = cost
        best = lane
      }
    }
    return best
  }

  /// From when a lane may have room for one more at its begin: at or before `time_s` where it has
  /// room then.
  ///
  /// Behind vehicles that move, those inside the junction do not take places of the lane.
  @inline(__always)
  func roomTime_s(_ lane: Int, _ time_s: Float, inside_m: Float = 0) -> Float {
    let capacity = capacities[lane]
    guard counts[lane] < capacity else {
      let moving = min(1 + Int32(inside_m / 15), Self.spare)
      let head = Int(rings[slot(lane, 0)])
      let isMoving =
        !stuck[lane] && holds_s[lane] <= time_s && counts[lane] < capacity + moving
        && arrivals_s[head] + 2 > time_s
      // Nothing changes before the head may go, and then a hole must come up the queue.
      return isMoving ? time_s : max(holds_s[lane], time_s + Self.tick_s)
    }
    // The place that this vehicle takes was left by the one a whole lane before it.
    let left = slot(lane, counts[lane] - capacity)
    return departures_s[left] + Float(capacity) * holeLag_s
  }

  /// Where a lane keeps the vehicle `ahead` places behind its head; before 0 are those that left.
  @inline(__always)
  func slot(_ lane: Int, _ ahead: Int32) -> Int {
    var place = heads[lane] + ahead
    let size = capacities[lane] + Self.spare
    if place >= size { place -= size } else if place < 0 { place += size }
    return Int(ringStarts[lane] + place)
  }

  /// Puts a vehicle on a lane.
  func enter(_ lane: Int, _ vehicle: Int, _ time_s: Float, speed_ms: Float) {
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
        let isYielding = next.isMinor && next.signal < 0
        let turn = min(
          next.speed_ms * factor, kind.maximumSpeed_ms,
          isYielding ? driving.yieldSpeed_ms : .infinity)
        if turn < cruise {
          let slow = cruise - turn
          time += slow * slow / (2 * kind.deceleration_ms2 * cruise)
        }
      }
    }
    arrivals_s[vehicle] = time
    entries_s[vehicle] = time_s
    rings[slot(lane, counts[lane])] = Int32(vehicle)
    if counts[lane] == 0 { schedule(Int32(lane), time) }
    counts[lane] += 1
  }

  /// The connection that a vehicle takes out of a lane or bay; -1 at the end of its way.
  @inline(__always)
  func nextConnection(_ vehicle: Int, _ lane: Int) -> Int {
    if lane >= street.laneCount { return Int(street.bayExits[lane]) }
    let step = Int(steps[vehicle])
    let first = Int(edgeLanes[Int(ways.edges[step])])
    let connection = Int(ways.connections[Int(ways.tables[step]) + lane - first])
    guard connection < 0, !ways.isLast[step] else { return connection }
    // On a lane that does not lead on: by way of the nearest that does.
    return Int(ways.connections[Int(ways.tables[step]) + nearestLane(step, lane) - first])
  }

  /// The lane nearest to one from which a step's way goes on.
  func nearestLane(_ step: Int, _ from: Int) -> Int {
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

  /// Takes the head off a lane.
  ///
  /// Where it stood in a queue, the hole that it leaves began to move when it did.
  @inline(__always)
  func leave(_ lane: Int, _ vehicle: Int, _ time_s: Float, place: Int32, wasQueued: Bool) {
    outcome.lanes?.add(
      lane, entered_s: entries_s[vehicle], arrived_s: arrivals_s[vehicle], left_s: time_s,
      place: place)
    let isMoving = wasQueued && place > 0
    waves_s[lane] = isMoving ? min(waves_s[lane] + holeLag_s, time_s) : time_s
    departures_s[slot(lane, 0)] =
      waves_s[lane] + (wasQueued ? driving.holeStart_s : 0)
    heads[lane] += 1
    if heads[lane] == capacities[lane] + Self.spare { heads[lane] = 0 }
    counts[lane] -= 1
    lastOut_s[lane] = time_s
    stuck[lane] = false
  }
}
