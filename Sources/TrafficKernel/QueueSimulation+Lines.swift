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

  /// Lets the vehicles at a lane's end go as far as they may before `end_s`.
  func serve(_ lane: Int, _ end_s: Float) {
    while counts[lane] > 0 {
      let vehicle = Int(rings[slot(lane, 0)])
      let kind = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
      let number = nextConnection(vehicle, lane)
      var place = discharged[lane]
      var speed = min(street.speeds_ms[lane], kind.maximumSpeed_ms)
      var queue = 0
      var letter = UInt8(ascii: "O")
      var isYielding = false
      if number >= 0 {
        let connection = street.connections[number]
        isYielding = connection.isMinor
        if connection.signal >= 0, !connection.leavesBay {
          letter = clock.letter(Int(connection.signal), Int(connection.link))
          isYielding = connection.canYield && letter != UInt8(ascii: "G")
        }
        speed = min(speed, connection.speed_ms, isYielding ? driving.yieldSpeed_ms : .infinity)
        queue = self.queue(vehicle, isYielding ? connection.yieldClass : connection.speedClass)
      }
      speed -= kind.dawdling_ms * 0.5
      var follow =
        lastOut_s[lane]
        + headway_s(kind, queue, number < 0 ? Int32(VehicleKind.places) : place, speed)
      // Who could not get onto his lane squeezes in there at its end.
      var beside = -1
      if number >= 0, Int(street.connections[number].from) != lane {
        beside = Int(street.connections[number].from)
        follow = max(
          follow,
          lastOut_s[beside] + headway_s(kind, queue, discharged[beside], speed) + driving.squeeze_s)
      }
      let time = max(arrivals_s[vehicle], follow, holds_s[lane])
      guard time < end_s else { return schedule(Int32(lane), time) }
      if number < 0 {
        leave(lane, vehicle, time, place: place, wasQueued: false)
        outcome.finished += 1
        outcome.loss_s += Double(time - inserted_s[vehicle] - freeTimes_s[vehicle])
        outcome.vehicleSeconds += Double(time - inserted_s[vehicle])
        continue
      }
      if stuck[lane], time > blockedSince_s[lane] + driving.halt_s { place = 0 }
      let connection = street.connections[number]
      switch letter {
      case UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "y"), UInt8(ascii: "Y"):
        let signal = Int(connection.signal)
        let link = Int(connection.link)
        if letter | 0x20 == UInt8(ascii: "y") {
          // Whoever cannot stop any more drives on.
          let now =
            place < Int32(VehicleKind.places)
            ? min(fleet.queueSpeeds_ms[queue + Int(place)], speed) : speed
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
        holds_s[lane] = green + fleet.queueHeadways_s[queue] * stood
        discharged[lane] = 0
        stuck[lane] = false
        return schedule(Int32(lane), max(holds_s[lane], green + 0.01))
      default: break
      }
      if isYielding, !connection.yields.isEmpty {
        let retry = gapEnd_s(number, time, kind, stands: place == 0, speed)
        if retry > 0 {
          block(lane, time)
          holds_s[lane] = retry
          if retry < end_s { return schedule(Int32(lane), end_s) }
          return schedule(Int32(lane), retry)
        }
      }
      let entersBay = Int(connection.to) >= street.laneCount
      let target =
        entersBay ? Int(connection.to) : bestLane(Int(steps[vehicle]) + 1, Int(connection.lane))
      var room_s = roomTime_s(target, time, inside_m: connection.length_m)
      if room_s > time, !entersBay, target != Int(connection.lane) {
        // It waits beside the lane it wants, until the queue there lets it in.
        if counts[target] < capacities[target] + Self.spare {
          room_s = roomTime_s(Int(connection.lane), time, inside_m: connection.length_m)
        }
      }
      guard room_s <= time else {
        let again = max(end_s, min(room_s, time + Self.patience_s))
        outcome.blocked_s += Double(again - time)
        block(lane, time)
        holds_s[lane] = again
        return schedule(Int32(lane), again)
      }
      let wasQueued = time > arrivals_s[vehicle] + 0.5
      let crossing: Float =
        wasQueued && place < Int32(VehicleKind.places)
        ? min(fleet.queueSpeeds_ms[queue + Int(place)], speed) : speed
      leave(lane, vehicle, time, place: place, wasQueued: wasQueued)
      discharged[lane] =
        wasQueued ? min(place + 1, Int32(VehicleKind.places)) : Int32(VehicleKind.places)
      lastUse_s[number] = time
      if beside >= 0 { lastOut_s[beside] = time }
      outcome.moves += 1
      if entersBay {
        enter(target, vehicle, time, speed_ms: crossing)
      } else {
        steps[vehicle] += 1
        // Inside the junction it goes on to accelerate.
        let gain = 2 * kind.acceleration_ms2 * driving.cruiseAcceleration * connection.length_m
        let reached = max(min((crossing * crossing + gain).squareRoot(), speed), 1)
        let inside = connection.length_m / max((crossing + reached) / 2, 1)
        freeTimes_s[vehicle] +=
          connection.length_m
          / min(connection.speed_ms * fleet.speedFactors[vehicle], kind.maximumSpeed_ms)
        enter(target, vehicle, time + inside, speed_ms: reached)
      }
    }
  }

  /// Notes that the head of a lane may not go: it slows down, and after a while it stands.
  @inline(__always)
  func block(_ lane: Int, _ time_s: Float) {
    guard !stuck[lane] else { return }
    stuck[lane] = true
    blockedSince_s[lane] = time_s
  }

  /// When to look again for a gap; 0 where there is one now.
  func gapEnd_s(
    _ number: Int, _ time_s: Float, _ kind: VehicleKind, stands: Bool, _ speed_ms: Float
  ) -> Float {
    let connection = street.connections[number]
    let way = connection.clearance_m + kind.length_m
    var clear = way / speed_ms
    if stands {
      // From a metre before the line.
      let entry = (2 * kind.acceleration_ms2).squareRoot()
      let gain = 2 * kind.acceleration_ms2 * connection.clearance_m
      clear = way / ((entry + min((entry * entry + gain).squareRoot(), speed_ms)) / 2)
    }
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
        min(clear, sight)
        + (foe.lane == connection.lane ? driving.gapMargin_s : driving.crossMargin_s)
      if foe.signal >= 0 {
        let letter = clock.letter(Int(foe.signal), Int(foe.link))
        if letter != UInt8(ascii: "G"), letter != UInt8(ascii: "g") { continue }
      }
      var before = lastOut_s[lane]
      var place = discharged[lane]
      for ahead in 0..<min(counts[lane], 3) {
        let vehicle = Int(rings[slot(lane, ahead)])
        let other = fleet.kinds[Int(fleet.kindNumbers[vehicle])]
        var comes = max(
          arrivals_s[vehicle],
          before + headway_s(other, queue(vehicle, foe.speedClass), place, foe.speed_ms))
        if ahead == 0 { comes = max(comes, holds_s[lane]) }
        if comes > time_s + needed { break }
        if nextConnection(vehicle, lane) == foeNumber { return max(comes + 0.5, time_s + 0.25) }
        before = comes
        place = min(place + 1, Int32(VehicleKind.places))
      }
    }
    return 0
  }
}
