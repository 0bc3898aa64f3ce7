/// What happens at the stop line: following, the signal, gaps, room beyond.
extension QueueSimulation {
  /// Where the headways and speeds of a queue begin in the fleet's lists.
  @inline(__always)
  func queue(_ vehicle: Int, _ speedClass: Int32) -> Int {
    (Int(fleet.kindNumbers[vehicle]) * fleet.speedClasses + Int(speedClass)) * VehicleKind.places
  }

  /// Seconds after the last vehicle at which the next of a lane may follow.
  @inline(__always)
  func headway_s(_ kind: VehicleKind, _ queue: Int, _ place: Int32, _ speed_ms: Float) -> Float {
    if place > 0, place < Int32(VehicleKind.places) {
      return fleet.queueHeadways_s[queue + Int(place)]
    }
    return kind.headway_s + driving.headwayExcess_s + kind.spacing_m / max(speed_ms, 1)
  }

  /// The first vehicle of a lane as it comes to the line.
  struct Head {
    let lane: Int
    let vehicle: Int
    let kind: VehicleKind
    /// The connection that it takes; -1 at the end of its way.
    let number: Int
    /// What the signal shows to it; `O` where there is none.
    var letter = UInt8(ascii: "O")
    /// Whether it must be ready to yield.
    var isYielding = false
    /// Its speed over the line in m/s, if nothing is in the way.
    var speed_ms: Float
    /// Where the headways and speeds of its queue begin in the fleet's lists.
    var queue = 0
    /// Its place in the queue that moves.
    var place: Int32
  }

  /// Lets the vehicles at a lane's end go as far as they may before `end_s`.
  func serve(_ lane: Int, _ end_s: Float) {
    served = lane
    defer { served = -1 }
    while lanes[lane].count > 0 {
      var head = head(of: lane)
      let time = earliest_s(head)
      guard time < end_s else { return schedule(Int32(lane), time) }
      guard head.number >= 0 else {
        arrive(head, time)
        continue
      }
      if lanes[lane].isStuck, time > lanes[lane].blockedSince_s + driving.halt_s { head.place = 0 }
      let connection = street.connections[head.number]
      if isHeld(head, connection, time) { return }
      if !connection.yields.isEmpty || !connection.merges.isEmpty {
        let gap_s = max(gapEnd_s(head, time), mergeEnd_s(head, time))
        if gap_s > 0 {
          block(lane, time, until_s: gap_s)
          return schedule(Int32(lane), max(gap_s, end_s))
        }
      }
      let isBay = Int(connection.to) >= street.laneCount
      let target =
        isBay
        ? Int(connection.to)
        : bestLane(Int(vehicles[head.vehicle].step) + 1, Int(connection.lane))
      var room_s = roomTime_s(target, time, inside_m: connection.length_m)
      if room_s > time, !isBay, target != Int(connection.lane),
        lanes[target].count < lanes[target].capacity + Self.spare
      {
        // It waits beside the lane it wants, until the queue there lets it in.
        room_s = roomTime_s(Int(connection.lane), time, inside_m: connection.length_m)
      }
      guard room_s <= time else {
        let again_s = max(end_s, min(room_s, time + Self.patience_s))
        outcome.blocked_s += Double(again_s - time)
        block(lane, time, until_s: again_s)
        return schedule(Int32(lane), again_s)
      }
      cross(head, connection, to: target, time, isBay: isBay)
    }
  }

  @inline(__always)
  private func head(of lane: Int) -> Head {
    let vehicle = Int(rings[slot(lane, 0)])
    let kind = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
    let number = nextConnection(vehicle, lane)
    var head = Head(
      lane: lane, vehicle: vehicle, kind: kind, number: number,
      speed_ms: min(street.speeds_ms[lane], kind.maximumSpeed_ms),
      place: lanes[lane].discharged)
    if number >= 0 {
      let connection = street.connections[number]
      head.isYielding = connection.isMinor
      if connection.signal >= 0, !connection.leavesBay {
        head.letter = clock.letter(Int(connection.signal), Int(connection.link))
        head.isYielding = connection.canYield && head.letter != UInt8(ascii: "G")
      }
      head.speed_ms = min(
        head.speed_ms, connection.speed_ms,
        head.isYielding ? driving.yieldSpeed_ms : .infinity)
      head.queue = queue(
        vehicle, head.isYielding ? connection.yieldClass : connection.speedClass)
    }
    head.speed_ms -= kind.dawdling_ms * 0.5
    return head
  }

  /// When the head of a lane is at the line and far enough behind the one before.
  @inline(__always)
  private func earliest_s(_ head: Head) -> Float {
    let lane = lanes[head.lane]
    let place = head.number < 0 ? Int32(VehicleKind.places) : head.place
    var follow_s = lane.lastOut_s + headway_s(head.kind, head.queue, place, head.speed_ms)
    if let beside = laneBeside(head) {
      follow_s = max(
        follow_s,
        lanes[beside].lastOut_s + driving.squeeze_s
          + headway_s(head.kind, head.queue, lanes[beside].discharged, head.speed_ms))
    }
    return max(vehicles[head.vehicle].arrival_s, follow_s, lane.hold_s)
  }

  /// The lane at whose end one squeezes in who could not get onto it; nil for most.
  @inline(__always)
  private func laneBeside(_ head: Head) -> Int? {
    guard head.number >= 0 else { return nil }
    let from = Int(street.connections[head.number].from)
    return from == head.lane ? nil : from
  }

  /// Whether the signal stops a lane's head; if so it is scheduled for the next green.
  @inline(__always)
  private func isHeld(_ head: Head, _ connection: Street.Connection, _ time_s: Float) -> Bool {
    let signal = Int(connection.signal)
    let link = Int(connection.link)
    switch head.letter {
    case UInt8(ascii: "y"), UInt8(ascii: "Y"):
      // Whoever cannot stop any more drives on: who is nearer than he needs, braking once a second.
      let speed_ms = queueSpeed_ms(head)
      let deceleration = head.kind.deceleration_ms2
      let steps = (speed_ms / deceleration).rounded(.down)
      let gap_m = steps * speed_ms - deceleration * steps * (steps + 1) / 2
      let use_s = driving.yellowUse * gap_m / max(speed_ms, 1)
      if clock.yellowFor_s(signal, link, time_s) < use_s { return false }
    case UInt8(ascii: "r"), UInt8(ascii: "u"): break
    default: return false
    }
    let green_s = clock.nextGreen_s(signal, link)
    guard green_s < .infinity else {
      // Never green: it stands there to the end.
      lanes[head.lane].hold_s = .infinity
      return true
    }
    let stood = min(max((green_s - time_s + 1.5) / 3, 0), 1)
    let hold_s = green_s + fleet.queueHeadways_s[head.queue] * stood
    lanes[head.lane].hold_s = hold_s
    lanes[head.lane].discharged = 0
    lanes[head.lane].isStuck = false
    schedule(Int32(head.lane), max(hold_s, green_s + 0.01))
    return true
  }

  /// The head's speed over the line if it comes out of a queue.
  @inline(__always)
  private func queueSpeed_ms(_ head: Head) -> Float {
    guard head.place < Int32(VehicleKind.places) else { return head.speed_ms }
    return min(fleet.queueSpeeds_ms[head.queue + Int(head.place)], head.speed_ms)
  }

  /// Takes a vehicle off the road at the end of its way.
  private func arrive(_ head: Head, _ time_s: Float) {
    leave(head.lane, head.vehicle, time_s, place: head.place, wasQueued: false)
    let onRoad_s = time_s - vehicles[head.vehicle].inserted_s
    outcome.finished += 1
    outcome.loss_s += Double(onRoad_s - vehicles[head.vehicle].free_s)
    outcome.vehicleSeconds += Double(onRoad_s)
  }

  /// Moves a lane's head over the line to the lane or bay beyond.
  @inline(__always)
  private func cross(
    _ head: Head, _ connection: Street.Connection, to target: Int, _ time_s: Float, isBay: Bool
  ) {
    let vehicle = head.vehicle
    let wasQueued = time_s > vehicles[vehicle].arrival_s + 0.5
    let speed_ms = wasQueued ? queueSpeed_ms(head) : head.speed_ms
    leave(head.lane, vehicle, time_s, place: head.place, wasQueued: wasQueued)
    lanes[head.lane].discharged =
      wasQueued ? min(head.place + 1, Int32(VehicleKind.places)) : Int32(VehicleKind.places)
    lastUse_s[head.number] = time_s
    if let beside = laneBeside(head) { lanes[beside].lastOut_s = time_s }
    outcome.moves += 1
    guard !isBay else { return enter(target, vehicle, time_s, speed_ms: speed_ms) }
    vehicles[vehicle].step += 1
    // Inside the junction it goes on to accelerate.
    let gain =
      2 * head.kind.acceleration_ms2 * driving.cruiseAcceleration * connection.length_m
    let reached_ms = max(min((speed_ms * speed_ms + gain).squareRoot(), head.speed_ms), 1)
    let inside_s = connection.length_m / max((speed_ms + reached_ms) / 2, 1)
    vehicles[vehicle].free_s +=
      connection.length_m
      / min(connection.speed_ms * fleet.speedFactors[vehicle], head.kind.maximumSpeed_ms)
    enter(target, vehicle, time_s + inside_s, speed_ms: reached_ms)
  }

  /// Notes that the head of a lane may not go: it slows down, and after a while it stands.
  @inline(__always)
  func block(_ lane: Int, _ time_s: Float, until_s: Float) {
    lanes[lane].hold_s = until_s
    guard !lanes[lane].isStuck else { return }
    lanes[lane].isStuck = true
    lanes[lane].blockedSince_s = time_s
  }

  /// When a head may go on to a lane that another green lane leads to too; 0 where it may now.
  ///
  /// The first of both queues go, then they hold each other up.
  private func mergeEnd_s(_ head: Head, _ time_s: Float) -> Float {
    guard head.letter == UInt8(ascii: "G") else { return 0 }
    let own_s = lanes[head.lane].lastOut_s
    let isQueue = head.place < Int32(VehicleKind.places)
    for place in street.connections[head.number].merges {
      let used_s = lastUse_s[Int(street.merges[Int(place)])]
      guard !isQueue || (head.place > 0 && used_s > own_s - 2) else { continue }
      let free_s =
        isQueue
        ? own_s + fleet.queueHeadways_s[head.queue + Int(head.place)] * driving.mergeShare
        : used_s + headway_s(head.kind, head.queue, head.place, head.speed_ms)
      if free_s > time_s { return free_s }
    }
    return 0
  }

  /// When to look again for a gap; 0 where there is one now.
  private func gapEnd_s(_ head: Head, _ time_s: Float) -> Float {
    let kind = head.kind
    let connection = street.connections[head.number]
    let hasPriority = head.letter == UInt8(ascii: "G")
    let way = connection.clearance_m + kind.length_m
    var clear = way / head.speed_ms
    if head.place == 0 {
      // From a metre before the line.
      let entry = (2 * kind.acceleration_ms2).squareRoot()
      let gain = 2 * kind.acceleration_ms2 * connection.clearance_m
      clear = way / ((entry + min((entry * entry + gain).squareRoot(), head.speed_ms)) / 2)
    }
    for place in connection.yields {
      let foeNumber = Int(street.yields[Int(place)])
      let foe = street.connections[foeNumber]
      let lane = Int(foe.from)
      if hasPriority, foe.lane == connection.lane { continue }
      let free = lastUse_s[foeNumber] + driving.clearing_s
      if free > time_s { return free }
      guard lanes[lane].count > 0, !lanes[lane].isStuck else { continue }
      // Drivers see who comes only as far as those look ahead to brake.
      let foeSpeed = street.speeds_ms[lane]
      let sight = driving.sight_s + foeSpeed / (2 * kind.deceleration_ms2)
      let needed =
        min(clear, sight)
        + (foe.lane == connection.lane ? driving.gapMargin_s : driving.crossMargin_s)
      if foe.signal >= 0 {
        let letter = clock.letter(Int(foe.signal), Int(foe.link))
        if letter != UInt8(ascii: "G"), letter != UInt8(ascii: "g") { continue }
      }
      var before = lanes[lane].lastOut_s
      var place = lanes[lane].discharged
      for ahead in 0..<min(lanes[lane].count, 3) {
        let vehicle = Int(rings[slot(lane, ahead)])
        let other = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
        var comes = max(
          vehicles[vehicle].arrival_s,
          before + headway_s(other, queue(vehicle, foe.speedClass), place, foe.speed_ms))
        if ahead == 0 { comes = max(comes, lanes[lane].hold_s) }
        if comes > time_s + needed { break }
        if nextConnection(vehicle, lane) == foeNumber { return max(comes + 0.5, time_s + 0.25) }
        before = comes
        place = min(place + 1, Int32(VehicleKind.places))
      }
    }
    return 0
  }
}
