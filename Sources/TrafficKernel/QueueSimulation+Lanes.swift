/// Lanes as rings of vehicles: which to take, whether there is room, coming in and leaving.
extension QueueSimulation {
  /// The lane of a step's edge to take for one who comes in at a lane: the emptiest good one
  /// nearby.
  @inline(__always)
  func bestLane(_ step: Int, _ from: Int) -> Int {
    let first = Int(edgeLanes[Int(ways.edges[step])])
    let table = Int(ways.tables[step])
    var best = first
    var least = Float.infinity
    for place in 0..<Int(ways.laneCounts[Int(ways.edges[step])]) {
      let lane = first + place
      let count = Float(lanes[lane].count)
      let cost =
        count + ways.penalties[table + place] * driving.laneWeight
        + (from < 0 ? 0 : Float(abs(lane - from)) * driving.changeCost)
        + (lanes[lane].count >= lanes[lane].capacity ? driving.fullWeight : 0)
      if cost < least {
        least = cost
        best = lane
      }
    }
    return best
  }

  /// From when a lane may have room for one more at its begin: at or before `timeSeconds` where it
  /// has room then.
  ///
  /// Behind vehicles that move, those inside the junction do not take places of the lane.
  @inline(__always)
  func roomTimeSeconds(_ lane: Int, _ timeSeconds: Float, insideMetres: Float = 0) -> Float {
    let capacity = lanes[lane].capacity
    guard lanes[lane].count < capacity else {
      let moving = min(1 + Int32(insideMetres / 15), Self.spare)
      let head = Int(rings[slot(lane, 0)])
      let isMoving =
        !lanes[lane].isStuck && lanes[lane].holdSeconds <= timeSeconds
        && lanes[lane].count < capacity + moving
        && vehicles[head].arrivalSeconds + 2 > timeSeconds
      // Nothing changes before the head may go, and then a hole must come up the queue.
      return isMoving ? timeSeconds : max(lanes[lane].holdSeconds, timeSeconds + Self.tickSeconds)
    }
    // The place that this vehicle takes was left by the one a whole lane before it.
    let left = slot(lane, lanes[lane].count - capacity)
    return departuresSeconds[left] + Float(capacity) * holeLagSeconds
  }

  /// Where a lane keeps the vehicle `ahead` places behind its head; before 0 are those that left.
  @inline(__always)
  func slot(_ lane: Int, _ ahead: Int32) -> Int {
    var place = lanes[lane].head + ahead
    let size = lanes[lane].capacity + Self.spare
    if place >= size { place -= size } else if place < 0 { place += size }
    return Int(lanes[lane].ringStart + place)
  }

  /// Puts a vehicle on a lane.
  func enter(_ lane: Int, _ vehicle: Int, _ timeSeconds: Float, speedMetresPerSecond: Float) {
    let kind = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
    let factor = fleet.speedFactors[vehicle]
    let allowed = min(street.speedsMetresPerSecond[lane] * factor, kind.maximumSpeedMetresPerSecond)
    let cruise = max(allowed - kind.dawdlingMetresPerSecond, 0.5 * allowed)
    let length = street.lengthsMetres[lane]
    var time = timeSeconds + length / cruise
    let acceleration = kind.accelerationMetresPerSecondSquared * driving.cruiseAcceleration
    if speedMetresPerSecond < cruise {
      let slow = cruise - speedMetresPerSecond
      // On a short lane the speed is not reached.
      let stretch =
        (cruise * cruise - speedMetresPerSecond * speedMetresPerSecond) / (2 * acceleration)
      if stretch <= length {
        time += slow * slow / (2 * acceleration * cruise)
      } else {
        let reached = (speedMetresPerSecond * speedMetresPerSecond + 2 * acceleration * length)
          .squareRoot()
        time = timeSeconds + (reached - speedMetresPerSecond) / acceleration
      }
    }
    if lane < street.laneCount {
      vehicles[vehicle].freeSeconds += length / allowed
      let connection = nextConnection(vehicle, lane)
      if connection >= 0 {
        let next = street.connections[connection]
        let isYielding = next.isMinor && next.signal < 0
        let turn = min(
          next.speedMetresPerSecond * factor, kind.maximumSpeedMetresPerSecond,
          isYielding ? driving.yieldSpeedMetresPerSecond : .infinity)
        if turn < cruise {
          let slow = cruise - turn
          time += slow * slow / (2 * kind.decelerationMetresPerSecondSquared * cruise)
        }
      }
    }
    vehicles[vehicle].arrivalSeconds = time
    vehicles[vehicle].entrySeconds = timeSeconds
    rings[slot(lane, lanes[lane].count)] = Int32(vehicle)
    // A lane that leads to itself is scheduled when it was served.
    if lanes[lane].count == 0, lane != served { schedule(Int32(lane), time) }
    lanes[lane].count += 1
  }

  /// The connection that a vehicle takes out of a lane or bay; -1 at the end of its way.
  @inline(__always)
  func nextConnection(_ vehicle: Int, _ lane: Int) -> Int {
    if lane >= street.laneCount { return Int(street.bayExits[lane]) }
    let step = Int(vehicles[vehicle].step)
    let first = Int(edgeLanes[Int(ways.edges[step])])
    let connection = Int(ways.connections[Int(ways.tables[step]) + lane - first])
    guard connection < 0, !ways.isLast[step] else { return connection }
    // On a lane that does not lead on: by way of the nearest that does.
    return Int(ways.connections[Int(ways.tables[step]) + nearestLane(step, lane) - first])
  }

  /// The lane nearest to one from which a step's way goes on.
  func nearestLane(_ step: Int, _ from: Int) -> Int {
    let first = Int(edgeLanes[Int(ways.edges[step])])
    let table = Int(ways.tables[step])
    var best = -1
    for place in 0..<Int(ways.laneCounts[Int(ways.edges[step])])
    where ways.connections[table + place] >= 0 {
      let lane = first + place
      if best < 0 || abs(lane - from) < abs(best - from) { best = lane }
    }
    return best < 0 ? from : best
  }

  /// Takes the head off a lane.
  ///
  /// Where it stood in a queue, the hole that it leaves began to move when it did.
  @inline(__always)
  func leave(_ lane: Int, _ vehicle: Int, _ timeSeconds: Float, place: Int32, wasQueued: Bool) {
    outcome.lanes?.add(
      lane, enteredSeconds: vehicles[vehicle].entrySeconds,
      arrivedSeconds: vehicles[vehicle].arrivalSeconds,
      leftSeconds: timeSeconds,
      place: place)
    let isMoving = wasQueued && place > 0
    lanes[lane].waveSeconds =
      isMoving ? min(lanes[lane].waveSeconds + holeLagSeconds, timeSeconds) : timeSeconds
    departuresSeconds[slot(lane, 0)] =
      lanes[lane].waveSeconds + (wasQueued ? driving.holeStartSeconds : 0)
    lanes[lane].head += 1
    if lanes[lane].head == lanes[lane].capacity + Self.spare { lanes[lane].head = 0 }
    lanes[lane].count -= 1
    lanes[lane].lastOutSeconds = timeSeconds
    lanes[lane].isStuck = false
  }
}
