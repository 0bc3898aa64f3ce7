/// What happens at the stop line: the leader, the signal, gaps, space downstream.
extension QueueSimulation {
  /// Where the headways and speeds of a queue begin in the fleet's lists.
  @inline(__always)
  func queue(_ vehicle: Int, _ speedClass: Int32) -> Int {
    (Int(fleet.kindNumbers[vehicle]) * fleet.speedClasses + Int(speedClass)) * VehicleKind.places
  }

  /// Seconds after the last vehicle at which the next of a lane may follow.
  @inline(__always)
  func headwaySeconds(
    _ kind: VehicleKind, _ queue: Int, _ place: Int32, _ speedMetresPerSecond: Float
  ) -> Float {
    if place > 0, place < Int32(VehicleKind.places) {
      return fleet.queueHeadwaysSeconds[queue + Int(place)]
    }
    return kind.headwaySeconds + driving.headwayExcessSeconds + kind.spacingMetres
      / max(speedMetresPerSecond, 1)
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
    var speedMetresPerSecond: Float
    /// Where the headways and speeds of its queue begin in the fleet's lists.
    var queue = 0
    /// Its place in the queue that moves.
    var place: Int32
  }

  /// Lets the vehicles at a lane's end go as far as they may before `endSeconds`.
  func serve(_ lane: Int, _ endSeconds: Float) {
    served = lane
    defer { served = -1 }
    while lanes[lane].count > 0 {
      var head = head(of: lane)
      let time = earliestSeconds(head)
      guard time < endSeconds else { return schedule(Int32(lane), time) }
      guard head.number >= 0 else {
        arrive(head, time)
        continue
      }
      if lanes[lane].isStuck, time > lanes[lane].blockedSinceSeconds + driving.haltSeconds {
        head.place = 0
      }
      let connection = street.connections[head.number]
      if isHeld(head, connection, time) { return }
      if !connection.yields.isEmpty || !connection.merges.isEmpty {
        let gapSeconds = max(gapEndSeconds(head, time), mergeEndSeconds(head, time))
        if gapSeconds > 0 {
          block(lane, time, untilSeconds: gapSeconds)
          return schedule(Int32(lane), max(gapSeconds, endSeconds))
        }
      }
      let isBay = Int(connection.to) >= street.laneCount
      let target =
        isBay
        ? Int(connection.to)
        : bestLane(Int(vehicles[head.vehicle].step) + 1, Int(connection.lane))
      var roomSeconds = roomTimeSeconds(target, time, insideMetres: connection.lengthMetres)
      if roomSeconds > time, !isBay, target != Int(connection.lane),
        lanes[target].count < lanes[target].capacity + Self.spare
      {
        // It waits beside the lane it wants, until the queue there lets it in.
        roomSeconds = roomTimeSeconds(
          Int(connection.lane), time, insideMetres: connection.lengthMetres)
      }
      guard roomSeconds <= time else {
        let againSeconds = max(endSeconds, min(roomSeconds, time + Self.patienceSeconds))
        outcome.blockedSeconds += Double(againSeconds - time)
        block(lane, time, untilSeconds: againSeconds)
        return schedule(Int32(lane), againSeconds)
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
      speedMetresPerSecond: min(
        street.speedsMetresPerSecond[lane], kind.maximumSpeedMetresPerSecond),
      place: lanes[lane].discharged)
    if number >= 0 {
      let connection = street.connections[number]
      head.isYielding = connection.isMinor
      if connection.signal >= 0, !connection.leavesBay {
        head.letter = clock.letter(Int(connection.signal), Int(connection.link))
        head.isYielding = connection.canYield && head.letter != UInt8(ascii: "G")
      }
      head.speedMetresPerSecond = min(
        head.speedMetresPerSecond, connection.speedMetresPerSecond,
        head.isYielding ? driving.yieldSpeedMetresPerSecond : .infinity)
      head.queue = queue(
        vehicle, head.isYielding ? connection.yieldClass : connection.speedClass)
    }
    head.speedMetresPerSecond -= kind.dawdlingMetresPerSecond * 0.5
    return head
  }

  /// When the head of a lane is at the line and far enough behind the one before.
  @inline(__always)
  private func earliestSeconds(_ head: Head) -> Float {
    let lane = lanes[head.lane]
    let place = head.number < 0 ? Int32(VehicleKind.places) : head.place
    var followSeconds =
      lane.lastOutSeconds + headwaySeconds(head.kind, head.queue, place, head.speedMetresPerSecond)
    if let beside = laneBeside(head) {
      followSeconds = max(
        followSeconds,
        lanes[beside].lastOutSeconds + driving.squeezeSeconds
          + headwaySeconds(
            head.kind, head.queue, lanes[beside].discharged, head.speedMetresPerSecond))
    }
    return max(vehicles[head.vehicle].arrivalSeconds, followSeconds, lane.holdSeconds)
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
  private func isHeld(_ head: Head, _ connection: LaneNetwork.Connection, _ timeSeconds: Float)
    -> Bool
  {
    let signal = Int(connection.signal)
    let link = Int(connection.link)
    switch head.letter {
    case UInt8(ascii: "y"), UInt8(ascii: "Y"):
      // Whoever cannot stop any more drives on: who is nearer than he needs, braking once a second.
      let speedMetresPerSecond = queueSpeedMetresPerSecond(head)
      let deceleration = head.kind.decelerationMetresPerSecondSquared
      let steps = (speedMetresPerSecond / deceleration).rounded(.down)
      let gapMetres = steps * speedMetresPerSecond - deceleration * steps * (steps + 1) / 2
      let useSeconds = driving.yellowUse * gapMetres / max(speedMetresPerSecond, 1)
      if clock.yellowForSeconds(signal, link, timeSeconds) < useSeconds { return false }
    case UInt8(ascii: "r"), UInt8(ascii: "u"): break
    default: return false
    }
    let greenSeconds = clock.nextGreenSeconds(signal, link)
    guard greenSeconds < .infinity else {
      // Never green: it stands there to the end.
      lanes[head.lane].holdSeconds = .infinity
      return true
    }
    let stood = min(max((greenSeconds - timeSeconds + 1.5) / 3, 0), 1)
    let holdSeconds = greenSeconds + fleet.queueHeadwaysSeconds[head.queue] * stood
    lanes[head.lane].holdSeconds = holdSeconds
    lanes[head.lane].discharged = 0
    lanes[head.lane].isStuck = false
    schedule(Int32(head.lane), max(holdSeconds, greenSeconds + 0.01))
    return true
  }

  /// The head's speed over the line if it comes out of a queue.
  @inline(__always)
  private func queueSpeedMetresPerSecond(_ head: Head) -> Float {
    guard head.place < Int32(VehicleKind.places) else { return head.speedMetresPerSecond }
    return min(
      fleet.queueSpeedsMetresPerSecond[head.queue + Int(head.place)], head.speedMetresPerSecond)
  }

  /// Takes a vehicle off the road at the end of its way.
  private func arrive(_ head: Head, _ timeSeconds: Float) {
    leave(head.lane, head.vehicle, timeSeconds, place: head.place, wasQueued: false)
    let onRoadSeconds = timeSeconds - vehicles[head.vehicle].insertedSeconds
    outcome.finished += 1
    outcome.lossSeconds += Double(onRoadSeconds - vehicles[head.vehicle].freeSeconds)
    outcome.vehicleSeconds += Double(onRoadSeconds)
  }

  /// Moves a lane's head over the line to the lane or bay beyond.
  @inline(__always)
  private func cross(
    _ head: Head, _ connection: LaneNetwork.Connection, to target: Int, _ timeSeconds: Float,
    isBay: Bool
  ) {
    let vehicle = head.vehicle
    let wasQueued = timeSeconds > vehicles[vehicle].arrivalSeconds + 0.5
    let speedMetresPerSecond =
      wasQueued ? queueSpeedMetresPerSecond(head) : head.speedMetresPerSecond
    leave(head.lane, vehicle, timeSeconds, place: head.place, wasQueued: wasQueued)
    lanes[head.lane].discharged =
      wasQueued ? min(head.place + 1, Int32(VehicleKind.places)) : Int32(VehicleKind.places)
    lastUseSeconds[head.number] = timeSeconds
    if let beside = laneBeside(head) { lanes[beside].lastOutSeconds = timeSeconds }
    outcome.moves += 1
    guard !isBay else {
      return enter(target, vehicle, timeSeconds, speedMetresPerSecond: speedMetresPerSecond)
    }
    vehicles[vehicle].step += 1
    // Inside the junction it goes on to accelerate.
    let gain =
      2 * head.kind.accelerationMetresPerSecondSquared * driving.cruiseAcceleration
      * connection.lengthMetres
    let reachedMetresPerSecond = max(
      min(
        (speedMetresPerSecond * speedMetresPerSecond + gain).squareRoot(), head.speedMetresPerSecond
      ), 1)
    let insideSeconds =
      connection.lengthMetres / max((speedMetresPerSecond + reachedMetresPerSecond) / 2, 1)
    vehicles[vehicle].freeSeconds +=
      connection.lengthMetres
      / min(
        connection.speedMetresPerSecond * fleet.speedFactors[vehicle],
        head.kind.maximumSpeedMetresPerSecond)
    enter(
      target, vehicle, timeSeconds + insideSeconds, speedMetresPerSecond: reachedMetresPerSecond)
  }

  /// Notes that the head of a lane may not go: it slows down, and after a while it stands.
  @inline(__always)
  func block(_ lane: Int, _ timeSeconds: Float, untilSeconds: Float) {
    lanes[lane].holdSeconds = untilSeconds
    guard !lanes[lane].isStuck else { return }
    lanes[lane].isStuck = true
    lanes[lane].blockedSinceSeconds = timeSeconds
  }

  /// When a head may go on to a lane that another green lane leads to too; 0 where it may now.
  ///
  /// The first of both queues go, then they hold each other up.
  private func mergeEndSeconds(_ head: Head, _ timeSeconds: Float) -> Float {
    guard head.letter == UInt8(ascii: "G") else { return 0 }
    let ownSeconds = lanes[head.lane].lastOutSeconds
    let isQueue = head.place < Int32(VehicleKind.places)
    for place in street.connections[head.number].merges {
      let usedSeconds = lastUseSeconds[Int(street.merges[Int(place)])]
      guard !isQueue || (head.place > 0 && usedSeconds > ownSeconds - 2) else { continue }
      let freeSeconds =
        isQueue
        ? ownSeconds + fleet.queueHeadwaysSeconds[head.queue + Int(head.place)] * driving.mergeShare
        : usedSeconds + headwaySeconds(head.kind, head.queue, head.place, head.speedMetresPerSecond)
      if freeSeconds > timeSeconds { return freeSeconds }
    }
    return 0
  }

  /// When to look again for a gap; 0 where there is one now.
  private func gapEndSeconds(_ head: Head, _ timeSeconds: Float) -> Float {
    let kind = head.kind
    let connection = street.connections[head.number]
    let hasPriority = head.letter == UInt8(ascii: "G")
    let way = connection.clearanceMetres + kind.lengthMetres
    var clear = way / head.speedMetresPerSecond
    if head.place == 0 {
      // From a metre before the line.
      let entry = (2 * kind.accelerationMetresPerSecondSquared).squareRoot()
      let gain = 2 * kind.accelerationMetresPerSecondSquared * connection.clearanceMetres
      clear =
        way / ((entry + min((entry * entry + gain).squareRoot(), head.speedMetresPerSecond)) / 2)
    }
    for place in connection.yields {
      let foeNumber = Int(street.yields[Int(place)])
      let foe = street.connections[foeNumber]
      let lane = Int(foe.from)
      if hasPriority, foe.lane == connection.lane { continue }
      let free = lastUseSeconds[foeNumber] + driving.clearingSeconds
      if free > timeSeconds { return free }
      guard lanes[lane].count > 0, !lanes[lane].isStuck else { continue }
      // Drivers see who comes only as far as those look ahead to brake.
      let foeSpeed = street.speedsMetresPerSecond[lane]
      let sight = driving.sightSeconds + foeSpeed / (2 * kind.decelerationMetresPerSecondSquared)
      let needed =
        min(clear, sight)
        + (foe.lane == connection.lane ? driving.gapMarginSeconds : driving.crossMarginSeconds)
      if foe.signal >= 0 {
        let letter = clock.letter(Int(foe.signal), Int(foe.link))
        if letter != UInt8(ascii: "G"), letter != UInt8(ascii: "g") { continue }
      }
      var before = lanes[lane].lastOutSeconds
      var place = lanes[lane].discharged
      for ahead in 0..<min(lanes[lane].count, 3) {
        let vehicle = Int(rings[slot(lane, ahead)])
        let other = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
        var comes = max(
          vehicles[vehicle].arrivalSeconds,
          before
            + headwaySeconds(other, queue(vehicle, foe.speedClass), place, foe.speedMetresPerSecond)
        )
        if ahead == 0 { comes = max(comes, lanes[lane].holdSeconds) }
        if comes > timeSeconds + needed { break }
        if nextConnection(vehicle, lane) == foeNumber {
          return max(comes + 0.5, timeSeconds + 0.25)
        }
        before = comes
        place = min(place + 1, Int32(VehicleKind.places))
      }
    }
    return 0
  }
}
