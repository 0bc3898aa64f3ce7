/// What happens at the stop line: following, the signal, gaps, room beyond.
extension QueueSimulation {
  /// The speed over the line of the vehicle at a place of a queue, if nothing else limits it.
  @inline(__always)
  func queueSpeed_ms(_ kind: VehicleKind, _ place: Int32) -> Float {
    fleet.queueSpeeds_ms[Int(kind.queueSpeeds) + Int(place)]
  }

  /// Seconds after the last vehicle at which the next of a lane may follow.
  @inline(__always)
  func headway_s(_ kind: VehicleKind, _ place: Int32, _ speed_ms: Float) -> Float {
    var speed = speed_ms
    if place < Int32(VehicleKind.places) {
      speed = min(speed, (queueSpeed_ms(kind, place) + queueSpeed_ms(kind, max(place - 1, 0))) / 2)
    }
    return kind.headway_s + driving.headwayExcess_s + kind.spacing_m / max(speed, 1)
  }

  /// Lets the vehicles at a lane's end go as far as they may before `end_s`.
  func serve(_ lane: Int, _ end_s: Float) {
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
        follow = max(
          follow, lastOut_s[beside] + headway_s(kind, discharged[beside], speed) + driving.squeeze_s
        )
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
            let now =
              place < Int32(VehicleKind.places)
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
      discharged[lane] =
        wasQueued ? min(place + 1, Int32(VehicleKind.places)) : Int32(VehicleKind.places)
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

  /// When to look again for a gap; 0 where there is one now.
  func gapEnd_s(
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
        min(clear, sight)
        + (foe.lane == connection.lane ? driving.gapMargin_s : driving.crossMargin_s)
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
}
